"""Shares wait in sheaves, which tell what is counted alike by its number."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from operator import add, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.store.refusals import StoreDamaged
from data.store.statistics import written
from data.store.statistics.contents import Contents
from data.store.statistics.gathering import Occasion, Sheaf, gathered
from data.store.statistics.pairs import apart, side_by_side
from data.store.statistics.shares import NONE, Share
from data.store.statistics.summing import SEATS, TABLES, Sums
from data.store.statistics.tables import SUMMARIES
from data.store.statistics.tables import TABLES as OTHER_TABLES
from data.store.statistics.written import Numbers, Recurring
from replay.counting import Row, Unlike
from replay.tallies import TABLE, Meeting, Tallies

RULES, DAY = 7, 700_000
SET = Row({"leads": 1}, {"sets": 1})
LENGTH = Row({"length": 3})
HIGHER = Meeting((Row({"deals": 1, "higher": 1}),))


def share(players: str = "[30, 20]", sign: int = 1, day: int = DAY, sets: int = 2) -> Share:
    """A deal of two players, of whom the first laid so many sets and won."""
    noted = {(TABLE, 2): [LENGTH], (1, 2): [SET] * sets, (2, 2): [SET]}
    return Share(sign, RULES, players, day, NONE, Tallies(noted, {(1, 2): [HIGHER]}))


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as found:
        found.executescript(SUMMARIES.format(kind="") + OTHER_TABLES)
        yield found


def sheaves(connection: sqlite3.Connection, *shares: Share) -> list[tuple[Occasion, Sheaf]]:
    return list(gathered(shares, Recurring(connection)))


def summed(connection: sqlite3.Connection, *shares: Share) -> Sums:
    return Sums(sheaves(connection, *shares), Contents(connection))


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
    once = Share(1, RULES, "[30]", DAY, NONE, Tallies({(1, 2): [Unlike({"time": 123_456})]}))
    [(_, sheaf)] = sheaves(connection, once)
    assert contents(connection) == 0
    assert isinstance(sheaf.seats[30, 2][0], bytes)
    assert summed(connection, once).buckets[RULES, DAY, NONE, 30, 2] == {Numbers(connection, "main")["time"]: 123_456}


def test_what_a_store_has_no_room_for_is_written_out(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written, "MOST_ALIKE", 1)
    found = summed(connection, share())
    assert contents(connection) == 1
    monkeypatch.undo()
    assert found.buckets == summed(connection, share()).buckets
    assert found.pairs == summed(connection, share()).pairs


def test_shares_of_one_occasion_wait_together(connection: sqlite3.Connection) -> None:
    found = sheaves(connection, share(), share(day=DAY + 1), share(sign=-1), share())
    assert [occasion[:3] for occasion, _ in found] == [(1, RULES, DAY), (1, RULES, DAY + 1), (-1, RULES, DAY)]
    assert [sheaf.shares for _, sheaf in found] == [2, 1, 1]


def test_tables_have_their_own_counters_and_what_players_share(connection: sqlite3.Connection) -> None:
    buckets, numbers = summed(connection, share()).buckets, Numbers(connection, "main")
    leads, sets, length = numbers["leads"], numbers["sets"], numbers["length"]
    assert buckets[RULES, DAY, NONE, TABLES, 2] == {length: 3, sets: 3}
    assert buckets[RULES, DAY, NONE, SEATS, 2] == {leads: 3, sets: 3}
    assert buckets[RULES, DAY, NONE, 30, 2] == {leads: 2, sets: 2}


def test_a_pair_is_seen_by_the_smaller_number(connection: sqlite3.Connection) -> None:
    found = summed(connection, share("[30, 20]"), share("[20, 30]"), share("[30, 20]"))
    assert found.pairs == {(RULES, 20, 30): (3, 1, 2, 0, 0, 0, 0, 0)}


def test_what_is_added_and_taken_away_leaves_nothing(connection: sqlite3.Connection) -> None:
    sums = summed(connection, share(), share(sign=-1))
    assert not any(sums.buckets.values())
    assert not any(sum(map(abs, values)) for values in sums.pairs.values())
    assert sums.changes == {RULES: 2}


def test_what_nobody_wrote_down_is_damage(connection: sqlite3.Connection) -> None:
    found = sheaves(connection, share())
    connection.execute("DELETE FROM alike")
    with pytest.raises(StoreDamaged):
        Sums(found, Contents(connection))


@pytest.mark.parametrize("content", [b"", b"\x93", b"\x91\x01"], ids=["nothing", "cut off", "something else"])
def test_what_nobody_can_read_is_damage(connection: sqlite3.Connection, content: bytes) -> None:
    sheaf = Sheaf(1, {(30, 2): [content]}, {})
    with pytest.raises(StoreDamaged):
        Sums([(Occasion(1, RULES, DAY, NONE), sheaf)], Contents(connection))


def test_a_meeting_of_others_is_damage(connection: sqlite3.Connection) -> None:
    [(occasion, sheaf)] = sheaves(connection, share())
    other = Sheaf(1, {}, {(20, 30, 40): sheaf.meetings[30, 20]})
    with pytest.raises(StoreDamaged):
        Sums([(occasion, other)], Contents(connection))


@given(*[st.lists(st.integers(-(2**80), 2**80), min_size=8, max_size=8).map(tuple)] * 2)
def test_counters_that_stand_side_by_side_add_up_apart(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    both = tuple(map(add, one, other))
    assert apart(side_by_side(one) + side_by_side(other)) == both
    assert apart(side_by_side(one) - side_by_side(other)) == tuple(map(sub, one, other))
