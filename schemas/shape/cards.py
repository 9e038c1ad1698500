"""The field of the slow reader for texts of cards and actions: read as the fast reader does, and every failure kept."""

from collections.abc import Callable
from typing import NamedTuple

from marshmallow.experimental.context import Context

from replay.actions import Notation, Unreadable
from replay.hands import read_cards, read_hand
from replay.melds import Lexicon
from replay.text import Text
from schemas.shape.fields import Errors, Expecting


class Reading(NamedTuple):
    """How the cards and the actions of the record at hand are written; None where that is not known."""

    lexicon: Lexicon | None
    notation: Notation | None


class ReadingContext(Context[Reading]):
    """Carries the reading of a record to the fields."""


class CardText(Expecting):
    """Text of at most `length` characters that `read` can read."""

    def __init__(
        self, length: int, example: str, read: Callable[[Reading, str], object], *, allow_none: bool = False
    ) -> None:
        want = Text(
            f"text of at most {length} characters such as {example!r}", f"「{example}」のような{length}文字以下の文字列"
        )
        super().__init__(want, lambda value: isinstance(value, str) and len(value) <= length, allow_none=allow_none)
        self._read = read

    def errors(self, value: object) -> Errors:
        """What cannot be read, or that it is no text at all."""
        errors = super().errors(value)
        if not errors and isinstance(value, str):
            try:
                self._read(ReadingContext.get(), value)
            except Unreadable as unreadable:
                return [unreadable.text]
        return errors


def as_hand(reading: Reading, text: str) -> object:
    """Read a hand, if it is known with which cards."""
    return reading.lexicon and read_hand(reading.lexicon, text)


def as_stock(reading: Reading, text: str) -> object:
    """Read the stock, if it is known with which cards."""
    return reading.lexicon and read_cards(reading.lexicon, text)


def as_action(reading: Reading, text: str) -> object:
    """Read an action, if it is known with which cards and by how many players."""
    return None if reading.notation is None else reading.notation[text]
