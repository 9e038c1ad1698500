"""What eights and the spade 3 do to a trick (A-OPT-8, A-OPT-S3)."""

from typing import Final

from replay.combination import GROUP, Combination
from replay.effects import cut
from replay.following import stronger
from replay.games.akagiri.sets import is_spade_3, top_spade_3
from replay.suited import RANK_LABELS, is_lone_joker
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
    if is_lone_joker(table.under):
        table.top = top_spade_3()


def cut_on_joker(table: Table, combination: Combination) -> None:
    """A spade 3 that took a lone joker ends the trick (`spade3_ends_trick`)."""
    if is_lone_joker(table.under):
        cut(table, combination)
