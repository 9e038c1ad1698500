"""What a pass does: free tables, where everybody may come back into the trick, and locking ones, where nobody may."""

from typing import Final

from replay.rules import Passing
from replay.table import Table


def next_after_owner(table: Table) -> int:
    """The owner of the top set leads; if he is out, the next player who is still in."""
    owner = table.owner
    return owner if table.active >> owner & 1 else table.next_active(owner)


FORGOTTEN: Final = 0
"""The mask of the passed players that a set leaves: nobody is shut out any more."""
KEPT: Final = -1
"""The mask of the passed players that a set leaves: they stay out until the trick is cleared."""


def _out_of_turn(_table: Table, _player: int) -> str:
    return "out_of_turn"


def locked_or_out_of_turn(table: Table, player: int) -> str:
    """A player without the turn is either shut out by his own pass or simply not on turn."""
    return "locked_by_pass" if table.passed >> player & 1 else "out_of_turn"


FREE: Final = Passing(FORGOTTEN, _out_of_turn)
"""A pass holds until the next set; then everybody is asked again."""

LOCKING: Final = Passing(KEPT, locked_or_out_of_turn)
"""A pass holds until the trick is cleared."""
