"""Decisions of the referee: awards, their cancellation, faults and lots."""

from dataclasses import replace

from daifu.data.tournaments.changes import (
    MAX_REASON,
    AnyChange,
    Awarded,
    Cancelled,
    FaultDecided,
    LotDrawn,
    RecordIgnored,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.standings.tie_breaks import draw_lot
from daifu.data.tournaments.state import (
    Award,
    Decision,
    FaultKey,
    RoundId,
    State,
    Table,
    find_entrant,
    find_open_round,
    find_open_table,
    find_stage,
    replace_table,
)


def add_award(state: State, change: Awarded) -> State:
    """Add a bonus or a penalty.

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


def check_reason(change: AnyChange) -> None:
    """Check that a new bonus or penalty has a short reason. Raises `TournamentError`: `no_reason`, `long_reason`."""
    if isinstance(change, Awarded) and not change.reason.strip():
        raise TournamentError("no_reason", award=change.id)
    if isinstance(change, Awarded) and len(change.reason) > MAX_REASON:
        raise TournamentError("long_reason", award=change.id, most=MAX_REASON)


def cancel_award(state: State, change: Cancelled) -> State:
    """Take a bonus or a penalty back.

    Raises `TournamentError`: `no_such_award`, `already_cancelled`, `round_closed`.
    """
    award = state.awards.get(change.award)
    if award is None:
        raise TournamentError("no_such_award", award=change.award)
    if award.cancelled:
        raise TournamentError("already_cancelled", award=change.award)
    _check_round_open(state, award.stage, award.round)
    return replace(state, awards={**state.awards, change.award: replace(award, cancelled=True)})


def decide_fault(state: State, change: FaultDecided) -> State:
    """Uphold or dismiss a fault.

    Raises `TournamentError`: `no_such_fault`, `no_such_award`, and as `find_open_table` does.
    """
    table = find_open_table(state, change)
    key = FaultKey(state.deal_of(change.stage, change.deal), change.action, change.seat, change.code)
    if key not in table_faults(table):
        raise TournamentError("no_such_fault", table=change.table)
    if change.award is not None:
        award = state.awards.get(change.award)
        if award is None or (key.seat is not None and award.entrant != table.entrant_at(key.seat)):
            raise TournamentError("no_such_award", award=change.award)
    decisions = {**table.decisions, key: Decision(change.decision, change.award)}
    return replace_table(state, change, replace(table, decisions=decisions))


def add_lot(state: State, change: LotDrawn) -> State:
    """Add a lot. Raises `TournamentError`: `not_entered`, `named_twice`, `lot_not_of_seed`."""
    for index, entrant in enumerate(change.entrants):
        find_entrant(state, entrant)
        if entrant in change.entrants[:index]:
            raise TournamentError("named_twice", entrant=entrant)
    if change.seed is not None and change.entrants != draw_lot(change.entrants, change.seed):
        raise TournamentError("lot_not_of_seed", seed=change.seed)
    return replace(state, lots=(*state.lots, change.entrants))


def table_faults(table: Table) -> list[FaultKey]:
    """The faults that were found at a table, deal by deal."""
    return [key for key, _ in table.faults]


def _check_round_open(state: State, stage: int, number: int | None) -> None:
    if number is not None:
        find_open_round(state, RoundId(stage, number))


def ignore_record(state: State, change: RecordIgnored) -> State:
    """Note that a record waits no longer. Nothing else follows from it."""
    return replace(state, ignored=state.ignored | {change.record})
