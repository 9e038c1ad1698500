"""Difference matrices: rounds without a repeat meeting in which every table has an entrant of each column.

The entrants stand in columns with as many rows as there are tables; the rows are numbers that are added digit by digit,
without carrying. In a round, each column is shifted by an amount of its own, and each row becomes a table. Two entrants
of different columns meet in exactly those rounds in which the difference of their shifts is the difference of their
rows: where the differences of every two columns are all different over the rounds, nobody meets twice. Entrants of the
same column never meet.

Where the number of tables is the power of a prime, the products of a finite field are such shifts. Elsewhere a
constraint solver looks for them: that is a small problem, while the draw itself is far too large for it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import prod
from typing import Final, TypeAlias

from ortools.sat.python import cp_model

from daifu.data.tournaments.pairing.finite_fields import add_digits, field_powers, prime_factors
from daifu.data.tournaments.pairing.seating import Tables

Matrix: TypeAlias = tuple[tuple[int, ...], ...]


def find_matrix(tables: int, columns: int, rounds: int) -> Matrix:
    """The shift of each column in each round; fewer rounds than asked for if no more are found.

    With more columns than tables, meetings repeat: then there are no rounds at all.
    """
    if not 1 < columns <= tables:
        return ()
    primes = prime_factors(tables)
    if len(set(primes)) == 1:
        return _multiplication_table(primes, columns, min(rounds, tables))
    most = min(rounds, tables)
    for rows in dict.fromkeys((most, most - 1, most * 3 // 4, most // 2)):
        if rows > 1 and (shifts := _solve_difference_matrix(tables, columns, rows)):
            return shifts
    return ()


def _multiplication_table(primes: tuple[int, ...], columns: int, rounds: int) -> Matrix:
    """The multiplication table of a field: 0 first, then the powers of its root."""
    root = field_powers(primes[0], len(primes))
    return tuple(
        tuple(root[(turn + column - 2) % len(root)] if turn and column else 0 for column in range(columns))
        for turn in range(rounds)
    )


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
    cells = [[_cell(model, primes, row, column) for column in range(columns)] for row in range(rows)]
    for row in range(1, rows):  # the order of rows makes no difference: they are sorted by the second column
        model.add(_cell_number(cells[row][1], primes) >= row)
    for one, other in combinations(range(columns), 2):
        model.add_all_different([_difference(model, row[one], row[other], primes) for row in cells])
    solver = _deterministic_solver(SOLVER_WORK)
    if solver.solve(model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return ()
    return tuple(tuple(solver.value(_cell_number(cell, primes)) for cell in row) for row in cells)


def _deterministic_solver(work: float) -> cp_model.CpSolver:
    """A solver that always gives the same answer to the same question; several workers would race each other."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    return solver


def _cell(model: cp_model.CpModel, primes: tuple[int, ...], row: int, column: int) -> _Cell:
    """The digits of a number. Without loss of generality, the first row and the first column are 0."""
    zero = not row or not column
    return tuple(model.new_int_var(0, 0 if zero else prime - 1, "") for prime in primes)


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
