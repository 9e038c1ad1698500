"""Sets that do something when they are laid: revolutions, eights, jacks, and the heart 3 that takes a joker.

Rules: T-REV-1, T-REV-4, T-8-1, T-8-2, T-J-1, T-J-3, T-JOK-1, T-H3-1, T-H3-2.
"""

from collections.abc import Mapping
from typing import Final

from replay.actions import PLAY, Action
from replay.cards import STANDARD
from replay.combination import DOUBLE_RUN, GROUP, RUN, Combination, Effect
from replay.effects import cut
from replay.following import beyond
from replay.games.theater.sets import Effects, is_heart_3
from replay.games.theater.table import TheaterTable
from replay.suited import card, is_lone_joker

EIGHT: Final = card("S8")[0]
JACK: Final = card("SJ")[0]
REVOLUTION_COUNT: Final[Mapping[str, int]] = {GROUP: 4, RUN: 8, DOUBLE_RUN: 8}
"""From how many cards on a set makes a revolution, by kind; a triple run never does (T-REV-1)."""

HEART_3: Final = STANDARD.one["H3"]


def effects_of(revolution: Effect, jacks: tuple[Effect, ...], jokers: tuple[Effect, ...]) -> Effects:
    """What sets do: first the revolution, then what their rank does, in groups only (T-REV-4, T-8-2, T-J-3)."""
    by_rank: dict[int, tuple[Effect, ...]] = {EIGHT: (cut,), JACK: jacks}

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


def stay_open(table: TheaterTable, _joker: Combination) -> None:
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
    code = beyond(table, top, new)
    return "" if code == "not_stronger" and is_lone_joker(top) and is_heart_3(new) else code


def answers_by_the_letter(table: TheaterTable, top: Combination, new: Combination) -> str:
    """The same where no joker follows a heart 3 (option `joker_on_hearts3`)."""
    return "not_stronger" if is_heart_3(top) and is_lone_joker(new) else answers(table, top, new)
