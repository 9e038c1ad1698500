"""The counts of two players: one row for both, as the player with the smaller number sees them.

The counters are columns, not one value like those of other summaries, so that SQLite can add to them without reading
the row first: a table of five has ten pairs.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import add
from struct import Struct
from typing import Final

from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.sessions import Session
from daifu.replay.counters import CounterRow, Counts

PAIR_COUNTERS: Final = ("deals", "higher", "lower", "equal", "scored", "points", "partners", "opponents")
"""The counters of a pair, in the order of the columns."""

PairCounts = tuple[int, ...]
"""The counters of one pair, in this order."""

PackedPair = int
"""The same as one integer with a field for each counter, which may be below 0. The points are the last and have no end.

A table of five has ten pairs: such integers are added in less than half of the time, and can be negated, too.
"""

Pair = tuple[int, int]
"""The numbers of two players, the smaller one first."""

PairKey = tuple[int, str, int, str]
"""The numbers and the ids of two players, the smaller number first."""

CARRY: Final = 10**9
"""The points that make one of `carried`: SQLite has 64 bits, and a few deals can bring more points than that."""

_DEALS: Final = PAIR_COUNTERS.index("deals")
_POINTS: Final = PAIR_COUNTERS.index("points")
_NOTHING: Final = (0,) * len(PAIR_COUNTERS)

_FIELDS: Final = Struct("<7q")
"""The counters of a packed pair, all but the points, which come after them."""
_FIELD_BITS: Final = 64
_POINTS_SHIFT: Final = 8 * _FIELDS.size
_ALL_FIELDS: Final = (1 << _POINTS_SHIFT) - 1
_SIGNS: Final = sum(1 << bit for bit in range(_FIELD_BITS - 1, _POINTS_SHIFT, _FIELD_BITS))
"""The highest bit of each field. Added, it keeps a field below 0 from borrowing from the next one."""

# The counters come as they are packed, the points last.
_ADD: Final = """
INSERT INTO {schema}.pairs
    (rules, player, other, deals, higher, lower, equal, scored, partners, opponents, points, carried)
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
MEETINGS: Final = "SELECT player, other, deals FROM pairs WHERE rules = ?"
"""The numbers of two players each, and how many deals they played together."""
# A player stands in either column, and there is an index for each.
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


def add_pair_counts(one: PairCounts, more: PairCounts) -> PairCounts:
    """The sum of the counters of a pair."""
    return tuple(map(add, one, more))


def pack_pair(values: PairCounts) -> PackedPair:
    """The counters of a pair as one integer."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    packed = points
    for value in (opponents, partners, scored, equal, lower, higher, deals):
        packed = (packed << _FIELD_BITS) + value
    return packed


def unpack_pair(packed: PackedPair) -> PairCounts:
    """The counters of a pair from the sum of such integers."""
    deals, higher, lower, equal, scored, partners, opponents, points = _unpack_fields(packed)
    return deals, higher, lower, equal, scored, points, partners, opponents


def _unpack_fields(packed: PackedPair) -> tuple[int, ...]:
    """The fields of a packed pair in their order, and the points."""
    without_borrows = packed + _SIGNS
    fields = ((without_borrows ^ _SIGNS) & _ALL_FIELDS).to_bytes(_FIELDS.size, "little")
    return *_FIELDS.unpack(fields), without_borrows >> _POINTS_SHIFT


def add_pairs(connection: Connection, schema: str, rules: int, sums: Mapping[Pair, PackedPair]) -> None:
    """Add the sums of the pairs of a game, as the smaller number sees them. A pair without deals is deleted."""
    rows = []
    emptied = []
    for one, other in sorted(sums):
        deals, *others, points = _unpack_fields(sums[one, other])
        rows.append((rules, one, other, deals, *others, points % CARRY, points // CARRY))
        if deals <= 0:
            emptied.append((rules, one, other))
    connection.executemany(_ADD.format(schema=schema), rows)
    connection.executemany(_CLEAR.format(schema=schema), emptied)


def load_opponents(
    connection: Connection, rules: int, player: int, pending: Mapping[Pair, PackedPair]
) -> Iterator[tuple[int, Counts]]:
    """The counts of a player against each opponent, as the player sees them.

    `pending` are the sums of pairs that are added to them.
    """
    found: dict[int, PairCounts] = {}
    for other, is_other, *row in connection.execute(_OPPONENTS, (rules, player)):
        values = _from_columns(row)
        found[other] = swap_sides(values) if is_other else values
    for (one, other), packed in pending.items():
        if one == player:
            found[other] = add_pair_counts(found.get(other, _NOTHING), unpack_pair(packed))
        elif other == player:
            found[one] = add_pair_counts(found.get(one, _NOTHING), swap_sides(unpack_pair(packed)))
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


def _from_columns(row: Iterable[int]) -> PairCounts:
    """The columns of a row as counters."""
    *values, carried = row
    values[_POINTS] += carried * CARRY
    return tuple(values)
