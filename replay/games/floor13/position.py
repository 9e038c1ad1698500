"""What only a thirteenth-floor game shows in a position: the stock, the drawer, and what has to come first."""

from typing import Final

from daifu.replay.actions import NAME
from daifu.replay.games.floor13.rights import report_missing_names
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.games.floor13.turns import CARDS_FOR_STUCK, wait_for_draw
from daifu.replay.options import Value
from daifu.replay.rules import Fact, PositionRules
from daifu.replay.text import Text

STOCK: Final = Text("stock", "山札")


def position_fields(table: Floor13Table) -> dict[str, Value]:
    """How many cards are left to draw, and who may still play after drawing (F-PASS-1, F-PASS-2)."""
    return {"stock": table.stock.left, "drawer": table.drawer or None}


def position_facts(table: Floor13Table) -> list[Fact]:
    """How many cards are left to draw."""
    left = table.stock.left
    return [Fact(STOCK, [Text(f"{left} card{'' if left == 1 else 's'}", f"{left}枚")])]


def pending_actions(table: Floor13Table) -> list[dict[str, Value]]:
    """The names that queens still need, or the draw of a pass that was announced (F-QBOMB-2, F-PASS-1)."""
    if table.pending is report_missing_names:
        return [{"what": "name", "from": table.owner, "times": table.rights[NAME]}]
    if table.pending is wait_for_draw:
        cards = table.stock.due(CARDS_FOR_STUCK if table.top is None else table.top.count)
        return [{"what": "draw", "from": table.turn, "cards": cards}]
    return []


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts, pending=pending_actions)
