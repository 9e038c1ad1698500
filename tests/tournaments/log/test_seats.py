"""Seats: moved, substituted and forfeited."""

from daifu.data.tournaments.changes import (
    ForfeitCancelled,
    Forfeited,
    Guest,
    SeatsMoved,
    Sitters,
    Substitute,
    Substituted,
    Withdrawn,
)
from daifu.data.tournaments.settings import Listed
from tests.support.tournaments.log import TournamentLog, further_stage, points_sheet, tournament_with_stage


def two_tables() -> TournamentLog:
    """Eight entrants at two tables, and one with a bye."""
    keeper = tournament_with_stage(9)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8), byes=[9])
    return keeper


def moved(*tables: tuple[int, ...]) -> SeatsMoved:
    sitters = tuple(Sitters(number, seats) for number, seats in enumerate(tables, 1))
    return SeatsMoved(stage=1, round=1, tables=sitters)


def substituted(seat: int, by: Substitute | Guest, table: int = 1) -> Substituted:
    return Substituted(stage=1, round=1, table=table, seat=seat, by=by)


def points(keeper: TournamentLog) -> dict[int, int]:
    return {line.entrant: int(line.points) for line in keeper.standing.lines if line.points}


def test_results_move_to_the_entrants_who_really_sat_there() -> None:
    keeper = two_tables()
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.make(moved((2, 1, 3, 4)))
    assert points(keeper) == {1: 3, 2: 4, 3: 2, 4: 1}


def test_two_entrants_of_different_tables_change_places_in_one_step() -> None:
    keeper = two_tables()
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.scores(1, 2, 40, 30, 20, 10)
    keeper.make(moved((5, 2, 3, 4), (1, 6, 7, 8)))
    assert points(keeper) == {5: 4, 2: 3, 3: 2, 4: 1, 1: 40, 6: 30, 7: 20, 8: 10}


def test_seats_moved_back_and_forth_are_as_they_were() -> None:
    keeper = two_tables()
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.make(substituted(2, Guest(name="Nina")), substituted(3, Guest(name="Olga"), table=2))
    before = keeper.state
    keeper.make(moved((0, 1, 8, 3), (4, 5, 6, 0)))
    assert keeper.state != before
    keeper.make(moved((1, 0, 3, 4), (5, 6, 0, 8)))
    assert keeper.state == before


def test_it_makes_no_difference_which_table_is_named_first() -> None:
    keeper, other = two_tables(), two_tables()
    for one in (keeper, other):
        one.make(substituted(2, Guest(name="Nina")), substituted(3, Guest(name="Olga"), table=2))
    change = moved((0, 0, 8, 4), (3, 5, 6, 1))
    keeper.make(change)
    other.make(SeatsMoved(stage=1, round=1, tables=change.tables[::-1]))
    assert keeper.state == other.state


def test_only_entrants_of_the_named_tables_can_be_moved_there() -> None:
    keeper = two_tables()
    assert keeper.refusal_code(moved((5, 2, 3, 4))) == "other_people"
    assert keeper.refusal_code(moved((1, 1, 2, 3))) == "other_people"
    assert keeper.refusal_code(moved((0, 1, 2, 3))) == "other_people"


def test_all_seats_of_a_table_are_named_once() -> None:
    keeper = two_tables()
    assert keeper.refusal_code(moved((1, 2, 3))) == "wrong_count"
    twice = SeatsMoved(stage=1, round=1, tables=(Sitters(1, (1, 2, 3, 4)), Sitters(1, (1, 2, 3, 4))))
    assert keeper.refusal_code(twice) == "table_named_twice"
    assert keeper.refusal_code(SeatsMoved(stage=1, round=1, tables=(Sitters(3, (1, 2, 3, 4)),))) == "table_too_many"


def test_a_forfeit_goes_where_its_entrant_goes() -> None:
    keeper = two_tables()
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=1), moved((5, 2, 3, 4), (1, 6, 7, 8)))
    assert keeper.refusal_code(Forfeited(stage=1, round=1, table=2, entrant=1)) == "already_forfeited"


def test_a_guest_plays_for_the_entrant_of_the_seat() -> None:
    keeper = two_tables()
    keeper.make(substituted(1, Guest(name="Nina", scores=True)))
    keeper.scores(1, 1, 4, 3, 2, 1)
    assert points(keeper) == {1: 4, 2: 3, 3: 2, 4: 1}


def test_a_guest_who_fills_the_table_scores_for_nobody() -> None:
    keeper = two_tables()
    keeper.make(substituted(1, Guest(name="Nina")))
    keeper.scores(1, 1, 4, 3, 2, 1)
    assert points(keeper) == {2: 3, 3: 2, 4: 1}


def test_a_substituted_entrant_plays_on_their_own_account() -> None:
    keeper = two_tables()
    keeper.make(substituted(1, Substitute(9)))
    keeper.scores(1, 1, 4, 3, 2, 1)
    assert points(keeper) == {9: 4, 2: 3, 3: 2, 4: 1}


def test_the_drawn_entrant_may_take_the_seat_back() -> None:
    keeper = two_tables()
    before = keeper.state
    keeper.make(substituted(1, Substitute(9)), substituted(1, Substitute(1)))
    assert keeper.state == before


def test_nobody_sits_at_two_tables() -> None:
    keeper = two_tables()
    assert keeper.refusal_code(substituted(1, Substitute(2))) == "seated_twice"
    keeper.make(substituted(1, Substitute(9)))
    assert keeper.refusal_code(substituted(1, Substitute(9), table=2)) == "seated_twice"


def test_only_entrants_who_may_play_take_a_seat() -> None:
    keeper = two_tables()
    assert keeper.refusal_code(substituted(1, Substitute(10))) == "not_entered"
    assert keeper.refusal_code(substituted(5, Substitute(9))) == "no_such_seat"
    keeper.make(Withdrawn(entrant=9, stage=1, round=1))
    assert keeper.refusal_code(substituted(1, Substitute(9))) == "withdrawn"


def test_a_seat_is_taken_by_an_entrant_of_the_stage() -> None:
    keeper = two_tables()
    keeper.make(further_stage(field=Listed((1, 2, 3, 4))))
    keeper.draw((1, 2, 3, 4), stage=2)
    by = Substituted(stage=2, round=1, table=1, seat=1, by=Substitute(5))
    assert keeper.refusal_code(by) == "not_in_stage"


def test_only_an_entrant_of_the_table_forfeits_it_and_only_once() -> None:
    keeper = two_tables()
    forfeit = Forfeited(stage=1, round=1, table=1, entrant=1)
    assert keeper.refusal_code(Forfeited(stage=1, round=1, table=1, entrant=5)) == "not_at_table"
    keeper.make(forfeit)
    assert keeper.refusal_code(forfeit) == "already_forfeited"


def test_a_forfeit_can_be_taken_back() -> None:
    keeper = two_tables()
    before = keeper.state
    back = ForfeitCancelled(stage=1, round=1, table=1, entrant=1)
    assert keeper.refusal_code(back) == "not_forfeited"
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=1), back)
    assert keeper.state == before


def test_seats_of_a_closed_round_stay_as_they_are() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(points_sheet(1, 1, points=(3, 2, 1, 0)))
    keeper.close_rounds(1)
    assert keeper.refusal_code(moved((2, 1, 3, 4))) == "round_closed"
    assert keeper.refusal_code(substituted(1, Guest(name="Nina"))) == "round_closed"
    assert keeper.refusal_code(Forfeited(stage=1, round=1, table=1, entrant=1)) == "round_closed"
