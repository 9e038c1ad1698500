"""Shares of many records laid together, as they wait to be added into the summaries.

What is counted alike is the same row of counters, or the same meeting. So a sheaf holds each of them once, and tells by
its place whose it was; nothing is added up yet.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple, TypeVar

import msgspec

from data.store.statistics.pairs import seen
from data.store.statistics.shares import Share
from data.store.statistics.written import Written
from replay.counting import Row
from replay.tallies import TABLE, Meeting

_What = TypeVar("_What", Row, Meeting)

_numbers: Final = msgspec.json.Decoder(list[int]).decode


class Occasion(NamedTuple):
    """What shares are kept apart by: whether they are added (`sign` 1) or taken away (-1), and where they belong."""

    sign: int
    rules: int
    day: int
    tournament: int


class Laid(msgspec.Struct, array_like=True, frozen=True):
    """Rows or meetings as they are written down, and the places of those that were met by the same."""

    written: list[bytes]
    met: dict[tuple[int, ...], list[int]]

    def each(self) -> Iterator[tuple[tuple[int, ...], Iterable[bytes]]]:
        """Who met what, as often as it was."""
        at = self.written.__getitem__
        for who, places in self.met.items():
            yield who, map(at, places)


class Sheaf(msgspec.Struct, array_like=True, frozen=True):
    """What so many shares of one occasion bring: rows by player and how many were seated, meetings by players."""

    shares: int
    seats: Laid
    meetings: Laid


def gathered(shares: Iterable[Share], written: Written) -> Iterator[tuple[Occasion, Sheaf]]:
    """Shares laid together by occasion."""
    apart: defaultdict[Occasion, list[Share]] = defaultdict(list)
    for share in shares:
        apart[Occasion(share.sign, share.rules, share.day, share.tournament)].append(share)
    for occasion, together in apart.items():
        yield occasion, _sheaf(together, written)


def _sheaf(shares: list[Share], written: Written) -> Sheaf:
    noted: defaultdict[tuple[int, ...], list[Row]] = defaultdict(list)
    met: defaultdict[tuple[int, ...], list[Meeting]] = defaultdict(list)
    for share in shares:
        players = [TABLE, *_numbers(share.players)]
        for (player, seated), rows in share.tallies.noted.items():
            noted[players[player], seated] += rows
        for who, meetings in share.tallies.met.items():
            met[tuple(players[player] for player in who)] += meetings
    return Sheaf(len(shares), _laid(noted, written.__getitem__), _laid(met, seen))


def _laid(noted: Mapping[tuple[int, ...], list[_What]], write: Callable[[_What], bytes]) -> Laid:
    places: defaultdict[_What, int] = defaultdict(count().__next__)
    met = {who: list(map(places.__getitem__, found)) for who, found in noted.items()}
    return Laid(list(map(write, places)), met)
