"""The standing of the teams: the points of their entrants together."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from data.tournaments import customs
from data.tournaments.standings.standing import Line, standing
from data.tournaments.state import RoundId, State


class TeamLine(NamedTuple):
    """The place of a team, its points, and the lines of its entrants, best first."""

    place: int
    team: str
    points: Fraction
    members: tuple[Line, ...]


def teams(state: State, until: RoundId | None = None) -> tuple[TeamLine, ...]:
    """The teams after a round or the latest, best first; of equal ones that whose best entrant stands better.

    Only entrants of the stage itself count. Where they share the best place, teams share theirs. Raises `Refused` as
    `standing` does.
    """
    found = standing(state, until)
    if not found.lines:
        return ()
    sense = customs.sense(state, state.settings_of(found.stage))
    members: dict[str, list[Line]] = defaultdict(list)
    for line in found.lines:
        if line.team is not None and line.stage == found.stage:
            members[line.team].append(line)
    keys = {team: (-sense * _points(lines), lines[0].place) for team, lines in members.items()}
    ranked = sorted(members, key=lambda team: (keys[team], team))
    return tuple(
        TeamLine(1 + sum(key < keys[team] for key in keys.values()), team, _points(members[team]), tuple(members[team]))
        for team in ranked
    )


def _points(lines: Sequence[Line]) -> Fraction:
    return sum((line.points for line in lines), Fraction(0))
