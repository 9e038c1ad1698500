"""How a standing came about: the account and the meetings behind a line, and the head-to-head table (ST-MET)."""

from fractions import Fraction
from typing import NamedTuple

from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.standings.accounts import Account, build_accounts
from daifu.data.tournaments.standings.meetings import find_meetings, meetings_between
from daifu.data.tournaments.standings.standing import compute_standing, round_of_standing
from daifu.data.tournaments.standings.tie_breaks import rank_entrants, tie_break_input
from daifu.data.tournaments.state import RoundId, State, find_entrant
from daifu.schemas.standings import Encounter, Line, Meeting, Step


class Explanation(NamedTuple):
    """A line of a standing, with the account that its numbers come from, and the meetings that tie-breaks use.

    The account has the carried points, the rounds with their tables, deals and scores, the awards and the upheld
    faults. The steps are the tie-breaks that led to the place, each with its entrants and its value.
    """

    line: Line
    steps: tuple[Step, ...]
    account: Account
    meetings: tuple[Meeting, ...]


def explain_line(state: State, entrant: int, until: RoundId | None = None) -> Explanation:
    """The explanation of the line of an entrant in the standing after a round, by default the latest.

    Raises `TournamentError`: `not_entered`, `not_in_stage`, and as `compute_standing` does.
    """
    find_entrant(state, entrant)
    found = compute_standing(state, until)
    for line in found.lines:
        if line.entrant == entrant:
            return _explanation_of(state, line, found.round if line.stage == found.stage else None)
    raise TournamentError("not_in_stage", entrant=entrant)


def _explanation_of(state: State, line: Line, number: int | None) -> Explanation:
    """The explanation of a line after a round of its stage; if that is None, after all of its rounds."""
    rounds = len(state.stages[line.stage - 1].rounds)
    found = build_accounts(state, RoundId(line.stage, rounds if number is None else number))
    evidence = tie_break_input(state, line.stage, found)
    ranks = rank_entrants(evidence, state.settings_of(line.stage).tie_breaks)
    steps = next(rank.steps for rank in ranks if rank.entrant == line.entrant)
    return Explanation(line, steps, found[line.entrant], tuple(evidence.meetings[line.entrant]))


HeadToHead = dict[int, dict[int, Encounter]]
"""The meetings of each entrant with each opponent."""


def build_head_to_head(state: State, until: RoundId | None = None) -> HeadToHead:
    """The opponents of each entrant of a stage in the rounds up to one, by default the latest; a draw is half a win.

    Raises `TournamentError` as `compute_standing` does.
    """
    at = round_of_standing(state, until)
    if at is None:
        return {}
    met = find_meetings(build_accounts(state, at))
    return {
        entrant: {
            opponent: _encounter(opponent, tuple(meetings_between(met, entrant, opponent)))
            for opponent in sorted({meeting.opponent for meeting in found})
        }
        for entrant, found in met.items()
    }


def _encounter(opponent: int, found: tuple[Meeting, ...]) -> Encounter:
    return Encounter(opponent, sum((meeting.won for meeting in found), Fraction(0)), found)
