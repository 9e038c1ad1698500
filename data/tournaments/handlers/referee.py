"""Decisions of the referee: awards, their cancellation, faults and lots."""

from dataclasses import replace

from data.tournaments.changes import Awarded, Cancelled, FaultDecided, LotDrawn
from data.tournaments.errors import TournamentError
from data.tournaments.standings.ranking import draw_lot
from data.tournaments.state import (
    Award,
    Decision,
    FaultKey,
    State,
    Table,
    find_entrant,
    find_open_table,
    find_stage,
    replace_table,
)


def add_award(state: State, change: Awarded) -> State:
    """A bonus or a penalty.

    Raises `TournamentError`: `award_exists`, `not_entered`, `no_such_stage`, `not_in_stage`, `no_such_round`,
    `round_closed`.
    """
    if change.id in state.awards:
        raise TournamentError("award_exists", award=change.id)
    find_entrant(state, change.entrant)
    find_stage(state, change.stage)
    if change.entrant not in state.field_of(change.stage):
        raise TournamentError("not_in_stage", entrant=change.entrant)
    _check_round_open(state, change.stage, change.round)
    award = Award(change.entrant, change.stage, change.round, change.points, change.reason)
    return replace(state, awards={**state.awards, change.id: award})


def cancel_award(state: State, change: Cancelled) -> State:
    """It is taken back. Raises `TournamentError`: `no_such_award`, `already_cancelled`, `round_closed`."""
    award = state.awards.get(change.award)
    if award is None:
        raise TournamentError("no_such_award", award=change.award)
    if award.cancelled:
        raise TournamentError("already_cancelled", award=change.award)
    _check_round_open(state, award.stage, award.round)
    return replace(state, awards={**state.awards, change.award: replace(award, cancelled=True)})


def decide_fault(state: State, change: FaultDecided) -> State:
    """A fault is upheld or dismissed.

    Raises `TournamentError`: `no_such_fault`, `no_such_award`, and as `find_open_table` does.
    """
    table = find_open_table(state, change)
    key = FaultKey(state.deal_of(change.stage, change.deal), change.action, change.seat, change.code)
    if key not in table_faults(table):
        raise TournamentError("no_such_fault", table=change.table)
    if change.award is not None:
        _check_award(state, table, key, change.award)
    decisions = {**table.decisions, key: Decision(change.decision, change.award)}
    return replace_table(state, change, replace(table, decisions=decisions))


def add_lot(state: State, change: LotDrawn) -> State:
    """A lot is drawn. Raises `TournamentError`: `not_entered`, `named_twice`, `lot_not_of_seed`."""
    for place, entrant in enumerate(change.entrants):
        find_entrant(state, entrant)
        if entrant in change.entrants[:place]:
            raise TournamentError("named_twice", entrant=entrant)
    if change.seed is not None and change.entrants != draw_lot(change.entrants, change.seed):
        raise TournamentError("lot_not_of_seed", seed=change.seed)
    return replace(state, lots=(*state.lots, change.entrants))


def table_faults(table: Table) -> list[FaultKey]:
    """The faults that were found at a table, deal by deal."""
    return [
        FaultKey(deal, fault.action, fault.seat, fault.code)
        for deal, found in table.results.items()
        for fault in found.faults
    ]


def _check_round_open(state: State, stage: int, number: int | None) -> None:
    if number is None:
        return
    rounds = state.stages[stage - 1].rounds
    if number > len(rounds):
        raise TournamentError("no_such_round", stage=stage, round=number)
    if rounds[number - 1].closed:
        raise TournamentError("round_closed", stage=stage, round=number)


def _check_award(state: State, table: Table, key: FaultKey, number: int) -> None:
    award = state.awards.get(number)
    seat = None if key.seat is None else table.seats[key.seat - 1]
    if award is None or (seat is not None and award.entrant != seat.entrant):
        raise TournamentError("no_such_award", award=number)
