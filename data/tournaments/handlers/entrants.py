"""Entrants are added, renamed, withdrawn and readmitted."""

from dataclasses import replace

from data.tournaments.changes import Entered, Renamed, Returned, Withdrawn
from data.tournaments.errors import TournamentError
from data.tournaments.state import Absence, Entrant, RoundId, State, Table, find_entrant, replace_entrant


def add_entrant(state: State, change: Entered) -> State:
    """Somebody takes part. Raises `TournamentError`: `player_entered`."""
    entrant = Entrant(len(state.entrants) + 1, change.name, change.players, change.team)
    _check_ids(state, entrant)
    return replace(state, entrants=(*state.entrants, entrant))


def rename_entrant(state: State, change: Renamed) -> State:
    """An entrant goes by another name, other ids or another team.

    Raises `TournamentError`: `not_entered`, `player_entered`.
    """
    entrant = find_entrant(state, change.entrant)
    entrant = replace(entrant, name=change.name, players=change.players, team=change.team)
    _check_ids(state, entrant)
    return replace_entrant(state, entrant)


def withdraw_entrant(state: State, change: Withdrawn) -> State:
    """An entrant goes. Raises `TournamentError`: `not_entered`, `already_withdrawn`, `has_played`."""
    entrant = find_entrant(state, change.entrant)
    if entrant.has_withdrawn:
        raise TournamentError("already_withdrawn", entrant=change.entrant)
    since = RoundId(change.stage, change.round)
    _check_unplayed(state, change.entrant, since)
    return replace_entrant(state, replace(entrant, absences=(*entrant.absences, Absence(since, None))))


def readmit_entrant(state: State, change: Returned) -> State:
    """An entrant is back; at once or earlier than he went: he never went. Raises `TournamentError`: `not_withdrawn`."""
    entrant = find_entrant(state, change.entrant)
    if not entrant.has_withdrawn:
        raise TournamentError("not_withdrawn", entrant=change.entrant)
    *before, last = entrant.absences
    until = RoundId(change.stage, change.round)
    absences = (*before, Absence(last.since, until)) if last.since < until else tuple(before)
    return replace_entrant(state, replace(entrant, absences=absences))


def plays_at(table: Table, entrant: int) -> bool:
    """Whether an entrant himself plays at a table, to its end."""
    return any(seat.entrant == entrant and seat.guest is None and not seat.forfeited for seat in table.seats)


def _check_ids(state: State, entrant: Entrant) -> None:
    for other in state.entrants:
        shared = set(other.ids).intersection(entrant.ids)
        if shared and other.number != entrant.number:
            raise TournamentError("player_entered", player=min(shared), entrant=other.number)


def _check_unplayed(state: State, entrant: int, since: RoundId) -> None:
    for stage_number, stage in enumerate(state.stages, 1):
        for round_number, found in enumerate(stage.rounds, 1):
            place = RoundId(stage_number, round_number)
            if place >= since and any(table.results and plays_at(table, entrant) for table in found.tables):
                raise TournamentError("has_played", entrant=entrant, stage=stage_number, round=round_number)
