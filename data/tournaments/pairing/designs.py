"""Designs: rounds without a repeat meeting, from which the search for a draw starts.

There are four ways to them. A difference matrix has rounds in which all entrants of a column stay apart; where a
column fills whole tables, they play among themselves in further rounds. A cyclic design has the other rounds where the
number of tables is no power of a prime, and often as many as can exist. One design follows from neither and is written
down.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, cycle, islice, product
from math import prod
from typing import Final, TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from daifu.data.tournaments.pairing.cyclic_designs import find_cyclic_design
from daifu.data.tournaments.pairing.seating import (
    Seating,
    Tables,
    Teams,
    count_team_meetings,
    cut_into_tables,
    group_teams,
    meeting_pairs,
)


def prime_factors(number: int) -> tuple[int, ...]:
    """The primes whose product is the number, smallest first, each as often as it divides it."""
    factors, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    return tuple(factors)


def to_digits(number: int, primes: tuple[int, ...]) -> tuple[int, ...]:
    """The number written with one digit below each of the primes, the lowest first."""
    digits = []
    for prime in primes:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return tuple(digits)


def add_digits(one: int, other: int, primes: tuple[int, ...]) -> int:
    """The sum of two numbers, digit by digit without carrying."""
    total, stride = 0, 1
    for prime, left, right in zip(primes, to_digits(one, primes), to_digits(other, primes), strict=True):
        total += (left + right) % prime * stride
        stride *= prime
    return total


@cache
def field_powers(prime: int, degree: int) -> tuple[int, ...]:
    """All numbers but 0 of the field with `prime ** degree` numbers, as powers of one of them, from the zeroth.

    The field is that of the polynomials over the prime, modulo the first one whose root has all of them as powers.
    """
    for top in product(range(1, prime), *[range(prime)] * (degree - 1)):
        found = _powers_of_root(top, prime)
        if len(found) == prime**degree - 1:
            return found
    raise ValueError(f"expected a prime, found {prime}")


def _powers_of_root(top: tuple[int, ...], prime: int) -> tuple[int, ...]:
    """The powers of x before they return to 1, where x to the degree is the polynomial `top`, lowest first.

    They do return, because x has an inverse: `top` does not begin with 0.
    """
    one = (1,) + (0,) * (len(top) - 1)
    found, number = [one], one
    while True:
        shifted = (0, *number[:-1])  # the number times x
        number = tuple((low + number[-1] * high) % prime for low, high in zip(shifted, top, strict=True))
        if number == one:
            break
        found.append(number)
    return tuple(sum(digit * prime**place for place, digit in enumerate(number)) for number in found)


Matrix: TypeAlias = tuple[tuple[int, ...], ...]


def find_matrix(tables: int, columns: int, rounds: int) -> Matrix:
    """The shift of each column in each round; fewer rounds than asked for if no more are found.

    With more columns than tables, meetings repeat: then there are no rounds at all.
    """
    if not 1 < columns <= tables:
        return ()
    primes = prime_factors(tables)
    if len(set(primes)) == 1:  # the multiplication table of a field: 0 first, then the powers of its root
        root = field_powers(primes[0], len(primes))
        return tuple(
            tuple(root[(turn + column - 2) % len(root)] if turn and column else 0 for column in range(columns))
            for turn in range(min(rounds, tables))
        )
    most = min(rounds, tables)
    for rows in dict.fromkeys((most, most - 1, most * 3 // 4, most // 2)):
        if rows > 1 and (shifts := _solve_difference_matrix(tables, columns, rows)):
            return shifts
    return ()


SOLVER_WORK: Final = 1.0
"""The most work of the solver for one matrix, in its own deterministic unit of time (some seconds)."""
LARGEST_MATRIX: Final = 400
"""The most differences of a matrix that the solver can find."""

_Cell: TypeAlias = tuple[cp_model.IntVar, ...]


@cache
def _solve_difference_matrix(group: int, columns: int, rows: int) -> Matrix:
    """Rows of numbers below `group` such that the differences of every two columns are all different.

    Empty where there is no such matrix, or where none is found within `SOLVER_WORK`.
    """
    if columns * (columns - 1) // 2 * rows > LARGEST_MATRIX:
        return ()
    model, primes = cp_model.CpModel(), prime_factors(group)
    # Without loss of generality, the first row and the first column are 0.
    cells = [
        [
            tuple(model.new_int_var(0, prime - 1 if row and column else 0, "") for prime in primes)
            for column in range(columns)
        ]
        for row in range(rows)
    ]
    for row in range(1, rows):  # the order of rows makes no difference: they are sorted by the second column
        model.add(_cell_number(cells[row][1], primes) >= row)
    for one, other in combinations(range(columns), 2):
        model.add_all_different([_difference(model, row[one], row[other], primes) for row in cells])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # several would race each other, and give now this answer, now that
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = SOLVER_WORK
    if solver.solve(model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return ()
    return tuple(tuple(solver.value(_cell_number(cell, primes)) for cell in row) for row in cells)


def _cell_number(cell: _Cell, primes: tuple[int, ...]) -> cp_model.LinearExprT:
    strides = [prod(primes[:place]) for place in range(len(primes))]
    return cp_model.LinearExpr.weighted_sum(cell, strides)


def _difference(model: cp_model.CpModel, one: _Cell, other: _Cell, primes: tuple[int, ...]) -> cp_model.LinearExprT:
    """The difference of two numbers, digit by digit without borrowing."""
    parts = []
    for left, right, prime in zip(one, other, primes, strict=True):
        part, borrowed = model.new_int_var(0, prime - 1, ""), model.new_bool_var("")
        model.add(part == left - right + prime * borrowed)
        parts.append(part)
    return _cell_number(tuple(parts), primes)


def shift_columns(order: Sequence[int], shifts: Sequence[int], tables: int) -> Tables:
    """The tables of a round: each column is shifted, then each row is a table."""
    primes = prime_factors(tables)
    groups: list[list[int]] = [[] for _ in range(tables)]
    for index, entrant in enumerate(order):
        column, row = divmod(index, tables)
        groups[add_digits(row, shifts[column], primes)].append(entrant)
    return tuple(map(tuple, groups))


_EIGHT_TABLES_OF_FOUR: Final = """
0123 4567 89ab cdef ghij klmn opqr stuv
048s 17im 26hn 35av 9ert bdpu cgko fjlq
05jk 169u 27bt 34gl 8cqv afos dinr ehmp
06cp 18ek 25dq 3bfn 4hou 7jrv 9gms ailt
07eq 1bcl 2mov 3kpt 49dj 5hrs 68fi agnu
09nv 15ot 2cju 3eis 4bmq 6akr 7fgp 8dhl
0adm 14fr 2lps 378u 59ci 6gqt bhkv ejno
0bio 1ajp 28gr 39hq 4cnt 5fmu 6elv 7dks
0fht 1dgv 24ae 3cmr 58np 6bjs 79lo ikqu
0lru 1nqs 29fk 36do 4ipv 5beg 7ach 8jmt
"""
"""Ten rounds of 32 points, each a digit to the base 32: the most that can exist (Alejandro Aguado, 2004)."""


@cache
def find_design(tables: int, size: int, rounds: int) -> tuple[Tables, ...]:
    """Rounds of equal tables without a repeat meeting, their points numbered from 0.

    They may be more than were asked for, and are fewer if no more are found.
    """
    found: tuple[Tables, ...] = ()
    for find in (_find_field_design, _find_written_design, find_cyclic_design, _find_matrix_design):
        if len(found) < rounds:
            found = max(found, find(tables, size, rounds), key=len)
    return found


def _find_field_design(tables: int, size: int, rounds: int) -> tuple[Tables, ...]:
    """A design by the matrix of a field, with further rounds within the columns; none if there is no such field."""
    return _find_matrix_design(tables, size, rounds) if len(set(prime_factors(tables))) <= 1 else ()


def _find_written_design(tables: int, size: int, rounds: int) -> tuple[Tables, ...]:
    """The design that is written down, if it is one of these tables; otherwise none."""
    lines = _EIGHT_TABLES_OF_FOUR.split("\n")[1:-1] if (tables, size) == (8, 4) else ()
    return tuple(tuple(tuple(int(point, 32) for point in table) for table in line.split()) for line in lines[:rounds])


def _find_matrix_design(tables: int, size: int, rounds: int) -> tuple[Tables, ...]:
    """A design by a difference matrix, with further rounds within the columns where they fill whole tables."""
    across = [shift_columns(range(tables * size), row, tables) for row in find_matrix(tables, size, rounds)]
    if not across or len(across) >= rounds or tables % size:
        return tuple(across)
    within = find_design(tables // size, size, rounds - len(across))
    within = within or (cut_into_tables(range(tables), [size] * (tables // size)),)
    in_columns = (
        tuple(tuple(column * tables + row for row in table) for column in range(size) for table in round_tables)
        for round_tables in within
    )
    return (*across, *in_columns)


def starting_tables(
    entrants: Sequence[int], sizes: Sequence[int], rounds: int, seed: int, teams: Teams
) -> tuple[Tables, ...]:
    """The tables of each round at the start of the search.

    In the rounds of a design nobody meets twice, and few of a team meet at all. Its tables have sizes as even as
    possible, and hold those who will have a bye, too. The first round after it seats the entrants in their order, in
    which those of a column stand together; further rounds are drawn by lot.
    """
    random = np.random.default_rng(seed)
    order = [entrants[place] for place in random.permutation(len(entrants))]
    if teams:
        order, shifts = _arrange_columns(order, len(sizes), rounds, teams)
        drawn = [shift_columns(order, row, len(sizes)) for row in shifts]
    else:
        drawn = _seat_design(order, len(sizes), rounds)
    while len(drawn) < rounds:
        drawn.append(cut_into_tables(order, sizes))
        order = [order[place] for place in random.permutation(len(order))]
    return tuple(drawn)


def _seat_design(order: Sequence[int], tables: int, rounds: int) -> list[Tables]:
    """The rounds of a design with the entrants at its points.

    If everybody has met everybody after its last round, the design begins again. Points without an entrant must never
    meet, or else a table would lack two; where there are not enough of them, a matrix has them in its last column.
    """
    size = -(-len(order) // tables)
    points = tables * size
    design = find_design(tables, size, rounds)
    is_complete = len(design) * (size - 1) == points - 1
    design = tuple(islice(cycle(design), rounds)) if is_complete else design[:rounds]
    empty = _points_apart(design, points)[: points - len(order)]
    if len(empty) < points - len(order):
        return [shift_columns(order, row, tables) for row in find_matrix(tables, size, rounds)]
    entrants = dict(zip((point for point in range(points) if point not in empty), order, strict=True))
    return [
        tuple(tuple(entrants[point] for point in table if point in entrants) for table in round_tables)
        for round_tables in design
    ]


def _points_apart(design: Iterable[Tables], points: int) -> list[int]:
    """Points of which no two meet, the last ones first."""
    met = {pair for round_tables in design for pair in meeting_pairs(Seating(round_tables))}
    apart: list[int] = []
    for point in reversed(range(points)):
        if not any((point, other) in met for other in apart):
            apart.append(point)
    return apart


def _arrange_columns(order: list[int], tables: int, rounds: int, teams: Teams) -> tuple[list[int], Matrix]:
    """The entrants column by column, and the shifts of the columns in each round.

    Teams stand in columns, which never meet. If rows have better room for them and the design has a round to spare,
    they stand in rows, which meet in its first round, where nothing is shifted, and never again.
    """
    columns = -(-len(order) // tables)
    if teams:
        *full, last = (min(tables, len(order) - start) for start in range(0, len(order), tables))
        standing = group_teams(order, (*full, last), teams)
        lying = group_teams(order, [columns] * last + [columns - 1] * (tables - last), teams)
        if count_team_meetings([Seating(lying)], teams) > count_team_meetings([Seating(standing)], teams):
            longer = find_matrix(tables, columns, rounds + 1)
            if len(longer) > rounds:
                return [row[column] for column in range(columns) for row in lying if column < len(row)], longer[1:]
        order = list(chain.from_iterable(standing))
    return order, find_matrix(tables, columns, rounds)
