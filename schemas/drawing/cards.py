"""Cards as they are drawn: a symbol for each face, and hands as rows of overlapping cards that fit into a box.

A card is 28 units wide and 40 high. Rank and suit stand in its upper left corner, so that both can be seen of a card
that others lie upon.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import ceil
from typing import Final, NamedTuple

from daifu.replay.cards import JOKER, SUIT_SIGNS, SUITS
from daifu.replay.text import Text
from daifu.schemas.drawing.layout import Box

SUIT_NAMES: Final = dict(
    zip(
        SUITS,
        (Text("spades", "スペード"), Text("hearts", "ハート"), Text("diamonds", "ダイヤ"), Text("clubs", "クラブ")),
        strict=True,
    )
)
SUIT_IDS: Final = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
NAMED_CARDS: Final = {
    JOKER: Text("Joker", "ジョーカー"),
    "XB": Text("BigJoker", "大ジョーカー"),
    "XS": Text("SmallJoker", "小ジョーカー"),
    "J": Text("Jester", "道化師"),
}
"""Cards with names: the jokers, and the jester of dalmuti."""
NAMED_MARKS: Final = {JOKER: "★", "XB": "★B", "XS": "★S", "J": "★J"}
_OTHER_JOKERS: Final = {"dalmuti": ("J",), "biga": ("XB", "XS")}
RED_SUITS: Final = "HD"
UNKNOWN: Final = "back"

_SUIT_PATHS: Final = {
    "S": "M10 1C12 5 18 8 18 12.5a4 4 0 0 1-6.8 2.9L12.5 19h-5l1.3-3.6A4 4 0 0 1 2 12.5C2 8 8 5 10 1z",
    "H": "M10 18C8 14.5 2 11.5 2 6.7A4.2 4.2 0 0 1 10 4.8a4.2 4.2 0 0 1 8 1.9C18 11.5 12 14.5 10 18z",
    "D": "M10 1.5C11.5 5 14.5 8 16.5 10 14.5 12 11.5 15 10 18.5 8.5 15 5.5 12 3.5 10 5.5 8 8.5 5 10 1.5z",
    "C": "M10 1a4 4 0 0 1 3.1 6.3A4 4 0 1 1 11 14L12.5 19h-5L9 14A4 4 0 1 1 6.9 7.3 4 4 0 0 1 10 1z",
}
_ASPECT: Final = 0.7
"""The width of a card by its height."""
_CORNER_WIDTH: Final = 0.54
_CORNER_HEIGHT: Final = 0.66
"""The part of a card that has to be seen: its corner."""
_SMALLEST: Final = 19.0
"""The least height of a card that can be read."""
_MOST_ROWS: Final = 6
_MOST_KEPT: Final = 4_000


class Card(NamedTuple):
    """A card by its name in records; a joker may have the card that it stands for."""

    name: str
    stands_for: str = ""


Cards = tuple[Card, ...]


def jokers_of(rules: str) -> tuple[str, ...]:
    """The jokers of a game as records name them."""
    return _OTHER_JOKERS.get(rules, (JOKER,))


@lru_cache(_MOST_KEPT)
def cards_from_text(text: str) -> Cards:
    """The known cards in a hand or a set as positions write them, such as `D3 X=S4 ?*2`."""
    named = (word.partition("=") for word in text.split() if not word.startswith("?"))
    return tuple(Card(name, stands_for) for name, _, stands_for in named)


def card_sign(card: Card) -> str:
    """A card within a text, such as `♠10` or `★=♥4`."""
    return f"{_sign(card.name)}={_sign(card.stands_for)}" if card.stands_for else _sign(card.name)


def _sign(name: str) -> str:
    if name in NAMED_MARKS:
        return NAMED_MARKS[name]
    if name[0] in SUIT_SIGNS and len(name) > 1:
        return f"{SUIT_SIGNS[name[0]]}{rank_sign(name[1:])}"
    return name


def rank_sign(rank: str) -> str:
    """A rank as it stands on a card."""
    return rank.replace("T", "10")


@cache
def card_symbol(name: str) -> str:
    """The symbol of a card, which `use` elements draw."""
    if name == UNKNOWN:
        return (
            '<symbol id="c-back" viewBox="0 0 28 40"><rect class="d-back" x=".5" y=".5" width="27" height="39" rx="3"/>'
            '<path class="d-weave" d="M4 4h20v32H4zM4 12l20 16M4 28l20-16M14 4v32"/></symbol>'
        )
    suit = name[0] if _has_suit(name) else ""
    mark = NAMED_MARKS.get(name) or rank_sign(name[1:] if suit else name)
    corner, below = (mark[0], mark[1:]) if name in NAMED_MARKS else (mark, "")
    size, spacing = (15, "") if len(corner) == 1 else (12.5, ' letter-spacing="-.6"')
    face = f'<text x="8" y="13" font-size="{size}"{spacing}>{corner}</text>'
    if below:
        face += f'<text x="8" y="25.5" font-size="12">{below}</text>'
    if suit:
        face += f'<use href="#suit-{SUIT_IDS[suit]}" x="3" y="16" width="10" height="10"/>'
    return (
        f'<symbol id="c-{name}" viewBox="0 0 28 40"><g class="d-face d-suit-{suit or "none"}">'
        f'<rect x=".5" y=".5" width="27" height="39" rx="3"/>{face}</g></symbol>'
    )


@cache
def suit_symbols() -> str:
    """The symbols of the suits, which those of the cards use."""
    return "".join(
        f'<symbol id="suit-{SUIT_IDS[suit]}" viewBox="0 0 20 20"><path d="{path}"/></symbol>'
        for suit, path in _SUIT_PATHS.items()
    )


def card_symbols(names: Iterable[str]) -> str:
    """The symbols of these cards."""
    return "".join(map(card_symbol, names))


def card_use(card: Card, x: float, y: float, height: float, mark: str = "", *, is_covered: bool = False) -> str:
    """A card at a place, with a second suit on a card that nothing covers; `mark` are further attributes."""
    wide = height * _ASPECT
    drawn = f'<use href="#c-{card.name}" x="{x:.4g}" y="{y:.4g}" width="{wide:.4g}" height="{height:.4g}"{mark}/>'
    if card.stands_for:
        small = f'width="{wide * 0.6:.4g}" height="{height * 0.6:.4g}" class="d-stands-for"'
        drawn += f'<use href="#c-{card.stands_for}" x="{x + wide * 0.4:.4g}" y="{y + height * 0.4:.4g}" {small}/>'
    elif not is_covered and _has_suit(card.name):
        pip_x, pip_y, size = x + wide * 0.5, y + height * 0.62, wide * 0.42
        place = f'x="{pip_x:.4g}" y="{pip_y:.4g}" width="{size:.4g}" height="{size:.4g}"'
        drawn += f'<use class="d-suit-{card.name[0]}" href="#suit-{SUIT_IDS[card.name[0]]}" {place}/>'
    return drawn


def _has_suit(name: str) -> bool:
    return len(name) > 1 and name[0] in SUITS


class Fan(NamedTuple):
    """How cards fit into a box: in how many rows of how many, how far apart, and how high they are."""

    rows: int
    row: int
    step: float
    height: float

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of all."""
        across = (self.row - 1) * self.step + self.height * _ASPECT
        return across, self.height * (1 + _CORNER_HEIGHT * (self.rows - 1))


@lru_cache(_MOST_KEPT)
def fan(count: int, width: float, height: float, most: float, spread: float = 1.06) -> Fan | None:
    """The rows in which so many cards are largest, each at most `most` high; None if they cannot be read then.

    `spread` is how far cards are apart if there is room, in widths of a card.
    """
    best: Fan | None = None
    for rows in range(1, min(count, _MOST_ROWS) + 1):
        row = ceil(count / rows)
        card = min(
            most, height / (1 + _CORNER_HEIGHT * (rows - 1)), width / (_ASPECT * (1 + _CORNER_WIDTH * (row - 1)))
        )
        step = 0.0 if row == 1 else min(spread * card * _ASPECT, (width - card * _ASPECT) / (row - 1))
        if best is None or card > best.height + 1:
            best = Fan(rows, row, step, card)
    return best if best and best.height >= _SMALLEST else None


def placed(cards: Sequence[Card], box: Box, found: Fan, *, centred: bool) -> Iterator[tuple[Card, float, float, bool]]:
    """Each card with its place in the box, row by row, and whether another covers a part of it."""
    across, _ = found.size
    left = box.x + (box.width - across) / 2 if centred else box.x
    overlap = found.step < found.height * _ASPECT
    for number, card in enumerate(cards):
        row, place = divmod(number, found.row)
        is_last = place == found.row - 1 or number == len(cards) - 1
        is_covered = (overlap and not is_last) or number + found.row < len(cards)
        yield card, left + place * found.step, box.y + row * found.height * _CORNER_HEIGHT, is_covered
