"""What happened between two players: a row for both of them, seen from the one with the smaller number.

The counters are columns, not one value like those of summaries: a sitting of five has ten pairs.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from operator import add, itemgetter
from typing import Final

from replay.tallies import Counts

COLUMNS: Final = ("deals", "higher", "lower", "equal", "scored", "points", "partners", "opponents")
"""The counters of a pair, in the order of the columns."""

Values = tuple[int, ...]
"""Those of one pair, in this order."""
Met = Mapping[tuple[int, int], Counts]
"""What happened between two players, by both of their numbers, as the first one sees it."""

_NONE: Final = dict.fromkeys(COLUMNS, 0)
_NOTHING: Final = (0,) * len(COLUMNS)
_PLAYER: Final = itemgetter(1)
"""Rows that lie together are written one after the other."""
_values: Final[Callable[[Counts], Values]] = itemgetter(*COLUMNS)

_ADD: Final = """
INSERT INTO {schema}.pairs
    (rules, player, other, deals, higher, lower, equal, scored, points, partners, opponents)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    deals = deals + excluded.deals, higher = higher + excluded.higher, lower = lower + excluded.lower,
    equal = equal + excluded.equal, scored = scored + excluded.scored, points = points + excluded.points,
    partners = partners + excluded.partners, opponents = opponents + excluded.opponents
"""
_CLEAR: Final = "DELETE FROM {schema}.pairs WHERE rules = ? AND player = ? AND other = ? AND deals = 0"
_WITH: Final = """
SELECT other, 0, deals, higher, lower, equal, scored, points, partners, opponents
FROM pairs WHERE rules = ?1 AND player = ?2
UNION ALL
SELECT player, 1, deals, higher, lower, equal, scored, points, partners, opponents
FROM pairs INDEXED BY by_other WHERE rules = ?1 AND other = ?2
"""


def write(connection: sqlite3.Connection, schema: str, rules: int, met: Met) -> None:
    """Add what happened between players; pairs of whom nothing is left are forgotten."""
    rows = sorted(_rows(rules, met), key=_PLAYER)
    connection.executemany(_ADD.format(schema=schema), rows)
    fewer = [(rules, one, other) for _, one, other, deals, *_ in rows if deals <= 0]
    connection.executemany(_CLEAR.format(schema=schema), fewer)


def opponents(connection: sqlite3.Connection, rules: int, player: int, late: Met) -> Iterator[tuple[int, Counts]]:
    """Everybody this player sat with, and what happened as he sees it; `late` is to be added."""
    found: dict[int, Values] = {}
    for other, is_other, *values in connection.execute(_WITH, (rules, player)):
        found[other] = _turned(tuple(values)) if is_other else tuple(values)
    for (one, other), counts in late.items():
        if one == player:
            found[other] = tuple(map(add, found.get(other, _NOTHING), _values(_NONE | counts)))
        elif other == player:
            found[one] = tuple(map(add, found.get(one, _NOTHING), _turned(_values(_NONE | counts))))
    for other, values in found.items():
        if values[0]:
            yield other, {name: count for name, count in zip(COLUMNS, values, strict=True) if count}


def _rows(rules: int, met: Met) -> Iterator[Values]:
    """What happened as rows show it."""
    for (one, other), counts in met.items():
        values = _values(_NONE | counts)
        if one < other:
            yield rules, one, other, *values
        else:
            yield rules, other, one, *_turned(values)


def _turned(values: Values) -> Values:
    """The same deals as the other player sees them."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return deals, lower, higher, equal, scored, -points, partners, opponents
