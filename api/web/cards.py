"""How cards look: what is written on them, and their suit or kind."""

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from flask import current_app
from markupsafe import Markup

from daifu.api.languages import Language, say
from daifu.api.views.game_text import NAMED_CARDS, Cards, action_parts, meld_cards
from daifu.api.web.languages import page_language
from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, SAY, SHOW, Action
from daifu.replay.cards import SUITS
from daifu.replay.text import Text

SUIT_CLASSES: Final = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
SUIT_NAMES: Final = {
    "spades": Text("spades", "スペード"),
    "hearts": Text("hearts", "ハート"),
    "diamonds": Text("diamonds", "ダイヤ"),
    "clubs": Text("clubs", "クラブ"),
}
_JOKER_MARKS: Final = {"X": "★", "XB": "★B", "XS": "★S", "J": "★J"}


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
        return Face(_JOKER_MARKS[name], "", NAMED_CARDS[name])
    if name[0] in SUIT_CLASSES:
        return Face(name[1:].replace("T", "10"), SUIT_CLASSES[name[0]], None)
    return Face(name, "", None)


MOST_KEPT: Final = 10_000
"""How many drawings of a kind a process keeps: the same sets and actions stand in all positions of a deal."""


def inline_cards(cards: Cards) -> Markup:
    """Cards within a line of text."""
    return _drawn("inline", cards, 0, page_language())


def hand_of_cards(cards: Cards, unknown: int = 0) -> Markup:
    """Cards side by side, and the number of unknown ones."""
    return _drawn("hand", cards, unknown, page_language())


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
def _drawn(macro: str, cards: Cards, unknown: int, _language: Language) -> Markup:
    """What a macro of `cards.html` draws, in the language of the page."""
    drawn: Markup = getattr(_macros(), macro)(cards, unknown)
    return drawn
