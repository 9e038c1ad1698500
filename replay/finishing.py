"""Going out, sinking to the bottom, and the end of a deal."""

from replay.combination import Combination
from replay.deal import Deal
from replay.table import NOBODY, Table


def goes_out(table: Table, player: int, _combination: Combination) -> None:
    """An empty hand takes the next free place; the deal ends when one player is left."""
    table.out.append(player)
    leave(table, player)


def sinks(table: Table, player: int) -> None:
    """The player leaves with the last free place; who sank before him stays below."""
    table.sunk.append(player)
    leave(table, player)


def leave(table: Table, player: int) -> None:
    """The player has no more part in the deal; the last one who has ends it."""
    table.active &= ~(1 << player)
    table.closed |= 1 << player
    if table.active & (table.active - 1) == 0:
        end(table)


def end(table: Table) -> None:
    """The deal is decided: nobody may act any more."""
    table.over = True
    table.turn = NOBODY
    table.closed = -1


def finishing_order(table: Table) -> list[int]:
    """All players of a decided deal, best first: those who went out, who was left, those who sank."""
    active = table.active
    left = [player for player in range(len(table.after)) if active >> player & 1]
    return table.out + left + table.sunk[::-1]


def played_order(table: Table, _deal: Deal) -> list[int] | None:
    """The players best first if the deal was played to its end, None while it is undecided."""
    return finishing_order(table) if table.over else None
