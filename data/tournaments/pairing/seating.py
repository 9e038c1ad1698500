"""The seating of a round: its tables and byes, the choice of table sizes, and the fitting of planned tables."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from daifu.data.tournaments.errors import TournamentError

Tables: TypeAlias = tuple[tuple[int, ...], ...]


class Seating(NamedTuple):
    """A round: its tables, each in the order of its seats, and the entrants who sit out."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entrants at each table."""
        return tuple(map(len, self.tables))

    @property
    def present(self) -> frozenset[int]:
        """All entrants of the round: those at the tables and those who sit out."""
        return frozenset(self.byes).union(*self.tables)


def meeting_pairs(seating: Seating) -> Iterator[tuple[int, int]]:
    """Every pair of entrants who share a table, the smaller number first."""
    for table in seating.tables:
        yield from combinations(sorted(table), 2)


def check_no_duplicates(entrants: Iterable[int]) -> None:
    """Check that nobody is drawn twice. Raises `TournamentError`: `named_twice`."""
    seen: set[int] = set()
    for entrant in entrants:
        if entrant in seen:
            raise TournamentError("named_twice", entrant=entrant)
        seen.add(entrant)


def cut_into_tables(order: Sequence[int], sizes: Iterable[int]) -> Tables:
    """The entrants cut into tables in their order."""
    entrants = iter(order)
    return tuple(tuple(next(entrants) for _ in range(size)) for size in sizes)


class TableSizes(NamedTuple):
    """The sizes that a table may have, and the one that is wanted."""

    allowed: tuple[int, ...]
    wanted: int


class Layout(NamedTuple):
    """The sizes of the tables of a round, largest first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int


def choose_layout(entrants: int, sizes: TableSizes) -> Layout:
    """The layout for a number of entrants: the fewest byes, then the sizes nearest to the wanted one.

    Raises `TournamentError`: `too_few` if they do not fill the smallest table.
    """
    largest = max(sizes.allowed)
    nearest: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]
    for seated in range(1, entrants + 1):
        ways = [_add_table(nearest[seated - size], size, sizes.wanted) for size in sizes.allowed if size <= seated]
        nearest.append(min((way for way in ways if way), default=None))
        if seated >= largest:
            nearest[seated - largest] = None  # no further table is that large
    for byes, way in enumerate(reversed(nearest[1:])):
        if way:
            return Layout(tuple(sorted(way[1], reverse=True)), byes)
    raise TournamentError("too_few", count=min(sizes.allowed), found=entrants)


def _add_table(way: tuple[int, tuple[int, ...]] | None, size: int, wanted: int) -> tuple[int, tuple[int, ...]] | None:
    """One more table. Its distance from the wanted size is squared, so that sizes are even."""
    return (way[0] + (size - wanted) ** 2, (*way[1], size)) if way else None


def fit_tables(planned: Iterable[Iterable[int]], seated: Iterable[int], sizes: tuple[int, ...]) -> Tables:
    """Tables of these sizes with exactly these entrants, who stay in their planned groups where possible.

    The largest groups get the largest tables; entrants who are new, or too many at a table, fill the gaps.
    """
    unplanned = dict.fromkeys(seated)
    kept = []
    for table in planned:
        group = [entrant for entrant in table if entrant in unplanned]
        for entrant in group:
            del unplanned[entrant]
        kept.append(group)
    kept.sort(key=len, reverse=True)
    groups = [kept[index] if index < len(kept) else [] for index in range(len(sizes))]
    spare = [entrant for group, size in zip(groups, sizes, strict=True) for entrant in group[size:]]
    loose = iter((*unplanned, *spare, *(entrant for group in kept[len(sizes) :] for entrant in group)))
    return tuple(_fill_table(group[:size], size, loose) for group, size in zip(groups, sizes, strict=True))


def _fill_table(group: list[int], size: int, loose: Iterable[int]) -> tuple[int, ...]:
    return (*group, *(entrant for _, entrant in zip(range(size - len(group)), loose, strict=False)))
