"""Entrants are added, renamed, withdrawn and readmitted."""

from dataclasses import replace

from daifu.data.tournaments.changes import CheckedIn, Entered, Renamed, Returned, Withdrawn
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.state import (
    Absence,
    Entrant,
    RoundId,
    State,
    Table,
    find_entrant,
    ids_with,
    replace_entrant,
)


def add_entrant(state: State, change: Entered) -> State:
    """Add an entrant. Raises `TournamentError`: `player_entered`."""
    number = len(state.entrants) + 1
    absences = (Absence(RoundId(1, 1), None),) if change.waiting else ()
    entrant = Entrant(number, change.name, change.players, change.team, absences, change.waiting)
    _check_ids(state, entrant)
    return replace(state, entrants=(*state.entrants, entrant), entrants_by_id=ids_with(state, entrant))


def check_in(state: State, change: CheckedIn) -> State:
    """Note that entrants are here, or not. Raises `TournamentError`: `not_entered`."""
    for number in change.entrants:
        find_entrant(state, number)
    numbers = frozenset(change.entrants)
    entrants = (replace(one, here=change.here) if one.number in numbers else one for one in state.entrants)
    return replace(state, entrants=tuple(entrants))


def rename_entrant(state: State, change: Renamed) -> State:
    """Give an entrant another name, other ids or another team.

    Raises `TournamentError`: `not_entered`, `player_entered`.
    """
    entrant = find_entrant(state, change.entrant)
    entrant = replace(entrant, name=change.name, players=change.players, team=change.team)
    _check_ids(state, entrant)
    return replace_entrant(state, entrant)


def withdraw_entrant(state: State, change: Withdrawn) -> State:
    """Withdraw an entrant from a round on.

    Raises `TournamentError`: `not_entered`, `already_withdrawn`, `has_played`.
    """
    entrant = find_entrant(state, change.entrant)
    if entrant.has_withdrawn:
        raise TournamentError("already_withdrawn", entrant=change.entrant)
    since = RoundId(change.stage, change.round)
    for at, table in state.tables():
        if at.round_id >= since and table.results and _plays_at(table, change.entrant):
            raise TournamentError("has_played", entrant=change.entrant, stage=at.stage, round=at.round)
    return replace_entrant(state, replace(entrant, absences=(*entrant.absences, Absence(since, None))))


def readmit_entrant(state: State, change: Returned) -> State:
    """Let an entrant play from a round on who withdrew or waited; what begins no earlier is undone.

    Raises `TournamentError`: `not_entered`, `not_withdrawn`.
    """
    entrant = find_entrant(state, change.entrant)
    if not entrant.has_withdrawn:
        raise TournamentError("not_withdrawn", entrant=change.entrant)
    *before, last = entrant.absences
    until = RoundId(change.stage, change.round)
    absences = (*before, Absence(last.since, until)) if last.since < until else tuple(before)
    return replace_entrant(state, replace(entrant, absences=absences, waiting=False))


def _plays_at(table: Table, entrant: int) -> bool:
    """Whether an entrant plays at a table in person and to its end."""
    return any(seat.entrant == entrant and seat.guest is None and not seat.forfeited for seat in table.seats)


def _check_ids(state: State, entrant: Entrant) -> None:
    taken = {id: state.entrants_by_id.get(id) or entrant.number for id in entrant.ids}
    others = [(number, id) for id, number in taken.items() if number != entrant.number]
    if others:
        number, player = min(others)
        raise TournamentError("player_entered", player=player, entrant=number)
