"""Difference matrices from a constraint solver, for groups over which there is no field."""

from functools import cache
from itertools import combinations
from math import prod
from typing import Final, TypeAlias

from ortools.sat.python import cp_model

from data.tournaments.drawing.fields import prime_factors

WORK: Final = 1.0
"""How long the solver may look for one matrix, in its own deterministic unit of time (some seconds)."""
LARGEST: Final = 400
"""Matrices with more differences than this are beyond the solver."""

Matrix: TypeAlias = tuple[tuple[int, ...], ...]
_Cell: TypeAlias = tuple[cp_model.IntVar, ...]


@cache
def difference_matrix(group: int, columns: int, rows: int) -> Matrix:
    """Rows of numbers below `group`, where the differences of every two columns are all different.

    Nothing where there is no such matrix, or where none is found with the work allowed.
    """
    if columns * (columns - 1) // 2 * rows > LARGEST:
        return ()
    model, primes = cp_model.CpModel(), prime_factors(group)
    cells = [[_cell(model, primes, row, column) for column in range(columns)] for row in range(rows)]
    for row in range(1, rows):  # every order of the rows is as good: they go up in the second column
        model.add(_number(cells[row][1], primes) >= row)
    for one, other in combinations(range(columns), 2):
        model.add_all_different([_difference(model, row[one], row[other], primes) for row in cells])
    solver = deterministic_solver(WORK)
    if solver.solve(model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return ()
    return tuple(tuple(solver.value(_number(cell, primes)) for cell in row) for row in cells)


def deterministic_solver(work: float) -> cp_model.CpSolver:
    """A solver that gives the same answer to the same question: several workers would race each other."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    return solver


def _cell(model: cp_model.CpModel, primes: tuple[int, ...], row: int, column: int) -> _Cell:
    """A number by its digits. Without loss, the first row and the first column are 0."""
    zero = not row or not column
    return tuple(model.new_int_var(0, 0 if zero else prime - 1, "") for prime in primes)


def _number(cell: _Cell, primes: tuple[int, ...]) -> cp_model.LinearExprT:
    strides = [prod(primes[:place]) for place in range(len(primes))]
    return cp_model.LinearExpr.weighted_sum(cell, strides)


def _difference(model: cp_model.CpModel, one: _Cell, other: _Cell, primes: tuple[int, ...]) -> cp_model.LinearExprT:
    """The difference of two numbers, digit by digit without borrowing."""
    parts = []
    for left, right, prime in zip(one, other, primes, strict=True):
        part, borrowed = model.new_int_var(0, prime - 1, ""), model.new_bool_var("")
        model.add(part == left - right + prime * borrowed)
        parts.append(part)
    return _number(tuple(parts), primes)
