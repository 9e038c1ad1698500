"""Gifts between players: what really moved."""

from typing import Final

from replay.tallies.sheets import Sheets

GIVEN: Final = ("gifts.given", "gifts.given.cards", "gifts.given.strength")
RECEIVED: Final = ("gifts.received", "gifts.received.cards", "gifts.received.strength")


def count_gift(sheets: Sheets, giver: int, taker: int, came: int) -> None:
    """Count the cards that came to another player, for both; what the giver had not did not move."""
    if giver == taker or came <= 0:
        return
    number, worth = sheets.scale.gift(came)
    for own, (gifts, cards, strength) in ((sheets.own[giver], GIVEN), (sheets.own[taker], RECEIVED)):
        own[gifts] += 1
        own[cards] += number
        own[strength] += worth
