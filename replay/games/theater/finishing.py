"""Going out with the joker (T-FOUL-1)."""

from collections.abc import Callable
from typing import Final

from replay.actions import Action
from replay.cards import JOKER, STANDARD
from replay.combination import Combination
from replay.engine import stands
from replay.finishing import goes_out, sinks
from replay.games.theater.opening import passes_lead
from replay.games.theater.table import TheaterTable

A_JOKER: Final = STANDARD.one[JOKER]
CODES: Final = {"foul": "finish_foul", "illegal": "finish_banned"}
"""What going out with the joker is, by the option `joker_out` (T-Q-19)."""


def ban_on_joker(code: str) -> Callable[[TheaterTable, Action, Combination | None], str]:
    """Going out with a set that has the joker in it is answered with this code."""

    def ban(_table: TheaterTable, action: Action, _combination: Combination | None) -> str:
        return code if STANDARD.holds(action.cards, A_JOKER) else ""

    return ban


def stands_or_sinks(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination:
    """A faulty play stands; one that goes out with the joker costs the place."""
    table.sinking = not set(CODES.values()).isdisjoint(breaches)
    return stands(table, action, combination, breaches)


def passes_but_for_fouls(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """A faulty play counts as a pass (option `illegal_play`); a foul and nothing else is not faulty."""
    if breaches == [CODES["foul"]]:
        return stands_or_sinks(table, action, combination, breaches)
    passes_lead(table, action, combination, breaches)
    return None


def goes_out_or_sinks(table: TheaterTable, player: int, combination: Combination) -> None:
    """An empty hand takes the next free place from the top, or after the joker from the bottom (T-OUT-1, T-Q-20)."""
    if table.sinking:
        table.sinking = False
        sinks(table, player)
    else:
        goes_out(table, player, combination)
