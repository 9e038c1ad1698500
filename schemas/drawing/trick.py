"""The trick in the middle: who laid what, and the set to beat on top."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from daifu.replay.text import Text, say
from daifu.schemas.drawing.cards import Cards, Fan, card_use, cards_from_text, fan, placed
from daifu.schemas.drawing.fault_text import fault_sentence
from daifu.schemas.drawing.layout import Box
from daifu.schemas.drawing.lettering import lines, shortened, width
from daifu.schemas.drawing.scene import TRICK_PASS, Look, Scene
from daifu.schemas.drawing.shapes import cross, frame, named_text, text
from daifu.schemas.drawing.words import meld_cards

_LABEL: Final = 16.0
_FONT: Final = 12.0
_SMALL_LABEL: Final = 14.0
_SMALL_FONT: Final = 10.5
_LARGEST: Final = 96.0
_BEFORE: Final = 36.0
"""The height of cards of sets that were beaten."""
_TWO_TIERS: Final = 140.0
_MOST_BEFORE: Final = 6
_MOST_LINES: Final = 3
_DOT: Final = 1.4
"""The width of the sign before a name, in heights of its font."""
_UNIT: Final = 16.0
_LEAST_UNIT: Final = 10.5
_LONGEST_NAME: Final = 5.0
"""Sets that were beaten stand in units: a card takes one, and so does a height of the font of their names."""
_EMPTY: Final = Text("nothing on the table", "場は空")
_LEADS: Final = Text("{name} leads", "{name}が親")
_TO_BEAT: Final = Text("to beat: {name}", "場の札：{name}")
_CLEARED: Final = Text("trick over: {name}", "流れた札：{name}")
_REFUSED: Final = Text("does not count: {name}", "無効：{name}")


class _Laid(NamedTuple):
    """A set with its player, and the classes that say what is special about it."""

    player: int
    cards: Cards
    classes: str = ""


def draw_trick(scene: Scene, look: Look, box: Box) -> str:
    """The sets of the trick in their box, the latest largest."""
    position = scene.position
    laid = [_Laid(one.player, cards_from_text(one.cards)) for one in position.trick if one.cards]
    laid += [_Laid(action.player, meld_cards(action), "d-gone") for action in scene.swept]
    passes = ";".join(f"{one.player} {one.cards or TRICK_PASS}" for one in position.trick)
    if scene.is_faulty and laid and scene.action and not scene.laid_aside and laid[-1].player == scene.action.player:
        laid[-1] = laid[-1]._replace(classes="d-faulty")
    aside = scene.laid_aside
    if aside and scene.action:
        laid.append(_Laid(scene.action.player, aside, "d-gone d-faulty" if scene.is_faulty else "d-gone"))
    told, above = _fault(scene, look, box)
    drawn = told + (_sets(scene, look, laid, above) if laid else _empty(scene, look, above))
    top = position.top
    held = f' data-top="{top.player} {top.cards}" data-kind="{top.kind}"' if top else ""
    return f'<g class="d-trick" data-trick="{passes}"{held}>{drawn}</g>'


def _fault(scene: Scene, look: Look, box: Box) -> tuple[str, Box]:
    """Why the last action is a fault, at the foot of the box, and the box above that.

    Of several faults those are told that have room; the page has all of them.
    """
    faults = scene.reached.faults_of(scene.position.at - 1)
    if not faults or not scene.action:
        return "", box
    found: list[str] = []
    for fault in faults:
        told = lines(
            fault_sentence(fault, scene.names, look.language, signs=True, alone=True), (box.width - 12) / _FONT
        )
        if not found or (len(found) + len(told) <= _MOST_LINES and box.height >= _TWO_TIERS):
            found += told[:_MOST_LINES]
    high = len(found) * _FONT * 1.3 + 6
    foot = Box(box.x, box.bottom - high, box.width, high)
    middle = box.x + box.width / 2
    rows = (text(line, middle, foot.y + _FONT * (1.1 + 1.3 * row), _FONT, "d-middle") for row, line in enumerate(found))
    return f'<g class="d-fault">{frame(foot)}{"".join(rows)}</g>', box.without(bottom=high + 4)


def _empty(scene: Scene, look: Look, box: Box) -> str:
    position = scene.position
    if position.over or position.owed:
        return ""
    x, y = box.centre
    told = text(say(_EMPTY, look.language), x, y, _FONT, "d-middle d-minor")
    if position.turn:
        name = shortened(scene.names[position.turn - 1], 14)
        told += text(say(_LEADS, look.language).format(name=name), x, y + 18, 14, "d-middle d-name")
    return told


def _sets(scene: Scene, look: Look, laid: Sequence[_Laid], box: Box) -> str:
    *before, last = laid
    before = before[-_MOST_BEFORE:]
    label = _TO_BEAT
    if "d-gone" in last.classes:
        label = _REFUSED if scene.is_refused else _CLEARED
    told = say(label, look.language).format(name=scene.names[last.player - 1])
    colour = scene.colour(last.player)
    if not before:
        return _last(last, colour, told, box)
    if box.height < _TWO_TIERS:
        share = box.width * 0.48
        right = box._replace(x=box.x + share, width=box.width - share)
        return _row(scene, before, box._replace(width=share)) + _last(last, colour, told, right)
    row = _BEFORE + _SMALL_LABEL + 4
    return _row(scene, before, box._replace(height=row)) + _last(last, colour, told, box.without(top=row))


def _row(scene: Scene, before: Sequence[_Laid], box: Box) -> str:
    """Sets that were beaten, the latest on the right; each gets a part of the row by its number of cards."""
    names = [scene.names[one.player - 1] for one in before]
    weights = [
        max(len(one.cards), min(width(name), _LONGEST_NAME)) + 2 for one, name in zip(before, names, strict=True)
    ]
    while len(weights) > 1 and box.width / sum(weights) < _LEAST_UNIT:
        weights, before, names = weights[1:], before[1:], names[1:]
    unit = min(_UNIT, box.width / sum(weights))
    x = box.x + (box.width - unit * sum(weights)) / 2
    parts = []
    for one, name, weight in zip(before, names, weights, strict=True):
        place = Box(x, box.y, unit * weight - 4, box.height)
        found = fan(len(one.cards), place.width, place.height - _SMALL_LABEL, _BEFORE)
        parts.append(_set(one, scene.colour(one.player), name, place, _SMALL_FONT, found, place.y + _SMALL_LABEL))
        x += unit * weight
    return "".join(parts)


def _last(one: _Laid, colour: int, told: str, box: Box) -> str:
    """The set to beat, or the last set that does not lie there, in the middle of its box."""
    below = box.without(top=_LABEL)
    found = fan(len(one.cards), below.width, below.height, min(_LARGEST, below.height - 6))
    high = found.size[1] if found else 0
    return _set(one, colour, told, box, _FONT, found, below.y + (below.height - high) / 2)


def _set(one: _Laid, colour: int, told: str, box: Box, font: float, found: Fan | None, y: float) -> str:
    """A set under a line about it; its cards begin at this height, if there is room for any."""
    shown = shortened(told, box.width / font - _DOT)
    middle, base = box.x + box.width / 2, y - font * 0.5
    parts = [named_text(colour, shown, middle, base, font)]
    if found:
        across, high = found.size
        place = Box(middle - across / 2, y, across, high)
        cards = placed(one.cards, place, found, centred=True)
        parts += [card_use(card, x, card_y, found.height, is_covered=covered) for card, x, card_y, covered in cards]
        if "d-faulty" in one.classes:
            around = Box(place.x - 3, y - 3, across + 6, high + 6)
            parts.append(frame(around, "d-frame", 6) + cross(place.right, y + 6))
    named = " ".join(f"{card.name}={card.stands_for}" if card.stands_for else card.name for card in one.cards)
    return f'<g class="d-set {one.classes}" data-player="{one.player}" data-set="{named}">{"".join(parts)}</g>'
