"""Who really sat there: seats noticed later, substitutes and forfeits."""

from collections import deque
from dataclasses import replace

from data.tournaments.applying.draws import check_may_play
from data.tournaments.changes import ForfeitCancelled, Forfeited, Guest, SeatsMoved, Sitters, Substitute, Substituted
from data.tournaments.finding import open_round, open_table, seat_of, table_of
from data.tournaments.refusals import Refused
from data.tournaments.replacing import with_item, with_round, with_seat
from data.tournaments.state import Round, RoundId, Seat, State


def seats_moved(state: State, change: SeatsMoved) -> State:
    """Results go over to those who really sat on their seats.

    Raises `Refused`: `table_named_twice`, `wrong_count`, `other_people`, and as `open_round` and `table_of` do.
    """
    found = open_round(state, change)
    moves = sorted(change.tables, key=lambda sitters: sitters.table)
    free = _seats_by_entrant(found, moves)
    tables = found.tables
    for sitters in moves:
        seats = tuple(_taken(free, entrant) for entrant in sitters.seats)
        tables = with_item(tables, sitters.table - 1, replace(tables[sitters.table - 1], seats=seats))
    return with_round(state, change, replace(found, tables=tables))


def substituted(state: State, change: Substituted) -> State:
    """Somebody else takes a seat; the entrant who was drawn there may take it back the same way.

    Raises `Refused`: `no_such_seat`, `seated_twice`, and as `open_table` and `check_may_play` do.
    """
    table = open_table(state, change)
    if change.seat > len(table.seats):
        raise Refused("no_such_seat", table=change.table, seat=change.seat)
    seat = _taken_over(table.seats[change.seat - 1].drawn, change.by)
    if isinstance(change.by, Substitute):
        check_may_play(state, change.by.entrant, RoundId(change.stage, change.round))
    state = with_seat(state, change, change.seat - 1, seat)
    _check_seated_once(open_round(state, change), seat.entrant)
    return state


def forfeited(state: State, change: Forfeited) -> State:
    """An entrant forfeits a table. Raises `Refused`: `not_at_table`, `already_forfeited`, and as `open_table` does."""
    place, seat = seat_of(open_table(state, change), change, change.entrant)
    if seat.forfeited:
        raise Refused("already_forfeited", entrant=change.entrant)
    return with_seat(state, change, place, replace(seat, forfeited=True))


def forfeit_cancelled(state: State, change: ForfeitCancelled) -> State:
    """He had not. Raises `Refused`: `not_at_table`, `not_forfeited`, and as `open_table` does."""
    place, seat = seat_of(open_table(state, change), change, change.entrant)
    if not seat.forfeited:
        raise Refused("not_forfeited", entrant=change.entrant)
    return with_seat(state, change, place, replace(seat, forfeited=False))


def _taken_over(drawn: int, by: Substitute | Guest) -> Seat:
    match by:
        case Substitute(entrant):
            return Seat(drawn, entrant)
        case Guest(scores=scores):
            return Seat(drawn, drawn if scores else None, by)


Free = dict[int, deque[Seat]]


def _seats_by_entrant(found: Round, moves: list[Sitters]) -> Free:
    """The seats of these tables by the entrant for whom they count, 0 for nobody."""
    free: Free = {}
    named: set[int] = set()
    for sitters in moves:
        table = table_of(found, sitters.table)
        if sitters.table in named:
            raise Refused("table_named_twice", table=sitters.table)
        if len(sitters.seats) != len(table.seats):
            raise Refused("wrong_count", table=sitters.table, seats=len(table.seats), found=len(sitters.seats))
        named.add(sitters.table)
        for seat in table.seats:
            free.setdefault(seat.entrant or 0, deque()).append(seat)
    return free


def _taken(free: Free, entrant: int) -> Seat:
    """The seat of an entrant, which is then no longer free; that all counts agree leaves nobody out."""
    if not free.get(entrant):
        raise Refused("other_people")
    return free[entrant].popleft()


def _check_seated_once(found: Round, entrant: int | None) -> None:
    seats = [seat.entrant for table in found.tables for seat in table.seats]
    if entrant is not None and seats.count(entrant) > 1:
        raise Refused("seated_twice", entrant=entrant)
