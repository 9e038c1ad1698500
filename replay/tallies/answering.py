"""Whether a hand can answer the top set, by its integer alone: groups and runs of standard cards, and single cards."""

from collections.abc import Callable
from functools import partial
from typing import Final

from replay.cards import MOST_COPIES, size
from replay.combination import TOP, Combination
from replay.judge import objections
from replay.noting import AnyTable, Asked, unsure
from replay.table import Table
from replay.tallies.holdings import A_JOKER, cards_in, is_odd, ranks_with, runs_from

MOST_KEPT: Final = 4096
MOST_JOKERS: Final = 2
"""As many jokers are in a pack, and are a set alone."""


class Asking:
    """How hands are asked for an answer: worked out once for each top set, order and lock, and kept.

    `asked` tells it for a set of several cards, given the table and the set.
    """

    def __init__(self, asked: Callable[[AnyTable, Combination], Asked], *, last: bool = False) -> None:
        """With `last`, rules may ban what empties a hand, which has to be tried then."""
        self._asked = asked
        self._last = last
        self._kept: dict[tuple[Combination | None, int, int], Asked] = {}
        self._readings: list[tuple[int, tuple[Combination, ...]]] = []

    def at(self, table: Table) -> Asked:
        """How hands are asked at this table."""
        key = (table.top, table.down, table.lock)
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = self._worked_out(table)
        return kept

    def _worked_out(self, table: Table) -> Asked:
        top = table.top
        if top is None:
            return unsure
        asked = self._singles(table, top).__and__ if top.count == 1 else self._asked(table, top)
        return partial(unless_last, asked, top.count) if self._last else asked

    def _singles(self, table: Table, top: Combination) -> int:
        """Every card that alone answers a single, each judged once."""
        if not self._readings:
            lexicon, one = table.rules.profile.lexicon, table.rules.alphabet.one
            self._readings = [(one[name] * MOST_COPIES, table.rules.read(lexicon.meld([name], []))) for name in one]
        return sum(
            cards
            for cards, readings in self._readings
            if any(not objections(table, top, reading) for reading in readings)
        )


def unless_last(asked: Asked, count: int, hand: int) -> int | None:
    """The same, but a hand that an answer would empty has to be tried, and a smaller one holds none."""
    held = size(hand)
    return asked(hand) if held > count else 0 if held < count else None


def group_asked(count: int, ranks: int, *, joining: bool, alone: bool = False) -> Asked:
    """How hands are asked for a group of so many cards of one of these ranks, which jokers may join.

    With `alone`, as many jokers do as well.
    """

    def asked(hand: int) -> int | None:
        jokers = hand // A_JOKER
        if jokers > MOST_JOKERS or is_odd(hand):
            return None
        if alone and jokers >= count:
            return jokers
        return ranks_with(hand, max(1, count - jokers) if joining else count) & ranks

    return asked


def run_asked(length: int, starts: int, *, joining: bool) -> Asked:
    """How hands are asked for a run of this length from one of these cards, jokers filling gaps if they may."""

    def asked(hand: int) -> int | None:
        jokers = hand // A_JOKER
        if jokers > MOST_JOKERS or is_odd(hand):
            return None
        return runs_from(cards_in(hand), length, jokers if joining else 0) & starts

    return asked


def jokers_answer(top: Combination, down: int) -> bool:
    """Whether as many jokers alone answer a group: a pair at most, and not one of jokers."""
    return top.count <= MOST_JOKERS and top.floor[down] < TOP
