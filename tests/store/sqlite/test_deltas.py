"""Deltas wait in a log until they are folded into the summaries; every answer equals a recount."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from os import fspath
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.statistics import counts, deltas
from daifu.data.store.sql.statistics.counts import CounterNumbers, Decoder, RowContents, RowNumbers, encode
from daifu.data.store.sql.statistics.deltas import (
    ALL_TABLES,
    NOT_SET,
    Delta,
    DeltaKey,
    DeltaSums,
    RecordDelta,
    append_deltas,
    merge_deltas,
)
from daifu.data.store.sql.statistics.pairs import PAIR_COUNTERS, PairCounts, add_pair_counts, pack_pair, unpack_pair
from daifu.data.store.sql.tables import SUMMARY_TABLES
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sqlite import connections
from daifu.data.store.sqlite.store import Store
from daifu.replay.counters import PAIR, CounterRow, UncachedRow
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.results import PairRows
from daifu.replay.statistics.rows import TABLE_PLAYER
from daifu.schemas.judged_record import JudgedRecord
from tests.support.evenings import (
    EXTREME_POINTS,
    PLAYERS,
    assert_statistics_agree,
    counted_deals,
    evening,
    evening_with_points,
    judged_results,
)
from tests.support.stores import ANN, fetch_rows, judged_sitting, process_environment, tamper, verification_errors

POINTS = PAIR_COUNTERS.index("points")


@st.composite
def pair_counts(draw: st.DrawFn) -> PairCounts:
    """Counters of a pair, some of them below 0, and points of any size."""
    values = draw(st.lists(st.integers(-(10**12), 10**12), min_size=len(PAIR_COUNTERS), max_size=len(PAIR_COUNTERS)))
    values[POINTS] = draw(st.integers())
    return tuple(values)


@given(st.lists(pair_counts()))
def test_packed_counters_add_up_as_the_counters_do(several: list[PairCounts]) -> None:
    total: PairCounts = (0,) * len(PAIR_COUNTERS)
    for values in several:
        total = add_pair_counts(total, values)
    assert unpack_pair(sum(map(pack_pair, several))) == total


@given(pair_counts())
def test_the_negative_takes_the_counters_away(values: PairCounts) -> None:
    assert unpack_pair(-pack_pair(values)) == tuple(-value for value in values)


RULES, DAY = 7, 700_000
SET = CounterRow({"leads": 1}, {"sets": 1})
LENGTH = CounterRow({"length": 3})
HIGHER = PairRows((CounterRow({"deals": 1, "higher": 1}),))


def record_delta(players: str = "[30, 20]", sign: int = 1, day: int = DAY, sets: int = 2) -> RecordDelta:
    """A deal of two players, of whom the first played `sets` sets and won."""
    rows = {(TABLE_PLAYER, 2, 0): [LENGTH], (1, 2, 0): [SET] * sets, (2, 2, 0): [SET]}
    return RecordDelta(sign, RULES, players, day, NOT_SET, b"", RecordCounters(rows, {(1, 2): [HIGHER]}))


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as found:
        found.executescript(SUMMARY_TABLES.format(kind=""))
        yield found


def merged(connection: sqlite3.Connection, *records: RecordDelta) -> list[tuple[DeltaKey, Delta]]:
    return list(merge_deltas(records, RowNumbers(connection)))


def sums_of(connection: sqlite3.Connection, *records: RecordDelta) -> DeltaSums:
    return DeltaSums(merged(connection, *records), RowContents(connection))


def row_count(connection: sqlite3.Connection) -> int:
    """How many rows of counters have a number."""
    number: int = connection.execute("SELECT count(*) FROM counter_rows").fetchone()[0]
    return number


def test_equal_rows_have_one_number(connection: sqlite3.Connection) -> None:
    [(_, first)] = merged(connection, record_delta(), record_delta("[20, 40]"))
    [(_, second)] = merged(connection, record_delta())
    assert row_count(connection) == len({"length", "set", "higher"})
    assert first.records == 2
    assert first.seats[30, 2, 0] == second.seats[30, 2, 0]
    assert first.groups[30, 20] == second.groups[30, 20]


def test_a_row_that_hardly_recurs_has_no_number(connection: sqlite3.Connection) -> None:
    rows = {(1, 2, 0): [UncachedRow({"time": 123_456})]}
    once = RecordDelta(1, RULES, "[30]", DAY, NOT_SET, b"", RecordCounters(rows))
    [(_, delta)] = merged(connection, once)
    assert row_count(connection) == 0
    assert isinstance(delta.seats[30, 2, 0][0], bytes)
    assert sums_of(connection, once).player_counts[RULES, DAY, NOT_SET, 30, 2, 0] == {
        CounterNumbers(connection)["time"]: 123_456
    }


def test_a_full_table_of_rows_gives_no_more_numbers(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MAX_ROWS", 1)
    found = sums_of(connection, record_delta())
    assert row_count(connection) == 1
    monkeypatch.undo()
    assert found.player_counts == sums_of(connection, record_delta()).player_counts
    assert found.pairs == sums_of(connection, record_delta()).pairs


def test_records_of_one_game_day_and_tournament_are_merged(connection: sqlite3.Connection) -> None:
    records = record_delta(), record_delta(day=DAY + 1), record_delta(sign=-1), record_delta()
    found = merged(connection, *records)
    assert [key[:3] for key, _ in found] == [(1, RULES, DAY), (1, RULES, DAY + 1), (-1, RULES, DAY)]
    assert [delta.records for _, delta in found] == [2, 1, 1]


def test_tables_have_their_own_counters_and_the_shared_ones(connection: sqlite3.Connection) -> None:
    counts, numbers = sums_of(connection, record_delta()).player_counts, CounterNumbers(connection)
    leads, sets, length = numbers["leads"], numbers["sets"], numbers["length"]
    assert counts[RULES, DAY, NOT_SET, ALL_TABLES, 2, 0] == {length: 3, sets: 3}
    assert counts[RULES, DAY, NOT_SET, 30, 2, 0] == {leads: 2, sets: 2}


def test_a_pair_is_kept_as_the_smaller_number_sees_it(connection: sqlite3.Connection) -> None:
    found = sums_of(connection, record_delta("[30, 20]"), record_delta("[20, 30]"), record_delta("[30, 20]"))
    assert found.pairs == {RULES: {(20, 30): pack_pair((3, 1, 2, 0, 0, 0, 0, 0))}}


def test_a_delta_that_is_added_and_taken_away_leaves_nothing(connection: sqlite3.Connection) -> None:
    sums = sums_of(connection, record_delta(), record_delta(sign=-1))
    assert not any(sums.player_counts.values())
    assert not any(sums.pairs[RULES].values())
    assert sums.changes == {RULES: 2}


def test_a_missing_row_is_damage(connection: sqlite3.Connection) -> None:
    found = merged(connection, record_delta())
    connection.execute("DELETE FROM counter_rows")
    with pytest.raises(StoreDamaged):
        DeltaSums(found, RowContents(connection))


@pytest.mark.parametrize("content", [b"", b"\x93", b"\x91\x01"], ids=["nothing", "cut off", "something else"])
def test_an_unreadable_row_is_damage(connection: sqlite3.Connection, content: bytes) -> None:
    delta = Delta(1, {(30, 2, 0): [content]}, {})
    with pytest.raises(StoreDamaged):
        DeltaSums([(DeltaKey(1, RULES, DAY, NOT_SET), delta)], RowContents(connection))


def test_pair_rows_of_another_group_are_damage(connection: sqlite3.Connection) -> None:
    [(key, delta)] = merged(connection, record_delta())
    other = Delta(1, {}, {(20, 30, 40): delta.groups[30, 20]})
    with pytest.raises(StoreDamaged):
        DeltaSums([(key, other)], RowContents(connection))


MU, JUNKO, SHIMO, AKI, *_ = PLAYERS
BATCH = 20


def pending_count(store: Store) -> int:
    """The number of pending deltas."""
    return int(fetch_rows(store.path, "SELECT count(*) FROM pending_deltas")[0][0])


def summaries(store: Store) -> int:
    """How many rows of summaries there are."""
    counts = """
        SELECT (SELECT count(*) FROM player_counts) + (SELECT count(*) FROM player_totals) +
            (SELECT count(*) FROM pairs)
    """
    return int(fetch_rows(store.path, counts)[0][0])


def test_no_rows_are_left_when_all_records_are_withdrawn(store: Store) -> None:
    store.add([evening(str(table)) for table in range(3)], ANN)
    assert counted_deals(store) == 3
    for record in (1, 2, 3):
        store.withdraw(record, ANN, expected=1)
    assert store.statistics.profile("dalmuti") == ({}, {})
    assert summaries(store) == 0


def test_a_record_that_could_not_be_stored_is_not_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", lambda _writing: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.add([evening("A")], ANN)
    assert counted_deals(store) == 0
    store.add([evening("B")], ANN)
    assert_statistics_agree(store)


def test_a_single_record_leaves_one_row_behind(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert pending_count(store) == 1
    assert summaries(store) == 0


def test_a_read_folds_the_pending_deltas(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert counted_deals(store) == 1
    assert pending_count(store) == 0
    assert_statistics_agree(store)


def test_records_of_one_commit_are_one_delta(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert pending_count(store) == 1
    assert_statistics_agree(store)


def test_a_writer_folds_the_log_when_it_is_full(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([evening("A")], ANN)
    [(size,)] = fetch_rows(store.path, "SELECT length(delta) FROM pending_deltas")
    monkeypatch.setattr(deltas, "MAX_PENDING_BYTES", 3 * size)
    store.add([evening("B")], ANN)
    assert pending_count(store) == 2
    store.add([evening("C")], ANN)
    assert pending_count(store) == 0
    assert counted_deals(store) == 3


def test_a_read_only_store_counts_the_pending_deltas(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert counted_deals(store) == 20
    store.add([evening("A"), judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]])], ANN)
    store.withdraw(1, ANN, expected=1)
    with closing(Store.open(store.path, read_only=True)) as reader:
        assert_statistics_agree(reader)
        assert counted_deals(reader) == 21
    assert pending_count(store) == 2


def test_a_full_disk_does_not_prevent_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening("A")], ANN)
        [(pages,)] = fetch_rows(path, "PRAGMA page_count")
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, f"PRAGMA max_page_count = {pages}"))
    with closing(Store.open(path)) as store:
        store.withdraw(1, ANN, expected=1)
        assert counted_deals(store) == 0


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[JudgedRecord]]:
    """Batches of different evenings, each of which is folded at once."""
    monkeypatch.setattr(deltas, "MAX_PENDING_BYTES", 1)
    return ([evening(f"{batch}.{table}") for table in range(BATCH)] for batch in count())


def test_two_writers_in_turn_count_all_records(store: Store, batches: Iterator[list[JudgedRecord]]) -> None:
    with closing(Store.open(store.path)) as other:
        for writer in [store, store, other] * 2:
            writer.add(next(batches), ANN)
        assert counted_deals(store) == 6 * BATCH
        assert verification_errors(other) == []
    assert_statistics_agree(store)


def fail_after_keeping(writing: Transaction) -> None:
    """Do all that precedes a commit, and fail."""
    append_deltas(writing)
    raise ZeroDivisionError


def test_counters_of_a_rollback_get_new_numbers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", fail_after_keeping)
        with pytest.raises(ZeroDivisionError):
            store.add([judged_sitting("A")], ANN)
    store.add([evening("A")], ANN)
    store.add([judged_sitting("A")], ANN)
    assert_statistics_agree(store)


def test_counters_numbered_by_another_process_keep_their_numbers(store: Store) -> None:
    store.add([evening("A")], ANN)
    with closing(Store.open(store.path)) as other:
        other.add([judged_sitting("A")], ANN)
    store.add([judged_sitting("B")], ANN)
    assert_statistics_agree(store)
    assert verification_errors(store) == []


def test_caches_are_dropped_after_a_rollback(
    store: Store, batches: Iterator[list[JudgedRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(next(batches), ANN)
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", fail_after_keeping)
        with pytest.raises(ZeroDivisionError):
            store.add(next(batches), ANN)
    store.add(next(batches), ANN)
    assert counted_deals(store) == 2 * BATCH
    assert_statistics_agree(store)


def test_rows_without_numbers_are_counted(
    store: Store, batches: Iterator[list[JudgedRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MAX_ROWS", 3)
    for _ in range(3):
        store.add(next(batches), ANN)
    assert_statistics_agree(store)


PROGRAM = """
import sys
from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN
from tests.support.evenings import PLAYERS, judged_results

store = Store.open(sys.argv[1])
for number in sys.argv[2:]:
    store.add([judged_results(PLAYERS[:4], [[1, 2, 3, 4]], event={"table": number})], ANN)
    store.statistics.player(PLAYERS[:1], "dalmuti")
store.close()
"""


def test_several_processes_count_everything_once(path: Path) -> None:
    Store.open(path).close()
    calls = [[sys.executable, "-c", PROGRAM, fspath(path), *map(str, range(first, 40))] for first in (0, 10, 20)]
    processes = [subprocess.Popen(call, env=process_environment()) for call in calls]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    with closing(Store.open(path)) as store:
        assert counted_deals(store) == 40
        assert_statistics_agree(store)
        assert verification_errors(store) == []


@pytest.mark.parametrize("rules", PROFILES)
def test_every_counter_of_a_pair_has_a_column(rules: str) -> None:
    assert set(counters_of(rules, PAIR)) <= set(PAIR_COUNTERS)


FOUR = PLAYERS[:4]


def test_large_points_in_pending_deltas_are_counted_exactly(store: Store) -> None:
    store.add([evening_with_points("1"), evening_with_points("2", EXTREME_POINTS[2])], ANN)
    with closing(Store.open(store.path, read_only=True)) as reading:
        assert_statistics_agree(reading)
    assert fetch_rows(store.path, "SELECT count(*) FROM pending_deltas") != [(0,)]


def test_withdrawn_large_points_leave_nothing(store: Store) -> None:
    for number in range(1, 6):
        store.add([evening_with_points(str(number), *EXTREME_POINTS)], ANN)
        store.statistics.profile("dalmuti")
    for number in range(1, 6):
        store.withdraw(number, ANN, expected=1)
    assert store.statistics.player([MU], "dalmuti") is None
    assert fetch_rows(store.path, "SELECT count(*) FROM player_totals UNION ALL SELECT count(*) FROM pairs") == [
        (0,),
        (0,),
    ]
    assert verification_errors(store) == []


def test_an_earlier_store_with_the_largest_points_is_counted(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening_with_points(str(number), *EXTREME_POINTS) for number in range(300)], ANN)
    tamper(path, "UPDATE statistics_progress SET version = version - 1", "DELETE FROM pairs")
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_falsified_points_are_found(store: Store) -> None:
    store.add([evening_with_points("1")], ANN)
    store.statistics.profile("dalmuti")
    tamper(store.path, "UPDATE pairs SET carried = carried + 1")
    assert f"the statistics of {MU} and {AKI} in dalmuti are wrong" in verification_errors(store)


ANY = st.integers(-(2**200), 2**200) | st.sampled_from([-(2**63) - 1, -(2**63), 2**63, 2**64 - 1, 2**64])

COUNTS = Decoder(dict[int, int])
ROWS = Decoder(tuple[dict[int, int], list[int]])


@given(st.dictionaries(st.integers(0, 300), ANY))
def test_counts_of_any_size_are_read_back(counts: dict[int, int]) -> None:
    assert COUNTS.decode(encode(counts)) == counts


@given(st.tuples(st.dictionaries(st.integers(-300, 300), ANY), st.lists(ANY)))
def test_lists_of_counts_of_any_size_are_read_back(counts: tuple[dict[int, int], list[int]]) -> None:
    assert ROWS.decode(encode(counts)) == counts


@given(st.dictionaries(st.integers(0, 300), st.integers(-(2**63), 2**64 - 1)))
def test_counts_of_64_bits_are_plain_messagepack(counts: dict[int, int]) -> None:
    assert encode(counts) == msgspec.msgpack.encode(counts)


@pytest.mark.parametrize("encoded", [b"", b"\x81\x01", b"\x81\x01\xa1x", b"\x91\x01", b'{"1":', b"[1]"])
def test_anything_else_is_damage(encoded: bytes) -> None:
    with pytest.raises(StoreDamaged):
        COUNTS.decode(encoded)
