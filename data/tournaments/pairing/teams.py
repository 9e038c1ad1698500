"""Teams whose members may be kept from meeting."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from data.tournaments.pairing.seating import Seating, Tables, meeting_pairs

Teams: TypeAlias = Mapping[int, str]
"""The team of each entrant who is in one."""

NO_TEAMS: Final[Teams] = MappingProxyType({})


def are_teammates(one: int, other: int, teams: Teams) -> bool:
    """Whether two are of the same team."""
    return one in teams and teams[one] == teams.get(other)


def count_team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """How often two of the same team meet, each time counted."""
    return sum(are_teammates(*pair, teams) for seating in rounds for pair in meeting_pairs(seating)) if teams else 0


def fewest_team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """No rounds with these people and so many tables have fewer, whoever of them sits out."""
    return sum(
        fewest_team_meetings_in_round(tuple(one.present), len(one.byes), len(one.tables), teams) for one in rounds
    )


def fewest_team_meetings_in_round(people: Sequence[int], byes: int, tables: int, teams: Teams) -> int:
    """Every team is spread over the tables as evenly as can be; those sit out who save most."""
    members = Counter(teams[one] for one in people if one in teams)
    return fewest_shared_pairs(members.values(), tables, members.total() - byes)


def group_teams(order: Sequence[int], rooms: Sequence[int], teams: Teams) -> Tables:
    """The people in groups of these sizes, which are as many as they are: a team stays together as far as it can.

    The largest team chooses first, the fullest group that has room for all of it. Where there is none, it takes the
    emptiest, and the rest of it goes on. Who is in no team fills the gaps.
    """
    groups: list[list[int]] = [[] for _ in rooms]
    waiting = deque(_teams_by_size(order, teams))
    while waiting:
        team = waiting.popleft()
        free = [room - len(group) for room, group in zip(rooms, groups, strict=True)]
        chosen = free.index(min((room for room in free if room >= len(team)), default=max(free)))
        groups[chosen] += team[: free[chosen]]
        if rest := team[free[chosen] :]:
            waiting.appendleft(rest)
    return tuple(map(tuple, groups))


def _teams_by_size(order: Sequence[int], teams: Teams) -> list[list[int]]:
    """The teams; whoever is in none is one by himself."""
    found: dict[str | int, list[int]] = {}
    for one in order:
        found.setdefault(teams.get(one, one), []).append(one)
    return sorted(found.values(), key=len, reverse=True)


def fewest_shared_pairs(groups: Iterable[int], tables: int, seated: int) -> int:
    """How many pairs out of the same group share a table at least, where so many of all their people are seated.

    A group spread over the tables as evenly as can be, one by one, adds as many pairs with each of them as sit there
    already. Those who add most are the ones who are not seated.
    """
    added = sorted(place // tables for size in groups for place in range(size)) if tables else []
    return sum(added[: max(0, seated)])
