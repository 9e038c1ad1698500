"""What ends a trick or narrows it: eights, the spade 3, the suit lock (A-OPT-8, A-OPT-S3, A-OPT-LOCK)."""

from typing import Final

from replay.combination import GROUP, Combination
from replay.effects import cut
from replay.following import stronger
from replay.games.akagiri.sets import is_lone_joker, is_spade_3, top_spade_3
from replay.suited import RANK_LABELS
from replay.table import Table

EIGHT: Final = RANK_LABELS.index("8")


def has_eight(combination: Combination) -> bool:
    """Whether an 8 is in the set, or a joker that stands for one (A-Q-18)."""
    return EIGHT in combination.ranks


def is_group_of_eights(combination: Combination) -> bool:
    """Whether the set is a single or a group of 8s (`eight_stop_in_runs` false)."""
    return combination.kind == GROUP and has_eight(combination)


def spade_3_answers(table: Table, top: Combination, new: Combination) -> str:
    """Following where the lone spade 3 also beats a lone joker (`spade3` joker_single)."""
    return "" if is_lone_joker(top) and is_spade_3(new) else stronger(table, top, new)


def crown_spade_3(table: Table, _combination: Combination) -> None:
    """Nothing follows a spade 3 that took a lone joker (A-Q-21)."""
    if table.under is not None and is_lone_joker(table.under):
        table.top = top_spade_3()


def cut_on_joker(table: Table, combination: Combination) -> None:
    """A spade 3 that took a lone joker ends the trick (`spade3_ends_trick`)."""
    if table.under is not None and is_lone_joker(table.under):
        cut(table, combination)


def is_suited_single(combination: Combination) -> bool:
    """Whether the set is a single that has a suit; a joker alone has none."""
    return combination.count == 1 and combination.suits > 0


def lock_suit(table: Table, combination: Combination) -> None:
    """The second single in a row of one suit locks the trick to it, if it is not locked yet (A-Q-16)."""
    under = table.under
    if not table.lock and under is not None and is_suited_single(under) and under.suits == combination.suits:
        table.lock = combination.suits


def leaves_suit(table: Table, _top: Combination, new: Combination) -> bool:
    """Whether a single is of another suit than the trick is locked to; groups, runs and jokers are free."""
    return is_suited_single(new) and new.suits != table.lock


def leaves_suit_unless_spade_3(table: Table, top: Combination, new: Combination) -> bool:
    """The same where the spade 3 may take a lone joker whatever the lock."""
    return leaves_suit(table, top, new) and not (is_lone_joker(top) and is_spade_3(new))
