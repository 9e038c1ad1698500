"""Evening out the seats table by table, where the seats of rounds already played leave no share that all can have.

A table at a time is seated anew, as well as can be while all others stay: an assignment of least cost. That goes on
until no table gains by it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment

from data.tournaments.drawing.seating import Tables

DEARER: Final = 16
"""One turn more than in his rarest seat costs somebody so many times as much: more than all others at his table pay."""
DEAREST: Final = 8
"""Turns beyond this many cost no more, so that sums stay within what the solver takes."""

_Seats: TypeAlias = Counter[tuple[int, int]]


def evened(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The same tables, with seats that no table alone could make more even."""
    before = tuple(chain.from_iterable(played))
    tables = list(chain.from_iterable(rounds))
    sat = Counter(chain.from_iterable(map(_seats, (*before, *tables))))
    lacked = _lacked((*before, *tables))
    gained = True
    while gained:
        gained = False
        for number, table in enumerate(tables):
            sat.subtract(_seats(table))
            tables[number] = _best_order(table, sat, lacked)
            sat.update(_seats(tables[number]))
            gained = gained or tables[number] != table
    ordered = iter(tables)
    return tuple(tuple(next(ordered) for _ in same) for same in rounds)


def _seats(table: Sequence[int]) -> list[tuple[int, int]]:
    return [(entrant, seat) for seat, entrant in enumerate(table)]


def _lacked(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """At how many of his tables each entrant could not have each of the seats, because they are not so large."""
    largest = max(map(len, tables), default=0)
    lacked: dict[int, list[int]] = {}
    for table in tables:
        for entrant in table:
            times = lacked.setdefault(entrant, [0] * largest)
            for seat in range(len(table), largest):
                times[seat] += 1
    return lacked


def _best_order(table: Sequence[int], sat: _Seats, lacked: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The order of least cost; the present one where none costs less."""
    costs = [_costs(entrant, len(table), sat, lacked[entrant]) for entrant in table]
    assignment = SimpleLinearSumAssignment()
    for place, row in enumerate(costs):
        for seat, cost in enumerate(row):
            assignment.add_arc_with_cost(place, seat, cost)
    if assignment.solve() != assignment.OPTIMAL:
        raise RuntimeError("everybody may take every seat, yet there is no order")
    if assignment.optimal_cost() == sum(row[place] for place, row in enumerate(costs)):
        return tuple(table)
    return tuple(table[place] for _, place in sorted((assignment.right_mate(p), p) for p in range(len(table))))


def _costs(entrant: int, seats: int, sat: _Seats, lacked: Sequence[int]) -> list[int]:
    """What each seat costs somebody: the more, the more often he has had it than his rarest (see `imbalance_of`)."""
    rarest = min(sat[entrant, seat] + times for seat, times in enumerate(lacked))
    return [DEARER ** min(DEAREST, max(0, sat[entrant, seat] - rarest)) for seat in range(seats)]
