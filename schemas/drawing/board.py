"""A position as lines of text: a line for each player, then the facts about the table."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.text import Language, Text, say
from daifu.replay.titles import title_name
from daifu.schemas.drawing.cards import Cards, cards_from_text
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.drawing.spoken import heading
from daifu.schemas.drawing.words import (
    Part,
    game_facts,
    order_text,
    owed_sentences,
    right_sentence,
    sentence,
)
from daifu.schemas.position import LEFT, OUT, PASSED, SHUT_OUT, SUNK, Seated

TURN_MARK: Final = "▶"
_WIDE: Final = "WF"
_TURN: Final = Text("turn", "手番")
_TO_BEAT: Final = Text("to beat", "場の札")
_TRICK: Final = Text("this trick", "この場")
_ORDER: Final = Text("order", "強さ")
_DIRECTION: Final = Text("direction", "進行")
_LOCK: Final = Text("suit lock", "縛り")
_OWED: Final = Text("owed", "必要な行動")
_MAY: Final = Text("may", "できること")
_FIRST_TO_ACT: Final = Text("the first to act", "最初に出す人（未定）")
_OVER: Final = Text("none, the deal is over", "なし（この回は終了）")
_NOTHING: Final = Text("nothing: the turn leads", "なし（手番が親）")
_DOWNWARDS: Final = Text("down this list", "上の表を下へ")
_UPWARDS: Final = Text("up this list", "上の表を上へ")
_PASSED: Final = Text("passed", "パス")
_STATES: Final = {
    PASSED: _PASSED,
    SHUT_OUT: _PASSED,
    SUNK: Text("sunk", "転落"),
    LEFT: Text("left", "途中で退席"),
}


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
        yield Fact(_TO_BEAT, [cards_from_text(top.cards), " (", top.player, ")"] if top else [_NOTHING])
    if len(position.trick) > 1:
        yield Fact(_TRICK, list(_trick(scene)))
    yield Fact(_ORDER, [order_text(position.strength)])
    ring = scene.reached.ring  # the list has the players in their order at the beginning
    yield Fact(_DIRECTION, [_DOWNWARDS if scene.reached.table.after[ring[0]] == ring[1] else _UPWARDS])
    if position.suits:
        yield Fact(_LOCK, [" ".join(SUIT_SIGNS[suit] for suit in position.suits)])
    for title, parts in game_facts(scene.reached):
        yield Fact(title, parts)
    for owed in owed_sentences(position, language):
        yield Fact(_OWED, owed)
    for right in position.rights:
        yield Fact(_MAY, right_sentence(right))


def _trick(scene: Scene) -> Iterator[Part]:
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
