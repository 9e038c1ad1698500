"""How a standing came about: the account and the meetings behind a line, and the head-to-head table (ST-MET)."""

from fractions import Fraction
from typing import NamedTuple

from data.tournaments.errors import TournamentError
from data.tournaments.standings.accounts import Account, build_accounts
from data.tournaments.standings.meetings import Meeting, find_meetings, meetings_between
from data.tournaments.standings.standing import Line, compute_standing
from data.tournaments.state import RoundId, State, find_entrant


class Explanation(NamedTuple):
    """A line of a standing, with the account that its numbers are sums of, and the meetings that tie-breaks go by.

    The account holds what was carried, the rounds with their tables, deals and scores, the awards, and the faults that
    were upheld; the line tells by which tie-breaks, among whom and with which values, the place was found.
    """

    line: Line
    account: Account
    meetings: tuple[Meeting, ...]


def explain_line(state: State, entrant: int, until: RoundId | None = None) -> Explanation:
    """How the line of an entrant came about, in the standing after a round or the latest.

    Raises `TournamentError`: `not_entered`, `not_in_stage`, and as `compute_standing` does.
    """
    find_entrant(state, entrant)
    found = compute_standing(state, until)
    for line in found.lines:
        if line.entrant == entrant:
            return _explanation_of(state, line, found.round if line.stage == found.stage else None)
    raise TournamentError("not_in_stage", entrant=entrant)


def _explanation_of(state: State, line: Line, number: int | None) -> Explanation:
    """The account of a line; one of a stage before is of the whole of it."""
    rounds = len(state.stages[line.stage - 1].rounds)
    found = build_accounts(state, RoundId(line.stage, rounds if number is None else number))
    return Explanation(line, found[line.entrant], tuple(find_meetings(found)[line.entrant]))


class Encounter(NamedTuple):
    """The meetings of an entrant with another, and how many of them he won; a draw is half a win."""

    won: Fraction
    meetings: tuple[Meeting, ...]


HeadToHead = dict[int, dict[int, Encounter]]


def build_head_to_head(state: State, until: RoundId | None = None) -> HeadToHead:
    """For each entrant of a stage those whom he met in the rounds up to one or the latest, by number.

    Raises `Refused` as `compute_standing` does, also where nobody can have met.
    """
    found = compute_standing(state, until)
    if not found.stage:
        return {}
    met = find_meetings(build_accounts(state, RoundId(found.stage, found.round)))
    return {
        entrant: {
            opponent: _encounter(tuple(meetings_between(met, entrant, opponent)))
            for opponent in sorted({meeting.opponent for meeting in found})
        }
        for entrant, found in met.items()
    }


def _encounter(found: tuple[Meeting, ...]) -> Encounter:
    return Encounter(sum((meeting.won for meeting in found), Fraction(0)), found)
