"""How the line of an entrant came about: every deal, award and meeting behind its numbers."""

from typing import NamedTuple

from data.tournaments.finding import entrant_of
from data.tournaments.refusals import Refused
from data.tournaments.standings.accounts import Account, accounts
from data.tournaments.standings.meetings import Meeting, meetings
from data.tournaments.standings.standing import Line, standing
from data.tournaments.state import RoundId, State


class Explanation(NamedTuple):
    """A line of a standing, with the account that its numbers are sums of, and the meetings that tie-breaks go by.

    The account holds what was carried, the rounds with their tables, deals and scores, the awards, and the faults that
    were upheld; the line tells by which tie-breaks, among whom and with which values, the place was found.
    """

    line: Line
    account: Account
    meetings: tuple[Meeting, ...]


def explain(state: State, entrant: int, until: RoundId | None = None) -> Explanation:
    """How the line of an entrant came about, in the standing after a round or the latest.

    Raises `Refused`: `not_entered`, `not_in_stage`, and as `standing` does.
    """
    entrant_of(state, entrant)
    found = standing(state, until)
    for line in found.lines:
        if line.entrant == entrant:
            return _explained(state, line, found.round if line.stage == found.stage else None)
    raise Refused("not_in_stage", entrant=entrant)


def _explained(state: State, line: Line, number: int | None) -> Explanation:
    """The account of a line; one of a stage before is of the whole of it."""
    rounds = len(state.stages[line.stage - 1].rounds)
    found = accounts(state, RoundId(line.stage, rounds if number is None else number))
    return Explanation(line, found[line.entrant], tuple(meetings(found)[line.entrant]))
