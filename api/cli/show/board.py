"""A position drawn for people: players and hands, the state of the table, and the last actions."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text as Plain

from daifu.api.cli.sentences import fault_line, player_names
from daifu.api.cli.show.action_text import action_text, hand_text, parts_text
from daifu.api.languages import Language, comma_separated, say
from daifu.replay.actions import Action
from daifu.replay.position import Position
from daifu.replay.text import Text
from daifu.schemas.drawing.cards import NAMED_CARDS, NAMED_MARKS
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.drawing.text import TURN_MARK, board_facts, board_lines

PLAYER: Final = Text("player", "プレイヤー")
TITLE: Final = Text("title", "身分")
COUNT: Final = Text("cards", "枚数")
HAND: Final = Text("hand", "手札")

NEXT: Final = Text("Then", "次の行動")
LEGAL: Final = Text("Legal now", "出せる手")
NONE: Final = Text("none", "なし")
NOT_PLAYED: Final = Text("Only the result of this deal was recorded.", "この回は結果だけが記録されている。")


def heading(rules: str, deal: int, deals: int, at: int, actions: int) -> Text:
    """The heading of a position: game, deal and action, counted from 1."""
    return Text(
        f"{rules}, deal {deal} of {deals}, after action {at} of {actions}",
        f"{rules}、全{deals}回の{deal}回目、行動{actions}件中{at}件目の直後",
    )


LAST_ACTIONS: Final = 3
"""The number of last actions that are shown."""


class Board:
    """A position in one language."""

    def __init__(self, moment: Position, language: Language) -> None:
        self._moment = moment
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
        yield from self._faults(None, Text("The whole deal", "この回全体"))
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
        return Plain(f"{self._say(NOT_PLAYED)} {comma_separated(ranked, self._language)}")

    @cached_property
    def _scene(self) -> Scene:
        return scene_of(self._moment, tuple(self._names))

    def _players(self) -> Grid:
        grid = Grid(show_edge=False, pad_edge=False)
        grid.add_column("")
        grid.add_column("", justify="right")
        for heading in (PLAYER, TITLE, Text("state", "状態")):
            grid.add_column(self._say(heading), overflow="fold")
        grid.add_column(self._say(COUNT), justify="right")
        lines = list(board_lines(self._scene, self._language))
        named = sorted({card.name for line in lines for card in line.hand} & NAMED_CARDS.keys())
        legend = "".join(f"  {NAMED_MARKS[name]} {self._say(NAMED_CARDS[name])}" for name in named)
        grid.add_column(self._say(HAND) + legend, overflow="fold")
        for line in lines:
            mark, hand = TURN_MARK if line.on_turn else "", hand_text(line.hand, line.hidden)
            told = mark, str(line.player), line.name, line.title, line.state, str(line.cards)
            grid.add_row(*map(Plain, told), hand)
        return grid

    def _facts(self) -> Grid:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        for fact in board_facts(self._scene, self._language):
            grid.add_row(self._bold(fact.heading), parts_text(fact.parts, self._names, self._language))
        return grid

    def _latest(self) -> Iterator[Plain]:
        """The last actions, the latest last, each with its faults."""
        first = max(0, self._moment.at - LAST_ACTIONS)
        if self._moment.at:
            yield self._bold(Text("Just now", "直前の行動"))
        for index in range(first, self._moment.at):
            yield from self._action(index)

    def _action(self, index: int) -> Iterator[Plain]:
        """An action of the deal, counted from 0, with its faults."""
        yield Plain.assemble(f"  {index + 1}. ", action_text(self._moment.actions[index], self._names, self._language))
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
