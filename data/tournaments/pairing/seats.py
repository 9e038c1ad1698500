"""Who sits in which seat of a table, so that everybody sits in every seat equally often after any number of rounds.

The seats are given one after the other, the last one first: all tables that have this seat choose one of their people
at once. Each table needs one; the further somebody is from his share of the seat after any round, the dearer that is.
It is a flow of least cost: what he has had of the seat flows on from table to table. If every table gave each of its
people the same part of the seat, everybody would have exactly his share all the time; and where there is such a flow,
there is one in whole numbers that rounds each share up or down. To be further away than that is dearer than anything.
So nobody sits in one seat twice more than in another, after any round and whatever the sizes of his tables, as long as
no rounds were played before; where there were, what they gave counts.

Where the seats of rounds already played leave no share that all can have, the seats are evened out table by table: each
is seated anew, as well as can be while all others stay, by an assignment of least cost, until no table gains by it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Final, TypeAlias

from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment
from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

from data.tournaments.pairing.seating import Tables

BEYOND_SHARE_COST: Final = 1 << 24
"""What it costs to be further from a share than rounding makes anybody: more than everything else together."""


def assign_seats(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The same tables, everybody in a seat."""
    before = tuple(played)
    open_tables = [list(table) for tables in rounds for table in tables]
    orders: list[list[int]] = [[] for _ in open_tables]
    for seat in reversed(range(max(map(len, open_tables), default=0))):
        having = [place for place, table in enumerate(open_tables) if len(table) > seat]
        chosen = _choose_sitters(seat, [open_tables[place] for place in having], before)
        for place, entrant in zip(having, chosen, strict=True):
            open_tables[place].remove(entrant)
            orders[place].append(entrant)
    ordered = iter(tuple(reversed(order)) for order in orders)
    return _even_out_seats([tuple(next(ordered) for _ in tables) for tables in rounds], before)


def _choose_sitters(seat: int, tables: Sequence[Sequence[int]], played: Iterable[Tables]) -> list[int]:
    """For each table, who of it takes this seat."""
    had, shares = Counter[int](), Counter[int]()
    for table in chain.from_iterable(played):
        had.update(table[seat : seat + 1])
        shares.update(table[: seat + 1] if len(table) > seat else ())
    return _cheapest_choice(
        tables, lambda who, times, turns: _seat_cost(had[who] + times, shares[who] + turns, seat + 1)
    )


def _cheapest_choice(tables: Sequence[Sequence[int]], cost: Callable[[int, int, int], int]) -> list[int]:
    """One of each table, where `cost` says what it costs that somebody has been chosen so often in so many turns."""
    flow, nodes, sink = SimpleMinCostFlow(), count(1), 0
    turns, last = Counter[int](), dict[int, int]()
    choices: list[tuple[int, int]] = []

    def go_on(who: int, node: int) -> None:
        """What he has been chosen so far goes on to a further node."""
        for times in range(1, turns[who] + 1):
            flow.add_arc_with_capacity_and_unit_cost(last[who], node, 1, cost(who, times, turns[who]))

    for table in tables:
        flow.set_node_supply(here := next(nodes), 1)
        for who in table:
            go_on(who, there := next(nodes))
            choices.append((flow.add_arc_with_capacity_and_unit_cost(here, there, 1, 0), who))
            turns[who] += 1
            last[who] = there
    for who in last:
        go_on(who, sink)
    flow.set_node_supply(sink, -len(tables))
    if (status := flow.solve()) != flow.OPTIMAL:
        raise RuntimeError(f"every table has somebody to choose, yet the flow ends with {status}")
    return [entrant for arc, entrant in choices if flow.flow(arc)]


def _seat_cost(times: int, shares: int, seats: int) -> int:
    """What it costs to be in the seat once more, so often in all.

    His share is one in `seats` of the `shares` in which he had or has one of the seats up to this one. The cost is the
    growth of the squared distance from it, in whole numbers, and that of the distance from what rounding it may give.
    """
    least, most = shares // seats, -(-shares // seats)
    return seats * (2 * times - 1) - 2 * shares + BEYOND_SHARE_COST * (max(0, times - most) - max(0, least - times + 1))


COST_BASE: Final = 16
"""One turn more than in his rarest seat costs somebody so many times as much: more than all others at his table pay."""
LARGEST_COST_EXPONENT: Final = 8
"""Turns beyond this many cost no more, so that sums stay within what the solver takes."""

_SeatCounts: TypeAlias = Counter[tuple[int, int]]


def _even_out_seats(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The same tables, with seats that no table alone could make more even."""
    before = tuple(chain.from_iterable(played))
    tables = list(chain.from_iterable(rounds))
    sat = Counter(chain.from_iterable(map(_entrant_seats, (*before, *tables))))
    lacked = _missing_seats((*before, *tables))
    gained = True
    while gained:
        gained = False
        for number, table in enumerate(tables):
            sat.subtract(_entrant_seats(table))
            tables[number] = _best_order(table, sat, lacked)
            sat.update(_entrant_seats(tables[number]))
            gained = gained or tables[number] != table
    ordered = iter(tables)
    return tuple(tuple(next(ordered) for _ in same) for same in rounds)


def _entrant_seats(table: Sequence[int]) -> list[tuple[int, int]]:
    return [(entrant, seat) for seat, entrant in enumerate(table)]


def _missing_seats(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """At how many of his tables each entrant could not have each of the seats, because they are not so large."""
    largest = max(map(len, tables), default=0)
    lacked: dict[int, list[int]] = {}
    for table in tables:
        for entrant in table:
            times = lacked.setdefault(entrant, [0] * largest)
            for seat in range(len(table), largest):
                times[seat] += 1
    return lacked


def _best_order(table: Sequence[int], sat: _SeatCounts, lacked: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The order of least cost; the present one where none costs less."""
    costs = [_seat_costs(entrant, len(table), sat, lacked[entrant]) for entrant in table]
    assignment = SimpleLinearSumAssignment()
    for place, row in enumerate(costs):
        for seat, cost in enumerate(row):
            assignment.add_arc_with_cost(place, seat, cost)
    if assignment.solve() != assignment.OPTIMAL:
        raise RuntimeError("everybody may take every seat, yet there is no order")
    if assignment.optimal_cost() == sum(row[place] for place, row in enumerate(costs)):
        return tuple(table)
    return tuple(table[place] for _, place in sorted((assignment.right_mate(p), p) for p in range(len(table))))


def _seat_costs(entrant: int, seats: int, sat: _SeatCounts, lacked: Sequence[int]) -> list[int]:
    """What each seat costs somebody: the more, the more often he has had it than his rarest (see `imbalance_of`)."""
    rarest = min(sat[entrant, seat] + times for seat, times in enumerate(lacked))
    return [COST_BASE ** min(LARGEST_COST_EXPONENT, max(0, sat[entrant, seat] - rarest)) for seat in range(seats)]
