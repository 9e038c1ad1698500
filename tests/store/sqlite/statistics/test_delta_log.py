"""Deltas list rows of counters by their numbers, and their sums are what the rows add up to."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.statistics import counts
from daifu.data.store.sql.statistics.counts import CounterNumbers, RowContents, RowNumbers
from daifu.data.store.sql.statistics.deltas import (
    ALL_TABLES,
    NOT_SET,
    Delta,
    DeltaKey,
    DeltaSums,
    RecordDelta,
    merge_deltas,
)
from daifu.data.store.sql.statistics.pairs import pack_pair
from daifu.data.store.sql.tables import SUMMARY_TABLES
from daifu.replay.counters import CounterRow, UncachedRow
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.results import PairRows
from daifu.replay.statistics.rows import TABLE_PLAYER

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
