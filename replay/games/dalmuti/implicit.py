"""Passes that a record may leave out (option `implicit_passes`, D-OPT-8)."""

from replay.actions import PLAY, Action
from replay.cards import size
from replay.combination import Combination
from replay.engine import clear_trick
from replay.table import Table

BEST_RANK = 1


def may_skip_passes(table: Table, _combination: Combination) -> None:
    """After this set the record may go straight to the next lead, if nobody can answer."""
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
