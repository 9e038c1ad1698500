"""The order of the cards: revolutions, calls on jacks, and the passes that they forgive (T-REV, T-J, T-PASS-3)."""

from collections.abc import Callable
from typing import Final

from replay.actions import Action
from replay.combination import GROUP, Combination, Effect
from replay.engine import hand_on
from replay.games.theater.table import TheaterTable
from replay.table import NOBODY
from replay.words import Handler, refuse

UP: Final = 0
DOWN: Final = 1

Direct = Callable[[TheaterTable, int], None]
"""Puts the trick under an order."""


def _forgiven_downwards(passed: int, down: int) -> int:
    return 0 if down else passed


def _forgiven(_passed: int, _down: int) -> int:
    return 0


def _kept(passed: int, _down: int) -> int:
    return passed


RESETS: Final = {"down_only": _forgiven_downwards, "any_change": _forgiven, "never": _kept}
"""What becomes of the passes when the order changes, by the option `pass_reset` (T-PASS-3, T-Q-9)."""


def directing(reset: Callable[[int, int], int]) -> Direct:
    """How the order of a trick is set at a table with this reset; only a change forgives passes (T-Q-11)."""

    def direct(table: TheaterTable, down: int) -> None:
        if table.down != down:
            table.down = down
            table.passed = reset(table.passed, down)

    return direct


def revolution(direct: Direct) -> Effect:
    """The lasting order turns, and the trick with it, whatever was called before (T-REV-2, T-REV-3)."""

    def turn(table: TheaterTable, _combination: Combination) -> None:
        table.turned ^= 1
        table.rights["revolution"] = 1
        direct(table, table.turned)

    return turn


def allow_call(table: TheaterTable, _combination: Combination) -> None:
    """Jacks: the turn is not handed on before their player has had his say (T-J-1)."""
    table.rights.update(up=1, down=1)
    table.pending = hand_on_uncalled
    table.advance = wait_for_call


def hand_on_uncalled(table: TheaterTable, _action: Action) -> None:
    """No call came: the turn goes on, or the trick is cleared."""
    table.pending = None
    table.turn = table.owner
    hand_on(table)


def wait_for_call(table: TheaterTable) -> None:
    """The turn is not handed on: jacks are left to the call that may follow them (T-TRICK-1).

    Who went out with them may still call; the turn he has no more.
    """
    table.advance = hand_on
    if table.closed >> table.turn & 1:
        table.turn = NOBODY


def call(direct: Direct, down: int) -> Handler:
    """The handler of a call that puts the trick under this order (T-J-1, T-J-4)."""

    def handle(table: TheaterTable, action: Action) -> None:
        if table.speaker != action.player or action.word not in table.rights:
            refuse(table, action, "effect_not_owed", _last_kind(table, action.player))
            return
        del table.rights["up"], table.rights["down"]
        direct(table, down)
        hand_on_uncalled(table, action)

    return handle


def call_switched_off(table: TheaterTable, action: Action) -> None:
    """A call at a table that plays without them (T-Q-6)."""
    refuse(table, action, "effect_not_owed", "switched off")


def _last_kind(table: TheaterTable, player: int) -> str:
    """The kind of the set that the player has just laid, also if it ended the trick."""
    laid = table.top or table.cleared
    return laid.kind if laid is not None and table.owner == player else GROUP
