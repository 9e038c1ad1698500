"""Results come, are corrected and are removed."""

from dataclasses import replace

from data.tournaments.changes import OfARound, Record, Result, ResultRemoved
from data.tournaments.finding import open_table
from data.tournaments.outcomes import outcome
from data.tournaments.refusals import Refused
from data.tournaments.replacing import with_table
from data.tournaments.state import WHOLE_TABLE, RoundId, Seat, State, Table


def result(state: State, change: Result) -> State:
    """A result comes, in the place of what was there.

    Raises `Refused`: `deal_too_many`, `deals_and_table`, `withdrawn`, `wrong_player`, `record_elsewhere`, and as
    `open_table` and `outcome` do.
    """
    table = open_table(state, change)
    _check_deal(state, table, change)
    _check_presence(state, table, change)
    found = outcome(state, table, change)
    if isinstance(change.by, Record):
        _check_players(state, table, change, change.by)
        _check_elsewhere(state, change, change.by.id)
    results = {**table.results, state.deal_of(change.stage, change.deal): found}
    return with_table(state, change, replace(table, results=dict(sorted(results.items()))))


def result_removed(state: State, change: ResultRemoved) -> State:
    """A result goes. Raises `Refused`: `no_result`, and as `open_table` does."""
    table = open_table(state, change)
    gone = state.deal_of(change.stage, change.deal)
    if gone not in table.results:
        raise Refused("no_result", table=change.table)
    results = {deal: found for deal, found in table.results.items() if deal != gone}
    return with_table(state, change, replace(table, results=results))


def _check_deal(state: State, table: Table, change: Result) -> None:
    deals = state.settings_of(change.stage).deals
    if change.deal is not None and deals is not None and change.deal > deals:
        raise Refused("deal_too_many", deal=change.deal, deals=deals)
    is_whole = state.deal_of(change.stage, change.deal) == WHOLE_TABLE
    if table.results and (WHOLE_TABLE in table.results) != is_whole:
        raise Refused("deals_and_table", table=change.table)


def _check_presence(state: State, table: Table, change: OfARound) -> None:
    """Nobody plays after he went, but a guest may do so for him, and he may forfeit."""
    place = RoundId(change.stage, change.round)
    for seat in table.seats:
        plays = seat.entrant is not None and seat.guest is None and not seat.forfeited
        if plays and seat.entrant and not state.entrants[seat.entrant - 1].takes_part(place):
            raise Refused("withdrawn", entrant=seat.entrant)


def _check_players(state: State, table: Table, change: Result, record: Record) -> None:
    if len(record.players) != len(table.seats):
        raise Refused("wrong_count", table=change.table, seats=len(table.seats), found=len(record.players))
    for number, (seat, player) in enumerate(zip(table.seats, record.players, strict=True), 1):
        if player not in ids_of(state, seat):
            raise Refused("wrong_player", seat=number, table=change.table, player=player)


def ids_of(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids by which a record may know who sits on a seat."""
    if seat.guest is not None:
        return (seat.guest.player or seat.guest.name,)
    return () if seat.entrant is None else state.entrants[seat.entrant - 1].ids


def _check_elsewhere(state: State, change: Result, record: int) -> None:
    here = (change.stage, change.round, change.table)
    for stage_number, stage in enumerate(state.stages, 1):
        for round_number, found in enumerate(stage.rounds, 1):
            for number, table in enumerate(found.tables, 1):
                if (stage_number, round_number, number) != here and _has_record(table, record):
                    raise Refused(
                        "record_elsewhere", record=record, stage=stage_number, round=round_number, table=number
                    )


def _has_record(table: Table, record: int) -> bool:
    return any(isinstance(found.by, Record) and found.by.id == record for found in table.results.values())
