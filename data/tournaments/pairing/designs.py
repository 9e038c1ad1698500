"""Designs: rounds without a repeat meeting, from which the search for a draw starts.

There are four ways to them. A difference matrix has rounds in which all entrants of a column stay apart; where a
column fills whole tables, they play among themselves in further rounds. A cyclic design has the other rounds where the
number of tables is no power of a prime, and often as many as can exist. One design follows from neither and is written
down.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, cycle, islice
from typing import Final

import numpy as np

from daifu.data.tournaments.pairing.cyclic_designs import find_cyclic_design
from daifu.data.tournaments.pairing.difference_matrices import Matrix, find_matrix, shift_columns
from daifu.data.tournaments.pairing.finite_fields import prime_factors
from daifu.data.tournaments.pairing.seating import Seating, Tables, cut_into_tables, meeting_pairs
from daifu.data.tournaments.pairing.teams import Teams, count_team_meetings, group_teams

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
    return (*across, *(_repeat_in_columns(round_tables, tables, size) for round_tables in within))


def _repeat_in_columns(round_tables: Tables, rows: int, columns: int) -> Tables:
    """The tables of one column in each of the columns."""
    return tuple(tuple(column * rows + row for row in table) for column in range(columns) for table in round_tables)


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
        if _count_together(lying, teams) > _count_together(standing, teams):
            longer = find_matrix(tables, columns, rounds + 1)
            if len(longer) > rounds:
                return [row[column] for column in range(columns) for row in lying if column < len(row)], longer[1:]
        order = list(chain.from_iterable(standing))
    return order, find_matrix(tables, columns, rounds)


def _count_together(groups: Tables, teams: Teams) -> int:
    return count_team_meetings([Seating(groups)], teams)
