"""Assigns the seats of tables so that everybody sits in every seat equally often after any number of rounds.

Seats are assigned one after the other, the last one first: all tables that have the seat choose one of their entrants
at once. The further an entrant is from their share of the seat after any round, the higher is the cost. This is a flow
of least cost, in which the turns that an entrant had in the seat flow on from table to table. If every table gave each
of its entrants the same part of the seat, everybody would have exactly their share all the time. Where such a flow
exists, there is also one in whole numbers that rounds each share up or down; to be further away costs more than
anything else. So nobody sits in one seat twice more than in another, after any round and whatever the table sizes, if
no rounds were played before. The seats of played rounds count, too.

If the played rounds leave no share that everybody can have, seats are evened out table by table: each table is seated
anew by an assignment of least cost while all others stay, until no table gains by it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Final, TypeAlias

from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment
from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

from daifu.data.tournaments.pairing.seating import Tables

BEYOND_SHARE_COST: Final = 1 << 24
"""The cost of being further from a share than rounding causes: more than everything else together."""


def assign_seats(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The tables with their entrants in the order of their seats."""
    before = tuple(played)
    open_tables = [list(table) for tables in rounds for table in tables]
    orders: list[list[int]] = [[] for _ in open_tables]
    for seat in reversed(range(max(map(len, open_tables), default=0))):
        with_seat = [index for index, table in enumerate(open_tables) if len(table) > seat]
        chosen = _choose_entrants(seat, [open_tables[index] for index in with_seat], before)
        for index, entrant in zip(with_seat, chosen, strict=True):
            open_tables[index].remove(entrant)
            orders[index].append(entrant)
    ordered = iter(tuple(reversed(order)) for order in orders)
    return _even_out_seats([tuple(next(ordered) for _ in tables) for tables in rounds], before)


def _choose_entrants(seat: int, tables: Sequence[Sequence[int]], played: Iterable[Tables]) -> list[int]:
    """The entrant of each table who takes this seat."""
    had, shares = Counter[int](), Counter[int]()
    for table in chain.from_iterable(played):
        had.update(table[seat : seat + 1])
        shares.update(table[: seat + 1] if len(table) > seat else ())
    return _cheapest_choice(
        tables, lambda entrant, times, turns: _seat_cost(had[entrant] + times, shares[entrant] + turns, seat + 1)
    )


def _cheapest_choice(tables: Sequence[Sequence[int]], cost: Callable[[int, int, int], int]) -> list[int]:
    """One entrant of each table; `cost` is the cost of an entrant, of being chosen this often, in this many turns."""
    flow, nodes, sink = SimpleMinCostFlow(), count(1), 0
    turns, last = Counter[int](), dict[int, int]()
    choices: list[tuple[int, int]] = []

    def connect(entrant: int, node: int) -> None:
        """Let the turns in which an entrant was chosen so far flow on to a further node."""
        for times in range(1, turns[entrant] + 1):
            flow.add_arc_with_capacity_and_unit_cost(last[entrant], node, 1, cost(entrant, times, turns[entrant]))

    for table in tables:
        flow.set_node_supply(here := next(nodes), 1)
        for entrant in table:
            connect(entrant, there := next(nodes))
            choices.append((flow.add_arc_with_capacity_and_unit_cost(here, there, 1, 0), entrant))
            turns[entrant] += 1
            last[entrant] = there
    for entrant in last:
        connect(entrant, sink)
    flow.set_node_supply(sink, -len(tables))
    if (status := flow.solve()) != flow.OPTIMAL:
        raise RuntimeError(f"every table has somebody to choose, yet the flow ends with {status}")
    return [entrant for arc, entrant in choices if flow.flow(arc)]


def _seat_cost(times: int, shares: int, seats: int) -> int:
    """The cost of being in the seat once more, then this many `times` in all.

    The share of an entrant is one in `seats` of the `shares`: the tables at which they had or have one of the seats up
    to this one. The cost is the growth of the squared distance from it, in whole numbers, and the growth of the
    distance from the share rounded up or down.
    """
    least, most = shares // seats, -(-shares // seats)
    return seats * (2 * times - 1) - 2 * shares + BEYOND_SHARE_COST * (max(0, times - most) - max(0, least - times + 1))


COST_BASE: Final = 16
"""The factor of cost for each turn more than in the rarest seat: more than all others at a table can cost."""
LARGEST_COST_EXPONENT: Final = 8
"""Further turns cost no more, so that sums stay within the range of the solver."""

_SeatCounts: TypeAlias = Counter[tuple[int, int]]


def _even_out_seats(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The same tables, with seats that no change of a single table makes more even."""
    before = tuple(chain.from_iterable(played))
    tables = list(chain.from_iterable(rounds))
    sat = Counter(chain.from_iterable(map(_entrant_seats, (*before, *tables))))
    missing = _missing_seats((*before, *tables))
    gained = True
    while gained:
        gained = False
        for number, table in enumerate(tables):
            sat.subtract(_entrant_seats(table))
            tables[number] = _best_order(table, sat, missing)
            sat.update(_entrant_seats(tables[number]))
            gained = gained or tables[number] != table
    ordered = iter(tables)
    return tuple(tuple(next(ordered) for _ in same) for same in rounds)


def _entrant_seats(table: Sequence[int]) -> list[tuple[int, int]]:
    return [(entrant, seat) for seat, entrant in enumerate(table)]


def _missing_seats(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """The number of tables of each entrant that do not have each of the seats."""
    largest = max(map(len, tables), default=0)
    missing: dict[int, list[int]] = {}
    for table in tables:
        for entrant in table:
            times = missing.setdefault(entrant, [0] * largest)
            for seat in range(len(table), largest):
                times[seat] += 1
    return missing


def _best_order(table: Sequence[int], sat: _SeatCounts, missing: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The order of least cost; the present one if none costs less."""
    costs = [_seat_costs(entrant, len(table), sat, missing[entrant]) for entrant in table]
    assignment = SimpleLinearSumAssignment()
    for index, row in enumerate(costs):
        for seat, cost in enumerate(row):
            assignment.add_arc_with_cost(index, seat, cost)
    if assignment.solve() != assignment.OPTIMAL:
        raise RuntimeError("everybody may take every seat, yet there is no order")
    if assignment.optimal_cost() == sum(row[index] for index, row in enumerate(costs)):
        return tuple(table)
    by_seat = sorted((assignment.right_mate(index), index) for index in range(len(table)))
    return tuple(table[index] for _, index in by_seat)


def _seat_costs(entrant: int, seats: int, sat: _SeatCounts, missing: Sequence[int]) -> list[int]:
    """The costs of the seats for an entrant: they grow with the turns beyond the rarest seat (see `seat_imbalance`)."""
    rarest = min(sat[entrant, seat] + times for seat, times in enumerate(missing))
    return [COST_BASE ** min(LARGEST_COST_EXPONENT, max(0, sat[entrant, seat] - rarest)) for seat in range(seats)]
