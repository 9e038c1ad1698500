"""The table of a moment drawn as people see it: who sits where with what, what lies on it, what just happened."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text as Plain

from api.cli import board_wording as wording
from api.cli.board_facts import facts
from api.cli.cards import cards
from api.cli.deeds import deed
from api.cli.language import Language, say
from api.cli.names import names_of
from api.cli.summary import fault_line
from replay.actions import Action
from replay.cards import size
from replay.text import Text
from schemas.moment import Moment
from schemas.title_names import title_name

LATEST: Final = 3
"""So many of the last actions are told."""

_MARK: Final = "▶"


class Board:
    """A moment in one language."""

    def __init__(self, moment: Moment, language: Language) -> None:
        self._moment = moment
        self._table = moment.table
        self._names = names_of(moment.record.players)
        self._language = language

    def picture(self) -> Iterator[RenderableType]:
        """The table, part by part."""
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
        """The actions that may be taken now, a line each, or the word that there are none."""
        yield self._bold(wording.LEGAL)
        for action in actions:
            yield Plain.assemble("  ", deed(action, self._names, self._language), "  ", (action.text, "dim"))
        if not actions:
            yield Plain(f"  {self._say(wording.NONE)}")

    def _result(self) -> Plain:
        """What is known of a deal without actions."""
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
            cards(table.rules.alphabet.list(hand), self._language, unknown),
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
        for heading, text in facts(self._moment, self._names, self._language):
            grid.add_row(self._bold(heading), text)
        return grid

    def _latest(self) -> Iterator[Plain]:
        """The last actions, the very last one last, each with its faults."""
        first = max(0, self._moment.at - LATEST)
        if self._moment.at:
            yield self._bold(wording.JUST_NOW)
        for index in range(first, self._moment.at):
            action = self._moment.actions[index]
            yield Plain.assemble(f"  {index + 1}. ", deed(action, self._names, self._language))
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
