"""Designs: rounds without a repeat meeting."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing.cyclic_designs import find_cyclic_design
from daifu.data.tournaments.pairing.designs import (
    add_digits,
    field_powers,
    find_design,
    find_matrix,
    prime_factors,
    starting_tables,
    to_digits,
)
from daifu.data.tournaments.pairing.seating import NO_TEAMS, Tables


def repeats(design: tuple[Tables, ...]) -> int:
    """The meetings beyond the first of any two points."""
    met = Counter(pair for tables in design for table in tables for pair in combinations(sorted(table), 2))
    return met.total() - len(met)


@given(st.integers(1, 9), st.integers(2, 5), st.integers(1, 7))
def test_in_a_design_everybody_sits_in_every_round_and_nobody_meets_twice(tables: int, size: int, rounds: int) -> None:
    design = find_design(tables, size, rounds)
    for found in design:
        assert [len(table) for table in found] == [size] * tables
        assert sorted(point for table in found for point in table) == list(range(tables * size))
    assert repeats(design) == 0


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [(6, 4, 7), (7, 4, 9), (9, 4, 11), (10, 4, 13), (11, 4, 14), (6, 5, 6), (12, 5, 10), (8, 3, 11), (9, 3, 13)],
)
def test_a_cyclic_design_has_all_rounds(tables: int, size: int, rounds: int) -> None:
    design = find_cyclic_design(tables, size, rounds)
    assert (len(design), repeats(design)) == (rounds, 0)


def test_a_cyclic_design_may_have_more_rounds_than_were_asked_for() -> None:
    assert len(find_cyclic_design(10, 4, 8)) == 13


def test_a_search_for_a_cyclic_design_ends_without_one() -> None:
    assert find_cyclic_design(2, 4, 3) == ()


@pytest.mark.parametrize(("tables", "size", "rounds"), [(4, 4, 5), (5, 5, 6), (9, 3, 13), (16, 4, 21), (8, 4, 9)])
def test_the_columns_of_a_matrix_play_further_rounds_among_themselves(tables: int, size: int, rounds: int) -> None:
    design = find_design(tables, size, rounds)
    assert (len(design), repeats(design)) == (rounds, 0)


def test_points_that_are_left_over_never_meet() -> None:
    drawn = starting_tables(range(37), [4] * 7 + [3] * 3, 9, 1, NO_TEAMS)
    assert {len(table) for tables in drawn for table in tables} == {3, 4}
    assert repeats(drawn) == 0


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
    shifts, primes = find_matrix(tables, columns, rounds), prime_factors(tables)
    assert len(shifts) == found
    for one, other in combinations(range(columns), 2):
        differences = [_difference(row[one], row[other], primes) for row in shifts]
        assert len(set(differences)) == found


def _difference(one: int, other: int, primes: tuple[int, ...]) -> tuple[int, ...]:
    pairs = zip(to_digits(one, primes), to_digits(other, primes), primes, strict=True)
    return tuple((left - right) % prime for left, right, prime in pairs)


@pytest.mark.parametrize(("tables", "columns"), [(1, 5), (4, 5), (7, 1)])
def test_there_is_no_matrix_with_more_columns_than_rows(tables: int, columns: int) -> None:
    assert find_matrix(tables, columns, 3) == ()


def test_where_not_all_rounds_exist_there_are_fewer() -> None:
    assert 0 < len(find_matrix(6, 4, 6)) < 6
