"""The answer matrix: what may be laid on what (B-FOLLOW-1, B-EGG, B-BEGG, B-BOMB-10)."""

from typing import Final

from replay.games.biga.captures import carries_off
from replay.games.biga.sets import DOUBLE_SEQUENCE, FIVE_OF_A_RANK, NO_BOMB, SEQUENCE, TRUE_SEVEN, CardSet
from replay.table import Table

OF_ANY_LENGTH: Final = frozenset({SEQUENCE, DOUBLE_SEQUENCE})


def answer(_table: Table, top: CardSet, new: CardSet) -> str:
    """The code of what is wrong with laying `new` on `top`, or "" if it answers."""
    if carries_off(top, new):
        return "bad_capture" if top.kind == TRUE_SEVEN else ""
    if new.kind != top.kind:
        return "" if new.power >= top.resists else _refusal(new.power)
    if new.count != top.count and new.kind in OF_ANY_LENGTH:
        return "wrong_count"
    return "" if new.floor > top.floor else "not_stronger"


def _refusal(power: int) -> str:
    """What is wrong with a set of another kind that does not reach far enough."""
    if power == NO_BOMB:
        return "wrong_kind"
    return "bomb_not_allowed" if power <= FIVE_OF_A_RANK else "not_stronger"
