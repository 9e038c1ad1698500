"""The suit lock of singles, where an option asks for it (A-OPT-LOCK, A-Q-16, F-Q-28)."""

from typing import Final

from replay.combination import Combination
from replay.suited import card, is_lone_joker, is_single
from replay.table import Table

SPADE_3: Final = card("S3")


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
