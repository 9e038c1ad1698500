"""Gifts between players: what really moved."""

from typing import Final

from replay.actions import Action
from replay.table import Table
from replay.tallies.sheets import Sheets

GIVEN: Final = ("gifts.given", "gifts.given.cards", "gifts.given.strength")
RECEIVED: Final = ("gifts.received", "gifts.received.cards", "gifts.received.strength")


def count_gift(sheets: Sheets, table: Table, action: Action, came: int) -> None:
    """Count the cards that came to another player, for both; what the giver had not did not move."""
    if action.player == action.target or came <= 0:
        return
    names = action.meld.names if came == action.cards else tuple(table.rules.alphabet.list(came))
    worth = sheets.scale.worth(names)
    for player, (gifts, cards, strength) in ((action.player, GIVEN), (action.target, RECEIVED)):
        own = sheets.own[player]
        own[gifts] += 1
        own[cards] += len(names)
        own[strength] += worth
