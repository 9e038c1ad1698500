"""What sets do: revolutions, eights, calls on jacks, and the heart 3 that takes a joker.

Rules: T-REV, T-8, T-J, T-H3, T-PASS-3.
"""

from collections.abc import Callable, Mapping
from typing import Final

from replay.actions import PLAY, Action
from replay.cards import STANDARD
from replay.engine import advance_turn
from replay.games.theater.sets import Effects, is_heart_3
from replay.games.theater.table import TheaterTable
from replay.groups_and_runs import card, is_lone_joker
from replay.judge import wholly_stronger
from replay.melds import DOUBLE_RUN, GROUP, RUN, Combination, Effect
from replay.table import NOBODY
from replay.tricks import cut_trick
from replay.words import Handler, refuse

UP_ORDER: Final = 0
DOWN_ORDER: Final = 1

OrderSetter = Callable[[TheaterTable, int], None]
"""Puts the trick under an order."""


def _forgive_passes_downwards(passed: int, down: int) -> int:
    return 0 if down else passed


def _forgive_passes(_passed: int, _down: int) -> int:
    return 0


def _keep_passes(passed: int, _down: int) -> int:
    return passed


PASS_RESETS: Final = {"down_only": _forgive_passes_downwards, "any_change": _forgive_passes, "never": _keep_passes}
"""What becomes of the passes when the order changes, by the option `pass_reset` (T-PASS-3, T-Q-9)."""


def order_setter(reset: Callable[[int, int], int]) -> OrderSetter:
    """How the order of a trick is set at a table with this reset; only a change forgives passes (T-Q-11)."""

    def direct(table: TheaterTable, down: int) -> None:
        if table.down != down:
            table.down = down
            table.passed = reset(table.passed, down)

    return direct


def revolution_effect(direct: OrderSetter) -> Effect:
    """The lasting order turns, and the trick with it, whatever was called before (T-REV-2, T-REV-3)."""

    def turn(table: TheaterTable, _combination: Combination) -> None:
        table.turned ^= 1
        table.rights["revolution"] = 1
        direct(table, table.turned)

    return turn


def allow_call(table: TheaterTable, _combination: Combination) -> None:
    """Jacks: the turn is not handed on before their player has had his say (T-J-1)."""
    table.rights.update(up=1, down=1)
    table.pending = advance_without_call
    table.advance = wait_for_call


def advance_without_call(table: TheaterTable, _action: Action) -> None:
    """No call came: the turn goes on, or the trick is cleared."""
    table.pending = None
    table.turn = table.owner
    advance_turn(table)


def wait_for_call(table: TheaterTable) -> None:
    """The turn is not handed on: jacks are left to the call that may follow them (T-TRICK-1).

    Who went out with them may still call; the turn he has no more.
    """
    table.advance = advance_turn
    if table.closed >> table.turn & 1:
        table.turn = NOBODY


def call_handler(direct: OrderSetter, down: int) -> Handler:
    """The handler of a call that puts the trick under this order (T-J-1, T-J-4)."""

    def handle(table: TheaterTable, action: Action) -> None:
        if table.speaker != action.player or action.word not in table.rights:
            refuse(table, action, "effect_not_owed", _kind_of_last_set(table, action.player))
            return
        del table.rights["up"], table.rights["down"]
        direct(table, down)
        advance_without_call(table, action)

    return handle


def refuse_call(table: TheaterTable, action: Action) -> None:
    """A call at a table that plays without them (T-Q-6)."""
    refuse(table, action, "effect_not_owed", "switched off")


def _kind_of_last_set(table: TheaterTable, player: int) -> str:
    """The kind of the set that the player has just laid, also if it ended the trick."""
    laid = table.top or table.cleared
    return laid.kind if laid is not None and table.owner == player else GROUP


EIGHT: Final = card("S8")[0]
JACK: Final = card("SJ")[0]
REVOLUTION_COUNT: Final[Mapping[str, int]] = {GROUP: 4, RUN: 8, DOUBLE_RUN: 8}
"""From how many cards on a set makes a revolution, by kind; a triple run never does (T-REV-1)."""

HEART_3: Final = STANDARD.one["H3"]


def effects_reader(revolution: Effect, jacks: tuple[Effect, ...], jokers: tuple[Effect, ...]) -> Effects:
    """What sets do: first the revolution, then what their rank does, in groups only (T-REV-4, T-8-2, T-J-3)."""
    by_rank: dict[int, tuple[Effect, ...]] = {EIGHT: (cut_trick,), JACK: jacks}

    def effects(combination: Combination) -> tuple[Effect, ...]:
        if is_heart_3(combination):
            return (take_joker,)
        if is_lone_joker(combination):
            return jokers
        least = REVOLUTION_COUNT.get(combination.kind)
        turning = (revolution,) if least and combination.count >= least else ()
        rank = combination.ranks[:1] if combination.kind == GROUP else ()
        return turning + sum((by_rank.get(one, ()) for one in rank), ())

    return effects


def take_joker(table: TheaterTable, _combination: Combination) -> None:
    """The heart 3 ends a joker's trick, or takes the lead after it; otherwise it is a plain single (T-H3-1, T-Q-16)."""
    table.cut = table.taking or is_lone_joker(table.under)
    table.taking = False


def takes_joker(table: TheaterTable, player: int, combination: Combination) -> bool:
    """Whether the player may come in out of turn: with the heart 3 on the joker of somebody else (T-H3-2)."""
    return is_heart_3(combination) and (table.taking or (is_lone_joker(table.top) and table.owner != player))


def await_heart_3(table: TheaterTable, _joker: Combination) -> None:
    """After a joker's trick the heart 3 may still come until the next lead (T-Q-16)."""
    table.pending = watch_for_heart_3


def watch_for_heart_3(table: TheaterTable, action: Action) -> None:
    """Tell the heart 3 of another player, which takes the lead, from that of the player who has the lead anyway."""
    if is_lone_joker(table.cleared):
        heart_3 = action.verb == PLAY and action.cards == HEART_3
        table.taking = heart_3 and action.player not in (table.turn, table.owner)
    elif not is_lone_joker(table.top):
        table.pending = None


def answers(table: TheaterTable, top: Combination, new: Combination) -> str:
    """A set is answered by its like, wholly beyond it (T-FOLLOW-1, T-RUN-2); a joker only by the heart 3 (T-JOK-1)."""
    code = wholly_stronger(table, top, new)
    return "" if code == "not_stronger" and is_lone_joker(top) and is_heart_3(new) else code


def answers_without_joker_on_heart_3(table: TheaterTable, top: Combination, new: Combination) -> str:
    """The same where no joker follows a heart 3 (option `joker_on_hearts3`)."""
    return "not_stronger" if is_heart_3(top) and is_lone_joker(new) else answers(table, top, new)
