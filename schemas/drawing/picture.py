"""A position as SVG: seats around a table, the trick in the middle, signs for what holds, and hands face up.

The same position always gives the same text. Attributes named `data-` say what is drawn, for programs that read it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import UNSET

from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.text import Language, Text, say
from daifu.schemas.drawing.cards import (
    UNKNOWN,
    Cards,
    Fan,
    card_symbols,
    card_use,
    cards_from_text,
    fan,
    placed,
    suit_symbols,
)
from daifu.schemas.drawing.layout import Box, layout
from daifu.schemas.drawing.scene import TRICK_PASS, Look, Scene
from daifu.schemas.drawing.seats import draw_seat
from daifu.schemas.drawing.style import style_of
from daifu.schemas.drawing.svg import cross, frame, lines, named_text, plain, shortened, text, width
from daifu.schemas.drawing.text import heading, spoken
from daifu.schemas.drawing.words import (
    fault_sentence,
    game_facts,
    meld_cards,
    order_text,
    owed_sentences,
    right_sentence,
    sentence,
    turn_text,
)
from daifu.schemas.position import ORDERS, Strength

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

_XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg"'


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
    for fact, parts in game_facts(scene.reached):
        yield Sign("fact", say(fact, language) + colon + sentence(parts, names, language))
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


def draw_scene(scene: Scene, look: Look) -> str:
    """A scene as SVG."""
    start = scene.seats.index(nearest_player(scene, look.seat))
    seats = scene.seats[start:] + scene.seats[:start]
    places = layout(look.shape, len(seats))
    by_number = {seated.player: seated for seated in scene.position.players}
    boxes = dict(zip(seats, places.seats, strict=True))
    felt, nearest = places.felt, seats[0]
    # Where nothing lies there yet and several gifts may have to be told, the signs take the place of the trick.
    lies = scene.position.trick or scene.laid_aside or scene.is_faulty
    parts = [
        f'<rect class="d-ground" width="{places.width:g}" height="{places.height:g}"/>' if look.theme else "",
        frame(felt, "d-felt", min(felt.width, felt.height) / 2.6),
        *(_gift(boxes[owed.giver], boxes[owed.taker]) for owed in scene.position.owed if owed.giver and owed.taker),
        *(draw_seat(scene, look, by_number[player], boxes[player], is_nearest=player == nearest) for player in seats),
        draw_signs(scene, look.language, places.trick if scene.position.owed and not lies else places.signs),
        draw_trick(scene, look, places.trick),
    ]
    return f"{_opening(scene, look, places.width, places.height)}{''.join(parts)}</svg>"


def nearest_player(scene: Scene, asked: int) -> int:
    """The player who sits nearest: the one asked for if that one takes part, else the first one."""
    return asked if asked in scene.seats else min(scene.seats)


def _opening(scene: Scene, look: Look, width: float, height: float) -> str:
    """The element itself with what it says about the whole, and in a file the style and the symbols."""
    position = scene.position
    classes = f"drawing {look.shape}{' four' if look.four_colours else ''}"
    size = f' width="{width:g}" height="{height:g}"' if look.theme else ""
    told = (
        f'data-deal="{position.deal}" data-at="{position.at}" data-turn="{position.turn or ""}" '
        f'data-over="{str(position.over).lower()}" data-now="{position.strength.now}" '
        f'data-next="{position.strength.next_trick}" data-reversed="{str(position.reversed).lower()}" '
        f'data-suits="{" ".join(position.suits)}"'
    )
    opening = (
        f'<svg{_XMLNS if look.theme else ""} class="{classes}" viewBox="0 0 {width:g} {height:g}"{size} role="img" '
        f'lang="{look.language}" {told}><title>{plain(heading(scene, look.language))}</title>'
        f"<desc>{plain(spoken(scene, look.language))}</desc>"
    )
    if not look.theme:
        return opening
    style = style_of(look.theme, four_colours=look.four_colours)
    return f"{opening}<style>{style}</style><defs>{suit_symbols()}{card_symbols(card_names(scene))}</defs>"


def card_names(scene: Scene) -> Iterator[str]:
    """The names of all cards that are drawn, each once, and the back of a card."""
    texts = [seated.hand for seated in scene.position.players]
    texts += [one.cards for one in scene.position.trick if one.cards]
    drawn = [card for text in texts for card in cards_from_text(text)]
    drawn += scene.laid_aside
    drawn += [card for action in scene.swept for card in meld_cards(action)]
    names = [name for card in drawn for name in card if name]
    return iter(dict.fromkeys([UNKNOWN, *names]))


def page_symbols(scene: Scene) -> str:
    """The symbols of the cards in drawings without a theme, hidden, in one order whatever lies where.

    The page itself has those of the suits.
    """
    symbols = card_symbols(sorted(card_names(scene)))
    return f'<svg class="drawing sprite" aria-hidden="true" focusable="false">{symbols}</svg>'


def _gift(giver: Box, taker: Box) -> str:
    """An arrow from one seat to another."""
    (from_x, from_y), (to_x, to_y) = giver.centre, taker.centre
    start, end = _leaves(giver, to_x, to_y), _leaves(taker, from_x, from_y)
    length = max(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5, 1)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    back = end[0] - 9 * along[0], end[1] - 9 * along[1]
    sides = (
        f"{back[0] - 5 * along[1]:.4g} {back[1] + 5 * along[0]:.4g}L"
        f"{back[0] + 5 * along[1]:.4g} {back[1] - 5 * along[0]:.4g}"
    )
    line = f"M{start[0]:.4g} {start[1]:.4g}L{back[0]:.4g} {back[1]:.4g}"
    return f'<path class="d-gift" d="{line}"/><path class="d-gift-head" d="M{end[0]:.4g} {end[1]:.4g}L{sides}z"/>'


def _leaves(box: Box, to_x: float, to_y: float) -> tuple[float, float]:
    """Where the line from the middle of a box to a point leaves the box."""
    x, y = box.centre
    across, down = to_x - x, to_y - y
    share = min(
        box.width / 2 / abs(across) if across else 1.0,
        box.height / 2 / abs(down) if down else 1.0,
        1.0,
    )
    return x + across * share, y + down * share
