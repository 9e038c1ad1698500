"""How cards look: what is written on them, and their suit or kind."""

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from flask import current_app
from markupsafe import Markup

from daifu.api.languages import Language, say
from daifu.api.web.languages import page_language
from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, SAY, SHOW, Action
from daifu.replay.text import Text
from daifu.schemas.drawing.cards import NAMED_CARDS, NAMED_MARKS, SUIT_IDS, Cards, suit_symbols
from daifu.schemas.drawing.cards import SUIT_NAMES as NAMES_OF_SUITS
from daifu.schemas.drawing.words import action_parts, meld_cards

SUIT_NAMES: Final = {SUIT_IDS[suit]: name for suit, name in NAMES_OF_SUITS.items()}

SHORT_WORDS: Final = {
    GIVE: Text("gives", "渡す"),
    DRAW: Text("draws", "引く"),
    DISCARD: Text("discards", "捨てる"),
    NAME: Text("names", "指名"),
    SAY: Text("says", "宣言"),
    SHOW: Text("shows", "見せる"),
    LEAVE: Text("leaves", "抜ける"),
}
"""What actions are that are neither plays nor passes."""


class Face(NamedTuple):
    """The face of a card: what is written on it, its suit by the name of its class or none, and its own name if any."""

    mark: str
    suit: str
    name: Text | None


@cache
def card_face(name: str) -> Face:
    """The face of a card by its name in records, such as `D3`, `X` or `12`."""
    if name in NAMED_CARDS:
        return Face(NAMED_MARKS[name], "", NAMED_CARDS[name])
    if name[0] in SUIT_IDS:
        return Face(name[1:].replace("T", "10"), SUIT_IDS[name[0]], None)
    return Face(name, "", None)


MOST_KEPT: Final = 10_000
"""How many drawings of a kind a process keeps: the same sets and actions stand in all positions of a deal."""


def inline_cards(cards: Cards) -> Markup:
    """Cards within a line of text."""
    return _inline(cards, page_language())


def suits() -> Markup:
    """The symbols of the suits, hidden: a page that shows cards has them once."""
    return Markup(f'<svg class="sprite" aria-hidden="true" focusable="false">{suit_symbols()}</svg>')  # noqa: S704 - ours


def action_sentence(action: Action, names: tuple[str, ...]) -> Markup:
    """An action as a sentence; `names` are those of the players."""
    return _drawn_sentence(action, names, page_language())


def action_mark(action: Action, name: str) -> Markup:
    """An action in a list of all: the name of its player, and the cards, or a dash for a pass."""
    return _drawn_mark(action, name, page_language())


@lru_cache(MOST_KEPT)
def _drawn_sentence(action: Action, names: tuple[str, ...], language: Language) -> Markup:
    drawn: Markup = _macros().sentence(list(action_parts(action, language)), names)
    return drawn


@lru_cache(MOST_KEPT)
def _drawn_mark(action: Action, name: str, language: Language) -> Markup:
    word = say(SHORT_WORDS[action.verb], language) if action.verb in SHORT_WORDS else ""
    drawn: Markup = _macros().mark(name, word, action.word, meld_cards(action), action.verb == PASS)
    return drawn


def _macros() -> Any:  # noqa: ANN401 - jinja's own
    """The macros of `cards.html`."""
    return current_app.jinja_env.get_template("cards.html").module


@lru_cache(MOST_KEPT)
def _inline(cards: Cards, _language: Language) -> Markup:
    drawn: Markup = _macros().inline(cards)
    return drawn
