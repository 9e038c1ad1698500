"""Sizes of tables, and byes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing.methods import draw_balanced
from daifu.data.tournaments.pairing.seating import (
    Layout,
    Seating,
    TableSizes,
    byes_by_lot,
    byes_from_below,
    choose_layout,
    count_byes,
)


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (40, TableSizes((4, 5), 5), Layout((5,) * 8, 0)),
        (40, TableSizes((4, 5), 4), Layout((4,) * 10, 0)),
        (23, TableSizes((4, 5), 5), Layout((5, 5, 5, 4, 4), 0)),
        (22, TableSizes((3, 4, 5), 5), Layout((5, 5, 4, 4, 4), 0)),
        (41, TableSizes((5,), 5), Layout((5,) * 8, 1)),
        (11, TableSizes((4, 5), 4), Layout((5, 5), 1)),
        (10, TableSizes((4, 6), 6), Layout((6, 4), 0)),
        (9, TableSizes((4, 6), 6), Layout((4, 4), 1)),
        (2, TableSizes((2,), 2), Layout((2,), 0)),
    ],
)
def test_tables_are_near_the_wanted_size_with_the_fewest_byes(
    entrants: int, sizes: TableSizes, expected: Layout
) -> None:
    assert choose_layout(entrants, sizes) == expected


@given(st.integers(2, 200), st.sets(st.integers(2, 12), min_size=1))
def test_everybody_is_seated_or_rests(entrants: int, allowed: set[int]) -> None:
    entrants += min(allowed)
    found = choose_layout(entrants, TableSizes(tuple(allowed), max(allowed)))
    assert sum(found.sizes) + found.byes == entrants
    assert set(found.sizes) <= allowed
    assert found.byes < min(allowed)


PLAYED = [Seating(((2, 3), (4, 5)), (1,)), Seating(((1, 3), (4, 5)), (2,))]


def test_nobody_has_a_second_bye_before_everybody_had_one() -> None:
    byes = byes_by_lot([1, 2, 3, 4, 5], Layout((2, 2), 1), [()] * 3, PLAYED, seed=0)
    assert sorted(byes) == [(3,), (4,), (5,)]


def test_the_lot_decides_the_first_byes() -> None:
    assert {byes_by_lot(range(9), Layout((8,), 1), [()], (), seed) for seed in range(20)} > {((0,),), ((8,),)}


def test_an_entrant_too_many_at_a_planned_table_has_a_bye() -> None:
    plan = [((0, 1, 2), (3, 4, 5, 6)), ((0, 1, 3), (2, 4, 5, 6))]
    for seed in range(20):
        (first,), (second,) = byes_by_lot(range(7), Layout((3, 3), 1), plan, (), seed)
        assert first in plan[0][1]
        assert second in set(plan[1][1]) - {first}


def test_a_plan_is_no_reason_to_rest_twice() -> None:
    byes = byes_by_lot(range(5), Layout((2, 2), 1), [((0, 1, 2), (3, 4))] * 5, (), seed=0)
    assert sorted(byes) == [(0,), (1,), (2,), (3,), (4,)]


def test_the_last_of_a_standing_rests() -> None:
    assert byes_from_below([5, 3, 1, 4, 2], 2, ()) == (2, 4)


def test_the_last_rests_only_once() -> None:
    assert byes_from_below([5, 3, 4, 2, 1], 2, PLAYED) == (3, 4)


def test_byes_are_fair_over_a_whole_draw() -> None:
    rounds = draw_balanced(range(7), 7, TableSizes((2,), 2)).rounds
    assert set(count_byes(rounds).values()) == {1}
