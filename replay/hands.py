"""Hands and the stock, as a record writes them (record format, sections 1 and 2)."""

import re
from typing import Final

from replay.actions import Unreadable
from replay.cards import MOST_COPIES
from replay.deal import Hand
from replay.melds import Lexicon
from replay.text import expected

MOST_UNKNOWN: Final = 200
"""A hand may have this many unknown cards: `?*200`."""

_UNKNOWN: Final = re.compile(r"\?(?:\*([1-9][0-9]{0,2}))?")


def read_hand(lexicon: Lexicon, text: str) -> Hand:
    """The hand that is written as cards, `?` for an unknown one and `?*13` for thirteen. Raises `Unreadable`."""
    words = text.split()
    if len(words) > MOST_COPIES:
        raise _too_many(text)
    try:
        return Hand(sum(map(lexicon.one.__getitem__, words)))
    except KeyError:
        return _read_with_unknown(lexicon, words)


def read_cards(lexicon: Lexicon, text: str) -> tuple[str, ...]:
    """The cards that are written, in their order; none may be unknown. Raises `Unreadable`."""
    words = text.split()
    if len(words) > MOST_COPIES:
        raise _too_many(text)
    _refuse([word for word in words if word not in lexicon.spellings])
    return tuple(lexicon.spellings[word] for word in words)


def _too_many(text: str) -> Unreadable:
    return Unreadable(expected(f"at most {MOST_COPIES} cards", f"{MOST_COPIES}枚以下のカード", text))


def _read_with_unknown(lexicon: Lexicon, words: list[str]) -> Hand:
    marks = [mark for mark in map(_UNKNOWN.fullmatch, words) if mark is not None]
    known = [word for word in words if not _UNKNOWN.fullmatch(word)]
    _refuse([word for word in known if word not in lexicon.one])
    unknown = sum(int(mark[1] or 1) for mark in marks)
    if unknown > MOST_UNKNOWN:
        raise Unreadable(
            expected(f"at most {MOST_UNKNOWN} unknown cards", f"{MOST_UNKNOWN}枚以下の不明札", str(unknown))
        )
    return Hand(sum(lexicon.one[word] for word in known), unknown)


def _refuse(words: list[str]) -> None:
    if words:
        raise Unreadable(expected("cards of this game", "このゲームのカード", " ".join(words)))
