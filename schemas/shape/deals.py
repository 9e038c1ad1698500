"""Deals of a record as the engine takes them: cards and actions understood."""

from msgspec import UNSET

from replay.deal import NOT_WRITTEN, Deal, Hand, Result
from replay.hands import read_cards, read_hand
from replay.rules import Rules
from schemas.shape.structs import DealShape, ResultShape

NO_RESULT = Result()


class DealReader:
    """Reads the deals that `count` players recorded under some rules."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._lexicon = rules.profile.lexicon
        self._action = rules.notation(count).__getitem__

    def read(self, shape: DealShape) -> Deal:
        """The deal of this shape. Raises `Unreadable` for a card or an action that cannot be read."""
        return Deal(
            seats=shape.seats or None,
            places=NOT_WRITTEN if shape.places is UNSET else shape.places,
            hands=None if shape.hands is UNSET else [self._hand(hand) for hand in shape.hands],
            exchanged=shape.hands_are == "exchanged",
            dealer=shape.dealer or None,
            first=shape.first or None,
            stock=None if shape.stock is UNSET else read_cards(self._lexicon, shape.stock),
            actions=None if shape.actions is UNSET else list(map(self._action, shape.actions)),
            result=NO_RESULT if shape.result is UNSET else _result(shape.result),
            abandoned=shape.abandoned is True,
        )

    def _hand(self, text: str | None) -> Hand | None:
        return None if text is None else read_hand(self._lexicon, text)


def _result(shape: ResultShape) -> Result:
    return Result(
        None if shape.order is UNSET else shape.order,
        None if shape.points is UNSET else shape.points,
    )
