"""Rounds that follow an order: Swiss and the snake."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.pairing.methods import Draw, draw_snake, draw_swiss
from daifu.data.tournaments.pairing.quality import measure_quality
from daifu.data.tournaments.pairing.search import Effort
from daifu.data.tournaments.pairing.seating import Seating, TableSizes

WORK = Effort(2_000_000)
FOURS = TableSizes((4,), 4)


def _people(rounds: tuple[Seating, ...]) -> list[set[int]]:
    return [set(table) for table in rounds[0].tables]


def test_a_first_swiss_round_seats_by_standing() -> None:
    assert _people(draw_swiss(range(12), FOURS).rounds) == [{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}]


def test_entrants_who_have_met_are_kept_apart() -> None:
    played = [Seating(((0, 1), (2, 3), (4, 5), (6, 7)))]
    found = draw_swiss(range(8), TableSizes((2,), 2), played)
    assert found.quality.repeats == 0


def test_as_few_ranks_as_can_be_are_passed_over() -> None:
    played = [Seating(((0, 1), (2, 4), (3, 5)))]
    assert _people(draw_swiss(range(6), TableSizes((2,), 2), played).rounds) == [{0, 2}, {1, 3}, {4, 5}]


@given(st.permutations(range(24)), st.integers(0, 3), st.integers(0, 9))
def test_nobody_sits_more_than_two_tables_from_their_rank(order: list[int], before: int, seed: int) -> None:
    played = [draw_swiss(range(24), FOURS, effort=WORK).rounds[0]] * before
    [seating] = draw_swiss(order, FOURS, played, seed, WORK).rounds
    for number, table in enumerate(seating.tables):
        assert all(abs(order.index(entrant) // 4 - number) <= 2 for entrant in table)


@pytest.mark.soak
def test_a_long_search_stays_within_reach() -> None:
    played = [Seating(tuple(tuple(range(start, start + 4)) for start in range(0, 24, 4)))] * 3
    [seating] = draw_swiss(range(24), FOURS, played).rounds
    for number, table in enumerate(seating.tables):
        assert all(abs(entrant // 4 - number) <= 2 for entrant in table)


@given(st.permutations(range(11)), st.integers(0, 9))
def test_a_swiss_round_seats_everybody_once(order: list[int], seed: int) -> None:
    first = draw_swiss(order, TableSizes((3, 4), 4), seed=seed, effort=WORK).rounds
    found = draw_swiss(order[::-1], TableSizes((3, 4), 4), first, seed, WORK)
    assert found.rounds[0].present == frozenset(order)
    assert sorted(found.rounds[0].sizes) == [3, 4, 4]
    assert found.quality == measure_quality(found.rounds, first)


def test_the_last_of_the_standing_sits_out() -> None:
    assert draw_swiss(range(9), FOURS).rounds[0].byes == (8,)


def test_the_snake_goes_there_and_back() -> None:
    assert _people(draw_snake(range(12), FOURS).rounds) == [{0, 5, 6, 11}, {1, 4, 7, 10}, {2, 3, 8, 9}]


def test_the_snake_leaves_out_tables_that_are_full() -> None:
    assert _people(draw_snake(range(11), TableSizes((3, 4), 4)).rounds) == [{0, 5, 6, 10}, {1, 4, 7, 9}, {2, 3, 8}]


def test_the_last_of_the_snake_sits_out() -> None:
    assert draw_snake(range(9), FOURS).rounds[0].byes == (8,)


def test_the_seats_of_a_snake_follow_those_that_were_played() -> None:
    first = draw_snake(range(8), FOURS).rounds
    assert draw_snake(range(8), FOURS, first).quality.imbalance <= 1


@pytest.mark.parametrize("method", [draw_swiss, draw_snake])
def test_nobody_stands_twice_in_an_order(method: Callable[[list[int], TableSizes], Draw]) -> None:
    with pytest.raises(TournamentError, match="entrant 2 is named twice"):
        method([1, 2, 3, 2], FOURS)
