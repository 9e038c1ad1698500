"""The counters of UECda games beyond those of every game."""

from functools import cache
from typing import Final

from daifu.replay.cards import JOKER, RANKS, SUITS
from daifu.replay.counters import (
    CANNOT_TELL,
    SEATS_AND_TABLES,
    AnswerTest,
    Family,
    Increment,
    SetHook,
    always_answers,
    family,
)
from daifu.replay.games.uecda.tricks import TITLES, cut_on_joker, locks_on, reverse_direction
from daifu.replay.melds import GROUP, RUN, STANDARD_ORDER, Combination, Strength
from daifu.replay.rules import CountingRules
from daifu.replay.statistics.answers import (
    NATURAL_CARDS,
    ONE_JOKER,
    RANK_BITS,
    RANK_GUARDS,
    SUIT_MASKS,
    WHOLE_RANK,
    AnswerTests,
    count_threshold,
    rank_counts,
    ranks_above,
    runs_from,
)
from daifu.replay.statistics.rows import count_joker_taken, count_revolution
from daifu.replay.table import Table
from daifu.replay.tricks import cut_trick, flip_trick, make_revolution

KINDS: Final = ("single", "group", "run")

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do: 8 ends the trick, S3 takes a lone joker, lock binds the trick to its suits, "
        "J turns the order for the trick (option `jack_back`), 6 the direction of play (option `six_reverse`).",
        "効果のある組を出した回数。8は8切り、S3はジョーカーへのスペードの3、lockは縛り、Jはイレブンバック（jack_back）、"
        "6はリバース（six_reverse）。",
        ("8", "S3", "lock", "J", "6"),
    ),
)

TWO_JOKERS: Final = 2 * ONE_JOKER
"""A hand that is at least this has two jokers or the wide form: more of a card than the pack has."""
BEYOND_PACK: Final = -TWO_JOKERS
"""The mask of the bits of such hands."""
WHOLE_LINE: Final = NATURAL_CARDS | NATURAL_CARDS << 2 * RANK_BITS
"""The ranks in a line with an edge at both ends; each card is one place higher than in a hand."""
SUIT_CHOICE_MASKS: Final = tuple(
    sum(cards for suit, cards in enumerate(SUIT_MASKS) if suits >> suit & 1) for suits in range(1 << len(SUITS))
)
"""The cards of each choice of suits; a choice is a bit mask."""
ANY_CARD_ANSWERS: Final = AnswerTest(always_answers)
"""On the lead any card will do."""
EFFECT_COUNTERS: Final = ((cut_trick, "effect.8"), (flip_trick, "effect.J"), (reverse_direction, "effect.6"))


def set_increments(laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
    """The counters of a set beside its kind."""
    marks = tuple((name, 1) for effect, name in EFFECT_COUNTERS if effect in laid.effects)
    return (
        marks,
        count_revolution
        if make_revolution in laid.effects
        else count_joker_taken
        if cut_on_joker in laid.effects
        else None,
    )


def answer_test(table: Table, top: Combination) -> AnswerTest:
    """The test of hands for groups and runs. Under a lock that the top set itself does not keep, sets are tried."""
    lock, down = table.lock, table.down
    if top.kind not in (GROUP, RUN) or (lock and lock != top.suits):
        return CANNOT_TELL
    suits = SUIT_CHOICE_MASKS[lock] if lock else NATURAL_CARDS
    if top.kind == GROUP:
        return group_test_in_suits(top.count, suits, ranks_above(top.ceiling, down))
    return run_test_in_suits(top.count, suits, run_starts(top.ceiling, top.count, down))


def group_test_in_suits(count: int, suits: int, ranks: int) -> AnswerTest:
    """The test of hands for a group of these suits and ranks; the joker takes a missing suit."""
    needed = (count_threshold(count), count_threshold(count - 1))
    enough = ranks & RANK_GUARDS

    def asked(hand: int) -> int | None:
        if hand >= TWO_JOKERS:
            return None
        return rank_counts(hand & suits) + needed[hand >= ONE_JOKER] & enough

    return AnswerTest(asked, ranks & suits | BEYOND_PACK)


def run_test_in_suits(length: int, suits: int, starts: int) -> AnswerTest:
    """The test of hands for a run in one of these suits, the joker filling a place."""

    def asked(hand: int) -> int | None:
        if hand >= TWO_JOKERS:
            return None
        return runs_from((hand & suits) << RANK_BITS, length, int(hand >= ONE_JOKER), WHOLE_LINE) & starts

    return AnswerTest(asked)


@cache
def run_starts(ceiling: Strength, length: int, down: int) -> int:
    """The places where a run wholly above this one can start; the line has an edge at both ends."""
    first, end = (ceiling[0] + 1, len(RANKS) + 2 - length) if not down else (-1, -ceiling[1] - length + 1)
    return sum(WHOLE_RANK << RANK_BITS * (start + 1) for start in range(first, end))


def counting_rules() -> CountingRules:
    """The counting rules of UECda."""
    return CountingRules(
        titles=TITLES,
        locks_on=locks_on,
        kinds=KINDS,
        families=FAMILIES,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=set_increments,
        asking=AnswerTests(answer_test, leading=ANY_CARD_ANSWERS).at,
    )
