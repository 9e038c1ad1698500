"""Whether a hand of Big A can answer the top set, by its integer alone; what that leaves open has to be tried."""

from collections.abc import Mapping
from functools import cache, partial
from itertools import product
from typing import Final, NamedTuple

from replay.cards import FIELD, MOST_COPIES, SUITS
from replay.combination import IRREGULAR, SINGLE
from replay.games.biga.answers import answer
from replay.games.biga.cards import ACE, BIG_JOKER, BIGA, COPIES, JOKERS, RANKS, SMALL_JOKER
from replay.games.biga.line import HIGH_ACE, LINE
from replay.games.biga.reading import LENGTHS, OF_ONE_RANK, ON_THE_LINE, Limits, read_set
from replay.games.biga.sets import DOUBLE_SEQUENCE, FALSE_EIGHT, POWERS, SEQUENCE, TRIPLE_SEQUENCE, CardSet
from replay.games.biga.table import BigATable
from replay.melds import Meld
from replay.noting import UNSURE, Asked, Question
from replay.tallies.holdings import GUARDS, RANK, WHOLE_RANK, at_least, rank_counts, ranks_with

MOST: Final = 4
"""Of no card are there so many, the pack having two."""
TOO_MANY: Final = sum(BIGA.one.values()) * ((1 << FIELD) - MOST)
"""What a hand that has no more has nothing in common with."""
EVERY_RANK: Final = (1 << RANK * len(RANKS)) - 1
JOKER_MASKS: Final = tuple(BIGA.one[joker] * MOST_COPIES for joker in JOKERS)
JOKERS_AT: Final = FIELD * len(RANKS) * len(SUITS)
"""Where the counts of jokers stand in a hand, those of the small ones first."""
PLACES: Final = tuple(WHOLE_RANK << RANK * RANKS.index(rank) for rank in LINE)
"""The cards of each place of the line."""

FOLDS: Final[Mapping[str, int]] = {
    kind: fold for fold, kind in ON_THE_LINE.items() if kind in (SEQUENCE, DOUBLE_SEQUENCE)
}
BOMBS_IN_LINE: Final = tuple(
    (kind, fold, LENGTHS[kind].start) for fold, kind in ON_THE_LINE.items() if kind in (TRIPLE_SEQUENCE, FALSE_EIGHT)
)
MORE_THAN_ONE: Final = range(2, max(OF_ONE_RANK) + 1)
ANY_LIMITS: Final = Limits(longest=len(LINE), double_sequence=0)
"""Sets that are not on the line know none."""


class Others(NamedTuple):
    """What answers a set beside singles and sequences of its kind.

    `groups` are numbers of cards (see `at_least`) with the ranks of which so many answer, `jokers` has a bit for each
    number of jokers of either kind among which there is an answer, `lines` are the bombs in line that may be one: how
    many cards of each rank, and how many ranks.
    """

    groups: tuple[tuple[int, int], ...]
    jokers: int
    lines: tuple[tuple[int, int], ...]


class Asking:
    """How hands are asked, worked out once for all sets that are alike.

    What sets of one rank and of jokers answer them is judged.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int, int, int, int], Question] = {}

    def at(self, table: BigATable) -> Question:
        """How hands are asked at this table."""
        top, ace = table.top, table.ace
        if not isinstance(top, CardSet) or top.kind == IRREGULAR or not ace:
            return UNSURE
        key = (top.kind, top.count, top.floor[0], top.resists, ace)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = Question(_asked(_others(table, top), _alike(top, ace), ace))
        return kept


def _alike(top: CardSet, ace: int) -> Asked:
    """How hands are asked for singles and sequences of the same kind."""
    if top.kind == SINGLE:
        return singles_above(top, ace).__and__
    fold = FOLDS.get(top.kind)
    return partial(has_sequence, fold=fold, start=top.floor[0] + 1, count=top.count) if fold else nothing


def _others(table: BigATable, top: CardSet) -> Others:
    groups: list[tuple[int, int]] = []
    known = certain = 0
    for count in MORE_THAN_ONE:
        ranks = sum(rank for rank, new in of_one_rank(count) if not rank & known and not answer(table, top, new))
        if ranks:
            known |= ranks
            groups.append((at_least(count), ranks & GUARDS))
            certain = count
    jokers = sum(1 << held for held, sets in enumerate(of_jokers()) if any(not answer(table, top, new) for new in sets))
    reaching = [bomb for bomb in BOMBS_IN_LINE if bomb[0] == top.kind or POWERS[bomb[0]] >= top.resists]
    lines = [(at_least(fold), length) for _kind, fold, length in reaching if fold < certain or known != EVERY_RANK]
    return Others(tuple(groups), jokers, tuple(lines))


def _asked(others: Others, alike: Asked, ace: int) -> Asked:
    """How hands are asked for any of these or a stronger set of the same kind; for bombs in line they are tried."""
    groups, jokers, lines = others
    both_big = ace << 1

    def asked(hand: int) -> int | None:
        if hand & TOO_MANY:
            return None
        found = alike(hand)
        held = hand >> JOKERS_AT
        if found or (held and jokers >> (held % MOST + MOST * (held >> FIELD)) & 1):
            return 1
        counts = rank_counts(hand)
        for enough, ranks in groups:
            if counts + enough & ranks:
                return 1
        for enough, length in lines:
            if in_line(counts + enough & GUARDS, length):
                return None
        return None if hand & both_big else found

    return asked


@cache
def of_one_rank(count: int) -> tuple[tuple[int, CardSet], ...]:
    """A set of so many cards of each rank, with the mask of the rank."""
    sets = [_read([suit + rank for suit in SUITS * COPIES][:count]) for rank in RANKS]
    return tuple((WHOLE_RANK << RANK * place, one) for place, one in enumerate(sets) if one is not None)


@cache
def of_jokers() -> tuple[tuple[CardSet, ...], ...]:
    """The sets of two jokers and more among those of a hand, by how many small and big ones it has."""
    chosen = list(product(range(MOST), repeat=len(JOKERS)))
    sets = {(small, big): _read([SMALL_JOKER] * small + [BIG_JOKER] * big) for big, small in chosen if big + small > 1}
    return tuple(
        tuple(one for (few, fewer), one in sets.items() if one is not None and few <= small and fewer <= big)
        for big, small in chosen
    )


def _read(names: list[str]) -> CardSet | None:
    return read_set(Meld(tuple(names), (), BIGA.pack(names)), ANY_LIMITS)


def in_line(there: int, length: int) -> int:
    """A bit where so many ranks may stand in line; the 4 follows the 3, and the 2 the ace, as if they went round."""
    found = there
    for _ in range(length - 1):
        found = (found << RANK | found >> RANK * (len(RANKS) - 1)) & there
    return found


def singles_above(top: CardSet, ace: int) -> int:
    """Every card that is stronger than a single: ranks, jokers, and above them the Big A (B-RANK-1)."""
    strength = top.floor[0]
    jokers = sum(mask for place, mask in enumerate(JOKER_MASKS) if len(RANKS) + place > strength)
    big = ace * MOST_COPIES if len(RANKS) + len(JOKERS) > strength else 0
    return (EVERY_RANK & -(1 << RANK * (strength + 1)) | big) + jokers


def has_sequence(hand: int, *, fold: int, start: int, count: int) -> int | None:
    """Whether so many cards stand in line from this place or a higher one; with an ace that has to be tried."""
    there, length = ranks_with(hand, fold), 0
    if (there.bit_count() + 1) * fold < count:  # an ace may stand at both ends
        return 0
    for place in range(start, HIGH_ACE + 1):
        length = length + 1 if there & PLACES[place] else 0
        if length * fold >= count:
            return None if LINE[place] == ACE else 1
    return 0


def nothing(_hand: int) -> int:
    """No set of the same kind is stronger that is not asked about anyway."""
    return 0
