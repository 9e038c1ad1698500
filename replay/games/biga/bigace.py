"""The Big A: what it changes about sets, and how these are read by the suit that was declared (B-BIGA-1, B-BIGA-2)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from replay.actions import Action
from replay.combination import IRREGULAR, SINGLE, Combination
from replay.engine import play, settle
from replay.games.biga.captures import carry_off
from replay.games.biga.cards import ACE, JOKERS, RANKS
from replay.games.biga.line import LINE
from replay.games.biga.reading import Limits, read_set
from replay.games.biga.sets import AN_EGG, BIG_PAIR, FIVE_OF_A_RANK, FOUR_OF_A_RANK, PAIR, SEQUENCE, CardSet
from replay.games.biga.table import BigATable
from replay.games.biga.teams import lay_open
from replay.melds import Meld
from replay.options import Options, whole_number
from replay.rules import Reader

BigReading = Callable[[Meld], CardSet]
"""What a meld is if its ace is Big."""


def big_single(meld: Meld) -> CardSet:
    """A Big A alone is above the jokers (B-RANK-1), and few Eggs reach so far (B-BEGG-2)."""
    strength = len(RANKS) + len(JOKERS)
    return CardSet(
        kind=SINGLE, cards=meld.cards, count=1, strength=strength, label=meld.names[0], resists=FIVE_OF_A_RANK
    )


def both_big(meld: Meld) -> CardSet:
    """The two Big As are a bomb that nothing beats (B-BOMB-9, B-Q-6)."""
    return CardSet(kind=BIG_PAIR, cards=meld.cards, count=2, strength=0, label="-".join(meld.names))


def barred(meld: Meld) -> CardSet:
    """No combination: a sequence in which no Big A may be an ace (option `big_ace_in_sequence`)."""
    return CardSet(kind=IRREGULAR, cards=meld.cards, count=meld.count, strength=0, label=" ".join(meld.names))


BIG: Final[Mapping[str, BigReading]] = {SINGLE: big_single, PAIR: both_big}


def reader(options: Options) -> Reader:
    """The reader of melds under these options."""
    limits = Limits(
        longest=whole_number(options, "sequence_max") or len(LINE),
        double_sequence=AN_EGG if options["egg_on_double_sequence"] else FOUR_OF_A_RANK,
    )
    big = BIG if options["big_ace_in_sequence"] else {**BIG, SEQUENCE: barred}
    return partial(read, limits=limits, big=big)


def read(meld: Meld, limits: Limits, big: Mapping[str, BigReading]) -> tuple[Combination, ...]:
    """What a meld is with common aces, then, where it differs, what it is with Big ones."""
    common = read_set(meld, limits)
    if common is None:
        return ()
    aces = {name for name in meld.names if name[1] == ACE}
    may_differ = aces and common.kind in big and not (common.kind == PAIR and len(aces) > 1)
    readings = (common, big[common.kind](meld)) if may_differ else (common,)
    effects = ((lay_open,) if aces else ()) + ((carry_off,) if common.prey else ())
    return tuple(reading.with_effects(*effects) for reading in readings)


def play_by_suit(table: BigATable, action: Action) -> None:
    """A set is laid; where it depends on the declared suit what it is, that is settled first."""
    if len(action.readings) > 1:
        settle(table, action)
        action = _under_suit(table, action)
    play(table, action)


def _under_suit(table: BigATable, action: Action) -> Action:
    common, big = action.readings
    reading = big if table.big_aces(action.cards) else common
    return action.reread(() if reading.kind == IRREGULAR else (reading,))
