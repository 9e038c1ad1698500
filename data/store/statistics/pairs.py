"""What happened between two players: a row for both of them, seen from the one with the smaller number.

The counters are columns, not one value like those of summaries: a sitting of five has ten pairs.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import add
from typing import Final

from replay.counting import Counts, Row

COLUMNS: Final = ("deals", "higher", "lower", "equal", "scored", "points", "partners", "opponents")
"""The counters of a pair, in the order of the columns."""

Values = tuple[int, ...]
"""Those of one pair, in this order."""

LANE: Final = 96
"""The bits of each counter where all of a pair stand side by side in one number, so that they are added at once."""
_BYTES: Final = LANE // 8
_PLACES: Final = range(0, len(COLUMNS) * _BYTES, _BYTES)
MOST_APART: Final = 1 << 12
"""Most pairs have met once or twice since they were written last, and many of these came to the same."""
_SIGN: Final = 1 << LANE - 1
_SIGNS: Final = sum(_SIGN << LANE * place for place in range(len(COLUMNS)))
"""Added to such a number, it leaves no counter below nothing."""

CARRIED: Final = 10**9
"""SQLite adds up to 64 bits, and a few deals can bring more points than that: so many of them make one of `carried`."""

_POINTS: Final = COLUMNS.index("points")
_NOTHING: Final = (0,) * len(COLUMNS)

_ADD: Final = """
INSERT INTO {schema}.pairs
    (rules, player, other, deals, higher, lower, equal, scored, points, partners, opponents, carried)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    deals = deals + excluded.deals, higher = higher + excluded.higher, lower = lower + excluded.lower,
    equal = equal + excluded.equal, scored = scored + excluded.scored, points = points + excluded.points,
    partners = partners + excluded.partners, opponents = opponents + excluded.opponents,
    carried = carried + excluded.carried
"""
EACH: Final = """
SELECT rules, player, other, deals, higher, lower, equal, scored,
    points % {CARRIED} AS points, carried + points / {CARRIED} AS carried, partners, opponents
FROM {schema}.pairs
""".replace("{CARRIED}", str(CARRIED))
"""All rows; the same counters may have been written with more or fewer of the points carried."""
_CLEAR: Final = "DELETE FROM {schema}.pairs WHERE rules = ? AND player = ? AND other = ? AND deals = 0"
_WITH: Final = """
SELECT other, 0, deals, higher, lower, equal, scored, points, partners, opponents, carried
FROM pairs WHERE rules = ?1 AND player = ?2
UNION ALL
SELECT player, 1, deals, higher, lower, equal, scored, points, partners, opponents, carried
FROM pairs INDEXED BY by_other WHERE rules = ?1 AND other = ?2
"""


def columns(row: Row) -> list[int]:
    """What a row of a meeting brings to each column."""
    return [row.own.get(name, 0) for name in COLUMNS]


def side_by_side(values: Values) -> int:
    """Counters as one number, which can be added to others, or taken away from them."""
    return sum(value << LANE * place for place, value in enumerate(values))


@lru_cache(MOST_APART)
def apart(number: int) -> Values:
    """The counters that stand side by side in a number."""
    lanes = (number + _SIGNS).to_bytes(len(COLUMNS) * _BYTES + 1, "little")
    return tuple(int.from_bytes(lanes[at : at + _BYTES], "little") - _SIGN for at in _PLACES)


def turned(values: Values) -> Values:
    """The same deals as the other player sees them."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return deals, lower, higher, equal, scored, -points, partners, opponents


def write(connection: sqlite3.Connection, schema: str, met: Mapping[tuple[int, ...], Values]) -> None:
    """Add what happened, by rules and both players, as the smaller number sees it; who is left with nothing is gone."""
    rows = [(*pair, *_row(met[pair])) for pair in sorted(met)]
    connection.executemany(_ADD.format(schema=schema), rows)
    fewer = [pair for pair, (deals, *_) in met.items() if deals <= 0]
    connection.executemany(_CLEAR.format(schema=schema), fewer)


def opponents(
    connection: sqlite3.Connection, rules: int, player: int, late: Mapping[tuple[int, ...], Values]
) -> Iterator[tuple[int, Counts]]:
    """Everybody this player sat with, and what happened as he sees it; `late` is to be added, as `write` takes it."""
    found: dict[int, Values] = {}
    for other, is_other, *row in connection.execute(_WITH, (rules, player)):
        values = _values(row)
        found[other] = turned(values) if is_other else values
    for (_, one, other), values in late.items():
        if one == player:
            found[other] = _together(found.get(other, _NOTHING), values)
        elif other == player:
            found[one] = _together(found.get(one, _NOTHING), turned(values))
    for other, values in found.items():
        if values[0]:
            yield other, {name: count for name, count in zip(COLUMNS, values, strict=True) if count}


def _row(values: Values) -> Values:
    """Counters as the columns of a row."""
    carried, rest = divmod(values[_POINTS], CARRIED)
    return *values[:_POINTS], rest, *values[_POINTS + 1 :], carried


def _values(row: Iterable[int]) -> Values:
    """The columns of a row as counters."""
    *values, carried = row
    values[_POINTS] += carried * CARRIED
    return tuple(values)


def _together(one: Values, other: Values) -> Values:
    return tuple(map(add, one, other))
