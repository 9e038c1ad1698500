"""Deltas of the statistics wait in a log, in which equal counters have a number."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from operator import add, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.store.errors import StoreDamaged
from data.store.sqlite.schema import DELTA_TABLES as OTHER_TABLES
from data.store.sqlite.schema import SUMMARY_TABLES
from data.store.sqlite.statistics import interned
from data.store.sqlite.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    NOT_SET,
    Delta,
    DeltaKey,
    DeltaSums,
    RecordDelta,
    merge_deltas,
)
from data.store.sqlite.statistics.interned import CounterNumbers, InternedRows, RowContents
from data.store.sqlite.statistics.pairs import pack_counts, unpack_counts
from replay.counters import CounterRow, UncachedRow
from replay.statistics.record import RecordCounters
from replay.statistics.results import PairRows
from replay.statistics.rows import TABLE_PLAYER

RULES, DAY = 7, 700_000
SET = CounterRow({"leads": 1}, {"sets": 1})
LENGTH = CounterRow({"length": 3})
HIGHER = PairRows((CounterRow({"deals": 1, "higher": 1}),))


def share(players: str = "[30, 20]", sign: int = 1, day: int = DAY, sets: int = 2) -> RecordDelta:
    """A deal of two players, of whom the first laid so many sets and won."""
    noted = {(TABLE_PLAYER, 2): [LENGTH], (1, 2): [SET] * sets, (2, 2): [SET]}
    return RecordDelta(sign, RULES, players, day, NOT_SET, RecordCounters(noted, {(1, 2): [HIGHER]}))


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as found:
        found.executescript(SUMMARY_TABLES.format(kind="") + OTHER_TABLES)
        yield found


def sheaves(connection: sqlite3.Connection, *shares: RecordDelta) -> list[tuple[DeltaKey, Delta]]:
    return list(merge_deltas(shares, InternedRows(connection)))


def summed_counts(connection: sqlite3.Connection, *shares: RecordDelta) -> DeltaSums:
    return DeltaSums(sheaves(connection, *shares), RowContents(connection))


def contents(connection: sqlite3.Connection) -> int:
    """How much the store has written down once for all."""
    number: int = connection.execute("SELECT count(*) FROM alike").fetchone()[0]
    return number


def test_what_is_counted_alike_is_written_down_once(connection: sqlite3.Connection) -> None:
    [(_, first)] = sheaves(connection, share(), share("[20, 40]"))
    [(_, second)] = sheaves(connection, share())
    assert contents(connection) == len({"length", "set", "higher"})
    assert first.shares == 2
    assert first.seats[30, 2] == second.seats[30, 2]
    assert first.meetings[30, 20] == second.meetings[30, 20]


def test_what_hardly_ever_recurs_is_written_out(connection: sqlite3.Connection) -> None:
    once = RecordDelta(1, RULES, "[30]", DAY, NOT_SET, RecordCounters({(1, 2): [UncachedRow({"time": 123_456})]}))
    [(_, sheaf)] = sheaves(connection, once)
    assert contents(connection) == 0
    assert isinstance(sheaf.seats[30, 2][0], bytes)
    assert summed_counts(connection, once).buckets[RULES, DAY, NOT_SET, 30, 2] == {
        CounterNumbers(connection, "main")["time"]: 123_456
    }


def test_what_a_store_has_no_room_for_is_written_out(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interned, "MAX_INTERNED", 1)
    found = summed_counts(connection, share())
    assert contents(connection) == 1
    monkeypatch.undo()
    assert found.buckets == summed_counts(connection, share()).buckets
    assert found.pairs == summed_counts(connection, share()).pairs


def test_shares_of_one_occasion_wait_together(connection: sqlite3.Connection) -> None:
    found = sheaves(connection, share(), share(day=DAY + 1), share(sign=-1), share())
    assert [occasion[:3] for occasion, _ in found] == [(1, RULES, DAY), (1, RULES, DAY + 1), (-1, RULES, DAY)]
    assert [sheaf.shares for _, sheaf in found] == [2, 1, 1]


def test_tables_have_their_own_counters_and_what_players_share(connection: sqlite3.Connection) -> None:
    buckets, numbers = summed_counts(connection, share()).buckets, CounterNumbers(connection, "main")
    leads, sets, length = numbers["leads"], numbers["sets"], numbers["length"]
    assert buckets[RULES, DAY, NOT_SET, ALL_TABLES, 2] == {length: 3, sets: 3}
    assert buckets[RULES, DAY, NOT_SET, ALL_PLAYERS, 2] == {leads: 3, sets: 3}
    assert buckets[RULES, DAY, NOT_SET, 30, 2] == {leads: 2, sets: 2}


def test_a_pair_is_seen_by_the_smaller_number(connection: sqlite3.Connection) -> None:
    found = summed_counts(connection, share("[30, 20]"), share("[20, 30]"), share("[30, 20]"))
    assert found.pairs == {(RULES, 20, 30): (3, 1, 2, 0, 0, 0, 0, 0)}


def test_what_is_added_and_taken_away_leaves_nothing(connection: sqlite3.Connection) -> None:
    sums = summed_counts(connection, share(), share(sign=-1))
    assert not any(sums.buckets.values())
    assert not any(sum(map(abs, values)) for values in sums.pairs.values())
    assert sums.changes == {RULES: 2}


def test_what_nobody_wrote_down_is_damage(connection: sqlite3.Connection) -> None:
    found = sheaves(connection, share())
    connection.execute("DELETE FROM alike")
    with pytest.raises(StoreDamaged):
        DeltaSums(found, RowContents(connection))


@pytest.mark.parametrize("content", [b"", b"\x93", b"\x91\x01"], ids=["nothing", "cut off", "something else"])
def test_what_nobody_can_read_is_damage(connection: sqlite3.Connection, content: bytes) -> None:
    sheaf = Delta(1, {(30, 2): [content]}, {})
    with pytest.raises(StoreDamaged):
        DeltaSums([(DeltaKey(1, RULES, DAY, NOT_SET), sheaf)], RowContents(connection))


def test_a_meeting_of_others_is_damage(connection: sqlite3.Connection) -> None:
    [(occasion, sheaf)] = sheaves(connection, share())
    other = Delta(1, {}, {(20, 30, 40): sheaf.meetings[30, 20]})
    with pytest.raises(StoreDamaged):
        DeltaSums([(occasion, other)], RowContents(connection))


@given(*[st.lists(st.integers(-(2**80), 2**80), min_size=8, max_size=8).map(tuple)] * 2)
def test_counters_that_stand_side_by_side_add_up_apart(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    both = tuple(map(add, one, other))
    assert unpack_counts(pack_counts(one) + pack_counts(other)) == both
    assert unpack_counts(pack_counts(one) - pack_counts(other)) == tuple(map(sub, one, other))
