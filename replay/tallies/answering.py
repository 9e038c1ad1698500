"""Whether a hand can answer the top set, by its integer alone: groups and runs of standard cards, and single cards."""

from collections.abc import Callable
from typing import Final

from replay.cards import MOST_COPIES, size
from replay.combination import TOP, Combination
from replay.judge import objections
from replay.noting import UNSURE, AnyTable, Asked, Question, surely
from replay.table import Table
from replay.tallies.holdings import A_JOKER, JOKERS, cards_in, is_odd, ranks_with, runs_from

MOST_KEPT: Final = 4096
MOST_JOKERS: Final = 2
"""As many jokers are in a pack, and are a set alone."""


Whole = Callable[[Question, int], Question]
"""How hands are asked for a set of so many cards where it matters what else is in them."""


def only_the_set(asked: Question, _count: int) -> Question:
    """It does not matter."""
    return asked


class Asking:
    """How hands are asked for an answer: worked out once for each top set, order and lock, and kept.

    `asked` tells it for a set of several cards, given the table and the set, and `leading` who may lead.
    """

    def __init__(
        self,
        asked: Callable[[AnyTable, Combination], Question],
        whole: Whole = only_the_set,
        leading: Question = UNSURE,
    ) -> None:
        """What else a hand is asked for, `whole` makes of how it is asked for a set alone, and of the set's count."""
        self._asked = asked
        self._whole = whole
        self._leading = leading
        self._kept: dict[tuple[Combination | None, int, int], Question] = {}
        self._readings: list[tuple[int, tuple[Combination, ...]]] = []

    def at(self, table: Table) -> Question:
        """How hands are asked at this table."""
        kept = self._kept.get((table.top, table.down, table.lock))
        return self._worked_out(table) if kept is None else kept

    def _worked_out(self, table: Table) -> Question:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        top = table.top
        kept = self._leading if top is None else self._whole(self._about(table, top), top.count)
        self._kept[top, table.down, table.lock] = kept
        return kept

    def _about(self, table: Table, top: Combination) -> Question:
        return Question(surely, self._singles(table, top)) if top.count == 1 else self._asked(table, top)

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


def unless_last(last: Asked, asked: Question, count: int) -> Question:
    """Rules may ban what empties a hand: `last` tells of a whole hand whether it may be laid."""

    def asked_unless_last(hand: int) -> int | None:
        if hand.bit_count() > count or (held := size(hand)) > count:  # whatever is counted has a bit or more
            return asked(hand)
        return last(hand) and asked(hand) if held == count else 0

    return Question(asked_unless_last, asked.some)


def group_asked(count: int, ranks: int, *, joining: bool, alone: bool = False) -> Question:
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

    return Question(asked, ranks | JOKERS)


def run_asked(length: int, starts: int, *, joining: bool) -> Question:
    """How hands are asked for a run of this length from one of these cards, jokers filling gaps if they may."""

    def asked(hand: int) -> int | None:
        jokers = hand // A_JOKER
        if jokers > MOST_JOKERS or is_odd(hand):
            return None
        return runs_from(cards_in(hand), length, jokers if joining else 0) & starts

    return Question(asked)


def jokers_answer(top: Combination, down: int) -> bool:
    """Whether as many jokers alone answer a group: a pair at most, and not one of jokers."""
    return top.count <= MOST_JOKERS and top.floor[down] < TOP
