"""Draws whose best is known."""

from itertools import combinations

import pytest

from data.tournaments.drawing import Seating, Sizes, draw, layout, redraw
from data.tournaments.drawing.seating import cut


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("entrants", "rounds", "sizes"), [(40, 6, Sizes((5,), 5)), (40, 8, Sizes((5,), 5)), (23, 5, Sizes((4, 5), 5))]
)
def test_large_tournaments_have_no_repeat_meeting_and_even_seats(
    entrants: int, rounds: int, sizes: Sizes, seed: int
) -> None:
    quality = draw(range(entrants), rounds, sizes, seed=seed).quality
    assert quality.repeats == 0
    assert quality.imbalance <= 1


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(8, 2, 7), (9, 3, 4), (15, 3, 6), (16, 4, 5), (25, 5, 6), (49, 7, 8), (100, 4, 12)]
)
def test_everybody_meets_everybody_once_where_that_can_be(entrants: int, size: int, rounds: int) -> None:
    assert draw(range(entrants), rounds, Sizes((size,), size)).quality.repeats == 0


def test_eight_at_two_tables_meet_three_times_each_in_seven_rounds() -> None:
    quality = draw(range(8), 7, Sizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (56, 56, 3)


def test_one_table_meets_again_every_round() -> None:
    quality = draw(range(5), 20, Sizes((5,), 5)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.imbalance) == (190, 190, 0)


@pytest.mark.parametrize("rounds", [2, 3, 4])
@pytest.mark.parametrize(("entrants", "size"), [(6, 3), (6, 2), (8, 4)])
def test_no_draw_of_few_is_better(entrants: int, size: int, rounds: int) -> None:
    found = draw(range(entrants), rounds, Sizes((size,), size), work=100_000_000).quality
    assert found.repeats_at_least <= found.repeats == _fewest(entrants, size, rounds)


def _fewest(entrants: int, size: int, rounds: int) -> int:
    """By trying all draws; the first round may be fixed, and the order of the rounds does not matter."""
    partitions = [frozenset(partition) for partition in _partitions(tuple(range(entrants)), size)]
    pairs = [frozenset(pair for table in partition for pair in combinations(table, 2)) for partition in partitions]
    due = len(pairs[0]) * rounds
    return min(
        due - len(pairs[0].union(*(pairs[number] for number in others)))
        for others in combinations([*range(len(pairs))] * (rounds - 1 if len(pairs) < rounds else 1), rounds - 1)
    )


def _partitions(people: tuple[int, ...], size: int) -> list[list[tuple[int, ...]]]:
    if not people:
        return [[]]
    first, rest = people[0], people[1:]
    return [
        [(first, *others), *more]
        for others in combinations(rest, size - 1)
        for more in _partitions(tuple(one for one in rest if one not in others), size)
    ]


def test_the_search_finds_by_itself_what_needs_no_design() -> None:
    orders = [[(place * step) % 41 - 1 for place in range(1, 41)] for step in range(1, 7)]
    sizes = Sizes((5,), 5)
    start = [Seating(cut(order, layout(40, sizes).sizes)) for order in orders]
    assert redraw(range(40), start, sizes).quality.repeats == 0
