"""The counts of two players: one row for both, as the player with the smaller number sees them.

The counters are columns, not one value like those of other summaries, so that SQLite can add to them without reading
the row first: a table of five has ten pairs.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Final

from data.store.sql.connection import Connection
from data.store.sql.sessions import Session
from replay.counters import CounterRow, Counts

PAIR_COUNTERS: Final = ("deals", "higher", "lower", "equal", "scored", "points", "partners", "opponents")
"""The counters of a pair, in the order of the columns."""

PairCounts = tuple[int, ...]
"""The counters of one pair, in this order."""

PairKey = tuple[int, str, int, str]
"""The numbers and the ids of two players, the smaller number first."""

CARRY: Final = 10**9
"""The points that make one of `carried`: SQLite has 64 bits, and a few deals can bring more points than that."""

_DEALS: Final = PAIR_COUNTERS.index("deals")
_POINTS: Final = PAIR_COUNTERS.index("points")
_NOTHING: Final = (0,) * len(PAIR_COUNTERS)

_ADD: Final = """
INSERT INTO {schema}.pairs
    (rules, player, other, deals, higher, lower, equal, scored, points, partners, opponents, carried)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (rules, player, other) DO UPDATE SET
    deals = pairs.deals + excluded.deals, higher = pairs.higher + excluded.higher,
    lower = pairs.lower + excluded.lower, equal = pairs.equal + excluded.equal,
    scored = pairs.scored + excluded.scored, points = pairs.points + excluded.points,
    partners = pairs.partners + excluded.partners, opponents = pairs.opponents + excluded.opponents,
    carried = pairs.carried + excluded.carried
"""
ALL_PAIRS: Final = """
SELECT rules, player, other, deals, higher, lower, equal, scored,
    points % {CARRIED} AS points, carried + points / {CARRIED} AS carried, partners, opponents
FROM {schema}.pairs
""".replace("{CARRIED}", str(CARRY))
"""All rows in one form; the same points may have been written with more or fewer of them carried."""
_CLEAR: Final = "DELETE FROM {schema}.pairs WHERE rules = ? AND player = ? AND other = ? AND deals = 0"
_PAIRS: Final = """
SELECT player, one.text, other, two.text, deals, higher, lower, equal, scored, points, partners, opponents, carried
FROM pairs CROSS JOIN texts AS one ON one.number = player CROSS JOIN texts AS two ON two.number = other
WHERE rules = ? ORDER BY player, other
"""
_OPPONENTS: Final = """
SELECT other, 0, deals, higher, lower, equal, scored, points, partners, opponents, carried
FROM pairs WHERE rules = ?1 AND player = ?2
UNION ALL
SELECT player, 1, deals, higher, lower, equal, scored, points, partners, opponents, carried
FROM pairs INDEXED BY by_other WHERE rules = ?1 AND other = ?2
"""


def pair_counts(row: CounterRow) -> PairCounts:
    """What a row brings to each column."""
    return tuple(row.own.get(name, 0) for name in PAIR_COUNTERS)


def swap_sides(values: PairCounts) -> PairCounts:
    """The same deals as the other player sees them."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return deals, lower, higher, equal, scored, -points, partners, opponents


def negative_pair_counts(values: PairCounts) -> PairCounts:
    """What takes these counters of a pair away."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return -deals, -higher, -lower, -equal, -scored, -points, -partners, -opponents


def add_pair_counts(one: PairCounts, more: PairCounts) -> PairCounts:
    """The sum of the counters of a pair."""
    deals, higher, lower, equal, scored, points, partners, opponents = one
    deals_more, higher_more, lower_more, equal_more, scored_more, points_more, partners_more, opponents_more = more
    return (  # written out, because a table of five has ten pairs: a loop takes more than twice as long
        deals + deals_more,
        higher + higher_more,
        lower + lower_more,
        equal + equal_more,
        scored + scored_more,
        points + points_more,
        partners + partners_more,
        opponents + opponents_more,
    )


def add_pairs(connection: Connection, schema: str, sums: Mapping[tuple[int, ...], PairCounts]) -> None:
    """Add sums by rules and both players, as the smaller number sees them. A pair without deals is deleted."""
    rows = [(*pair, *_to_columns(sums[pair])) for pair in sorted(sums)]
    connection.executemany(_ADD.format(schema=schema), rows)
    emptied = [pair for pair, (deals, *_) in sums.items() if deals <= 0]
    connection.executemany(_CLEAR.format(schema=schema), emptied)


def load_opponents(
    connection: Connection, rules: int, player: int, pending: Mapping[tuple[int, ...], PairCounts]
) -> Iterator[tuple[int, Counts]]:
    """The counts of a player against each opponent, as the player sees them.

    `pending` is added to them; it has the form that `add_pairs` takes.
    """
    found: dict[int, PairCounts] = {}
    for other, is_other, *row in connection.execute(_OPPONENTS, (rules, player)):
        values = _from_columns(row)
        found[other] = swap_sides(values) if is_other else values
    for (_, one, other), values in pending.items():
        if one == player:
            found[other] = add_pair_counts(found.get(other, _NOTHING), values)
        elif other == player:
            found[one] = add_pair_counts(found.get(one, _NOTHING), swap_sides(values))
    for other, values in found.items():
        if counts := _by_name(values):
            yield other, counts


def load_pairs(session: Session, rules: int) -> Iterator[tuple[PairKey, PairCounts]]:
    """The counts of all pairs, as the smaller number sees them, in the order of their numbers."""
    for player, id, other, other_id, *row in session.stream(_PAIRS, (rules,)):
        yield (player, id, other, other_id), _from_columns(row)


def sum_pair_counts(several: Iterable[PairCounts]) -> Counts:
    """The sum of the counters of a pair, by their names; empty for a pair without deals."""
    return _by_name(reduce(add_pair_counts, several))


def _by_name(values: PairCounts) -> Counts:
    """Counters by their names; those of 0 are left out, and all of a pair without deals."""
    if not values[_DEALS]:
        return {}
    return {name: count for name, count in zip(PAIR_COUNTERS, values, strict=True) if count}


def _to_columns(values: PairCounts) -> PairCounts:
    """Counters as the columns of a row."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return deals, higher, lower, equal, scored, points % CARRY, partners, opponents, points // CARRY


def _from_columns(row: Iterable[int]) -> PairCounts:
    """The columns of a row as counters."""
    *values, carried = row
    values[_POINTS] += carried * CARRY
    return tuple(values)
