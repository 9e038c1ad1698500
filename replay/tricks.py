"""Rules of a trick that several games share: passes, effects on the order, and the suit lock."""

from typing import Final

from daifu.replay.groups_and_runs import SPADE_3, is_lone_joker, is_single
from daifu.replay.melds import Combination
from daifu.replay.rules import PassRule
from daifu.replay.table import Table


def owner_or_next(table: Table) -> int:
    """The next leader: the owner of the top set, or if they are out, the next player who is still in."""
    owner = table.owner
    return owner if table.active >> owner & 1 else table.next_active(owner)


PASSES_FORGOTTEN: Final = 0
"""The mask of players who remain passed after a set: none is shut out any more."""
PASSES_KEPT: Final = -1
"""The mask of players who remain passed after a set: all stay out until the trick is cleared."""


def _out_of_turn(_table: Table, _player: int) -> str:
    return "out_of_turn"


def locked_or_out_of_turn(table: Table, player: int) -> str:
    """The code for playing without the turn: `locked_by_pass` after a pass in this trick, else `out_of_turn`."""
    return "locked_by_pass" if table.passed >> player & 1 else "out_of_turn"


FREE_PASSES: Final = PassRule(PASSES_FORGOTTEN, _out_of_turn)
"""A pass holds until the next set; then everybody may play again."""

LOCKING_PASSES: Final = PassRule(PASSES_KEPT, locked_or_out_of_turn)
"""A pass holds until the trick is cleared."""


def cut_trick(table: Table, _combination: Combination) -> None:
    """End the trick with this set; its player leads."""
    table.cut = True


def make_revolution(table: Table, _combination: Combination) -> None:
    """Turn the order for the rest of the deal."""
    turn_order(table)


def turn_order(table: Table) -> None:
    """Turn the order for the rest of the deal; a flip of the current trick stays in addition."""
    table.turned ^= 1
    table.down ^= 1


def flip_trick(table: Table, _combination: Combination) -> None:
    """Turn the order for the rest of the trick, unless it is already over."""
    if table.top is not None:
        table.down ^= 1


def is_suited_single(combination: Combination) -> bool:
    """Whether the set is a single card with a suit, so not a joker."""
    return combination.count == 1 and combination.suits > 0


def lock_suit(table: Table, combination: Combination) -> None:
    """Lock the trick to the suit of two singles in a row, unless it is locked already."""
    under = table.under
    if not table.lock and under is not None and has_same_suit(under, combination):
        table.lock = combination.suits


def has_same_suit(under: Combination, combination: Combination) -> bool:
    """Whether two sets in a row are singles of one suit."""
    return is_suited_single(under) and is_suited_single(combination) and under.suits == combination.suits


def locks_on(under: Combination, combination: Combination) -> bool:
    """Whether a single on this one locks the trick to its suit and does not end it itself, which an 8 does."""
    return has_same_suit(under, combination) and cut_trick not in combination.effects


BREAKS_SUIT_LOCK: Final = ("suit_lock",)
NO_BREACH: Final[tuple[str, ...]] = ()


def leaves_suit(table: Table, _top: Combination, new: Combination) -> tuple[str, ...]:
    """The code for a single of another suit than the lock; groups, runs and jokers are free."""
    return BREAKS_SUIT_LOCK if is_suited_single(new) and new.suits != table.lock else NO_BREACH


def leaves_suit_unless_spade_3(table: Table, top: Combination, new: Combination) -> tuple[str, ...]:
    """Like `leaves_suit`, but the spade 3 may take a lone joker despite the lock."""
    return NO_BREACH if is_lone_joker(top) and is_single(new, SPADE_3) else leaves_suit(table, top, new)
