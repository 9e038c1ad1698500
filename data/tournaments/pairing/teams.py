"""Teams whose members should not meet."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from daifu.data.tournaments.pairing.seating import Seating, Tables, meeting_pairs

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
