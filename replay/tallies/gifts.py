"""Gifts between players: what really moved."""

from functools import lru_cache
from typing import Final

from replay.counting import Row

MOST_ROWS: Final = 4096


@lru_cache(MOST_ROWS)
def gift_rows(number: int, worth: int) -> tuple[Row, Row]:
    """A gift of so many cards, which are worth so much together, for who gives it and for who takes it."""
    return _row("gifts.given", number, worth), _row("gifts.received", number, worth)


def _row(gifts: str, number: int, worth: int) -> Row:
    return Row({gifts: 1, f"{gifts}.cards": number, f"{gifts}.cards_squared": number**2, f"{gifts}.strength": worth})
