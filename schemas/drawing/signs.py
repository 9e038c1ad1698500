"""What holds for the whole table, as signs: the order, the direction, locks, what is owed, what only a game has."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import UNSET

from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.text import Language, Text, say
from daifu.schemas.drawing.layout import Box
from daifu.schemas.drawing.lettering import lines, width
from daifu.schemas.drawing.scene import Scene
from daifu.schemas.drawing.shapes import frame, text
from daifu.schemas.drawing.words import game_facts, order_text, owed_sentences, right_sentence, sentence, turn_text
from daifu.schemas.position import ORDERS, Strength

_FONT: Final = 12.0
_LEAST_FONT: Final = 8.0
_LINE: Final = 1.25
_PADDING: Final = 6.0
_GAP: Final = 4.0
_NORMAL: Final = Strength(now=ORDERS[0], next_trick=ORDERS[0])
_ORDER: Final = Text("strength", "強さ")
_LOCK: Final = Text("suit lock", "縛り")
_ROUND: Final = {True: "↻", False: "↺"}
_REVERSED: Final = Text("the other way round", "逆回り")
_FEWEST_WITH_DIRECTION: Final = 3
_MOST_KEPT: Final = 1_000


class Sign(NamedTuple):
    """A sign: what it is about, what it says, and whether it is out of the ordinary."""

    kind: str
    text: str
    is_strong: bool = False


def signs_of(scene: Scene, language: Language) -> Iterator[Sign]:
    """The signs of a position, those that matter most first."""
    position, names = scene.position, scene.names
    if position.over or position.turn is None:
        yield Sign("turn", say(turn_text(position, names), language), is_strong=position.over)
    for owed in owed_sentences(position, language):
        yield Sign("owed", sentence(owed, names, language), is_strong=True)
    colon = "：" if language == "ja" else ": "
    order = say(_ORDER, language) + colon + say(order_text(position.strength), language)
    yield Sign("order", order, is_strong=position.strength != _NORMAL)
    if len(scene.seats) >= _FEWEST_WITH_DIRECTION:
        around = _ROUND[scene.goes_clockwise]
        told = f"{around} {say(_REVERSED, language)}" if position.reversed else around
        yield Sign("direction", told, is_strong=position.reversed)
    if position.suits and position.particulars.locks in (UNSET, []):
        suits = " ".join(SUIT_SIGNS[suit] for suit in position.suits)
        yield Sign("lock", say(_LOCK, language) + colon + suits, is_strong=True)
    for heading, parts in game_facts(scene.reached):
        yield Sign("fact", say(heading, language) + colon + sentence(parts, names, language))
    due = {(owed.giver, owed.what) for owed in position.owed}
    for right in position.rights:
        if (right.player, right.word) not in due:
            yield Sign("right", sentence(right_sentence(right), names, language))


def draw_signs(scene: Scene, language: Language, box: Box) -> str:
    """The signs in their box."""
    return _drawn(tuple(signs_of(scene, language)), box)


class _Placed(NamedTuple):
    """A sign in lines, with its place."""

    sign: Sign
    lines: list[str]
    box: Box


@lru_cache(_MOST_KEPT)
def _drawn(signs: tuple[Sign, ...], box: Box) -> str:
    """The signs, as large as they can be in their box."""
    font = _FONT
    while font > _LEAST_FONT and _height(_rows(signs, box, font)) > box.height:
        font -= 0.5
    rows = _rows(signs, box, font)
    while len(rows) > 1 and _height(rows) > box.height:  # the whole is in the description
        rows.pop()
    return "".join(_drawn_sign(placed, font) for row in rows for placed in row)


def _rows(signs: tuple[Sign, ...], box: Box, font: float) -> list[list[_Placed]]:
    """The signs beside each other as far as there is room, the rows in the middle of the box."""
    rows: list[list[_Placed]] = [[]]
    across, y, row_height = 0.0, box.y, 0.0
    for sign in signs:
        told = lines(sign.text, (box.width - 2 * _PADDING) / font)
        wide = max(map(width, told), default=0) * font + 2 * _PADDING
        high = len(told) * font * _LINE + _PADDING
        if rows[-1] and across + wide > box.width:
            rows[-1] = _centred(rows[-1], box)
            rows.append([])
            y, across, row_height = y + row_height + _GAP, 0.0, 0.0
        rows[-1].append(_Placed(sign, told, Box(box.x + across, y, wide, high)))
        across, row_height = across + wide + _GAP, max(row_height, high)
    rows[-1] = _centred(rows[-1], box)
    return rows


def _centred(row: list[_Placed], box: Box) -> list[_Placed]:
    aside = (box.right - row[-1].box.right) / 2
    return [placed._replace(box=placed.box._replace(x=placed.box.x + aside)) for placed in row]


def _height(rows: list[list[_Placed]]) -> float:
    return max(placed.box.bottom for placed in rows[-1]) - rows[0][0].box.y


def _drawn_sign(placed: _Placed, font: float) -> str:
    box = placed.box
    first = box.y + _PADDING / 2 + font * 0.95
    told = [
        text(line, box.x + box.width / 2, first + font * _LINE * number, font, "d-middle")
        for number, line in enumerate(placed.lines)
    ]
    strong = " d-strong" if placed.sign.is_strong else ""
    return f'<g class="d-sign{strong}" data-sign="{placed.sign.kind}">{frame(box)}{"".join(told)}</g>'
