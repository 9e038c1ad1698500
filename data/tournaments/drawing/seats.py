"""Who sits where at his table, so that everybody sits in every seat equally often.

The seats are given one after the other, the last one first: all tables that have this seat choose one of their people
at once. Each table needs one; the more often somebody has had his share of the seat, the dearer he is. That is a flow
of least cost, and because its costs grow with every unit, it is exact: nobody is further from his share than rounding
it up or down makes him. So nobody sits in one seat twice more than in another, whatever the sizes of his tables, as
long as no rounds were played before; where there were, what they gave counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

from data.tournaments.drawing.evening import evened
from data.tournaments.drawing.seating import Tables


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
    turns = Counter(chain.from_iterable(tables))
    had, shares = Counter[int](), turns.copy()
    for table in chain.from_iterable(played):
        had.update(table[seat : seat + 1])
        shares.update(table[: seat + 1] if len(table) > seat else ())
    costs = {
        entrant: [_cost(had[entrant] + more, shares[entrant], seat + 1) for more in range(1, most + 1)]
        for entrant, most in turns.items()
    }
    return _cheapest(tables, costs)


def _cheapest(tables: Sequence[Sequence[int]], costs: Mapping[int, Sequence[int]]) -> list[int]:
    """One of each table, where `costs` says what it costs to choose somebody once, once more, and so on."""
    flow = SimpleMinCostFlow()
    node = {entrant: len(tables) + place for place, entrant in enumerate(costs)}
    sink = len(tables) + len(node)
    choices = []
    for number, table in enumerate(tables):
        flow.set_node_supply(number, 1)
        choices += [(flow.add_arc_with_capacity_and_unit_cost(number, node[who], 1, 0), who) for who in table]
    for entrant, each in costs.items():
        for cost in each:
            flow.add_arc_with_capacity_and_unit_cost(node[entrant], sink, 1, cost)
    flow.set_node_supply(sink, -len(tables))
    if (status := flow.solve()) != flow.OPTIMAL:
        raise RuntimeError(f"every table has somebody to choose, yet the flow ends with {status}")
    return [entrant for arc, entrant in choices if flow.flow(arc)]


def _cost(times: int, shares: int, seats: int) -> int:
    """What it costs to be in the seat this often: the growth of the squared distance from the share, in whole numbers.

    His share is one in `seats` of the `shares` in which he had or has one of the seats up to this one.
    """
    return seats * (2 * times - 1) - 2 * shares
