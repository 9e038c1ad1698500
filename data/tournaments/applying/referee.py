"""What the referee gives, takes back and decides."""

from dataclasses import replace

from data.tournaments.changes import Awarded, Cancelled, FaultDecided, LotDrawn
from data.tournaments.finding import entrant_of, open_table, stage_of
from data.tournaments.lots import lot
from data.tournaments.refusals import Refused
from data.tournaments.replacing import with_table
from data.tournaments.state import Award, Decision, FaultKey, State, Table


def awarded(state: State, change: Awarded) -> State:
    """A bonus or a penalty.

    Raises `Refused`: `award_exists`, `not_entered`, `no_such_stage`, `not_in_stage`, `no_such_round`, `round_closed`.
    """
    if change.id in state.awards:
        raise Refused("award_exists", award=change.id)
    entrant_of(state, change.entrant)
    stage_of(state, change.stage)
    if change.entrant not in state.field_of(change.stage):
        raise Refused("not_in_stage", entrant=change.entrant)
    _check_round_open(state, change.stage, change.round)
    award = Award(change.entrant, change.stage, change.round, change.points, change.reason)
    return replace(state, awards={**state.awards, change.id: award})


def cancelled(state: State, change: Cancelled) -> State:
    """It is taken back. Raises `Refused`: `no_such_award`, `already_cancelled`, `round_closed`."""
    award = state.awards.get(change.award)
    if award is None:
        raise Refused("no_such_award", award=change.award)
    if award.cancelled:
        raise Refused("already_cancelled", award=change.award)
    _check_round_open(state, award.stage, award.round)
    return replace(state, awards={**state.awards, change.award: replace(award, cancelled=True)})


def fault_decided(state: State, change: FaultDecided) -> State:
    """A fault is upheld or dismissed. Raises `Refused`: `no_such_fault`, `no_such_award`, and as `open_table` does."""
    table = open_table(state, change)
    key = FaultKey(state.deal_of(change.stage, change.deal), change.action, change.seat, change.code)
    if key not in faults_of(table):
        raise Refused("no_such_fault", table=change.table)
    if change.award is not None:
        _check_award(state, table, key, change.award)
    decisions = {**table.decisions, key: Decision(change.decision, change.award)}
    return with_table(state, change, replace(table, decisions=decisions))


def lot_drawn(state: State, change: LotDrawn) -> State:
    """A lot is drawn. Raises `Refused`: `not_entered`, `named_twice`, `lot_not_of_seed`."""
    for place, entrant in enumerate(change.entrants):
        entrant_of(state, entrant)
        if entrant in change.entrants[:place]:
            raise Refused("named_twice", entrant=entrant)
    if change.seed is not None and change.entrants != lot(change.entrants, change.seed):
        raise Refused("lot_not_of_seed", seed=change.seed)
    return replace(state, lots=(*state.lots, change.entrants))


def faults_of(table: Table) -> list[FaultKey]:
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
        raise Refused("no_such_round", stage=stage, round=number)
    if rounds[number - 1].closed:
        raise Refused("round_closed", stage=stage, round=number)


def _check_award(state: State, table: Table, key: FaultKey, number: int) -> None:
    award = state.awards.get(number)
    seat = None if key.seat is None else table.seats[key.seat - 1]
    if award is None or (seat is not None and award.entrant != seat.entrant):
        raise Refused("no_such_award", award=number)
