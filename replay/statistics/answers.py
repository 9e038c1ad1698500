"""Tests whether a hand holds an answer to the top set, using the integer of the hand alone.

There are tests for groups and runs of standard cards, and for single cards. A hand in its usual form has four bits for
each rank, the 3 lowest, one for each suit, and the number of jokers above them. All masks of ranks are of one bit or of
all four bits of each rank. Of a hand in the wide form, which has a card twice, only trying can tell.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS
from daifu.replay.counters import CANNOT_TELL, AnswerTest, GameTable, HandTest
from daifu.replay.engine import objections
from daifu.replay.melds import JOKER_STRENGTH, Combination, Strength
from daifu.replay.table import Table

RANK_BITS: Final = len(SUITS)
"""The bits of a rank."""

WHOLE_RANK: Final = (1 << RANK_BITS) - 1
ONE_PER_RANK: Final = sum(1 << RANK_BITS * rank for rank in range(len(RANKS)))
NATURAL_CARDS: Final = WHOLE_RANK * ONE_PER_RANK
ONE_JOKER: Final = STANDARD.one[JOKER]
JOKER_SHIFT: Final = STANDARD.shift[JOKER]
ALL_JOKERS: Final = STANDARD.mask([JOKER])
WIDE: Final = STANDARD.wide
"""The mark of a hand in the wide form, which is at least this."""
SUIT_MASKS: Final = tuple(ONE_PER_RANK << suit for suit in range(len(SUITS)))

COUNT_GUARD: Final = 8
RANK_GUARDS: Final = COUNT_GUARD * ONE_PER_RANK
EVERY_OTHER_SUIT: Final = 5 * ONE_PER_RANK
LOW_HALVES: Final = 3 * ONE_PER_RANK
MOST_MASKS_CACHED: Final = 1024


@lru_cache(MOST_MASKS_CACHED)
def starts_above(strength: Strength, length: int, down: int) -> int:
    """Every card of the ranks from which a run of this length can start so that its weakest card is stronger."""
    first, end = (strength[0] + 1, len(RANKS) - length + 1) if not down else (0, -strength[1] - length + 1)
    ranks = range(max(0, first), min(end, len(RANKS) - length + 1))
    return sum([WHOLE_RANK << RANK_BITS * rank for rank in ranks])


@lru_cache(MOST_MASKS_CACHED)
def ranks_above(strength: Strength, down: int) -> int:
    """Every card of the ranks that are stronger than this in the order in force."""
    return starts_above(strength, 1, down)


def rank_counts(hand: int) -> int:
    """The number of natural cards of each rank in the hand, in the bits of the rank."""
    cards = hand & NATURAL_CARDS
    pairs = (cards & EVERY_OTHER_SUIT) + (cards >> 1 & EVERY_OTHER_SUIT)
    return (pairs & LOW_HALVES) + (pairs >> 2 & LOW_HALVES)


def count_threshold(count: int) -> int:
    """The number which, added to the counts of ranks, sets the guard of each that is at least `count`, 1 to 8."""
    return (COUNT_GUARD - count) * ONE_PER_RANK


def ranks_with(hand: int, count: int) -> int:
    """A bit at each rank of which the hand has at least `count` natural cards; `count` is at least 1."""
    return rank_counts(hand) + count_threshold(count) & RANK_GUARDS


def runs_from(cards: int, length: int, gaps: int, line: int = NATURAL_CARDS) -> int:
    """A bit at each card from which a run of this length starts in its suit, with at most `gaps` of its cards missing.

    `line` has all possible cards. The caller checks whether the run ends on the line.
    """
    starts = [cards, *[line] * gaps]
    for step in range(1, length):
        held = cards >> RANK_BITS * step
        starts = [(there & held) | less for there, less in zip(starts, [0, *starts], strict=False)]
    return starts[-1]


MOST_TESTS_CACHED: Final = 4096
MOST_JOKERS: Final = 2
"""The most jokers in a pack, and in a set of jokers alone."""


WholeHandTest = Callable[[AnswerTest, int], AnswerTest]
"""Makes the test for a set of this number of cards where the rest of the hand matters."""


def set_alone(asked: AnswerTest, _count: int) -> AnswerTest:
    """The same test, where the rest of the hand does not matter."""
    return asked


def usual_hand_answers(hand: int) -> int | None:
    """1 for a hand in the usual form, None for one in the wide form."""
    return 1 if hand < WIDE else None


class AnswerTests:
    """The tests for answers, made once for each top set, order and lock.

    `asked` makes the test for a set of several cards, given the table and the set; `leading` is the test for a lead.
    """

    def __init__(
        self,
        asked: Callable[[GameTable, Combination], AnswerTest],
        whole: WholeHandTest = set_alone,
        leading: AnswerTest = CANNOT_TELL,
    ) -> None:
        """`whole` adds to the test for a set what the rules ask of the rest of the hand."""
        self._asked = asked
        self._whole = whole
        self._leading = leading
        self._kept: dict[tuple[Combination | None, int, int], AnswerTest] = {}
        self._readings: list[tuple[int, tuple[Combination, ...]]] = []

    def at(self, table: Table) -> AnswerTest:
        """The test for answers at this table."""
        try:
            return self._kept[table.top, table.down, table.lock]
        except KeyError:
            return self._make(table)

    def _make(self, table: Table) -> AnswerTest:
        if len(self._kept) >= MOST_TESTS_CACHED:
            self._kept.clear()
        top = table.top
        if top is None:
            kept = self._leading
        else:
            kept = self._whole(self._single(table, top) if top.count == 1 else self._asked(table, top), top.count)
        self._kept[top, table.down, table.lock] = kept
        return kept

    def _single(self, table: Table, top: Combination) -> AnswerTest:
        """The test for a single: every card that alone answers it is judged once."""
        if not self._readings:
            lexicon, one = table.rules.profile.lexicon, table.rules.alphabet.one
            self._readings = [(STANDARD.mask([name]), table.rules.read(lexicon.meld([name], []))) for name in one]
        answers = sum(
            cards
            for cards, readings in self._readings
            if any(not objections(table, top, reading) for reading in readings)
        )
        return AnswerTest(usual_hand_answers, answers | WIDE)


def unless_last(last: HandTest, asked: AnswerTest, count: int) -> AnswerTest:
    """The test where rules may forbid a set that empties the hand: `last` says whether a whole hand may be played."""

    def asked_unless_last(hand: int) -> int | None:
        held = STANDARD.count(hand)
        if held > count:
            return asked(hand)
        return last(hand) and asked(hand) if held == count else 0

    return AnswerTest(asked_unless_last, asked.some)


def group_test(count: int, ranks: int, *, joining: bool, alone: bool = False) -> AnswerTest:
    """The test for a group of this number of cards of one of these ranks; with `joining`, jokers may join it.

    With `alone`, a group of jokers alone answers as well.
    """

    def asked(hand: int) -> int | None:
        jokers = hand >> JOKER_SHIFT
        if jokers > MOST_JOKERS:  # or the wide form
            return None
        if alone and jokers >= count:
            return jokers
        return ranks_with(hand, max(1, count - jokers) if joining else count) & ranks

    return AnswerTest(asked, ranks | ALL_JOKERS | WIDE)


def run_test(length: int, starts: int, *, joining: bool) -> AnswerTest:
    """The test for a run of this length from one of these cards; with `joining`, jokers may fill gaps."""

    def asked(hand: int) -> int | None:
        jokers = hand >> JOKER_SHIFT
        if jokers > MOST_JOKERS:  # or the wide form
            return None
        return runs_from(hand & NATURAL_CARDS, length, jokers if joining else 0) & starts

    return AnswerTest(asked)


def line_test(fold: int, length: int, starts: int, *, joining: bool) -> AnswerTest:
    """The test for a line of so many ranks from one of these cards, of `fold` cards of any suits each.

    With `joining`, jokers may fill gaps.
    """

    def asked(hand: int) -> int | None:
        jokers = hand >> JOKER_SHIFT
        if jokers > MOST_JOKERS:  # or the wide form
            return None
        return runs_from(ranks_with(hand, fold), length, jokers if joining else 0, RANK_GUARDS) & starts

    return AnswerTest(asked)


def jokers_answer(top: Combination, down: int) -> bool:
    """Whether jokers alone answer a group: it is a pair at most, and not one of jokers."""
    return top.count <= MOST_JOKERS and top.floor[down] < JOKER_STRENGTH
