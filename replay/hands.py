"""Hands and the stock, as a record writes them (record format, sections 1 and 2)."""

import re
from collections.abc import Iterable
from typing import Final

from replay.actions import Unreadable
from replay.deal import Hand
from replay.melds import Lexicon
from replay.text import expected

LONGEST: Final = 500
"""The characters of a hand or stock: too few to name any card so often that its count would spill over."""
MOST_UNKNOWN: Final = 200
"""A hand may have this many unknown cards: `?*200`."""

_UNKNOWN: Final = re.compile(r"\?(?:\*([1-9][0-9]{0,2}))?")


def read_hands(lexicon: Lexicon, texts: Iterable[str | None]) -> list[Hand | None]:
    """The hands of a deal, each text up to `LONGEST`; None for who has none. Raises `Unreadable`."""
    one = lexicon.one.__getitem__
    try:
        return [None if text is None else Hand(sum(map(one, words := text.split())), 0, len(words)) for text in texts]
    except KeyError:  # some cards are unknown, or unreadable
        return [None if text is None else read_hand(lexicon, text) for text in texts]


def read_hand(lexicon: Lexicon, text: str) -> Hand:
    """The hand that is written as cards, `?` for an unknown one and `?*13` for thirteen. Raises `Unreadable`."""
    words = _words(text)
    marks = [mark for mark in map(_UNKNOWN.fullmatch, words) if mark is not None]
    known = [word for word in words if not _UNKNOWN.fullmatch(word)]
    _refuse([word for word in known if word not in lexicon.one])
    unknown = sum(int(mark[1] or 1) for mark in marks)
    if unknown > MOST_UNKNOWN:
        raise Unreadable(
            expected(f"at most {MOST_UNKNOWN} unknown cards", f"{MOST_UNKNOWN}枚以下の不明札", str(unknown))
        )
    return Hand.of(sum(lexicon.one[word] for word in known), unknown)


def read_cards(lexicon: Lexicon, text: str) -> tuple[str, ...]:
    """The cards that are written, in their order; none may be unknown. Raises `Unreadable`."""
    words = _words(text)
    _refuse([word for word in words if word not in lexicon.spellings])
    return tuple(lexicon.spellings[word] for word in words)


def _words(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise Unreadable(expected(f"at most {LONGEST} characters", f"{LONGEST}文字以下", text))
    return text.split()


def _refuse(words: list[str]) -> None:
    if words:
        raise Unreadable(expected("cards of this game", "このゲームのカード", " ".join(words)))
