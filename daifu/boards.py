"""Positions drawn for people: as lines of text, and as a table of HTML for notebooks."""

from collections.abc import Iterator
from html import escape
from typing import Final, Literal, NamedTuple
from unicodedata import east_asian_width

from daifu.replay.cards import JOKER, SUIT_SIGNS
from daifu.replay.position import Position
from daifu.replay.rules import FactPart
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.position import ORDERS, STATES, Laid, Seated, describe_table
from daifu.schemas.position import Position as DescribedTable
from daifu.schemas.record.model import player_name

Language = Literal["en", "ja"]

_RED: Final = "♥♦"
_WIDE: Final = "WF"

_STATES: Final = dict(
    zip(
        STATES,
        (
            Text("", ""),
            Text("passed", "パス"),
            Text("shut out", "パス（この場は不可）"),
            Text("out", "上がり"),
            Text("sunk", "転落"),
            Text("left", "退席"),
        ),
        strict=True,
    )
)
_PLACE: Final = Text("place {}", "{}位")
_HEADING: Final = Text("{rules}, deal {deal}, after {at} actions", "{rules}、{deal}回目、{at}件の行動の後")
_TO_BEAT: Final = Text("to beat", "場の札")
_NOTHING: Final = Text("nothing", "なし")
_TRICK: Final = Text("this trick", "この場")
_PASSED: Final = Text("-", "-")
_ORDER: Final = Text("order", "強さ")
_ORDER_NAMES: Final = dict(zip(ORDERS, (Text("normal", "通常"), Text("turned", "逆転")), strict=True))
_LOCK: Final = Text("suit lock", "縛り")
_OWED: Final = Text("to be done first", "先にすること")
_OVER: Final = Text("the deal is over", "この回は終了")


class _Row(NamedTuple):
    """A player: a mark on turn, the number, the name, title and state, how many cards, and the hand."""

    mark: str
    number: str
    name: str
    standing: str
    cards: str
    hand: str


class _Board(NamedTuple):
    heading: str
    players: list[_Row]
    facts: list[tuple[str, str]]


def board_text(reached: Position, language: Language = "en") -> str:
    """A position as lines of text."""
    board = _board(reached, language)
    widths = [max(map(_width, column)) for column in zip(*board.players, strict=True)]
    lines = [board.heading]
    for row in board.players:
        cells = (value + " " * (width - _width(value)) for value, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    lines += [f"{name}: {value}" if language == "en" else f"{name}：{value}" for name, value in board.facts]
    return "\n".join(lines)


def board_html(reached: Position, language: Language = "en") -> str:
    """A position as HTML: a table of the players, and what lies on the table below it."""
    board = _board(reached, language)
    rows = "".join("<tr>" + "".join(f"<td>{_colored(cell)}</td>" for cell in row) + "</tr>" for row in board.players)
    facts = "<br>".join(f"<b>{escape(name)}</b> {_colored(value)}" for name, value in board.facts)
    return f'<div lang="{language}"><b>{escape(board.heading)}</b><table>{rows}</table>{facts}</div>'


def _board(reached: Position, language: Language) -> _Board:
    found = describe_table(reached)
    names = list(map(player_name, reached.record.players))
    rules = reached.record.rules.profile.name
    heading = _say(_HEADING, language).format(rules=rules, deal=found.deal, at=found.at)
    by_number = {seated.player: seated for seated in found.players}
    players = [
        _player(by_number[player], names[player - 1], language, on_turn=player == found.turn) for player in reached.ring
    ]
    return _Board(heading, players, list(_facts(reached, found, names, language)))


def _player(seated: Seated, name: str, language: Language, *, on_turn: bool) -> _Row:
    parts = [_say(title_name(seated.title), language)] if seated.title else []
    if seated.state != STATES[0]:
        parts.append(_say(_STATES[seated.state], language))
    if seated.place:
        parts.append(_say(_PLACE, language).format(seated.place))
    separator = ", " if language == "en" else "、"
    hand = _cards(seated.hand)
    return _Row("▶" if on_turn else "", str(seated.player), name, separator.join(parts), str(seated.cards), hand)


def _facts(reached: Position, found: DescribedTable, names: list[str], language: Language) -> Iterator[tuple[str, str]]:
    if found.over:
        yield _say(_OVER, language), ""
        return
    top = found.top
    yield _say(_TO_BEAT, language), _say(_NOTHING, language) if top is None else f"{_cards(top.cards)} ({top.player})"
    if len(found.trick) > 1:
        yield _say(_TRICK, language), " → ".join(map(_laid, found.trick))
    if found.strength.now != ORDERS[0]:
        yield _say(_ORDER, language), _say(_ORDER_NAMES[found.strength.now], language)
    if found.suits:
        yield _say(_LOCK, language), " ".join(SUIT_SIGNS[suit] for suit in found.suits)
    if found.owed:
        yield _say(_OWED, language), ", ".join(owed.what for owed in found.owed)
    for heading, parts in reached.table.rules.position.facts(reached.table):
        yield _say(heading, language), "".join(_part(part, names, language) for part in parts)


def _laid(laid: Laid) -> str:
    return f"{laid.player} {_cards(laid.cards) if laid.cards else '-'}"


def _part(part: FactPart, names: list[str], language: Language) -> str:
    if isinstance(part, int):
        return names[part - 1]
    if isinstance(part, Text):
        return _say(part, language)
    return part if isinstance(part, str) else _cards(" ".join(part))


def _cards(text: str) -> str:
    """Cards as records write them, with the signs of their suits: `S10` is `♠10`."""
    return " ".join("=".join(map(_card, word.split("="))) for word in text.split())


def _card(name: str) -> str:
    if name[:1] not in SUIT_SIGNS or name == JOKER:
        return name
    return SUIT_SIGNS[name[0]] + name[1:].replace("T", "10")


def _colored(text: str) -> str:
    """The text as HTML, cards of red suits in red."""
    return " ".join(
        f'<span style="color:#c00">{escape(word)}</span>' if word[:1] in _RED and word else escape(word)
        for word in text.split(" ")
    )


def _say(text: Text, language: Language) -> str:
    return text.ja if language == "ja" else text.en


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(2 if east_asian_width(sign) in _WIDE else 1 for sign in text)
