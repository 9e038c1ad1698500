"""How a player's figures compare with those of the other players of the game."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from daifu.replay.figures.figure import LOW, TOTAL, Figure
from daifu.replay.figures.figures import Figures, add_sums, value_of_figure
from daifu.replay.figures.plan import Plan, PlanRow, player_plan
from daifu.replay.figures.sums import Counts

ENOUGH_DEALS: Final = 20
"""Players with fewer decided deals are not compared: their figures say little."""
FEWEST_OTHERS: Final = 5
"""A comparison with fewer others is left out."""


Peers = Mapping[str, "array[float]"]
"""The values of each figure among the players of a game with enough deals, in ascending order."""


class Comparison(NamedTuple):
    """The `share` of `others` players whose value is lower, or worse for a figure that has a better end.

    Equal values count half.
    """

    share: float
    others: int


def collect_peers(rules: str, players: Iterable[tuple[str, Counts]]) -> Peers:
    """The values of these players, who have at least `ENOUGH_DEALS` deals each. Totals are not compared."""
    plan = player_plan(rules)
    values = {id: array("d") for id, figure in plan.figures.items() if figure.kind != TOTAL}
    for _player, counts in players:
        sums = add_sums(plan.sums, counts)
        for row in _counted_rows(plan, counts):
            value = value_of_figure(row, sums)
            if value is not None and row.id in values:
                values[row.id].append(value)
    return {id: array("d", sorted(found)) for id, found in values.items() if found}


def compare_with_peers(peers: Peers, figures: Figures, known: Mapping[str, Figure]) -> dict[str, Comparison]:
    """How the figures of one of the peers compare with those of the others, by id; without those of too few others."""
    found = {}
    for id, value in figures.items():
        values = peers.get(id)
        if values is None or value.value is None or len(values) <= FEWEST_OTHERS:
            continue
        below, up_to = bisect_left(values, value.value), bisect_right(values, value.value)
        others = len(values) - 1
        share = (below + (up_to - below - 1) / 2) / others
        found[id] = Comparison(1 - share if known[id].better == LOW else share, others)
    return found


def _counted_rows(plan: Plan, counts: Counts) -> Iterable[PlanRow]:
    """The figures that everybody has, and those members of families that were counted for this player."""
    yield from plan.fixed
    for counter, row in plan.members:
        if counter in counts:
            yield row
