"""Draws whose optimum is known."""

from itertools import combinations

import pytest

from daifu.data.tournaments.pairing import search
from daifu.data.tournaments.pairing.methods import draw_balanced, redraw_balanced
from daifu.data.tournaments.pairing.search import Effort
from daifu.data.tournaments.pairing.seating import Seating, TableSizes, choose_layout, cut_into_tables


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("entrants", "rounds", "sizes"),
    [(40, 6, TableSizes((5,), 5)), (40, 8, TableSizes((5,), 5)), (23, 5, TableSizes((4, 5), 5))],
)
def test_large_tournaments_have_no_repeat_meeting_and_even_seats(
    entrants: int, rounds: int, sizes: TableSizes, seed: int
) -> None:
    quality = draw_balanced(range(entrants), rounds, sizes, seed=seed).quality
    assert quality.repeats == 0
    assert quality.imbalance <= 1


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [
        *((8, 2, 7), (9, 3, 4), (15, 3, 7), (16, 4, 5), (25, 5, 6), (27, 3, 13), (49, 7, 8), (64, 4, 21), (100, 4, 12)),
        *((24, 4, 7), (28, 4, 9), (32, 4, 10), (36, 4, 11), (40, 4, 10), (40, 4, 13), (30, 5, 6), (60, 5, 10)),
    ],
)
def test_nobody_meets_twice_where_a_design_is_known(entrants: int, size: int, rounds: int) -> None:
    drawn = draw_balanced(range(entrants), rounds, TableSizes((size,), size))
    met = [pair for seating in drawn.rounds for table in seating.tables for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met)) == rounds * entrants * (size - 1) // 2
    assert drawn.quality.imbalance <= 1


@pytest.mark.parametrize(("entrants", "rounds"), [(39, 13), (38, 10), (27, 9), (31, 10), (35, 11)])
def test_a_design_serves_where_few_are_missing(entrants: int, rounds: int) -> None:
    assert draw_balanced(range(entrants), rounds, TableSizes((3, 4), 4)).quality.repeats == 0


@pytest.mark.soak
def test_a_design_begins_again_once_everybody_has_met() -> None:
    quality = draw_balanced(range(40), 20, TableSizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (420, 420, 2)


@pytest.mark.parametrize(("entrants", "size", "rounds", "fewest"), [(12, 4, 4, 13), (10, 5, 3, 18), (12, 6, 3, 24)])
def test_it_is_proven_that_no_draw_is_better(entrants: int, size: int, rounds: int, fewest: int) -> None:
    quality = draw_balanced(range(entrants), rounds, TableSizes((size,), size)).quality
    assert (quality.repeats, quality.repeats_at_least) == (fewest, fewest)


def test_eight_at_two_tables_meet_three_times_each_in_seven_rounds() -> None:
    quality = draw_balanced(range(8), 7, TableSizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (56, 56, 3)


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [
        *((8, 4, rounds) for rounds in range(2, 8)),
        *((9, 4, 3), (12, 4, 2), (12, 4, 4), (12, 4, 5), (10, 5, 2), (10, 5, 3), (15, 5, 3)),
    ],
)
def test_the_search_stops_when_nothing_better_can_exist(
    monkeypatch: pytest.MonkeyPatch, entrants: int, size: int, rounds: int
) -> None:
    moves: list[None] = []
    move = search._Search.move  # noqa: SLF001 - how long it takes is not seen from outside

    def counted(running: search._Search) -> bool:
        moves.append(None)
        return move(running)

    monkeypatch.setattr(search._Search, "move", counted)  # noqa: SLF001
    sizes = (size,) if entrants % size == 0 else (size, size + 1)
    quality = draw_balanced(range(entrants), rounds, TableSizes(sizes, size)).quality
    assert quality.repeats == quality.repeats_at_least
    assert len(moves) < 2_000


def test_one_table_meets_again_every_round() -> None:
    quality = draw_balanced(range(5), 20, TableSizes((5,), 5)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.imbalance) == (190, 190, 0)


@pytest.mark.parametrize("rounds", [2, 3, 4])
@pytest.mark.parametrize(("entrants", "size"), [(6, 3), (6, 2), (8, 4)])
def test_no_draw_of_few_is_better(entrants: int, size: int, rounds: int) -> None:
    found = draw_balanced(range(entrants), rounds, TableSizes((size,), size), effort=Effort(100_000_000)).quality
    assert found.repeats_at_least <= found.repeats == _fewest(entrants, size, rounds)


def _fewest(entrants: int, size: int, rounds: int) -> int:
    """The fewest repeats of all draws; the first round is fixed, and the order of rounds makes no difference."""
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


def test_the_search_needs_no_design_for_easy_draws() -> None:
    orders = [[(place * step) % 41 - 1 for place in range(1, 41)] for step in range(1, 7)]
    sizes = TableSizes((5,), 5)
    start = [Seating(cut_into_tables(order, choose_layout(40, sizes).sizes)) for order in orders]
    assert redraw_balanced(range(40), start, sizes).quality.repeats == 0
