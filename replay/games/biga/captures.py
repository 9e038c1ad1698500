"""Fours that carry off the set they are laid on (B-FOUR)."""

from typing import Final

from replay.games.biga.sets import BIG_EGG, EGG, TRUE_SEVEN, CardSet
from replay.games.biga.table import BigATable

OF_A_RANK: Final = frozenset({EGG, BIG_EGG, TRUE_SEVEN})


def carries_off(top: CardSet, new: CardSet) -> bool:
    """Whether these are fours, one card fewer than the three or more of a rank on the table (B-FOUR-1, B-FOUR-4)."""
    return new.prey == top.count and top.kind in OF_A_RANK


def carry_off(table: BigATable, fours: CardSet) -> None:
    """The top set goes into the hand of the player of the fours, before anybody asks if he is out (B-FOUR-2, B-FOUR-8).

    So does a seven or eight, which he could not capture, if nobody stops him (B-FOUR-6).
    """
    top = table.under
    if isinstance(top, CardSet) and carries_off(top, fours):
        table.hands[table.owner] += top.cards
        table.captured[table.owner] += table.big_aces(top.cards)
