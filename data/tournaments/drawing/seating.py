"""What a draw consists of: tables, and who sits out."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from data.tournaments.refusals import Refused

Tables: TypeAlias = tuple[tuple[int, ...], ...]


class Seating(NamedTuple):
    """A round: its tables, each in the order of its seats, and the entrants who sit out."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many sit at each table."""
        return tuple(map(len, self.tables))

    @property
    def present(self) -> frozenset[int]:
        """Everybody who is there: seated, or sitting out."""
        return frozenset(self.byes).union(*self.tables)


def meetings(seating: Seating) -> Iterator[tuple[int, int]]:
    """Every pair of entrants who share a table, the smaller number first."""
    for table in seating.tables:
        yield from combinations(sorted(table), 2)


def check_each_once(entrants: Iterable[int]) -> None:
    """Nobody may be drawn twice. Raises `Refused`: `named_twice`."""
    seen: set[int] = set()
    for entrant in entrants:
        if entrant in seen:
            raise Refused("named_twice", entrant=entrant)
        seen.add(entrant)


def cut(order: Sequence[int], sizes: Iterable[int]) -> Tables:
    """The entrants cut into tables as they stand."""
    waiting = iter(order)
    return tuple(tuple(next(waiting) for _ in range(size)) for size in sizes)
