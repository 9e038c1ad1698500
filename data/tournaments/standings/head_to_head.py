"""The head-to-head table: what each entrant did against each other whom he met (ST-MET)."""

from fractions import Fraction
from typing import NamedTuple

from data.tournaments.standings.accounts import accounts
from data.tournaments.standings.meetings import Meeting, against, meetings
from data.tournaments.standings.standing import standing
from data.tournaments.state import RoundId, State


class Encounter(NamedTuple):
    """The meetings of an entrant with another, and how many of them he won; a draw is half a win."""

    won: Fraction
    meetings: tuple[Meeting, ...]


HeadToHead = dict[int, dict[int, Encounter]]


def head_to_head(state: State, until: RoundId | None = None) -> HeadToHead:
    """For each entrant of a stage those whom he met in the rounds up to one or the latest, by number.

    Raises `Refused` as `standing` does, also where nobody can have met.
    """
    found = standing(state, until)
    if not found.stage:
        return {}
    met = meetings(accounts(state, RoundId(found.stage, found.round)))
    return {
        entrant: {
            opponent: _encounter(tuple(against(met, entrant, opponent)))
            for opponent in sorted({meeting.opponent for meeting in found})
        }
        for entrant, found in met.items()
    }


def _encounter(found: tuple[Meeting, ...]) -> Encounter:
    return Encounter(sum((meeting.won for meeting in found), Fraction(0)), found)
