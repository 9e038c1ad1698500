"""The tables that designs are made of: they are what they are called."""

from itertools import combinations

import pytest

from data.tournaments.drawing.designs import design
from data.tournaments.drawing.fields import added, digits, powers, prime_factors


@pytest.mark.parametrize(("prime", "degree"), [(2, 1), (3, 1), (7, 1), (2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (7, 2)])
def test_the_powers_of_a_root_are_all_numbers_but_zero(prime: int, degree: int) -> None:
    assert sorted(powers(prime, degree)) == list(range(1, prime**degree))


def test_numbers_are_added_digit_by_digit() -> None:
    assert added(5, 3, (2, 2, 2)) == 6
    assert added(4, 2, (5,)) == 1
    assert digits(11, (2, 2, 3)) == (1, 1, 2)


def test_a_number_is_the_product_of_its_factors() -> None:
    assert [prime_factors(number) for number in (1, 2, 12, 49, 97)] == [(), (2,), (2, 2, 3), (7, 7), (97,)]


@pytest.mark.parametrize(
    ("tables", "columns", "rounds", "found"),
    [(8, 5, 8, 8), (9, 9, 12, 9), (5, 5, 5, 5), (16, 12, 16, 16), (6, 4, 4, 4), (10, 4, 6, 6)],
)
def test_the_differences_of_two_columns_never_come_twice(tables: int, columns: int, rounds: int, found: int) -> None:
    shifts, primes = design(tables, columns, rounds), prime_factors(tables)
    assert len(shifts) == found
    for one, other in combinations(range(columns), 2):
        differences = [_difference(row[one], row[other], primes) for row in shifts]
        assert len(set(differences)) == found


def _difference(one: int, other: int, primes: tuple[int, ...]) -> tuple[int, ...]:
    pairs = zip(digits(one, primes), digits(other, primes), primes, strict=True)
    return tuple((left - right) % prime for left, right, prime in pairs)


@pytest.mark.parametrize(("tables", "columns"), [(1, 5), (4, 5), (7, 1)])
def test_there_is_no_design_for_more_columns_than_tables(tables: int, columns: int) -> None:
    assert design(tables, columns, 3) == ()


def test_where_not_all_rounds_exist_there_are_fewer() -> None:
    assert 0 < len(design(6, 4, 6)) < 6
