"""A position as text: sentences for those who hear it, and lines for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from daifu.replay.cards import SUIT_SIGNS, SUITS
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.text import Language, Text, cards_text, say
from daifu.replay.titles import title_name
from daifu.schemas.drawing.cards import NAMED_CARDS, SUIT_NAMES, Card, Cards, cards_from_text, rank_sign
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.drawing.words import (
    Part,
    fault_sentence,
    game_facts,
    meld_cards,
    order_text,
    owed_sentences,
    place_text,
    right_sentence,
    sentence,
    state_text,
    turn_text,
)
from daifu.schemas.position import LEFT, OUT, PASSED, SHUT_OUT, SUNK, Seated

_HEADING: Final = Text("deal {deal}, after {at} of {actions} actions", "{deal}回目、{actions}件中{at}件の行動の後")
_FAULT: Final = Text("Fault: {told}", "問題点は、{told}")
_TO_BEAT: Final = Text("To beat: {sets}", "場の札は{sets}")
_BEATEN: Final = Text("Beaten: {sets}", "その前は{sets}")
_SWEPT: Final = Text("The trick is over: {sets}", "場が流れた：{sets}")
_REFUSED: Final = Text("Does not count: {sets}", "無効：{sets}")
_LAID_BY: Final = Text("{cards}, laid by {name}", "{name}の{cards}")
_NOTHING: Final = Text("Nothing lies on the table", "場は空")
_ORDER: Final = Text("Strength: {order}", "強さは{order}")
_REVERSED: Final = Text("The turn goes the other way round", "逆回り")
_LOCK: Final = Text("Suit lock: {suits}", "縛りは{suits}")
_HOLDS: Final = Text("{name}: {facts}", "{name}：{facts}")
_UNKNOWN: Final = Text("{n} unknown", "不明{n}枚")
_STANDS_FOR: Final = Text("{card} as {other}", "{other}扱いの{card}")

TURN_MARK: Final = "▶"
_WIDE: Final = "WF"
_TURN: Final = Text("turn", "手番")
_LABEL_TO_BEAT: Final = Text("to beat", "場の札")
_TRICK: Final = Text("this trick", "この場")
_LABEL_ORDER: Final = Text("order", "強さ")
_DIRECTION: Final = Text("direction", "進行")
_LABEL_LOCK: Final = Text("suit lock", "縛り")
_OWED: Final = Text("owed", "必要な行動")
_MAY: Final = Text("may", "できること")
_FIRST_TO_ACT: Final = Text("the first to act", "最初に出す人（未定）")
_OVER: Final = Text("none, the deal is over", "なし（この回は終了）")
_LEADS: Final = Text("nothing: the turn leads", "なし（手番が親）")
_DOWNWARDS: Final = Text("down this list", "上の表を下へ")
_UPWARDS: Final = Text("up this list", "上の表を上へ")
_PASSED: Final = Text("passed", "パス")
_STATES: Final = {
    PASSED: _PASSED,
    SHUT_OUT: _PASSED,
    SUNK: Text("sunk", "転落"),
    LEFT: Text("left", "途中で退席"),
}


def heading(scene: Scene, language: Language) -> str:
    """Which position it is."""
    position = scene.position
    return say(_HEADING, language).format(deal=position.deal, at=position.at, actions=position.actions)


def spoken(scene: Scene, language: Language) -> str:
    """The whole position in sentences."""
    found = [one[:1].upper() + one[1:] for one in _sentences(scene, language)]
    return ("。" if language == "ja" else ". ").join(found) + ("。" if language == "ja" else ".")


def _sentences(scene: Scene, language: Language) -> Iterator[str]:
    position, names = scene.position, scene.names
    for fault in scene.reached.faults_of(position.at - 1) if scene.action else ():
        yield say(_FAULT, language).format(told=fault_sentence(fault, names, language, signs=True))
    yield say(turn_text(position, names), language)
    yield from _trick(scene, language)
    yield say(_ORDER, language).format(order=say(order_text(position.strength), language))
    if position.reversed:
        yield say(_REVERSED, language)
    if position.suits:
        suits = " ".join(say(SUIT_NAMES[suit], language) for suit in position.suits)
        yield say(_LOCK, language).format(suits=suits)
    for title, parts in game_facts(scene.reached):
        yield f"{say(title, language)}: {sentence(parts, names, language)}"
    for owed in owed_sentences(position, language):
        yield sentence(owed, names, language)
    for right in position.rights:
        yield sentence(right_sentence(right), names, language)
    by_number = {seated.player: seated for seated in position.players}
    for player in scene.seats:
        facts = ("、" if language == "ja" else ", ").join(_facts(by_number[player], language))
        yield say(_HOLDS, language).format(name=names[player - 1], facts=facts)


def _trick(scene: Scene, language: Language) -> Iterator[str]:
    """What lies on the table, and what was laid last and does not lie there."""
    position, names = scene.position, scene.names
    if scene.laid_aside and scene.action:
        laid = [(action.player, meld_cards(action)) for action in scene.swept]
        told = _REFUSED if scene.is_refused else _SWEPT
        yield say(told, language).format(sets=_sets([*laid, (scene.action.player, scene.laid_aside)], names, language))
    if position.top:
        laid = [(one.player, cards_from_text(one.cards)) for one in position.trick if one.cards]
        top = position.top.player, cards_from_text(position.top.cards)
        yield say(_TO_BEAT, language).format(sets=_sets([top], names, language))
        if before := laid[-2::-1]:
            yield say(_BEATEN, language).format(sets=_sets(before, names, language))
    elif not position.over:
        yield say(_NOTHING, language)


def _sets(laid: Iterable[tuple[int, Cards]], names: Sequence[str], language: Language) -> str:
    """Sets with the names of those who laid them."""
    told = (
        say(_LAID_BY, language).format(cards=spoken_cards(cards, language), name=names[player - 1])
        for player, cards in laid
    )
    return ("、" if language == "ja" else "; ").join(told)


def _facts(seated: Seated, language: Language) -> Iterator[str]:
    if seated.title:
        yield say(title_name(seated.title), language)
    if seated.place:
        yield say(place_text(seated.place), language)
    if text := state_text(seated):
        yield say(text, language)
    if seated.state != OUT:
        yield say(cards_text(seated.cards), language)
    if seated.hand:
        yield spoken_cards(cards_from_text(seated.hand), language, seated.hidden)


def spoken_cards(cards: Cards, language: Language, hidden: int = 0) -> str:
    """Cards by the names of their suits, those of a suit together."""
    parts = []
    for suit, some in groupby(
        cards, lambda card: card.name[0] if card.name[0] in SUITS and len(card.name) > 1 and not card.stands_for else ""
    ):
        if suit:
            parts.append(f"{say(SUIT_NAMES[suit], language)} {' '.join(rank_sign(card.name[1:]) for card in some)}")
        else:
            parts += [_spoken_card(card, language) for card in some]
    if hidden:
        parts.append(say(_UNKNOWN, language).format(n=hidden))
    return ("、" if language == "ja" else ", ").join(filter(None, parts))


def _spoken_card(card: Card, language: Language) -> str:
    name = say(NAMED_CARDS[card.name], language) if card.name in NAMED_CARDS else card.name
    if not card.stands_for:
        return name
    other = spoken_cards((Card(card.stands_for),), language)
    return say(_STANDS_FOR, language).format(card=name, other=other)


class Line(NamedTuple):
    """A player of a board: whether they are on turn, the number, name, title and state, how many cards, and which.

    Of these, `hidden` are unknown.
    """

    on_turn: bool
    player: int
    name: str
    title: str
    state: str
    cards: int
    hand: Cards
    hidden: int


class Fact(NamedTuple):
    """A fact about the table: its heading, and a sentence in parts."""

    heading: Text
    parts: Sequence[Part]


def board_lines(scene: Scene, language: Language) -> Iterator[Line]:
    """The players in the order of play with which the deal began."""
    position = scene.position
    by_number = {seated.player: seated for seated in position.players}
    for player in scene.reached.ring:
        seated = by_number[player]
        yield Line(
            on_turn=player == position.turn and not position.over,
            player=player,
            name=scene.names[player - 1],
            title=say(title_name(seated.title), language) if seated.title else "",
            state=_state(seated, language),
            cards=seated.cards,
            hand=cards_from_text(seated.hand),
            hidden=seated.hidden,
        )


def _state(seated: Seated, language: Language) -> str:
    if seated.state == OUT and seated.place:
        return say(Text(f"out, number {seated.place}", f"{seated.place}番目に上がり"), language)
    return say(_STATES[seated.state], language) if seated.state in _STATES else ""


def board_facts(scene: Scene, language: Language) -> Iterator[Fact]:
    """The facts about the table."""
    position = scene.position
    if position.over:
        yield Fact(_TURN, [_OVER])
    else:
        yield Fact(_TURN, [position.turn or _FIRST_TO_ACT])
        top = position.top
        yield Fact(_LABEL_TO_BEAT, [cards_from_text(top.cards), " (", top.player, ")"] if top else [_LEADS])
    if len(position.trick) > 1:
        yield Fact(_TRICK, list(_trick_parts(scene)))
    yield Fact(_LABEL_ORDER, [order_text(position.strength)])
    ring = scene.reached.ring  # the list has the players in their order at the beginning
    yield Fact(_DIRECTION, [_DOWNWARDS if scene.reached.table.after[ring[0]] == ring[1] else _UPWARDS])
    if position.suits:
        yield Fact(_LABEL_LOCK, [" ".join(SUIT_SIGNS[suit] for suit in position.suits)])
    for title, parts in game_facts(scene.reached):
        yield Fact(title, parts)
    for owed in owed_sentences(position, language):
        yield Fact(_OWED, owed)
    for right in position.rights:
        yield Fact(_MAY, right_sentence(right))


def _trick_parts(scene: Scene) -> Iterator[Part]:
    """The sets and passes since the lead."""
    for number, laid in enumerate(scene.position.trick):
        if number:
            yield " → "
        yield laid.player
        yield " "
        yield cards_from_text(laid.cards) if laid.cards else _PASSED


def board_text(reached: ReachedPosition, language: Language = "en") -> str:
    """A position as lines of text."""
    scene = scene_of(reached)
    rows = [_cells(line, language) for line in board_lines(scene, language)]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    told = [reached.record.rules.profile.name + (", ", "、")[language == "ja"] + heading(scene, language)]
    for row in rows:
        cells = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        told.append("  ".join(cells).rstrip())
    colon = "：" if language == "ja" else ": "
    told += [
        say(fact.heading, language) + colon + sentence(fact.parts, scene.names, language)
        for fact in board_facts(scene, language)
    ]
    return "\n".join(told)


def _cells(line: Line, language: Language) -> list[str]:
    unknown = [] if not line.hidden else ["?" if line.hidden == 1 else f"?×{line.hidden}"]
    hand = " ".join([*filter(None, [sentence([line.hand], (), language)]), *unknown])
    standing = ("、" if language == "ja" else ", ").join(filter(None, [line.title, line.state]))
    return [TURN_MARK if line.on_turn else "", str(line.player), line.name, standing, str(line.cards), hand]


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(2 if east_asian_width(sign) in _WIDE else 1 for sign in text)
