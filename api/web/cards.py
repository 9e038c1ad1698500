"""How cards look: what is written on them, and their suit or kind."""

from functools import cache
from typing import Final, NamedTuple

from api.views.game_text import NAMED_CARDS
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
