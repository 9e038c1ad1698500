"""Deals of a record as the engine takes them: cards and actions understood."""

from msgspec import UNSET

from replay.deal import NOT_WRITTEN, Deal, Result
from replay.hands import read_cards, read_hands
from replay.rules import Rules
from schemas.shape.structs import DealShape, ResultShape

_NO_RESULT = Result()


class DealReader:
    """Reads the deals that `count` players recorded under some rules."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._lexicon = rules.profile.lexicon
        self._action = rules.notation(count).__getitem__

    def read(self, shape: DealShape) -> Deal:
        """The deal of this shape. Raises `Unreadable` for a card or an action that cannot be read."""
        deal = without_cards(shape)
        if shape.hands is not UNSET:
            deal.hands = read_hands(self._lexicon, shape.hands)
        if shape.stock is not UNSET:
            deal.stock = read_cards(self._lexicon, shape.stock)
        if shape.actions is not UNSET:
            deal.actions = list(map(self._action, shape.actions))
        return deal


def without_cards(shape: DealShape) -> Deal:
    """All of the deal that can be told without knowing the game: who took part, and the result."""
    return Deal(
        seats=shape.seats or None,
        places=NOT_WRITTEN if shape.places is UNSET else shape.places,
        exchanged=shape.hands_are == "exchanged",
        dealer=shape.dealer or None,
        first=shape.first or None,
        result=_NO_RESULT if shape.result is UNSET else _result(shape.result),
        abandoned=shape.abandoned is True,
    )


def _result(shape: ResultShape) -> Result:
    return Result(
        None if shape.order is UNSET else shape.order,
        None if shape.points is UNSET else shape.points,
    )
