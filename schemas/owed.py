"""What a position still demands of its players, and what the last set lets its player do."""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from replay.actions import NAME
from replay.games.biga.table import BigATable
from replay.games.floor13.bombs import demand_names
from replay.games.floor13.drawing import FROM_STUCK, wait_for_draw
from replay.games.floor13.table import Floor13Table
from replay.gifts import Gift
from replay.table import NOBODY, Table

Obligation = dict[str, Any]


def owed(table: Table) -> list[Obligation]:
    """Everything that has to happen before the play goes on; what is not done is a fault then."""
    if table.over:
        return []
    return [*({"what": "gift", **gift_json(gift)} for gift in _gifts(table)), *_of_the_game(table)]


def rights(table: Table) -> list[dict[str, Any]]:
    """The words and deeds that the last set gave its player and that he has not yet used, and how often."""
    if table.speaker == NOBODY:
        return []
    return [{"player": table.speaker, "word": word, "times": times} for word, times in table.rights.items() if times]


def gift_json(gift: Gift) -> Obligation:
    """A gift that one player owes another, as plain JSON values."""
    return {"from": gift.giver, "to": gift.taker, "cards": gift.size, "choice": gift.choice}


def _gifts(table: Table) -> Iterator[Gift]:
    exchange = table.exchange
    if exchange is not None and not exchange.closed:
        yield from (gift for giver, gift in exchange.owed.items() if giver not in exchange.made)


@singledispatch
def _of_the_game(_table: Table) -> Iterator[Obligation]:
    """What only some games demand."""
    return iter(())


@_of_the_game.register
def _(table: Floor13Table) -> Iterator[Obligation]:
    """The names of queens, and the draw of a pass that was announced (F-QBOMB-2, F-PASS-1)."""
    if table.pending is demand_names:
        yield {"what": "name", "from": table.owner, "times": table.rights[NAME]}
    if table.pending is wait_for_draw:
        cards = table.stock.due(FROM_STUCK if table.top is None else table.top.count)
        yield {"what": "draw", "from": table.turn, "cards": cards}


@_of_the_game.register
def _(table: BigATable) -> Iterator[Obligation]:
    """Somebody has to declare before the first lead (B-DECL-1)."""
    if not table.declarer:
        yield {"what": "declaration"}
