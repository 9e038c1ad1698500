"""Draws whose optimum is known, and the designs they are made from."""

from itertools import combinations

import pytest

from data.tournaments.pairing import Seating, TableSizes, choose_layout, draw_balanced, redraw_balanced, search
from data.tournaments.pairing.designs import find_design
from data.tournaments.pairing.finite_fields import add_digits, field_powers, prime_factors, to_digits
from data.tournaments.pairing.seating import cut_into_tables


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
    ("entrants", "size", "rounds"), [(8, 2, 7), (9, 3, 4), (15, 3, 6), (16, 4, 5), (25, 5, 6), (49, 7, 8), (100, 4, 12)]
)
def test_everybody_meets_everybody_once_where_that_can_be(entrants: int, size: int, rounds: int) -> None:
    assert draw_balanced(range(entrants), rounds, TableSizes((size,), size)).quality.repeats == 0


def test_eight_at_two_tables_meet_three_times_each_in_seven_rounds() -> None:
    quality = draw_balanced(range(8), 7, TableSizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (56, 56, 3)


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [*((8, 4, rounds) for rounds in range(2, 8)), (9, 4, 3), (12, 4, 2), (12, 4, 5), (10, 5, 2), (15, 5, 3)],
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
    found = draw_balanced(range(entrants), rounds, TableSizes((size,), size), work=100_000_000).quality
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


@pytest.mark.parametrize(("prime", "degree"), [(2, 1), (3, 1), (7, 1), (2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (7, 2)])
def test_the_powers_of_a_root_are_all_numbers_but_zero(prime: int, degree: int) -> None:
    assert sorted(field_powers(prime, degree)) == list(range(1, prime**degree))


def test_numbers_are_added_digit_by_digit() -> None:
    assert add_digits(5, 3, (2, 2, 2)) == 6
    assert add_digits(4, 2, (5,)) == 1
    assert to_digits(11, (2, 2, 3)) == (1, 1, 2)


def test_a_number_is_the_product_of_its_factors() -> None:
    assert [prime_factors(number) for number in (1, 2, 12, 49, 97)] == [(), (2,), (2, 2, 3), (7, 7), (97,)]


@pytest.mark.parametrize(
    ("tables", "columns", "rounds", "found"),
    [(8, 5, 8, 8), (9, 9, 12, 9), (5, 5, 5, 5), (16, 12, 16, 16), (6, 4, 4, 4), (10, 4, 6, 6)],
)
def test_the_differences_of_two_columns_never_come_twice(tables: int, columns: int, rounds: int, found: int) -> None:
    shifts, primes = find_design(tables, columns, rounds), prime_factors(tables)
    assert len(shifts) == found
    for one, other in combinations(range(columns), 2):
        differences = [_difference(row[one], row[other], primes) for row in shifts]
        assert len(set(differences)) == found


def _difference(one: int, other: int, primes: tuple[int, ...]) -> tuple[int, ...]:
    pairs = zip(to_digits(one, primes), to_digits(other, primes), primes, strict=True)
    return tuple((left - right) % prime for left, right, prime in pairs)


@pytest.mark.parametrize(("tables", "columns"), [(1, 5), (4, 5), (7, 1)])
def test_there_is_no_design_for_more_columns_than_tables(tables: int, columns: int) -> None:
    assert find_design(tables, columns, 3) == ()


def test_where_not_all_rounds_exist_there_are_fewer() -> None:
    assert 0 < len(find_design(6, 4, 6)) < 6
