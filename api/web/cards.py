"""How cards look: what is written on them, and their suit or kind."""

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from flask import current_app
from markupsafe import Markup

from api.languages import Language
from api.views.game_text import NAMED_CARDS, Cards
from api.web.languages import page_language
from replay.cards import SUITS
from replay.text import Text

SUIT_CLASSES: Final = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
SUIT_NAMES: Final = {
    "spades": Text("spades", "スペード"),
    "hearts": Text("hearts", "ハート"),
    "diamonds": Text("diamonds", "ダイヤ"),
    "clubs": Text("clubs", "クラブ"),
}
_JOKER_MARKS: Final = {"X": "★", "XB": "★B", "XS": "★S", "J": "★J"}


class Face(NamedTuple):
    """The face of a card: what is written on it, its suit by the name of its class or none, and its own name if any."""

    mark: str
    suit: str
    name: Text | None


@cache
def card_face(name: str) -> Face:
    """The face of a card by its name in records, such as `D3`, `X` or `12`."""
    if name in NAMED_CARDS:
        return Face(_JOKER_MARKS[name], "", NAMED_CARDS[name])
    if name[0] in SUIT_CLASSES:
        return Face(name[1:].replace("T", "10"), SUIT_CLASSES[name[0]], None)
    return Face(name, "", None)


MOST_KEPT: Final = 20_000
"""How many drawings of sets and hands a process keeps: the same ones stand in all positions of a deal."""


def inline_cards(cards: Cards) -> Markup:
    """Cards within a line of text."""
    return _drawn("inline", cards, 0, page_language())


def hand_of_cards(cards: Cards, unknown: int = 0) -> Markup:
    """Cards side by side, and the number of unknown ones."""
    return _drawn("hand", cards, unknown, page_language())


@lru_cache(MOST_KEPT)
def _drawn(macro: str, cards: Cards, unknown: int, _language: Language) -> Markup:
    """What a macro of `cards.html` draws, in the language of the page."""
    macros: Any = current_app.jinja_env.get_template("cards.html").module
    drawn: Markup = getattr(macros, macro)(cards, unknown)
    return drawn
