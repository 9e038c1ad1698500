"""Shares wait in sheaves, which hold what is counted alike once."""

import sqlite3
from contextlib import closing

from data.store.statistics.gathering import Occasion, Sheaf, gathered
from data.store.statistics.shares import NONE, Share
from data.store.statistics.summing import SEATS, TABLES, Sums
from data.store.statistics.tables import SUMMARIES
from data.store.statistics.written import Numbers, Written
from replay.counting import Row
from replay.tallies import TABLE, Meeting, Tallies

RULES, DAY = 7, 700_000
SET = Row({"leads": 1}, {"sets": 1})
LENGTH = Row({"length": 3})
HIGHER = Meeting((Row({"deals": 1, "higher": 1}),))


def share(players: str = "[30, 20]", sign: int = 1, day: int = DAY, sets: int = 2) -> Share:
    """A deal of two players, of whom the first laid so many sets and won."""
    noted = {(TABLE, 2): [LENGTH], (1, 2): [SET] * sets, (2, 2): [SET]}
    return Share(sign, RULES, players, day, NONE, Tallies(noted, {(1, 2): [HIGHER]}))


def sheaves(*shares: Share) -> tuple[list[tuple[Occasion, Sheaf]], dict[str, int]]:
    """Shares laid together, and the numbers of the counters."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SUMMARIES.format(kind=""))
        numbers = Numbers(connection, "main")
        return list(gathered(shares, Written(numbers))), numbers


def test_what_is_counted_alike_is_kept_once() -> None:
    [(_, sheaf)], _ = sheaves(share(), share("[20, 40]"))
    assert len(sheaf.seats.written) == 2
    assert len(sheaf.meetings.written) == 1
    assert sheaf.shares == 2


def test_shares_of_one_occasion_wait_together() -> None:
    found, _ = sheaves(share(), share(day=DAY + 1), share(sign=-1), share())
    assert [occasion[:3] for occasion, _ in found] == [(1, RULES, DAY), (1, RULES, DAY + 1), (-1, RULES, DAY)]
    assert [sheaf.shares for _, sheaf in found] == [2, 1, 1]


def test_tables_have_their_own_counters_and_what_players_share() -> None:
    found, numbers = sheaves(share())
    buckets = Sums(found).buckets
    leads, sets, length = numbers["leads"], numbers["sets"], numbers["length"]
    assert buckets[RULES, DAY, NONE, TABLES, 2] == {length: 3, sets: 3}
    assert buckets[RULES, DAY, NONE, SEATS, 2] == {leads: 3, sets: 3}
    assert buckets[RULES, DAY, NONE, 30, 2] == {leads: 2, sets: 2}


def test_a_pair_is_seen_by_the_smaller_number() -> None:
    found, _ = sheaves(share("[30, 20]"), share("[20, 30]"), share("[30, 20]"))
    assert Sums(found).pairs == {(RULES, 20, 30): (3, 1, 2, 0, 0, 0, 0, 0)}


def test_what_is_added_and_taken_away_leaves_nothing() -> None:
    found, _ = sheaves(share(), share(sign=-1))
    sums = Sums(found)
    assert not any(sums.buckets.values())
    assert not any(sum(map(abs, values)) for values in sums.pairs.values())
    assert sums.changes == {RULES: 2}
