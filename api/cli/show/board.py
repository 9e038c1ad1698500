"""A position drawn for people: players and hands, the state of the table, and the last actions."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text as Plain

from api.cli.record_text import fault_line, player_names
from api.cli.show import wording
from api.cli.show.action_text import action_text, cards_text, meld_text
from api.cli.show.game_fields import Fact, game_fields
from api.languages import Language, say
from replay.actions import Action
from replay.cards import size
from replay.position import Position
from replay.table import NOBODY, Table
from replay.text import Text
from schemas.titles import title_name

_ORDERS: Final = {
    (0, 0): wording.NORMAL,
    (1, 1): wording.TURNED,
    (1, 0): wording.TURNED_NOW,
    (0, 1): wording.NORMAL_NOW,
}
"""By whether ranks are reversed now, and whether they will be with the next trick."""

_SUITS: Final = str.maketrans("SHDC", "♠♥♦♣")


def table_facts(moment: Position, names: list[str], language: Language) -> Iterator[Fact]:
    """The facts about a position, each with its heading."""
    table = moment.table
    yield wording.TURN, Plain(say(_turn_text(table, names), language))
    yield wording.TO_BEAT, _top_text(moment, names, language)
    if len(moment.trick) > 1:
        yield wording.TRICK, _trick_text(moment, names, language)
    yield wording.ORDER, Plain(say(_ORDERS[table.down, table.turned], language))
    yield wording.DIRECTION, Plain(say(_direction_text(moment), language))
    if table.lock:
        yield wording.LOCK, Plain(table.lock_label().translate(_SUITS))
    yield from game_fields(table, names, language)


def _turn_text(table: Table, names: list[str]) -> Text:
    if table.over:
        return wording.OVER
    if table.turn == NOBODY:
        return wording.FIRST_TO_ACT
    name = names[table.turn - 1]
    return Text(name, name)


def _top_text(moment: Position, names: list[str], language: Language) -> Plain:
    if moment.top is None:
        return Plain(say(wording.NOTHING, language))
    return Plain.assemble(meld_text(moment.top, language), f" ({names[moment.top.player - 1]})")


def _trick_text(moment: Position, names: list[str], language: Language) -> Plain:
    """The sets and passes since the lead."""
    passed = Plain(say(wording.PASSED, language), style="dim")
    said = [
        Plain.assemble(names[action.player - 1], " ", meld_text(action, language) if action.meld.count else passed)
        for action in moment.trick
    ]
    return Plain(" → ").join(said)


def _direction_text(moment: Position) -> Text:
    """Whether the turn goes down or up the list, in which players stand in their order at the beginning."""
    ring = moment.ring
    return wording.DOWNWARDS if moment.table.after[ring[0]] == ring[1] else wording.UPWARDS


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
        yield self._bold(wording.heading(game, moment.number + 1, deals, moment.at, actions))
        if moment.start.deal.actions is None:
            yield self._result()
            return
        yield self._players()
        yield self._facts()
        yield from self._faults(None, wording.WHOLE_DEAL)
        yield from self._latest()

    def legal(self, actions: list[Action]) -> Iterator[RenderableType]:
        """The legal actions, a line each, or a line that says there are none."""
        yield self._bold(wording.LEGAL)
        for action in actions:
            yield Plain.assemble("  ", action_text(action, self._names, self._language), "  ", (action.text, "dim"))
        if not actions:
            yield Plain(f"  {self._say(wording.NONE)}")

    def _result(self) -> Plain:
        """The places in a deal without actions."""
        order = self._moment.start.deal.result.order or ()
        places = ", ".join(f"{place}. {self._names[player - 1]}" for place, player in enumerate(order, 1))
        return Plain(f"{self._say(wording.NOT_PLAYED)} {places}")

    def _players(self) -> Grid:
        grid = Grid(show_edge=False, pad_edge=False)
        grid.add_column("")
        grid.add_column("", justify="right")
        for heading in (wording.PLAYER, wording.TITLE, wording.STATE):
            grid.add_column(self._say(heading), overflow="fold")
        grid.add_column(self._say(wording.COUNT), justify="right")
        grid.add_column(self._say(wording.HAND), overflow="fold")
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
            Plain(str(size(hand) + unknown)),
            cards_text(table.rules.alphabet.list(hand), self._language, unknown),
        ]

    def _state(self, player: int) -> str:
        table = self._table
        if player in table.out:
            return self._say(wording.finished(table.out.index(player) + 1))
        if player in table.sunk:
            return self._say(wording.SUNK)
        return self._say(wording.PASSED) if table.passed >> player & 1 else ""

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
            yield self._bold(wording.JUST_NOW)
        for index in range(first, self._moment.at):
            action = self._moment.actions[index]
            yield Plain.assemble(f"  {index + 1}. ", action_text(action, self._names, self._language))
            yield from self._faults(index)

    def _faults(self, action: int | None, *heading: Text) -> Iterator[Plain]:
        found = self._moment.faults_of(action)
        yield from map(self._bold, heading if found else ())
        for fault in found:
            yield Plain(f"     ✗ {fault_line(fault, self._language)}", style="red")

    def _bold(self, text: Text) -> Plain:
        return Plain(self._say(text), style="bold")

    def _say(self, text: Text) -> str:
        return say(text, self._language)
