"""A game of a log tried on the engine, to see with which hands it comes out as the log says.

The server asks only the player whose turn it is, and goes on until the game is decided. So a guess at what a log leaves
open is wrong as soon as somebody acts without the turn, or as the game ends elsewhere or otherwise than it did.
"""

from collections.abc import Sequence
from typing import Final

from replay.actions import Action
from replay.deal import Deal, Hand, Result
from replay.engine import run
from replay.judge import judge_play
from replay.match import Match
from replay.rules import Rules
from replay.table import Table
from schemas.uecda.plain_deals import EVERYBODY, PLAYERS

World = tuple[int, ...]
"""The hands of all players after the exchange, as multisets of cards; the first player's comes first."""

IMPOSSIBLE: Final = frozenset({"out_of_turn", "locked_by_pass", "action_after_out", "action_after_end"})
NOT_HELD: Final = "card_not_held"


def after_exchange(seats: Sequence[int], order: Sequence[int]) -> Deal:
    """A deal that begins with the hands after the exchange, whatever they are."""
    return Deal(seats=tuple(seats), places=None, exchanged=True, actions=(), result=Result(tuple(order)))


def open_table(rules: Rules, deal: Deal, world: World) -> Table:
    """The table of a deal before its first play, with these hands."""
    match = Match(rules, PLAYERS)
    deal.hands = [Hand.of(cards) for cards in world]
    return match.open(match.start(deal, []))


class Trial:
    """The plays of one game and how it ended, to be tried under some rules."""

    def __init__(self, rules: Rules, seats: Sequence[int], plays: Sequence[Action], order: Sequence[int]) -> None:
        self._rules = rules
        self._plays = plays
        self._deal = after_exchange(seats, order)

    def fitting(self, worlds: Sequence[World]) -> list[World]:
        """Those of the worlds in which the game comes out as it did."""
        by_opener: dict[int, list[World]] = {}
        for world in worlds:
            by_opener.setdefault(open_table(self._rules, self._deal, world).turn, []).append(world)
        return [world for alike in by_opener.values() for world in self._from_the_start(alike)]

    def _from_the_start(self, worlds: list[World]) -> list[World]:
        return self._follow(open_table(self._rules, self._deal, worlds[0]), worlds, 0)

    def _follow(self, table: Table, worlds: list[World], begin: int) -> list[World]:
        """Go on from a position that looks the same in all these worlds; the table is that of the first one.

        Worlds part where a play is possible in some of them only: each side goes its own way.
        """
        fitting: list[World] = []
        for at in range(begin, len(self._plays)):
            action = self._plays[at]
            able, unable = self._part(table, worlds, action)
            if able and unable:
                fitting += self._follow(_moved(table, worlds[0], unable[0]), unable, at)
                table, worlds = _moved(table, worlds[0], able[0]), able
            noted = len(table.faults)
            run(table, [action], at)
            if any(fault.code in IMPOSSIBLE for fault in table.faults[noted:]):
                return fitting
        order = self._rules.sitting.order(table, self._deal)
        return fitting + worlds if order == list(self._deal.result.order or ()) else fitting

    def _part(self, table: Table, worlds: list[World], action: Action) -> tuple[list[World], list[World]]:
        """The worlds in which the player holds the cards of the play and those in which he does not."""
        if len(worlds) == 1 or not action.cards or _fails_anyway(table, action):
            return worlds, []
        holds = self._rules.alphabet.holds
        hand = table.hands[action.player] - worlds[0][action.player - 1]
        able = [world for world in worlds if holds(hand + world[action.player - 1], action.cards)]
        return able, [world for world in worlds if not holds(hand + world[action.player - 1], action.cards)]


def _fails_anyway(table: Table, action: Action) -> bool:
    """Whether the server rejects the play whoever holds what."""
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return any(breach != NOT_HELD for breach in breaches)


def _moved(table: Table, here: World, there: World) -> Table:
    """The same position in another world: every hand as there, less what has been played."""
    twin = table.copy()
    for player in EVERYBODY:
        twin.hands[player] += there[player - 1] - here[player - 1]
    return twin
