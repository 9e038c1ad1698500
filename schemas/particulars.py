"""What only some games have on their tables: cards that lie open, a stock, a declaration."""

from functools import singledispatch
from typing import Any

from replay.games.biga.table import BigATable
from replay.games.floor13.table import Floor13Table
from replay.games.theater.table import TheaterTable
from replay.table import Table
from schemas.card_text import hand_text


@singledispatch
def particulars(_table: Table) -> dict[str, Any]:
    """The facts that this table has besides what every table has, by their names."""
    return {}


@particulars.register
def _(table: TheaterTable) -> dict[str, Any]:
    """Cards that were shown by mistake (T-PUN-1)."""
    alphabet = table.rules.alphabet
    shown = ((player, table.open_cards(player)) for player in table.seated)
    return {"face_up": [{"player": player, "cards": hand_text(alphabet, cards, 0)} for player, cards in shown if cards]}


@particulars.register
def _(table: Floor13Table) -> dict[str, Any]:
    """What is left to draw, and who may still play after his draw (F-PASS-1, F-PASS-2)."""
    return {"stock": table.stock.left, "drawer": table.drawer or None}


@particulars.register
def _(table: BigATable) -> dict[str, Any]:
    """The declaration, and the declarer's partner as the replay knows him (B-DECL-1, B-TEAM-1).

    Without a partner the declarer plays alone; while nothing tells who it is, both are null.
    """
    return {
        "declarer": table.declarer or None,
        "big_ace": hand_text(table.rules.alphabet, table.ace, 0) or None,
        "partner": table.partner or None,
        "alone": None if table.partner is None else not table.partner,
        "teams_known": table.known,
    }
