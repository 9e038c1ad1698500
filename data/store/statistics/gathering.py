"""Shares of many records laid together, as they wait to be added into the summaries.

What is counted alike is told by the same number. So a sheaf only says whose it was how often; nothing is added up yet.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from data.store.statistics.shares import Share
from data.store.statistics.written import Written, WrittenOut
from replay.tallies import TABLE

_numbers: Final = msgspec.json.Decoder(list[int]).decode

Whose = tuple[int, int]
"""A player, and how many were seated."""
Met = tuple[int, ...]
"""Those who sat in the same deals."""


class Occasion(NamedTuple):
    """What shares are kept apart by: whether they are added (`sign` 1) or taken away (-1), and where they belong."""

    sign: int
    rules: int
    day: int
    tournament: int


class Sheaf(msgspec.Struct, array_like=True, frozen=True):
    """What so many shares of one occasion bring: the rows of each player, and what happened among those who met."""

    shares: int
    seats: dict[Whose, list[Written]]
    meetings: dict[Met, list[Written]]


def gathered(shares: Iterable[Share], written: WrittenOut) -> Iterator[tuple[Occasion, Sheaf]]:
    """Shares laid together by occasion."""
    apart: defaultdict[Occasion, list[Share]] = defaultdict(list)
    for share in shares:
        apart[Occasion(share.sign, share.rules, share.day, share.tournament)].append(share)
    for occasion, together in apart.items():
        yield occasion, _sheaf(together, written)


def _sheaf(shares: list[Share], written: WrittenOut) -> Sheaf:
    seats: defaultdict[Whose, list[Written]] = defaultdict(list)
    met: defaultdict[Met, list[Written]] = defaultdict(list)
    write = written.__getitem__
    for share in shares:
        players = [TABLE, *_numbers(share.players)]
        for (player, seated), rows in share.tallies.noted.items():
            seats[players[player], seated] += map(write, rows)
        for who, meetings in share.tallies.met.items():
            met[tuple(map(players.__getitem__, who))] += map(write, meetings)
    return Sheaf(len(shares), seats, met)
