"""Reads the values on the lines of a game in a server log as values of a record (rules digest, section 2).

All readers raise `ReadingError`.
"""

import re
from functools import lru_cache
from typing import Final

from daifu.schemas.foreign_log import ReadingError, quote_found
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.cards import MOST_CACHED, read_cards, read_set
from daifu.schemas.uecda.plain_deals import PLAYERS

NO_RANKS: Final = "22222"
NO_EXCHANGE: Final = "NULL"
_GIFT: Final = re.compile("([0-4])([0-4])((?:..)+)EE")
_SUBMISSION: Final = re.compile("([0-4])((?:..)*)EE")
_POINTS: Final = re.compile("(?:0|[1-9][0-9]{0,17})(?: (?:0|[1-9][0-9]{0,17})){4}")


def game_prefix(number: int, key: str) -> str:
    """The beginning of the line with this key of a game."""
    return f"%{number:05}%{key}% "


def read_digits(text: str) -> list[int]:
    """The digits of all players, each once."""
    if sorted(text) != [str(digit) for digit in range(PLAYERS)]:
        raise ReadingError(quote_found(text), messages.DIGITS)
    return [int(digit) for digit in text]


def read_places(text: str) -> list[int] | None:
    """Player numbers best first, from each player's rank; None after a reset (U-SEAT-1)."""
    if text == NO_RANKS:
        return None
    ranks = read_digits(text)
    return [ranks.index(rank) + 1 for rank in range(PLAYERS)]


def read_hands(text: str) -> list[str | None]:
    """The five hands as dealt, by player."""
    hands = text.split(" ")
    if len(hands) != PLAYERS + 1 or hands[-1]:
        raise ReadingError(quote_found(text), messages.FIVE_HANDS)
    return [read_cards(hand) for hand in hands[:-1]]


def read_gifts(text: str) -> list[str]:
    """The gifts of the exchange as actions."""
    if text == NO_EXCHANGE:
        return []
    if not text:
        raise ReadingError(quote_found(text), messages.GIFTS)
    return [_read_gift(token) for token in _tokens(text)]


def read_submissions(text: str) -> list[str]:
    """The plays as they were submitted, as actions."""
    return [_read_submission(token) for token in _tokens(text)]


def _tokens(text: str) -> list[str]:
    """The words of an exchange or a play line, each of which has a space before it."""
    if text and not text.startswith(" "):
        raise ReadingError(quote_found(text), messages.TWO_SPACES)
    return text.split(" ")[1:]


@lru_cache(MOST_CACHED)
def _read_gift(token: str) -> str:
    gift = _GIFT.fullmatch(token)
    if gift is None:
        raise ReadingError(quote_found(token), messages.GIFT)
    return f"{int(gift[1]) + 1} give {int(gift[2]) + 1} {read_cards(gift[3])}"


@lru_cache(MOST_CACHED)
def _read_submission(token: str) -> str:
    play = _SUBMISSION.fullmatch(token)
    if play is None:
        raise ReadingError(quote_found(token), messages.SUBMISSION)
    return f"{int(play[1]) + 1} {read_set(play[2]) if play[2] else '-'}"


def read_totals(text: str) -> tuple[int, ...]:
    """The points so far, by player."""
    if not _POINTS.fullmatch(text):
        raise ReadingError(quote_found(text), messages.TOTALS)
    return tuple(int(total) for total in text.split(" "))
