"""Handlers of the changes at tables: results, seats, forfeits, and what the referee decides."""

from collections import deque
from dataclasses import replace

from daifu.data.tournaments.changes import (
    MAX_REASON,
    AnyChange,
    Awarded,
    Cancelled,
    FaultDecided,
    ForfeitCancelled,
    Forfeited,
    Guest,
    LotDrawn,
    Record,
    RecordIgnored,
    Reported,
    Result,
    ResultRemoved,
    SeatsMoved,
    Sitters,
    Substitute,
    Substituted,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.game_rules import derive_outcome
from daifu.data.tournaments.standings import draw_lot
from daifu.data.tournaments.state import (
    WHOLE_TABLE,
    Award,
    Decision,
    FaultKey,
    Report,
    Round,
    RoundId,
    Seat,
    State,
    Table,
    find_entrant,
    find_open_round,
    find_open_table,
    find_seat,
    find_stage,
    find_table,
    replace_item,
    replace_round,
    replace_seat,
    replace_table,
)
from daifu.data.tournaments.tournament import check_may_play


def set_result(state: State, change: Result) -> State:
    """Set a result, in place of an earlier one.

    Raises `TournamentError`: `deal_too_many`, `deals_and_table`, `withdrawn`, `wrong_player`, `record_elsewhere`, and
    as `find_open_table` and `derive_outcome` do.
    """
    table = find_open_table(state, change)
    deals = state.settings_of(change.stage).deals
    if change.deal is not None and deals is not None and change.deal > deals:
        raise TournamentError("deal_too_many", deal=change.deal, deals=deals)
    is_whole = state.deal_of(change.stage, change.deal) == WHOLE_TABLE
    if table.results and (WHOLE_TABLE in table.results) != is_whole:
        raise TournamentError("deals_and_table", table=change.table)
    # Nobody plays after withdrawing; a guest may play for them, or they forfeit.
    round_id = RoundId(change.stage, change.round)
    for seat in table.seats:
        plays = seat.entrant is not None and seat.guest is None and not seat.forfeited
        if plays and seat.entrant and not state.entrants[seat.entrant - 1].takes_part(round_id):
            raise TournamentError("withdrawn", entrant=seat.entrant)
    outcome = derive_outcome(state, table, change)
    if isinstance(change.by, Record):
        _check_record(state, table, change, change.by)
    deal = state.deal_of(change.stage, change.deal)
    results = dict(sorted({**table.results, deal: outcome}.items()))
    reports = {number: report for number, report in table.reports.items() if number != deal}
    return replace_table(state, change, replace(table, results=results, reports=reports))


def report_result(state: State, change: Reported) -> State:
    """Keep a result that waits to be confirmed, in place of an earlier one.

    Raises `TournamentError`: `has_result`, `no_such_seat`, and as `set_result` does.
    """
    result = reported_result(change)
    following = set_result(state, result)  # it checks the report as if it were confirmed
    table = state.table_at(change)
    if change.deal in table.results:
        raise TournamentError("has_result", table=change.table, deal=change.deal)
    if change.seat > len(table.seats):
        raise TournamentError("no_such_seat", table=change.table, seat=change.seat)
    outcome = following.table_at(change).results[change.deal]
    reports = dict(sorted({**table.reports, change.deal: Report(change.seat, outcome)}.items()))
    return replace_table(state, change, replace(table, reports=reports))


def reported_result(change: Reported) -> Result:
    """The result that a report becomes when it is confirmed."""
    return Result(
        stage=change.stage,
        round=change.round,
        table=change.table,
        deal=change.deal,
        places=change.places,
        points=change.points,
    )


def remove_result(state: State, change: ResultRemoved) -> State:
    """Remove a result. Raises `TournamentError`: `no_result`, and as `find_open_table` does."""
    table = find_open_table(state, change)
    removed = state.deal_of(change.stage, change.deal)
    if removed not in table.results:
        raise TournamentError("no_result", table=change.table)
    results = {deal: outcome for deal, outcome in table.results.items() if deal != removed}
    return replace_table(state, change, replace(table, results=results))


def _check_record(state: State, table: Table, change: Result, record: Record) -> None:
    """Check that a record is of the people at a table, and gave no result of another one."""
    if len(record.players) != len(table.seats):
        raise TournamentError("wrong_count", table=change.table, seats=len(table.seats), found=len(record.players))
    for number, (seat, player) in enumerate(zip(table.seats, record.players, strict=True), 1):
        if player not in seat_player_ids(state, seat):
            raise TournamentError("wrong_player", seat=number, table=change.table, player=player)
    own = (change.stage, change.round, change.table)
    for at, other in state.tables():
        if at != own and any(outcome.is_from(record.id) for outcome in other.results.values()):
            raise TournamentError("record_elsewhere", record=record.id, stage=at.stage, round=at.round, table=at.table)


def seat_player_ids(state: State, seat: Seat) -> tuple[str, ...]:
    """The ids by which a record may know the person on a seat."""
    if seat.guest is not None:
        return (seat.guest.player or seat.guest.name,)
    return () if seat.entrant is None else state.entrants[seat.entrant - 1].ids


def move_seats(state: State, change: SeatsMoved) -> State:
    """Move results to the entrants who really sat on their seats.

    Raises `TournamentError`: `table_named_twice`, `wrong_count`, `other_people`, and as `find_open_round` and
    `find_table` do.
    """
    found = find_open_round(state, change)
    moves = sorted(change.tables, key=lambda sitters: sitters.table)
    free = _seats_by_entrant(found, moves)
    tables = found.tables
    for sitters in moves:
        seats = []
        for entrant in sitters.seats:  # as all counts agree, nobody is left without a seat in the end
            if not free.get(entrant):
                raise TournamentError("other_people")
            seats.append(free[entrant].popleft())
        table = tables[sitters.table - 1]
        # Each report stays with the player who made it. Where they sit at another table, the number stays: nobody here
        # has reported the result.
        moved = {}
        for deal, report in table.reports.items():
            reporter = table.seats[report.seat - 1]
            now = next((number for number, seat in enumerate(seats, 1) if seat is reporter), report.seat)
            moved[deal] = report._replace(seat=now)
        tables = replace_item(tables, sitters.table - 1, replace(table, seats=tuple(seats), reports=moved))
    return replace_round(state, change, replace(found, tables=tables))


def check_forfeit_stays(state: State, change: AnyChange) -> None:
    """Check that a new substitution does not take back the forfeit of a person who is on the seat already.

    Raises `TournamentError`: `has_forfeited`.
    """
    if not isinstance(change, Substituted):
        return
    table = find_open_table(state, change)
    if change.seat <= len(table.seats):
        before = table.seats[change.seat - 1]
        if before.forfeited and _person(before) == _person(_substituted_seat(before.drawn, change.by)):
            raise TournamentError("has_forfeited", entrant=before.entrant or before.drawn, table=change.table)


def substitute_seat(state: State, change: Substituted) -> State:
    """Give a seat to somebody else, or back to the entrant who was drawn there.

    Raises `TournamentError`: `no_such_seat`, `seated_twice`, and as `find_open_table` and `check_may_play` do.
    """
    table = find_open_table(state, change)
    if change.seat > len(table.seats):
        raise TournamentError("no_such_seat", table=change.table, seat=change.seat)
    seat = _substituted_seat(table.seats[change.seat - 1].drawn, change.by)
    if isinstance(change.by, Substitute):
        check_may_play(state, change.by.entrant, RoundId(change.stage, change.round))
    state = replace_seat(state, change, change.seat - 1, seat)
    seated = [other.entrant for one in find_open_round(state, change).tables for other in one.seats]
    if seat.entrant is not None and seated.count(seat.entrant) > 1:
        raise TournamentError("seated_twice", entrant=seat.entrant)
    return state


def forfeit_table(state: State, change: Forfeited) -> State:
    """Forfeit a table for an entrant.

    Raises `TournamentError`: `not_at_table`, `already_forfeited`, and as `find_open_table` does.
    """
    index, seat = find_seat(find_open_table(state, change), change, change.entrant)
    if seat.forfeited:
        raise TournamentError("already_forfeited", entrant=change.entrant)
    return replace_seat(state, change, index, replace(seat, forfeited=True))


def cancel_forfeit(state: State, change: ForfeitCancelled) -> State:
    """Cancel the forfeit of an entrant.

    Raises `TournamentError`: `not_at_table`, `not_forfeited`, and as `find_open_table` does.
    """
    index, seat = find_seat(find_open_table(state, change), change, change.entrant)
    if not seat.forfeited:
        raise TournamentError("not_forfeited", entrant=change.entrant)
    return replace_seat(state, change, index, replace(seat, forfeited=False))


def _substituted_seat(drawn: int, by: Substitute | Guest) -> Seat:
    match by:
        case Substitute(entrant):
            return Seat(drawn, entrant)
        case Guest(scores=scores):
            return Seat(drawn, drawn if scores else None, by)


def _person(seat: Seat) -> object:
    """Who sits on a seat: a guest, or the entrant."""
    return seat.entrant if seat.guest is None else (seat.guest.name, seat.guest.player)


FreeSeats = dict[int, deque[Seat]]


def _seats_by_entrant(found: Round, moves: list[Sitters]) -> FreeSeats:
    """The seats of the tables named, by the entrant for whom they count, 0 for nobody."""
    free: FreeSeats = {}
    named: set[int] = set()
    for sitters in moves:
        table = find_table(found, sitters.table)
        if sitters.table in named:
            raise TournamentError("table_named_twice", table=sitters.table)
        if len(sitters.seats) != len(table.seats):
            raise TournamentError("wrong_count", table=sitters.table, seats=len(table.seats), found=len(sitters.seats))
        named.add(sitters.table)
        for seat in table.seats:
            free.setdefault(seat.entrant or 0, deque()).append(seat)
    return free


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
