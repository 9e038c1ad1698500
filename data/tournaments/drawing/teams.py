"""Members of a team, who may be kept from meeting."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from data.tournaments.drawing.bounds import fewest_together
from data.tournaments.drawing.seating import Seating, Tables, meetings

Teams: TypeAlias = Mapping[int, str]
"""The team of each entrant who is in one."""

NO_TEAMS: Final[Teams] = MappingProxyType({})


def are_mates(one: int, other: int, teams: Teams) -> bool:
    """Whether two are of the same team."""
    return one in teams and teams[one] == teams.get(other)


def team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """How often two of the same team meet, each time counted."""
    return sum(are_mates(*pair, teams) for seating in rounds for pair in meetings(seating)) if teams else 0


def fewest_team_meetings(rounds: Iterable[Seating], teams: Teams) -> int:
    """No rounds with these people and so many tables have fewer, whoever of them sits out."""
    return sum(fewest_in_a_round(tuple(one.present), len(one.byes), len(one.tables), teams) for one in rounds)


def fewest_in_a_round(people: Sequence[int], byes: int, tables: int, teams: Teams) -> int:
    """Every team is spread over the tables as evenly as can be; those sit out who save most."""
    members = Counter(teams[one] for one in people if one in teams)
    return fewest_together(members.values(), tables, members.total() - byes)


def grouped(order: Sequence[int], rooms: Sequence[int], teams: Teams) -> Tables:
    """The people in groups of these sizes, which are as many as they are: a team stays together as far as it can.

    The largest team chooses first, the fullest group that has room for all of it. Where there is none, it takes the
    emptiest, and the rest of it goes on. Who is in no team fills the gaps.
    """
    groups: list[list[int]] = [[] for _ in rooms]
    waiting = deque(_largest_first(order, teams))
    while waiting:
        team = waiting.popleft()
        free = [room - len(group) for room, group in zip(rooms, groups, strict=True)]
        chosen = free.index(min((room for room in free if room >= len(team)), default=max(free)))
        groups[chosen] += team[: free[chosen]]
        if rest := team[free[chosen] :]:
            waiting.appendleft(rest)
    return tuple(map(tuple, groups))


def _largest_first(order: Sequence[int], teams: Teams) -> list[list[int]]:
    """The teams; whoever is in none is one by himself."""
    found: dict[str | int, list[int]] = {}
    for one in order:
        found.setdefault(teams.get(one, one), []).append(one)
    return sorted(found.values(), key=len, reverse=True)
