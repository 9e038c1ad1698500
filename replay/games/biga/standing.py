"""Faulty plays that stand, and what really lies on the table then."""

from replay.actions import Action
from replay.combination import IRREGULAR
from replay.engine import stands
from replay.games.biga.sets import CardSet
from replay.games.biga.table import BigATable
from replay.games.biga.teams import lay_open


def stands_as_held(table: BigATable, action: Action, laid: CardSet | None, breaches: list[str]) -> CardSet:
    """A faulty set that nobody noticed stands; only cards that were held lie there to be captured or to show a partner.

    What is no combination shows its Big As all the same (B-WIND-4).
    """
    held = table.cards_held(action.player, action.cards)
    standing = stands(table, action, laid, breaches)
    if laid is None:
        return CardSet(
            kind=IRREGULAR,
            cards=held,
            count=standing.count,
            strength=0,
            label=standing.label,
            effects=(lay_open,),
        )
    return laid.of_cards(held)
