"""Who sits where at his table, so that everybody sits in every seat equally often, whenever the rounds are broken off.

The seats are given one after the other, the last one first: all tables that have this seat choose one of their people
at once. Each table needs one; the further somebody is from his share of the seat after any round, the dearer that is.
It is a flow of least cost: what he has had of the seat flows on from table to table. If every table gave each of its
people the same part of the seat, everybody would have exactly his share all the time; and where there is such a flow,
there is one in whole numbers that rounds each share up or down. To be further away than that is dearer than anything.
So nobody sits in one seat twice more than in another, after any round and whatever the sizes of his tables, as long as
no rounds were played before; where there were, what they gave counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import Final

from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

from data.tournaments.drawing.evening import evened
from data.tournaments.drawing.seating import Tables

BEYOND: Final = 1 << 24
"""What it costs to be further from a share than rounding makes anybody: more than everything else together."""


def seated(rounds: Sequence[Tables], played: Iterable[Tables] = ()) -> tuple[Tables, ...]:
    """The same tables, everybody in a seat."""
    before = tuple(played)
    open_tables = [list(table) for tables in rounds for table in tables]
    orders: list[list[int]] = [[] for _ in open_tables]
    for seat in reversed(range(max(map(len, open_tables), default=0))):
        having = [place for place, table in enumerate(open_tables) if len(table) > seat]
        chosen = _chosen(seat, [open_tables[place] for place in having], before)
        for place, entrant in zip(having, chosen, strict=True):
            open_tables[place].remove(entrant)
            orders[place].append(entrant)
    ordered = iter(tuple(reversed(order)) for order in orders)
    return evened([tuple(next(ordered) for _ in tables) for tables in rounds], before)


def _chosen(seat: int, tables: Sequence[Sequence[int]], played: Iterable[Tables]) -> list[int]:
    """For each table, who of it takes this seat."""
    had, shares = Counter[int](), Counter[int]()
    for table in chain.from_iterable(played):
        had.update(table[seat : seat + 1])
        shares.update(table[: seat + 1] if len(table) > seat else ())
    return _cheapest(tables, lambda who, times, turns: _cost(had[who] + times, shares[who] + turns, seat + 1))


def _cheapest(tables: Sequence[Sequence[int]], cost: Callable[[int, int, int], int]) -> list[int]:
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


def _cost(times: int, shares: int, seats: int) -> int:
    """What it costs to be in the seat once more, so often in all.

    His share is one in `seats` of the `shares` in which he had or has one of the seats up to this one. The cost is the
    growth of the squared distance from it, in whole numbers, and that of the distance from what rounding it may give.
    """
    least, most = shares // seats, -(-shares // seats)
    return seats * (2 * times - 1) - 2 * shares + BEYOND * (max(0, times - most) - max(0, least - times + 1))
