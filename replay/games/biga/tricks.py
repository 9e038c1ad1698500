"""Laying sets: what follows what, captures by fours, Big As, and faulty sets that stand (B-FOLLOW, B-FOUR, B-BIGA)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.engine import play, settle_pending, stands
from daifu.replay.games.biga.sets import (
    ACE,
    AN_EGG,
    BIG_EGG,
    BIGA,
    BOTH_BIG_ACES,
    DOUBLE_SEQUENCE,
    EGG,
    FIVE_OF_A_RANK,
    FOUR_OF_A_RANK,
    JOKERS,
    LINE,
    NO_BOMB,
    PAIR,
    RANKS,
    SEQUENCE,
    SETS_ON_THE_LINE,
    TRUE_SEVEN,
    CardSet,
    read_set,
)
from daifu.replay.games.biga.table import BigATable, show_big_aces
from daifu.replay.legal import choices_up_to, held_names
from daifu.replay.melds import IRREGULAR, SINGLE, Combination, Meld
from daifu.replay.options import Options, whole_number
from daifu.replay.rules import Reader
from daifu.replay.table import Table


def answer(_table: Table, top: CardSet, new: CardSet) -> str:
    """The code of what is wrong with laying `new` on `top`, or ""."""
    if captures(top, new):
        return "bad_capture" if top.kind == TRUE_SEVEN else ""
    if new.kind != top.kind:
        if new.power >= top.resists:
            return ""
        weaker_bomb = "bomb_not_allowed" if new.power <= FIVE_OF_A_RANK else "not_stronger"
        return "wrong_kind" if new.power == NO_BOMB else weaker_bomb
    if new.count != top.count and new.kind in (SEQUENCE, DOUBLE_SEQUENCE):
        return "wrong_count"
    return "" if new.floor > top.floor else "not_stronger"


def captures(top: CardSet, new: CardSet) -> bool:
    """Whether these are fours, one card fewer than the three or more of a rank on the table (B-FOUR-1, B-FOUR-4)."""
    return new.prey == top.count and top.kind in (EGG, BIG_EGG, TRUE_SEVEN)


def capture(table: BigATable, fours: CardSet) -> None:
    """Move the top set into the hand of the player of the fours, before going out is considered (B-FOUR-2, B-FOUR-8).

    A seven or eight of a kind, which may not be captured, moves too if the fault stands (B-FOUR-6).
    """
    top = table.under
    if isinstance(top, CardSet) and captures(top, fours):
        table.hands[table.owner] = BIGA.add(table.hands[table.owner], top.cards)
        table.captured[table.owner] += table.big_aces(top.cards)


def set_reader(options: Options) -> Reader:
    """The reader of melds under these options."""
    longest = whole_number(options, "sequence_max") or len(LINE)
    resisted = AN_EGG if options["egg_on_double_sequence"] else FOUR_OF_A_RANK
    differing = {SINGLE, PAIR} if options["big_ace_in_sequence"] else {SINGLE, PAIR, SEQUENCE}

    def read(meld: Meld) -> tuple[Combination, ...]:
        """The readings of a meld: with common aces, then, where it differs, with Big ones."""
        common = read_set(meld, longest, resisted)
        if common is None:
            return ()
        aces = {name for name in meld.names if name[1] == ACE}
        may_differ = aces and common.kind in differing and not (common.kind == PAIR and len(aces) > 1)
        readings = (common, with_big_aces(meld, common.kind)) if may_differ else (common,)
        effects = ((show_big_aces,) if aces else ()) + ((capture,) if common.prey else ())
        return tuple(reading.with_effects(*effects) for reading in readings)

    return read


def with_big_aces(meld: Meld, kind: str) -> CardSet:
    """What a meld of this kind is if its aces are Big.

    A Big A alone is above the jokers (B-RANK-1), and few Eggs beat it (B-BEGG-2). The two together are a bomb that
    nothing beats (B-BOMB-9, B-Q-6). A sequence is none where no Big A may be an ace (option `big_ace_in_sequence`).
    """
    if kind == SINGLE:
        return CardSet(meld, SINGLE, len(RANKS) + len(JOKERS), meld.names[0], resists=FIVE_OF_A_RANK)
    return CardSet(meld, BOTH_BIG_ACES, 0, "-".join(meld.names)) if kind == PAIR else no_combination(meld)


def no_combination(meld: Meld) -> CardSet:
    """A set that is none, but may stand."""
    return CardSet(meld, IRREGULAR, 0, " ".join(meld.names))


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
    stands(table, action, laid, breaches)
    if laid is None:
        standing = no_combination(action.meld).with_effects(show_big_aces)
    else:
        standing = CardSet(
            action.meld, laid.kind, laid.floor[0], laid.label, power=laid.power, resists=laid.resists, prey=laid.prey
        ).with_effects(*laid.effects)
    surplus = table.missing(action.player, action.cards)[table.unknown[action.player] :]
    standing.cards = BIGA.without(action.cards, BIGA.pack(surplus))
    return standing


LINE_RANK_COUNTS: Final = tuple(
    Counter(LINE[low:high] * (len(ranks) // (high - low))) for ranks, (_kind, low, high) in SETS_ON_THE_LINE.items()
)
"""The cards of each rank in every set on the line."""


def candidate_sets(table: BigATable, player: int) -> Iterator[str]:
    """Every set of the hand, but only one of those that differ in suits alone and not in Big As.

    None before the declaration.
    """
    if not table.declarer:
        return
    held = held_names(table, player)
    yield from (" ".join(jokers) for jokers in choices_up_to([name for name in held if name in JOKERS]))
    big_ace = BIGA.name(table.ace)
    big = [name for name in held if name == big_ace]
    common = {rank: [name for name in held if name[1] == rank and name != big_ace] for rank in RANKS}
    numbers = Counter(name[1] for name in held)
    of_one_rank = [{rank: count} for rank in RANKS for count in range(1, numbers[rank] + 1)]
    for counts in (*of_one_rank, *(line for line in LINE_RANK_COUNTS if line <= numbers)):
        aces = counts.get(ACE, 0)
        for joined in range(max(0, aces - len(common[ACE])), min(aces, len(big)) + 1):
            chosen = {**common, ACE: common[ACE][: aces - joined] + big[:joined]}
            yield " ".join(name for rank, count in counts.items() for name in chosen[rank][:count])
