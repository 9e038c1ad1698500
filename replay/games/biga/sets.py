"""The cards of Big A and its sets while no ace is Big: kinds, the line of sequences, bombs.

Rules: B-DECK-1, B-RANK, B-SET, B-BOMB.
"""

from collections import Counter
from itertools import combinations
from typing import Final

from daifu.replay.cards import SUITS, Alphabet, Pack
from daifu.replay.melds import IRREGULAR, SINGLE, Combination, Meld

ACE: Final = "A"
RANKS: Final = "456789TJQKA23"
"""The order of singles and of sets of one rank below the jokers (B-RANK-1, B-RANK-2)."""

JOKERS: Final = ("XS", "XB")
"""The small and the big joker."""
SMALL_JOKER, BIG_JOKER = JOKERS

COPIES: Final = 2
CARDS: Final = (*(suit + rank for rank in RANKS for suit in SUITS), *JOKERS)
BIGA: Final = Alphabet(CARDS, dict.fromkeys(CARDS, COPIES))
PACK: Final = Pack.of(BIGA, dict.fromkeys(CARDS, COPIES))
ACES: Final = {suit: BIGA.one[suit + ACE] for suit in SUITS}
"""The ace of each suit, as the multiset that holds it once."""
HEART_ACE: Final = ACES["H"]


LINE: Final = "A23456789TJQKA"
"""The line from its lowest place to its highest."""

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
    **dict.fromkeys((IRREGULAR, SINGLE, PAIR, SEQUENCE, DOUBLE_SEQUENCE), NO_BOMB),
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

    A set of another kind follows this one if its `power` is at least what this one `resists`: by default only a higher
    class does. Fours capture a set of one rank that has `prey` cards. `cards` are those that lie on the table, as a
    multiset.
    """

    __slots__ = ("cards", "power", "prey", "resists")

    def __init__(
        self,
        meld: Meld,
        kind: str,
        strength: int,
        label: str,
        *,
        power: int | None = None,
        resists: int | None = None,
        prey: int = 0,
    ) -> None:
        rank = (strength, -strength)
        super().__init__(kind=kind, count=meld.count, floor=rank, ceiling=rank, label=label)
        self.barred_at(rank)
        self.cards = meld.cards
        self.power = POWERS[kind] if power is None else power
        self.resists = POWERS[kind] + 1 if resists is None else resists
        self.prey = prey


KINDS_OF_ONE_RANK: Final = {
    1: SINGLE,
    2: PAIR,
    3: EGG,
    **dict.fromkeys((4, 5, 6), BIG_EGG),
    7: TRUE_SEVEN,
    8: TRUE_SEVEN,
}
KINDS_OF_JOKERS: Final = {1: SINGLE, 2: JOKER_PAIR, 3: THREE_JOKERS, 4: FOUR_JOKERS}
KINDS_ON_THE_LINE: Final = {1: SEQUENCE, 2: DOUBLE_SEQUENCE, 3: TRIPLE_SEQUENCE, 4: FALSE_EIGHT}
"""The kinds of set by the number of cards of a rank."""

LENGTHS: Final = {1: range(3, 15), 2: range(3, 15), 3: range(3, 4), 4: range(2, 3)}
"""The number of ranks in line that sets with this number of cards of each have."""

SETS_ON_THE_LINE: Final = {
    "".join(sorted(LINE[low:high] * fold, key=RANKS.index)): (kind, low, high)
    for low, high in combinations(range(len(LINE) + 1), 2)
    for fold, kind in KINDS_ON_THE_LINE.items()
    if high - low in LENGTHS[fold]
}
"""The kind of each set on the line, its lowest place and its end, by the sorted ranks of its cards.

An ace that can stand at either end stands above the king (B-Q-7, B-Q-8).
"""

FOUR_RANK: Final = "4"
SMALLEST_PREY: Final = 3
SMALL_BIG_EGG: Final = 4


def ranks_of(meld: Meld) -> str:
    """The sorted ranks of the cards, a letter each; the small and the big joker are above them as S and B."""
    return "".join(name[1] for name in meld.names)


def read_set(meld: Meld, longest: int = len(LINE), resisted: int = FOUR_OF_A_RANK) -> CardSet | None:
    """The set that a meld is if all aces are common ones; None if it is no combination.

    Options say how many ranks a sequence may have, and what a double sequence resists (B-Q-2).
    """
    ranks = ranks_of(meld)
    if meld.names[0] in JOKERS:
        return _jokers(meld)
    if ranks == ranks[0] * meld.count:
        return _of_one_rank(meld)
    found = SETS_ON_THE_LINE.get(ranks)
    if found is None or found[2] - found[1] > longest:
        return None
    kind, low, high = found
    label = "-".join(rank for rank in LINE[low:high] for _ in range(meld.count // (high - low)))
    resists = resisted if kind == DOUBLE_SEQUENCE else None
    return CardSet(meld, kind, low, label.replace("T", "10"), resists=resists)


def _jokers(meld: Meld) -> CardSet | None:
    """A set of jokers: one is above the ranks (B-RANK-1), more are a bomb, compared by big ones (B-BOMB-3)."""
    kind = KINDS_OF_JOKERS.get(meld.count)
    if kind is None:
        return None
    big = meld.names.count(BIG_JOKER) if kind in (SINGLE, JOKER_PAIR) else 0
    resists = FOUR_OF_A_RANK if kind == SINGLE else None
    return CardSet(meld, kind, len(RANKS) + big, "-".join(meld.names), resists=resists)


def _of_one_rank(meld: Meld) -> CardSet | None:
    """One to eight cards of a rank, compared by number, then rank (B-RANK-2, B-Q-3). Two or more fours capture."""
    rank, count = meld.names[0][1], meld.count
    kind = KINDS_OF_ONE_RANK.get(count)
    if kind is None:
        return None
    return CardSet(
        meld,
        kind,
        RANKS.index(rank) + (count * len(RANKS) if count > 1 else 0),
        "-".join(rank * count).replace("T", "10"),
        power=FOUR_OF_A_RANK if count == SMALL_BIG_EGG else None,
        prey=count + 1 if rank == FOUR_RANK and count + 1 >= SMALLEST_PREY else 0,
    )


def flaw_kind(meld: Meld) -> str:
    """The kind of set that a meld would have been, as its numbers of each rank show, if it is no combination.

    Cards of several ranks are taken for a set on the line, of as many cards of each rank as there are of the fewest;
    with jokers they are taken for a sequence, whose rule excludes them (B-SET-3).
    """
    counts = Counter(ranks_of(meld))
    if meld.names[0] in JOKERS:
        return FOUR_JOKERS
    if len(counts) == 1:
        return TRUE_SEVEN
    if meld.count == COPIES:
        return PAIR
    fewest = 1 if meld.names[-1] in JOKERS else min(counts.values())
    return KINDS_ON_THE_LINE.get(fewest, FALSE_EIGHT)
