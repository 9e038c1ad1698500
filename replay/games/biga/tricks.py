"""Laying sets: what follows what, captures by fours, Big As, and faulty sets that stand (B-FOLLOW, B-FOUR, B-BIGA)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, product
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.engine import play, settle_pending, stands
from daifu.replay.games.biga.sets import (
    ACE,
    ACES,
    AN_EGG,
    BIG_EGG,
    BIGA,
    BOTH_BIG_ACES,
    COPIES,
    DOUBLE_SEQUENCE,
    EGG,
    FIVE_OF_A_RANK,
    FOUR_OF_A_RANK,
    JOKERS,
    KINDS_ON_THE_LINE,
    LENGTHS,
    LINE,
    NO_BOMB,
    PAIR,
    RANKS,
    SEQUENCE,
    TRUE_SEVEN,
    CardSet,
    SetLimits,
    read_set,
)
from daifu.replay.games.biga.table import BigATable, show_big_aces
from daifu.replay.legal import choices_up_to, held_names
from daifu.replay.melds import IRREGULAR, SINGLE, Combination, Meld
from daifu.replay.options import Options, whole_number
from daifu.replay.rules import Reader
from daifu.replay.table import Table

OF_ANY_LENGTH: Final = frozenset({SEQUENCE, DOUBLE_SEQUENCE})


def answer(_table: Table, top: CardSet, new: CardSet) -> str:
    """The code of what is wrong with laying `new` on `top`, or ""."""
    if captures(top, new):
        return "bad_capture" if top.kind == TRUE_SEVEN else ""
    if new.kind != top.kind:
        if new.power >= top.resists:
            return ""
        weaker_bomb = "bomb_not_allowed" if new.power <= FIVE_OF_A_RANK else "not_stronger"
        return "wrong_kind" if new.power == NO_BOMB else weaker_bomb
    if new.count != top.count and new.kind in OF_ANY_LENGTH:
        return "wrong_count"
    return "" if new.floor > top.floor else "not_stronger"


CAPTURABLE: Final = frozenset({EGG, BIG_EGG, TRUE_SEVEN})


def captures(top: CardSet, new: CardSet) -> bool:
    """Whether these are fours, one card fewer than the three or more of a rank on the table (B-FOUR-1, B-FOUR-4)."""
    return new.prey == top.count and top.kind in CAPTURABLE


def capture(table: BigATable, fours: CardSet) -> None:
    """Move the top set into the hand of the player of the fours, before going out is considered (B-FOUR-2, B-FOUR-8).

    A seven or eight of a kind, which may not be captured, moves too if the fault stands (B-FOUR-6).
    """
    top = table.under
    if isinstance(top, CardSet) and captures(top, fours):
        table.hands[table.owner] = BIGA.add(table.hands[table.owner], top.cards)
        table.captured[table.owner] += table.big_aces(top.cards)


BigReading = Callable[[Meld], CardSet]
"""Returns what a meld is if its ace is Big."""


def big_single(meld: Meld) -> CardSet:
    """A Big A alone is above the jokers (B-RANK-1), and few Eggs beat it (B-BEGG-2)."""
    strength = len(RANKS) + len(JOKERS)
    return CardSet(
        kind=SINGLE, cards=meld.cards, count=1, strength=strength, label=meld.names[0], resists=FIVE_OF_A_RANK
    )


def both_big_aces(meld: Meld) -> CardSet:
    """The two Big As are a bomb that nothing beats (B-BOMB-9, B-Q-6)."""
    return CardSet(kind=BOTH_BIG_ACES, cards=meld.cards, count=2, strength=0, label="-".join(meld.names))


def barred_sequence(meld: Meld) -> CardSet:
    """No combination: a sequence in which no Big A may be an ace (option `big_ace_in_sequence`)."""
    return CardSet(kind=IRREGULAR, cards=meld.cards, count=meld.count, strength=0, label=" ".join(meld.names))


BIG_READINGS: Final[Mapping[str, BigReading]] = {SINGLE: big_single, PAIR: both_big_aces}


def set_reader(options: Options) -> Reader:
    """The reader of melds under these options."""
    limits = SetLimits(
        longest=whole_number(options, "sequence_max") or len(LINE),
        double_sequence=AN_EGG if options["egg_on_double_sequence"] else FOUR_OF_A_RANK,
    )
    big = BIG_READINGS if options["big_ace_in_sequence"] else {**BIG_READINGS, SEQUENCE: barred_sequence}
    return partial(read_by_suit, limits=limits, big=big)


def read_by_suit(meld: Meld, limits: SetLimits, big: Mapping[str, BigReading]) -> tuple[Combination, ...]:
    """The readings of a meld: with common aces, then, where it differs, with Big ones."""
    common = read_set(meld, limits)
    if common is None:
        return ()
    aces = {name for name in meld.names if name[1] == ACE}
    may_differ = aces and common.kind in big and not (common.kind == PAIR and len(aces) > 1)
    readings = (common, big[common.kind](meld)) if may_differ else (common,)
    effects = ((show_big_aces,) if aces else ()) + ((capture,) if common.prey else ())
    return tuple(reading.with_effects(*effects) for reading in readings)


def play_by_suit(table: BigATable, action: Action) -> None:
    """Lay a set; if the declared suit decides what it is, settle that first."""
    if len(action.readings) > 1:
        settle_pending(table, action)
        common, big = action.readings
        reading = big if table.big_aces(action.cards) else common
        action = action.with_readings(() if reading.kind == IRREGULAR else (reading,))
    play(table, action)


def stands_with_held_cards(table: BigATable, action: Action, laid: CardSet | None, breaches: list[str]) -> CardSet:
    """Let a faulty set stand that nobody noticed; only cards that were held can be captured or show a partner.

    A set that is no combination shows its Big As all the same (B-WIND-4).
    """
    held = table.cards_held(action.player, action.cards)
    standing = stands(table, action, laid, breaches)
    if laid is None:
        return CardSet(
            kind=IRREGULAR,
            cards=held,
            count=standing.count,
            strength=0,
            label=standing.label,
            effects=(show_big_aces,),
        )
    return laid.of_cards(held)


LINE_RANK_COUNTS: Final = tuple(
    Counter(LINE[low:high] * fold)
    for low, high in combinations(range(len(LINE) + 1), 2)
    for fold, kind in KINDS_ON_THE_LINE.items()
    if high - low in LENGTHS[kind]
)
"""The cards of each rank in every set on the line."""

Cards = list[str]
ByRank = Mapping[str, tuple[Cards, Cards]]
"""The common cards of each rank in the hand, and the Big As."""


def candidate_sets(table: BigATable, player: int) -> Iterator[str]:
    """Every set of the hand, but only one of those that differ in suits alone and not in Big As.

    None before the declaration.
    """
    if not table.declarer:
        return
    held = held_names(table, player)
    yield from (" ".join(jokers) for jokers in choices_up_to([name for name in held if name in JOKERS]))
    by_rank = {rank: [name for name in held if name[1] == rank] for rank in RANKS}
    hand: dict[str, tuple[Cards, Cards]] = {}
    for rank, cards in by_rank.items():
        big = [name for name in cards if table.big_aces(BIGA.one[name])]
        hand[rank] = [name for name in cards if name not in big], big
    for rank, cards in by_rank.items():
        for count in range(1, len(cards) + 1):
            yield from _card_choices(hand, {rank: count})
    for counts in LINE_RANK_COUNTS:
        if all(len(by_rank[rank]) >= count for rank, count in counts.items()):
            yield from _card_choices(hand, counts)


def other_candidates(table: BigATable, player: int) -> Iterator[str]:
    """The words and shows that are possible before the first lead."""
    if table.started:
        return
    for suit, one in ACES.items():
        for count in range(1, COPIES + 1):
            if BIGA.holds(table.hands[player], count * one):
                yield " ".join(["show", *[suit + ACE] * count])
    yield from ("say heart", "say partner")


def _card_choices(hand: ByRank, counts: Mapping[str, int]) -> Iterator[str]:
    """The choices of `count` cards of each rank of the hand, one for every number of Big As among them."""
    ways = []
    for rank, count in counts.items():
        common, big = hand[rank]
        fewest, most = max(0, count - len(common)), min(count, len(big))
        ways.append([common[: count - joined] + big[:joined] for joined in range(fewest, most + 1)])
    return (" ".join(name for names in chosen for name in names) for chosen in product(*ways))
