"""The line of sequences: A K Q J 10 ... 3 2 and once more A (B-SET-3, B-SET-4)."""

from collections.abc import Mapping
from typing import Final

from replay.games.biga.cards import ACE

LINE: Final = "A23456789TJQKA"
"""The line from its lowest place to its highest."""

LOW_ACE: Final = 0
DEUCE: Final = 1
KING: Final = 12
HIGH_ACE: Final = 13
BOTH: Final = 2


def stretch(counts: Mapping[str, int]) -> tuple[range, int] | None:
    """The places of the line that these ranks fill, and with how many cards each; None if they do not fill any evenly.

    An ace stands above the king where it can, otherwise below the 2 (B-Q-7, B-Q-8); twice as many stand at both ends.
    At least one rank must be another than the ace.
    """
    places = sorted(LINE.index(rank) for rank in counts if rank != ACE)
    low, high = places[0], places[-1]
    folds = {counts[LINE[place]] for place in places}
    if len(folds) > 1 or high - low >= len(places):
        return None
    fold = folds.pop()
    ends, rest = divmod(counts.get(ACE, 0), fold)
    places_with_aces = None if rest else _with_aces(low, high, ends)
    return None if places_with_aces is None else (places_with_aces, fold)


def _with_aces(low: int, high: int, ends: int) -> range | None:
    """The places from `low` to `high`, and beyond them those of the aces if they stand at one end or at both."""
    if ends == BOTH and (low, high) == (DEUCE, KING):
        return range(LOW_ACE, HIGH_ACE + 1)
    if ends == 1 and high == KING:
        return range(low, HIGH_ACE + 1)
    if ends == 1 and low == DEUCE:
        return range(LOW_ACE, high + 1)
    return None if ends else range(low, high + 1)
