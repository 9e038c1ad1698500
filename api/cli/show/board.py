"""A position drawn for people: players and hands, the state of the table, and the last actions."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text as Plain

from daifu.api.cli.sentences import fault_line, player_names
from daifu.api.cli.show.action_text import action_text, cards_text, meld_text
from daifu.api.languages import Language, comma_separated, say
from daifu.replay.actions import Action
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.position import Position
from daifu.replay.rules import FactPart
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text
from daifu.replay.titles import title_name

PLAYER: Final = Text("player", "プレイヤー")
TITLE: Final = Text("title", "身分")
COUNT: Final = Text("cards", "枚数")
HAND: Final = Text("hand", "手札")
STATE: Final = Text("state", "状態")

TURN: Final = Text("turn", "手番")
TO_BEAT: Final = Text("to beat", "場の札")
TRICK: Final = Text("this trick", "この場")
ORDER: Final = Text("order", "強さ")
DIRECTION: Final = Text("direction", "進行")
LOCK: Final = Text("suit lock", "縛り")

FIRST_TO_ACT: Final = Text("the first to act", "最初に動いた人")
OVER: Final = Text("none, the deal is over", "なし（この回は終了）")
NOTHING: Final = Text("nothing: the turn leads", "なし（手番が親）")
NORMAL: Final = Text("normal", "通常")
TURNED: Final = Text("turned", "逆転")
TURNED_NOW: Final = Text("turned for this trick", "この場だけ逆転")
NORMAL_NOW: Final = Text("normal for this trick", "この場だけ通常")
DOWNWARDS: Final = Text("down this list", "上の表を下へ")
UPWARDS: Final = Text("up this list", "上の表を上へ")
PASSED: Final = Text("passed", "パス")
SUNK: Final = Text("sunk", "転落")
LEFT: Final = Text("left", "途中で退席")

JUST_NOW: Final = Text("Just now", "直前の行動")
NEXT: Final = Text("Then", "次の行動")
WHOLE_DEAL: Final = Text("The whole deal", "この回全体")
LEGAL: Final = Text("Legal now", "いまできること")
NONE: Final = Text("none", "なし")
NOT_PLAYED: Final = Text("Only the result of this deal was recorded.", "この回は結果だけが記録されている。")


def heading(rules: str, deal: int, deals: int, at: int, actions: int) -> Text:
    """The heading of a position: game, deal and action, counted from 1."""
    return Text(
        f"{rules}, deal {deal} of {deals}, after action {at} of {actions}",
        f"{rules}、{deals}回中{deal}回目、行動{actions}件中{at}件目の直後",
    )


def finished(place: int) -> Text:
    """The state of a player without cards."""
    return Text(f"out, number {place}", f"{place}番目に上がり")


Fact = tuple[Text, Plain]


def game_fields(table: Table, names: list[str], language: Language) -> Iterator[Fact]:
    """The facts that only this game's table has, each with its heading; `names` are the players' names."""
    for heading, parts in table.rules.position.facts(table):
        yield heading, Plain.assemble(*(_part_text(part, names, language) for part in parts))


def _part_text(part: FactPart, names: list[str], language: Language) -> str | Plain:
    if isinstance(part, int):
        return names[part - 1]
    if isinstance(part, Text):
        return say(part, language)
    return part if isinstance(part, str) else cards_text(part, language)


_ORDERS: Final = {
    (0, 0): NORMAL,
    (1, 1): TURNED,
    (1, 0): TURNED_NOW,
    (0, 1): NORMAL_NOW,
}
"""By whether ranks are reversed now, and whether they will be with the next trick."""

_SIGNS: Final = str.maketrans(SUIT_SIGNS)


def table_facts(moment: Position, names: list[str], language: Language) -> Iterator[Fact]:
    """The facts about a position, each with its heading."""
    table = moment.table
    yield TURN, Plain(say(_turn_text(table, names), language))
    yield TO_BEAT, _top_text(moment, names, language)
    if len(moment.trick) > 1:
        yield TRICK, _trick_text(moment, names, language)
    yield ORDER, Plain(say(_ORDERS[table.down, table.turned], language))
    yield DIRECTION, Plain(say(_direction_text(moment), language))
    if table.lock:
        yield LOCK, Plain(table.lock_label().translate(_SIGNS))
    yield from game_fields(table, names, language)


def _turn_text(table: Table, names: list[str]) -> Text:
    if table.over:
        return OVER
    if table.turn == NOBODY:
        return FIRST_TO_ACT
    name = names[table.turn - 1]
    return Text(name, name)


def _top_text(moment: Position, names: list[str], language: Language) -> Plain:
    if moment.top is None:
        return Plain(say(NOTHING, language))
    return Plain.assemble(meld_text(moment.top, language), f" ({names[moment.top.player - 1]})")


def _trick_text(moment: Position, names: list[str], language: Language) -> Plain:
    """The sets and passes since the lead."""
    passed = Plain(say(PASSED, language), style="dim")
    said = [
        Plain.assemble(names[action.player - 1], " ", meld_text(action, language) if action.meld.count else passed)
        for action in moment.trick
    ]
    return Plain(" → ").join(said)


def _direction_text(moment: Position) -> Text:
    """Whether the turn goes down or up the list, in which players stand in their order at the beginning."""
    ring = moment.ring
    return DOWNWARDS if moment.table.after[ring[0]] == ring[1] else UPWARDS


LAST_ACTIONS: Final = 3
"""The number of last actions that are shown."""

_MARK: Final = "▶"


class Board:
    """A position in one language."""

    def __init__(self, moment: Position, language: Language) -> None:
        self._moment = moment
        self._table = moment.table
        self._names = player_names(moment.record.players)
        self._language = language

    def render(self) -> Iterator[RenderableType]:
        """The parts of the drawing."""
        moment = self._moment
        game = moment.record.rules.profile.name
        deals, actions = len(moment.record.deals), len(moment.actions)
        yield self._bold(heading(game, moment.number + 1, deals, moment.at, actions))
        if moment.start.deal.actions is None:
            yield self._result()
            return
        yield self._players()
        yield self._facts()
        yield from self._faults(None, WHOLE_DEAL)
        yield from self._latest()

    def next_action(self) -> Iterator[RenderableType]:
        """The action that follows in the record, with its faults."""
        yield self._bold(NEXT)
        yield from self._action(self._moment.at)

    def legal(self, actions: list[Action]) -> Iterator[RenderableType]:
        """The legal actions, a line each, or a line that says there are none."""
        yield self._bold(LEGAL)
        for action in actions:
            yield Plain.assemble("  ", action_text(action, self._names, self._language), "  ", (action.text, "dim"))
        if not actions:
            yield Plain(f"  {self._say(NONE)}")

    def _result(self) -> Plain:
        """The places in a deal without actions."""
        order = self._moment.start.deal.result.order or ()
        ranked = (f"{place}. {self._names[player - 1]}" for place, player in enumerate(order, 1))
        places = comma_separated(ranked, self._language)
        return Plain(f"{self._say(NOT_PLAYED)} {places}")

    def _players(self) -> Grid:
        grid = Grid(show_edge=False, pad_edge=False)
        grid.add_column("")
        grid.add_column("", justify="right")
        for heading in (PLAYER, TITLE, STATE):
            grid.add_column(self._say(heading), overflow="fold")
        grid.add_column(self._say(COUNT), justify="right")
        grid.add_column(self._say(HAND), overflow="fold")
        for player in self._moment.ring:
            grid.add_row(*self._player(player))
        return grid

    def _player(self, player: int) -> list[Plain]:
        table = self._table
        hand, unknown = table.hands[player], table.unknown[player]
        title = self._moment.titles.get(player)
        return [
            Plain(_MARK if player == table.turn and not table.over else ""),
            Plain(str(player)),
            Plain(self._names[player - 1]),
            Plain(self._say(title_name(title)) if title else ""),
            Plain(self._state(player)),
            Plain(str(table.hand_size(player))),
            cards_text(table.rules.alphabet.list(hand), self._language, unknown),
        ]

    def _state(self, player: int) -> str:
        table = self._table
        if table.left >> player & 1:
            return self._say(LEFT)
        if player in table.out:
            return self._say(finished(table.out.index(player) + 1))
        if player in table.sunk:
            return self._say(SUNK)
        return self._say(PASSED) if table.passed >> player & 1 else ""

    def _facts(self) -> Grid:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        for heading, text in table_facts(self._moment, self._names, self._language):
            grid.add_row(self._bold(heading), text)
        return grid

    def _latest(self) -> Iterator[Plain]:
        """The last actions, the latest last, each with its faults."""
        first = max(0, self._moment.at - LAST_ACTIONS)
        if self._moment.at:
            yield self._bold(JUST_NOW)
        for index in range(first, self._moment.at):
            yield from self._action(index)

    def _action(self, index: int) -> Iterator[Plain]:
        """An action of the deal, counted from 0, with its faults."""
        action = self._moment.actions[index]
        yield Plain.assemble(f"  {index + 1}. ", action_text(action, self._names, self._language))
        yield from self._faults(index)

    def _faults(self, action: int | None, *heading: Text) -> Iterator[Plain]:
        found = self._moment.faults_of(action)
        yield from map(self._bold, heading if found else ())
        for fault in found:
            yield Plain(f"     ✗ {fault_line(fault, self._names, self._language)}", style="red")

    def _bold(self, text: Text) -> Plain:
        return Plain(self._say(text), style="bold")

    def _say(self, text: Text) -> str:
        return say(text, self._language)
