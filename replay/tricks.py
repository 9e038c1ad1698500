"""Rules of a trick that several games share: passes, effects on the order, and the suit lock."""

from typing import Final

from replay.groups_and_runs import SPADE_3, is_lone_joker, is_single
from replay.melds import Combination
from replay.rules import PassRule
from replay.table import Table


def owner_or_next(table: Table) -> int:
    """The owner of the top set leads; if he is out, the next player who is still in."""
    owner = table.owner
    return owner if table.active >> owner & 1 else table.next_active(owner)


PASSES_FORGOTTEN: Final = 0
"""The mask of the passed players that a set leaves: nobody is shut out any more."""
PASSES_KEPT: Final = -1
"""The mask of the passed players that a set leaves: they stay out until the trick is cleared."""


def _out_of_turn(_table: Table, _player: int) -> str:
    return "out_of_turn"


def locked_or_out_of_turn(table: Table, player: int) -> str:
    """A player without the turn is either shut out by his own pass or simply not on turn."""
    return "locked_by_pass" if table.passed >> player & 1 else "out_of_turn"


FREE_PASSES: Final = PassRule(PASSES_FORGOTTEN, _out_of_turn)
"""A pass holds until the next set; then everybody is asked again."""

LOCKING_PASSES: Final = PassRule(PASSES_KEPT, locked_or_out_of_turn)
"""A pass holds until the trick is cleared."""


def cut_trick(table: Table, _combination: Combination) -> None:
    """The trick ends with this set, and its player leads."""
    table.cut = True


def make_revolution(table: Table, _combination: Combination) -> None:
    """The set turns the order for the rest of the deal."""
    turn_order(table)


def turn_order(table: Table) -> None:
    """The order turns for the rest of the deal; a flip of the trick in progress stays on top of that."""
    table.turned ^= 1
    table.down ^= 1


def flip_trick(table: Table) -> None:
    """The order turns for the rest of the trick; where the trick is already over, nothing is left to turn."""
    if table.top is not None:
        table.down ^= 1


def is_suited_single(combination: Combination) -> bool:
    """Whether the set is a single that has a suit; a joker alone has none."""
    return combination.count == 1 and combination.suits > 0


def lock_suit(table: Table, combination: Combination) -> None:
    """The second single in a row of one suit locks the trick to it, if it is not locked yet."""
    under = table.under
    if not table.lock and under is not None and is_suited_single(under) and under.suits == combination.suits:
        table.lock = combination.suits


def leaves_suit(table: Table, _top: Combination, new: Combination) -> bool:
    """Whether a single is of another suit than the trick is locked to; groups, runs and jokers are free."""
    return is_suited_single(new) and new.suits != table.lock


def leaves_suit_unless_spade_3(table: Table, top: Combination, new: Combination) -> bool:
    """The same where the spade 3 may take a lone joker whatever the lock."""
    return leaves_suit(table, top, new) and not (is_lone_joker(top) and is_single(new, SPADE_3))
