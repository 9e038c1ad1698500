"""What happened between two players: a row for both of them, seen from the one with the smaller number.

The counters are columns, not one value like those of summaries: a sitting of five has ten pairs.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from operator import add, itemgetter
from typing import Final

import msgspec

from replay.tallies import Counts, Meeting

COLUMNS: Final = ("deals", "higher", "lower", "equal", "scored", "points", "partners", "opponents")
"""The counters of a pair, in the order of the columns."""

Values = tuple[int, ...]
"""Those of one pair, in this order."""

MOST_SEEN: Final = 4096

_PLAYER: Final = itemgetter(1)
"""Rows that lie together are written one after the other."""

_NOTHING: Final = (0,) * len(COLUMNS)
_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final[Callable[[bytes], list[list[int]]]] = msgspec.msgpack.Decoder(list[list[int]]).decode

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


@lru_cache(MOST_SEEN)
def seen(meeting: Meeting) -> bytes:
    """A meeting as it is kept while it waits."""
    return _encode([[row.own.get(name, 0) for name in COLUMNS] for row in meeting.rows])


@lru_cache(MOST_SEEN)
def views(content: bytes, sign: int) -> list[tuple[Values, Values]]:
    """What a meeting adds (`sign` 1) or takes away (-1) for each two players, as the one and as the other sees it."""
    rows = [tuple(sign * value for value in values) for values in _decode(content)]
    return [(values, _turned(values)) for values in rows]


def write(connection: sqlite3.Connection, schema: str, met: Mapping[tuple[int, ...], Values]) -> None:
    """Add what happened, by rules and both players, as the smaller number sees it; who is left with nothing is gone."""
    rows = ((*pair, *met[pair]) for pair in sorted(met, key=_PLAYER))
    connection.executemany(_ADD.format(schema=schema), rows)
    fewer = [pair for pair, (deals, *_) in met.items() if deals <= 0]
    connection.executemany(_CLEAR.format(schema=schema), fewer)


def opponents(
    connection: sqlite3.Connection, rules: int, player: int, late: Mapping[tuple[int, ...], Values]
) -> Iterator[tuple[int, Counts]]:
    """Everybody this player sat with, and what happened as he sees it; `late` is to be added, as `write` takes it."""
    found: dict[int, Values] = {}
    for other, is_other, *values in connection.execute(_WITH, (rules, player)):
        found[other] = _turned(tuple(values)) if is_other else tuple(values)
    for (_, one, other), values in late.items():
        if one == player:
            found[other] = tuple(map(add, found.get(other, _NOTHING), values))
        elif other == player:
            found[one] = tuple(map(add, found.get(one, _NOTHING), _turned(values)))
    for other, values in found.items():
        if values[0]:
            yield other, {name: count for name, count in zip(COLUMNS, values, strict=True) if count}


def _turned(values: Values) -> Values:
    """The same deals as the other player sees them."""
    deals, higher, lower, equal, scored, points, partners, opponents = values
    return deals, lower, higher, equal, scored, -points, partners, opponents
