"""The cards of Big A and its sets while no ace is Big: kinds, the line of sequences, bombs.

Rules: B-DECK-1, B-RANK, B-SET, B-BOMB.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from daifu.replay.cards import SUITS, Alphabet, Pack
from daifu.replay.melds import IRREGULAR, SINGLE, Combination, Effect, Meld

ACE: Final = "A"
RANKS: Final = "456789TJQKA23"
"""The order of singles and of sets of one rank below the jokers (B-RANK-1, B-RANK-2)."""

JOKERS: Final = ("XS", "XB")
"""The small and the big joker."""
SMALL_JOKER, BIG_JOKER = JOKERS

COPIES: Final = 2
CARDS: Final = (*(suit + rank for rank in RANKS for suit in SUITS), *JOKERS)
BIGA: Final = Alphabet(CARDS, dict.fromkeys(CARDS, COPIES))
ACES: Final = {suit: BIGA.one[suit + ACE] for suit in SUITS}
"""The ace of each suit, as the multiset that holds it once."""
HEART_ACE: Final = ACES["H"]


@cache
def full_pack(_players: int) -> Pack:
    """108 cards, each of them twice."""
    return Pack.of(BIGA, dict.fromkeys(BIGA.names, COPIES))


LINE: Final = "A23456789TJQKA"
"""The line from its lowest place to its highest."""

LOW_ACE: Final = 0
DEUCE: Final = 1
KING: Final = 12
HIGH_ACE: Final = 13
BOTH_ENDS: Final = 2


def places_in_line(counts: Mapping[str, int]) -> tuple[range, int] | None:
    """The places of the line that these ranks fill, and the cards of each; None if they do not fill any evenly.

    An ace stands above the king if it can, otherwise below the 2 (B-Q-7, B-Q-8); twice as many aces stand at both ends.
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
    """The places from `low` to `high`, and those of the aces if they extend it at one end or at both."""
    if ends == BOTH_ENDS and (low, high) == (DEUCE, KING):
        return range(LOW_ACE, HIGH_ACE + 1)
    if ends == 1 and high == KING:
        return range(low, HIGH_ACE + 1)
    if ends == 1 and low == DEUCE:
        return range(LOW_ACE, high + 1)
    return None if ends else range(low, high + 1)


PAIR: Final = "pair"
SEQUENCE: Final = "sequence"
DOUBLE_SEQUENCE: Final = "double sequence"
EGG: Final = "egg"
BIG_EGG: Final = "big egg"
JOKER_PAIR: Final = "joker pair"
TRIPLE_SEQUENCE: Final = "triple sequence"
FALSE_EIGHT: Final = "false eight"
TRUE_SEVEN: Final = "true seven"
THREE_JOKERS: Final = "three jokers"
FOUR_JOKERS: Final = "four jokers"
BOTH_BIG_ACES: Final = "both big aces"

NO_BOMB: Final = 0
AN_EGG: Final = 1
FOUR_OF_A_RANK: Final = 2
FIVE_OF_A_RANK: Final = 3

POWERS: Final = {
    IRREGULAR: NO_BOMB,
    SINGLE: NO_BOMB,
    PAIR: NO_BOMB,
    SEQUENCE: NO_BOMB,
    DOUBLE_SEQUENCE: NO_BOMB,
    EGG: AN_EGG,
    BIG_EGG: FIVE_OF_A_RANK,
    JOKER_PAIR: 4,
    TRIPLE_SEQUENCE: 5,
    FALSE_EIGHT: 6,
    TRUE_SEVEN: 7,
    THREE_JOKERS: 8,
    FOUR_JOKERS: 9,
    BOTH_BIG_ACES: 10,
}
"""The power of each kind as a bomb; a Big Egg of four has less than its kind (B-BEGG-2)."""


class CardSet(Combination):
    """A combination that knows its place in the matrix of what follows what.

    A set of another kind follows this one if its `power` is at least what this one `resists`. Fours capture a set of
    one rank that has `prey` cards. `cards` are those that lie on the table, as a multiset.
    """

    __slots__ = ("cards", "power", "prey", "resists")

    def __init__(  # noqa: PLR0913 - a set is made of exactly these, always by name
        self,
        *,
        kind: str,
        cards: int,
        count: int,
        strength: int,
        label: str,
        power: int | None = None,
        resists: int | None = None,
        prey: int = 0,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        """A set with the power of its kind, which only a higher class follows unless `resists` is given."""
        rank = (strength, -strength)
        super().__init__(kind=kind, count=count, floor=rank, ceiling=rank, label=label, effects=effects)
        self.barred_at(rank)
        self.cards = cards
        self.power = POWERS[kind] if power is None else power
        self.resists = POWERS[kind] + 1 if resists is None else resists
        self.prey = prey

    def of_cards(self, cards: int) -> "CardSet":
        """The same set where only these of its cards really lie on the table."""
        return CardSet(
            kind=self.kind,
            cards=cards,
            count=self.count,
            strength=self.floor[0],
            label=self.label,
            power=self.power,
            resists=self.resists,
            prey=self.prey,
            effects=self.effects,
        )


KINDS_OF_ONE_RANK: Final = {
    1: SINGLE,
    2: PAIR,
    3: EGG,
    4: BIG_EGG,
    5: BIG_EGG,
    6: BIG_EGG,
    7: TRUE_SEVEN,
    8: TRUE_SEVEN,
}
KINDS_OF_JOKERS: Final = {1: SINGLE, 2: JOKER_PAIR, 3: THREE_JOKERS, 4: FOUR_JOKERS}
KINDS_BY_BIG_JOKERS: Final = frozenset({SINGLE, JOKER_PAIR})
KINDS_ON_THE_LINE: Final = {1: SEQUENCE, 2: DOUBLE_SEQUENCE, 3: TRIPLE_SEQUENCE, 4: FALSE_EIGHT}
"""The kinds of set by the number of cards of a rank."""

LENGTHS: Final = {
    SEQUENCE: range(3, len(LINE) + 1),
    DOUBLE_SEQUENCE: range(3, len(LINE) + 1),
    TRIPLE_SEQUENCE: range(3, 4),
    FALSE_EIGHT: range(2, 3),
}
"""The number of ranks in line that each of them has."""

FOUR_RANK: Final = "4"
SMALLEST_PREY: Final = 3
SMALL_BIG_EGG: Final = 4


@dataclass(frozen=True, slots=True)
class SetLimits:
    """The limits on sets by option: the ranks of a sequence, and what a double sequence resists (B-Q-2)."""

    longest: int
    double_sequence: int


def read_set(meld: Meld, limits: SetLimits) -> CardSet | None:
    """The set that a meld is if all aces are common ones; None if it is no combination."""
    counts = _count_ranks(meld)
    if any(joker in counts for joker in JOKERS):
        return _jokers(meld) if counts.keys() <= set(JOKERS) else None
    return _of_one_rank(meld) if len(counts) == 1 else _on_the_line(meld, counts, limits)


def _count_ranks(meld: Meld) -> Counter[str]:
    """How many cards of each rank and of each joker a meld has."""
    return Counter(name if name in JOKERS else name[1] for name in meld.names)


def flaw_kind(meld: Meld) -> str:
    """The kind of set that a meld would have been, as its numbers of each rank show, if it is no combination.

    Cards of several ranks are taken for a set on the line, of as many cards of each rank as there are of the fewest;
    with jokers they are taken for a sequence, whose rule excludes them (B-SET-3).
    """
    counts = _count_ranks(meld)
    if counts.keys() <= set(JOKERS):
        return FOUR_JOKERS
    if len(counts) == 1:
        return TRUE_SEVEN
    if meld.count == COPIES:
        return PAIR
    fewest = 1 if not counts.keys().isdisjoint(JOKERS) else min(counts.values())
    return KINDS_ON_THE_LINE.get(fewest, FALSE_EIGHT)


def _jokers(meld: Meld) -> CardSet | None:
    """A set of jokers: one is above the ranks (B-RANK-1), more are a bomb, compared by big ones (B-BOMB-3)."""
    kind = KINDS_OF_JOKERS.get(meld.count)
    if kind is None:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=len(RANKS) + (meld.names.count(BIG_JOKER) if kind in KINDS_BY_BIG_JOKERS else 0),
        label="-".join(meld.names),
        resists=FOUR_OF_A_RANK if kind == SINGLE else None,
    )


def _of_one_rank(meld: Meld) -> CardSet | None:
    """One to eight cards of a rank, compared by number, then rank (B-RANK-2, B-Q-3). Two or more fours capture."""
    rank = meld.names[0][1]
    kind = KINDS_OF_ONE_RANK.get(meld.count)
    if kind is None:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=RANKS.index(rank) if meld.count == 1 else meld.count * len(RANKS) + RANKS.index(rank),
        label="-".join([rank_label(rank)] * meld.count),
        power=FOUR_OF_A_RANK if meld.count == SMALL_BIG_EGG else None,
        prey=meld.count + 1 if rank == FOUR_RANK and meld.count + 1 >= SMALLEST_PREY else 0,
    )


def _on_the_line(meld: Meld, counts: Mapping[str, int], limits: SetLimits) -> CardSet | None:
    """Ranks in line, each once to four times, compared by the lowest place (B-SET-3, B-SET-4, B-BOMB-4, B-BOMB-5)."""
    found = places_in_line(counts)
    if found is None:
        return None
    places, fold = found
    kind = KINDS_ON_THE_LINE.get(fold)
    if kind is None or len(places) not in LENGTHS[kind] or len(places) > limits.longest:
        return None
    return CardSet(
        kind=kind,
        cards=meld.cards,
        count=meld.count,
        strength=places[0],
        label="-".join(rank_label(LINE[place]) for place in places for _ in range(fold)),
        resists=limits.double_sequence if kind == DOUBLE_SEQUENCE else None,
    )


def rank_label(rank: str) -> str:
    """The printed form of a rank."""
    return "10" if rank == "T" else rank
