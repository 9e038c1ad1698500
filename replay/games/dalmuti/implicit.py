"""Passes that a record may leave out (option `implicit_passes`, D-OPT-8)."""

from replay.actions import PLAY, Action
from replay.cards import size
from replay.combination import Combination
from replay.engine import clear_trick
from replay.exchange import demand
from replay.table import Table

BEST_RANK = 1


def demand_once(table: Table, action: Action) -> None:
    """With the first play the gifts not made are missing; from then on passes may be left out."""
    demand(table, action)
    if table.pending is None:
        table.pending = skip_passes


def skip_passes(table: Table, action: Action) -> None:
    """The next leader plays and nobody could have answered: all others have passed without a word."""
    if (
        action.verb == PLAY
        and table.top is not None
        and action.player == _successor(table)
        and _unbeatable(table, table.top)
    ):
        clear_trick(table)


def _successor(table: Table) -> int:
    return table.rules.next_leader(table)


def _unbeatable(table: Table, top: Combination) -> bool:
    """A set of the best rank, or one of more cards than any opponent holds."""
    if top.ranks == (BEST_RANK,):
        return True
    opponents = [player for player in table.seated if table.active >> player & 1 and player != table.owner]
    return all(size(table.hands[player]) + table.unknown[player] < top.count for player in opponents)
