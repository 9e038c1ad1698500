"""The seating of a round: its tables and byes, the sizes of tables, and teams whose members should not meet."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, repeat
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import numpy as np

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
        # The distance of a table from the wanted size is squared, so that sizes are even.
        ways = (
            (way[0] + (size - sizes.wanted) ** 2, (*way[1], size))
            for size in sizes.allowed
            if size <= seated and (way := nearest[seated - size])
        )
        nearest.append(min(ways, default=None))
        if seated >= largest:
            nearest[seated - largest] = None  # no further table is that large
    for byes, way in enumerate(reversed(nearest[1:])):
        if way:
            return Layout(tuple(sorted(way[1], reverse=True)), byes)
    raise TournamentError("too_few", count=min(sizes.allowed), found=entrants)


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
    return tuple(
        (*group[:size], *(entrant for _, entrant in zip(range(size - len(group)), loose, strict=False)))
        for group, size in zip(groups, sizes, strict=True)
    )


Teams: TypeAlias = Mapping[int, str]
"""The team of each entrant who has one."""

NO_TEAMS: Final[Teams] = MappingProxyType({})


def are_teammates(one: int, other: int, teams: Teams) -> bool:
    """Whether two entrants are of the same team."""
    return one in teams and teams[one] == teams.get(other)


def count_team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """The number of meetings of two members of a team, each time counted."""
    return sum(are_teammates(*pair, teams) for seating in rounds for pair in meeting_pairs(seating)) if teams else 0


def fewest_team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """The fewest meetings of team members in any rounds with the same entrants and numbers of tables and byes."""
    return sum(
        fewest_team_meetings_in_round(tuple(one.present), len(one.byes), len(one.tables), teams) for one in rounds
    )


def fewest_team_meetings_in_round(people: Sequence[int], byes: int, tables: int, teams: Teams) -> int:
    """The fewest meetings of team members in a round: teams are spread evenly, and the byes save the most meetings."""
    members = Counter(teams[one] for one in people if one in teams)
    return fewest_shared_pairs(members.values(), tables, members.total() - byes)


def group_teams(order: Sequence[int], rooms: Sequence[int], teams: Teams) -> Tables:
    """The entrants in groups of these sizes, which hold exactly all of them: teams stay together as far as possible.

    The largest team comes first and takes the fullest group that has room for all of it. If there is none, it fills the
    emptiest group, and its rest goes on. Entrants without a team fill the gaps.
    """
    groups: list[list[int]] = [[] for _ in rooms]
    # The largest team comes first; an entrant without a team is one of their own.
    found: dict[str | int, list[int]] = {}
    for one in order:
        found.setdefault(teams.get(one, one), []).append(one)
    queue = deque(sorted(found.values(), key=len, reverse=True))
    while queue:
        team = queue.popleft()
        free = [room - len(group) for room, group in zip(rooms, groups, strict=True)]
        chosen = free.index(min((room for room in free if room >= len(team)), default=max(free)))
        groups[chosen] += team[: free[chosen]]
        if rest := team[free[chosen] :]:
            queue.appendleft(rest)
    return tuple(map(tuple, groups))


def fewest_shared_pairs(groups: Iterable[int], tables: int, seated: int) -> int:
    """The fewest pairs of a group that share a table, if `seated` members of all groups are seated at `tables` tables.

    In a group that is spread evenly, one by one, each member adds as many pairs as already sit at their table. The
    members who add most are not seated.
    """
    added = sorted(index // tables for size in groups for index in range(size)) if tables else []
    return sum(added[: max(0, seated)])


def count_byes(played: Iterable[Seating]) -> Counter[int]:
    """The number of byes of each entrant."""
    return Counter(entrant for seating in played for entrant in seating.byes)


def byes_by_lot(
    entrants: Sequence[int], fit: Layout, plan: Iterable[Tables], played: Iterable[Seating], seed: int
) -> tuple[tuple[int, ...], ...]:
    """The byes of each planned round, chosen so that the plan changes as little as possible.

    Of entrants with equally many byes, those at a planned table that is too large for the round come first; then the
    lot decides.
    """
    byes = count_byes(played)
    lot = [entrants[place] for place in np.random.default_rng(seed).permutation(len(entrants))]
    chosen = []
    for tables in plan:
        oversized = _oversized_tables(tables, fit.sizes, frozenset(entrants))
        resting: list[int] = []
        while len(resting) < fit.byes:
            others = (entrant for entrant in lot if entrant not in resting)
            one = min(others, key=lambda entrant: (byes[entrant], not any(entrant in table for table in oversized)))
            oversized = [table for table in oversized if one not in table]
            resting.append(one)
        byes.update(resting)
        chosen.append(tuple(sorted(resting)))
    return tuple(chosen)


def _oversized_tables(tables: Tables, sizes: Sequence[int], present: frozenset[int]) -> list[frozenset[int]]:
    """The planned tables with more entrants than the tables of the round, both sorted by size."""
    groups = sorted((present.intersection(table) for table in tables), key=len, reverse=True)
    return [group for group, size in zip(groups, chain(sizes, repeat(0)), strict=False) if len(group) > size]


def byes_from_below(standing: Sequence[int], count: int, played: Iterable[Seating]) -> tuple[int, ...]:
    """The byes of a round from a standing, best first: the last entrants among those with the fewest byes."""
    byes = count_byes(played)
    last_first = sorted(enumerate(standing), key=lambda ranked: (byes[ranked[1]], -ranked[0]))
    return tuple(sorted(entrant for _, entrant in last_first[:count]))
