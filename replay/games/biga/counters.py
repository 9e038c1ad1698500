"""The counters of Big A deals beyond those of every game, and the test whether a hand can follow."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, product
from typing import Final

from daifu.replay.actions import SAY, SHOW, Action
from daifu.replay.cards import SUITS
from daifu.replay.counters import (
    CANNOT_TELL,
    OUTCOME,
    PAIRS,
    SEATS,
    SEATS_AND_TABLES,
    AnswerTest,
    Collector,
    EndCollector,
    Family,
    HandTest,
    Increment,
    SetHook,
    family,
)
from daifu.replay.deal import DealReport
from daifu.replay.games.biga.sets import (
    ACE,
    BIG_JOKER,
    BIGA,
    COPIES,
    DOUBLE_SEQUENCE,
    FALSE_EIGHT,
    JOKERS,
    KINDS_OF_ONE_RANK,
    LINE,
    POWERS,
    RANKS,
    SEQUENCE,
    SMALL_JOKER,
    TRIPLE_SEQUENCE,
    CardSet,
    read_set,
)
from daifu.replay.games.biga.table import BigATable, true_team
from daifu.replay.games.biga.tricks import answer, captures
from daifu.replay.melds import IRREGULAR, SINGLE, Meld
from daifu.replay.rules import CountingRules
from daifu.replay.table import NOBODY

COUNT_LIMIT: Final = 4
"""More of a card than a hand in its usual form can have."""
FIELD: Final = 3
"""The bits of a card in a hand."""
RANK_BITS: Final = FIELD * len(SUITS)
WHOLE_RANK: Final = (1 << RANK_BITS) - 1
ONE_PER_RANK: Final = sum(1 << RANK_BITS * place for place in range(len(RANKS)))
FIELD_OF_EACH_RANK: Final = ((1 << FIELD) - 1) * ONE_PER_RANK
COUNT_GUARD: Final = 128
RANK_GUARDS: Final = COUNT_GUARD * ONE_PER_RANK
EVERY_RANK: Final = WHOLE_RANK * ONE_PER_RANK
JOKER_OFFSET: Final = BIGA.shift[SMALL_JOKER]
"""The position of the counts of jokers in a hand, small ones first."""
PLACE_MASKS: Final = tuple(WHOLE_RANK << RANK_BITS * RANKS.index(rank) for rank in LINE)
"""The cards of each place of the line."""

LINE_BOMBS: Final = ((TRIPLE_SEQUENCE, 3, 3), (FALSE_EIGHT, 4, 2))
"""The bombs in line: kind, cards of each rank, number of ranks."""


def rank_counts(hand: int) -> int:
    """The number of cards of each rank in the hand, in the lowest bits of the rank."""
    pairs = hand + (hand >> FIELD)
    return (pairs & FIELD_OF_EACH_RANK) + (pairs >> 2 * FIELD & FIELD_OF_EACH_RANK)


def count_threshold(count: int) -> int:
    """The number which, added to the counts of ranks, sets the guard of each rank with at least `count` cards."""
    return (COUNT_GUARD - count) * ONE_PER_RANK


HAND_TESTS: Final[dict[tuple[str, int, int, int, int], AnswerTest]] = {}
"""The tests of hands, computed once for all sets that are alike."""


def answer_test(table: BigATable) -> AnswerTest:
    """The test of hands at this table."""
    top = table.top
    if not isinstance(top, CardSet) or top.kind == IRREGULAR:
        return CANNOT_TELL
    key = (top.kind, top.count, top.floor[0], top.resists, table.ace)
    kept = HAND_TESTS.get(key)
    if kept is None:
        kept = HAND_TESTS[key] = AnswerTest(_hand_test(table, top))
    return kept


def _hand_test(table: BigATable, top: CardSet) -> HandTest:
    """The test of hands for sets that follow the top set; those of one rank and of jokers are judged."""
    alike: HandTest = (singles_above(top, table.ace) if top.kind == SINGLE else 0).__and__
    if top.kind in (SEQUENCE, DOUBLE_SEQUENCE):
        alike = partial(has_sequence, 1 if top.kind == SEQUENCE else 2, top.floor[0] + 1, top.count)
    groups: list[tuple[int, int]] = []
    known = certain = 0
    for count in range(2, max(KINDS_OF_ONE_RANK) + 1):
        ranks = sum(rank for rank, new in sets_of_one_rank(count) if not rank & known and not answer(table, top, new))
        if ranks:
            known |= ranks
            groups.append((count_threshold(count), ranks & RANK_GUARDS))
            certain = count
    jokers = sum(
        1 << held for held, sets in enumerate(sets_of_jokers()) if any(not answer(table, top, new) for new in sets)
    )
    lines = [
        (count_threshold(fold), length)
        for kind, fold, length in LINE_BOMBS
        if (kind == top.kind or POWERS[kind] >= top.resists) and (fold < certain or known != EVERY_RANK)
    ]
    return _any_of(alike, groups, jokers, lines, table.ace << 1)


def _any_of(
    alike: HandTest, groups: list[tuple[int, int]], jokers: int, lines: list[tuple[int, int]], both_big: int
) -> HandTest:
    """The test of hands for sets like the top set, or any of these others.

    `groups` are pairs of a number of cards (see `count_threshold`) and the ranks of which that many follow; `jokers`
    has a bit for each number of jokers of either kind that contains a set to follow; `lines` are the bombs in line that
    may follow, cards of each rank and number of ranks, which are tried, as the two Big As are.
    """

    def asked(hand: int) -> int | None:
        if hand >= BIGA.wide:
            return None
        found = alike(hand)
        held = hand >> JOKER_OFFSET
        if found or (held and jokers >> (held % COUNT_LIMIT + COUNT_LIMIT * (held >> FIELD)) & 1):
            return 1
        counts = rank_counts(hand)
        for enough, ranks in groups:
            if counts + enough & ranks:
                return 1
        for enough, length in lines:
            if ranks_in_line(counts + enough & RANK_GUARDS, length):
                return None
        return None if hand & both_big else found

    return asked


@cache
def sets_of_one_rank(count: int) -> tuple[tuple[int, CardSet], ...]:
    """A set of `count` cards of each rank, with the mask of the rank."""
    sets = [_read([suit + rank for suit in SUITS * COPIES][:count]) for rank in RANKS]
    return tuple((WHOLE_RANK << RANK_BITS * place, one) for place, one in enumerate(sets) if one is not None)


@cache
def sets_of_jokers() -> tuple[tuple[CardSet, ...], ...]:
    """The best sets of two jokers and more in a hand with these numbers of big and small ones."""
    hands = ([SMALL_JOKER] * small + [BIG_JOKER] * big for big, small in product(range(COUNT_LIMIT), repeat=2))
    sets = ([_read(hand[-count:]) for count in range(2, len(hand) + 1)] for hand in hands)
    return tuple(tuple(one for one in best if one is not None) for best in sets)


def _read(names: list[str]) -> CardSet | None:
    return read_set(Meld(tuple(names), (), BIGA.pack(names)))


def ranks_in_line(there: int, length: int) -> int:
    """A bit for each rank that can stand in line; the 4 follows the 3, and the 2 the ace, as in a circle."""
    found = there
    for _ in range(length - 1):
        found = (found << RANK_BITS | found >> RANK_BITS * (len(RANKS) - 1)) & there
    return found


def singles_above(top: CardSet, ace: int) -> int:
    """Every card that is stronger than a single: ranks, jokers, and above them the Big A (B-RANK-1)."""
    strength = top.floor[0]
    above = BIGA.mask(name for names in ORDER[strength + 1 :] for name in names)
    return above | ace * (COUNT_LIMIT - 1) if strength < len(ORDER) else above


def has_sequence(fold: int, start: int, count: int, hand: int) -> int | None:
    """Whether enough cards stand in line from this place or a higher one; None with an ace, which has to be tried."""
    there, length = rank_counts(hand) + count_threshold(fold) & RANK_GUARDS, 0
    if (there.bit_count() + 1) * fold < count:  # an ace may stand at both ends
        return 0
    for place in range(start, len(LINE)):
        length = length + 1 if there & PLACE_MASKS[place] else 0
        if length * fold >= count:
            return None if LINE[place] == ACE else 1
    return 0


KINDS: Final = tuple(kind.replace(" ", "_") for kind in POWERS if kind != IRREGULAR)

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "role.*.*",
        SEATS,
        "Results of decided, played deals by part: declarer with a partner, partner, defender, declarer alone (solo).",
        "役割別の結果（決着し、行動の記録がある回）：declarerはパートナーのいるデクレアラー、partnerはパートナー、defenderは守備側、"
        "soloは単独のデクレアラー。",
        ("declarer", "partner", "defender", "solo"),
        OUTCOME,
    ),
    family(
        "captures", SEATS_AND_TABLES, "Sets of fours that captured the set under them.", "4の組で下の組を奪った回数。"
    ),
    family(
        "announced",
        SEATS_AND_TABLES,
        "Partners who made themselves known before play.",
        "パートナーとして開始前に名乗った回数。",
    ),
    family("partners", PAIRS, "Decided, played deals in which both were of one team.", "同じチームだった回の数。"),
    family(
        "opponents", PAIRS, "Decided, played deals in which they were of different teams.", "別のチームだった回の数。"
    ),
)

ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), *((joker,) for joker in JOKERS))


def set_increments(laid: CardSet) -> tuple[tuple[Increment, ...], SetHook | None]:
    """The counters of a set beside its kind: bombs and captures depend on the set below."""
    return (), count_bomb_or_capture if laid.power or laid.prey else None


def count_bomb_or_capture(collector: Collector, table: BigATable, player: int) -> None:
    """Count fours that captured the set below, or a bomb on another kind (B-FOUR-1, B-BOMB-10)."""
    new, under = table.top, table.under
    if not isinstance(new, CardSet) or not isinstance(under, CardSet):
        return
    if captures(under, new):
        collector.add(player, "captures")
    elif new.power and new.kind != under.kind:
        collector.add(player, "bombs")


def count_announcement(collector: Collector, table: BigATable, _action: Action) -> Iterator[None]:
    """Count partners who announce themselves before play; another declaration cancels that (B-OPEN-1, B-Q-11)."""
    before = table.announced
    yield
    for player, number in ((before, -1), (table.announced, 1)):
        if player:
            collector.add(player, "announced", number)


def count_roles(closing: EndCollector, table: BigATable, _report: DealReport) -> None:
    """Count the results of declarer, partner and defenders; nothing if an unknown card hides the teams."""
    if table.partner is None:
        return
    alone = table.partner == NOBODY
    roles = {table.declarer: "solo" if alone else "declarer", table.partner: "partner"}
    for player in table.seated:
        closing.outcome(player, f"role.{roles.get(player, 'defender')}")
    for player, other in combinations(table.seated, 2):
        together = true_team(table, player) >> other & 1
        closing.add_pair(player, other, "partners" if together else "opponents")


def counting_rules() -> CountingRules:
    """The counting rules of Big A."""
    return CountingRules(
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset(JOKERS),
        note=set_increments,
        action_hooks={SAY: count_announcement, SHOW: count_announcement},
        closed=count_roles,
        asking=answer_test,
    )
