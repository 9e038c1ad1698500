"""Tests whether a hand holds an answer to the top set, using the integer of the hand alone.

There are tests for groups and runs of standard cards, and for single cards. A hand has 32 bits for each rank, the 3
lowest, and in these a byte for each suit. All masks of ranks are of one bit or byte of each rank.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from replay.cards import FIELD, JOKER, MOST_COPIES, RANKS, STANDARD, SUITS, size
from replay.counters import CANNOT_TELL, AnswerTest, GameTable, HandTest, always_answers
from replay.judge import objections
from replay.melds import JOKER_STRENGTH, Combination
from replay.table import Table

RANK_BITS: Final = FIELD * len(SUITS)
"""The bits of a rank."""

WHOLE_RANK: Final = (1 << RANK_BITS) - 1
ONE_PER_SUIT: Final = sum(1 << FIELD * suit for suit in range(len(SUITS)))
"""The counts of a rank, multiplied by this, have their sum in the highest byte of the rank."""

ONE_PER_RANK: Final = sum(1 << RANK_BITS * rank for rank in range(len(RANKS)))
ONE_OF_EACH: Final = sum(one for name, one in STANDARD.one.items() if name != JOKER)
NATURAL_CARDS: Final = ONE_OF_EACH * MOST_COPIES
ONE_JOKER: Final = STANDARD.one[JOKER]
ALL_JOKERS: Final = ONE_JOKER * MOST_COPIES
SUIT_MASKS: Final = tuple(sum(STANDARD.one[suit + rank] * MOST_COPIES for rank in RANKS) for suit in SUITS)

FEW_OF_EACH: Final = 31 * (ONE_OF_EACH + STANDARD.one[JOKER])
"""Up to 31 of each card: then the counts of a rank fit into one byte and leave its highest bit free."""
COUNT_GUARD: Final = 128
RANK_GUARDS: Final = COUNT_GUARD * ONE_PER_RANK
COUNT_BYTES: Final = 255 * ONE_PER_RANK
MOST_MASKS_CACHED: Final = 1024


def exceeds_counting(hand: int) -> bool:
    """Whether a hand has too many of a card for the functions below."""
    return hand & FEW_OF_EACH != hand


@lru_cache(MOST_MASKS_CACHED)
def starts_above(strength: tuple[int, int], length: int, down: int) -> int:
    """Every card of the ranks from which a run of this length can start so that its weakest card is stronger."""
    first, end = (strength[0] + 1, len(RANKS) - length + 1) if not down else (0, -strength[1] - length + 1)
    return _rank_mask(max(0, first), min(end, len(RANKS) - length + 1))


@lru_cache(MOST_MASKS_CACHED)
def ranks_above(strength: tuple[int, int], down: int) -> int:
    """Every card of the ranks that are stronger than this in the order in force."""
    return starts_above(strength, 1, down)


def _rank_mask(first: int, end: int) -> int:
    return sum(WHOLE_RANK << RANK_BITS * rank for rank in range(first, end))


def rank_counts(hand: int) -> int:
    """The number of natural cards of each rank in the hand, in the lowest byte of the rank."""
    cards = hand & NATURAL_CARDS
    pairs = cards + (cards >> FIELD)
    return pairs + (pairs >> 2 * FIELD) & COUNT_BYTES


def count_threshold(count: int) -> int:
    """The number which, added to the counts of ranks, sets the highest bit of each byte that is at least `count`."""
    return (COUNT_GUARD - count) * ONE_PER_RANK


def ranks_with(hand: int, count: int) -> int:
    """A bit at each rank of which the hand has at least `count` natural cards; `count` is at least 1."""
    return rank_counts(hand) + count_threshold(count) & RANK_GUARDS


def runs_from(cards: int, length: int, gaps: int, line: int = ONE_OF_EACH) -> int:
    """A bit at each card from which a run of this length starts in its suit, with at most `gaps` of its cards missing.

    `cards` has a bit for each card held, `line` for each possible card. The caller checks whether the run ends on the
    line.
    """
    starts = [cards, *[line] * gaps]
    for step in range(1, length):
        held = cards >> RANK_BITS * step
        starts = [(there & held) | less for there, less in zip(starts, [0, *starts], strict=False)]
    return starts[-1]


def cards_in(hand: int) -> int:
    """A bit for each natural card that the hand has at least once."""
    cards = hand & NATURAL_CARDS
    return (cards | cards >> 1 | cards >> 2 | cards >> 3 | cards >> 4) & ONE_OF_EACH


MOST_TESTS_CACHED: Final = 4096
MOST_JOKERS: Final = 2
"""The most jokers in a pack, and in a set of jokers alone."""


WholeHandTest = Callable[[AnswerTest, int], AnswerTest]
"""Makes the test for a set of this number of cards where the rest of the hand matters."""


def set_alone(asked: AnswerTest, _count: int) -> AnswerTest:
    """The same test, where the rest of the hand does not matter."""
    return asked


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
        kept = self._kept.get((table.top, table.down, table.lock))
        return self._make(table) if kept is None else kept

    def _make(self, table: Table) -> AnswerTest:
        if len(self._kept) >= MOST_TESTS_CACHED:
            self._kept.clear()
        top = table.top
        kept = self._leading if top is None else self._whole(self._about(table, top), top.count)
        self._kept[top, table.down, table.lock] = kept
        return kept

    def _about(self, table: Table, top: Combination) -> AnswerTest:
        return AnswerTest(always_answers, self._singles(table, top)) if top.count == 1 else self._asked(table, top)

    def _singles(self, table: Table, top: Combination) -> int:
        """Every card that alone answers a single; each is judged once."""
        if not self._readings:
            lexicon, one = table.rules.profile.lexicon, table.rules.alphabet.one
            self._readings = [(one[name] * MOST_COPIES, table.rules.read(lexicon.meld([name], []))) for name in one]
        return sum(
            cards
            for cards, readings in self._readings
            if any(not objections(table, top, reading) for reading in readings)
        )


def unless_last(last: HandTest, asked: AnswerTest, count: int) -> AnswerTest:
    """The test where rules may forbid a set that empties the hand: `last` says whether a whole hand may be played."""

    def asked_unless_last(hand: int) -> int | None:
        if hand.bit_count() > count or (held := size(hand)) > count:  # each card has at least one bit
            return asked(hand)
        return last(hand) and asked(hand) if held == count else 0

    return AnswerTest(asked_unless_last, asked.some)


def group_test(count: int, ranks: int, *, joining: bool, alone: bool = False) -> AnswerTest:
    """The test for a group of this number of cards of one of these ranks; with `joining`, jokers may join it.

    With `alone`, a group of jokers alone answers as well.
    """

    def asked(hand: int) -> int | None:
        jokers = hand // ONE_JOKER
        if jokers > MOST_JOKERS or exceeds_counting(hand):
            return None
        if alone and jokers >= count:
            return jokers
        return ranks_with(hand, max(1, count - jokers) if joining else count) & ranks

    return AnswerTest(asked, ranks | ALL_JOKERS)


def run_test(length: int, starts: int, *, joining: bool) -> AnswerTest:
    """The test for a run of this length from one of these cards; with `joining`, jokers may fill gaps."""

    def asked(hand: int) -> int | None:
        jokers = hand // ONE_JOKER
        if jokers > MOST_JOKERS or exceeds_counting(hand):
            return None
        return runs_from(cards_in(hand), length, jokers if joining else 0) & starts

    return AnswerTest(asked)


def jokers_answer(top: Combination, down: int) -> bool:
    """Whether jokers alone answer a group: it is a pair at most, and not one of jokers."""
    return top.count <= MOST_JOKERS and top.floor[down] < JOKER_STRENGTH
