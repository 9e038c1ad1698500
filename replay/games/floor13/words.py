"""What a player says after his set: flips and revolutions (F-J, F-REV-1)."""

from collections.abc import Mapping
from typing import Final

from replay.actions import Action
from replay.games.floor13.effects import FLIP, REVOLUTION
from replay.games.floor13.table import Floor13Table
from replay.words import Handler, refuse


def say_flip(table: Floor13Table, action: Action) -> None:
    """A jack reverses the order of its trick, or of the next where it comes after an 8 (F-J, F-FX-5).

    Where an 8 that comes after the jack has cleared the trick, nothing is left to reverse.
    """
    if not table.right(action.player, FLIP):
        refuse(table, action, "effect_not_owed")
        return
    table.rights[FLIP] -= 1
    if table.top is not None or table.flips_next:
        table.down ^= 1


def say_revolution(table: Floor13Table, action: Action) -> None:
    """To announce a revolution that the last set makes anyway is no fault and does nothing more."""
    if table.speaker != action.player or REVOLUTION not in table.rights:
        refuse(table, action, "false_declaration")


WORDS: Final[Mapping[str, Handler]] = {FLIP: say_flip, REVOLUTION: say_revolution}
