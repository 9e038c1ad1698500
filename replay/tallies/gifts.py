"""Gifts between players: what really moved."""

from functools import lru_cache
from typing import Final

from replay.counting import Row
from replay.tallies.sheets import Sheets

MOST_ROWS: Final = 4096


def count_gift(sheets: Sheets, giver: int, taker: int, came: int) -> None:
    """Count the cards that came to another player, for both; what the giver had not did not move."""
    if giver == taker or came <= 0:
        return
    number, worth = sheets.scale.gift(came)
    sheets.rows[giver].append(_row("gifts.given", number, worth))
    sheets.rows[taker].append(_row("gifts.received", number, worth))


@lru_cache(MOST_ROWS)
def _row(gifts: str, number: int, worth: int) -> Row:
    """A gift of so many cards, which are worth so much together."""
    return Row({gifts: 1, f"{gifts}.cards": number, f"{gifts}.strength": worth})
