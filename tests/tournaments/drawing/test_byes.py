from data.tournaments.drawing import Layout, Seating, Sizes, draw
from data.tournaments.drawing.byes import byes_had, resting_by_lot, resting_from_below

PLAYED = [Seating(((2, 3), (4, 5)), (1,)), Seating(((1, 3), (4, 5)), (2,))]


def test_whoever_has_rested_does_not_rest_again_before_the_others() -> None:
    byes = resting_by_lot([1, 2, 3, 4, 5], Layout((2, 2), 1), [()] * 3, PLAYED, seed=0)
    assert sorted(byes) == [(3,), (4,), (5,)]


def test_the_lot_says_who_rests_first() -> None:
    assert {resting_by_lot(range(9), Layout((8,), 1), [()], (), seed) for seed in range(20)} > {((0,),), ((8,),)}


def test_whoever_is_too_many_at_a_planned_table_rests() -> None:
    plan = [((0, 1, 2), (3, 4, 5, 6)), ((0, 1, 3), (2, 4, 5, 6))]
    for seed in range(20):
        (first,), (second,) = resting_by_lot(range(7), Layout((3, 3), 1), plan, (), seed)
        assert first in plan[0][1]
        assert second in set(plan[1][1]) - {first}


def test_a_plan_is_no_reason_to_rest_twice() -> None:
    byes = resting_by_lot(range(5), Layout((2, 2), 1), [((0, 1, 2), (3, 4))] * 5, (), seed=0)
    assert sorted(byes) == [(0,), (1,), (2,), (3,), (4,)]


def test_the_last_of_a_standing_rests() -> None:
    assert resting_from_below([5, 3, 1, 4, 2], 2, ()) == (2, 4)


def test_the_last_rests_only_once() -> None:
    assert resting_from_below([5, 3, 4, 2, 1], 2, PLAYED) == (3, 4)


def test_byes_are_fair_over_a_whole_draw() -> None:
    rounds = draw(range(7), 7, Sizes((2,), 2)).rounds
    assert set(byes_had(rounds).values()) == {1}
