"""The sets of theater daihinmin: groups, runs, double and triple runs; jokers only alone.

A meld has one of these shapes at most, so it has one reading or none. Rules: T-SET-1 to T-SET-4, T-RUN-1, T-IPK-1,
T-SRK-1, T-JOK-0, T-Q-27.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from daifu.replay.cards import JOKER, RANKS
from daifu.replay.legal import candidate_gifts_and_words, candidate_groups, candidate_runs, held_names
from daifu.replay.melds import (
    GROUP,
    RUNS_BY_LAYERS,
    SHORTEST_RUN,
    TRIPLE_RUN,
    Combination,
    Meld,
    MeldParts,
    card,
    group,
    is_single,
    joker_group,
    run_over,
    runs,
    take_apart,
)
from daifu.replay.table import Table

LARGEST_GROUP: Final = 4
TRIPLE_RUN_RANKS: Final = 3
PAIR, TRIPLE = 2, 3
HEART_3_CARD: Final = card("H3")


def read_set(meld: Meld, *, any_suits: bool) -> Combination | None:
    """The set that a meld is, or None; with `any_suits` a double run may be of any pairs (T-Q-5)."""
    if JOKER in meld.names:
        return joker_group(1) if meld.count == 1 else None
    laid = take_apart(meld)
    if laid.count <= LARGEST_GROUP and (same_rank := group(laid)):
        return same_rank
    return next(iter(runs(laid)), None) or _rows(laid, any_suits=any_suits)


def _rows(laid: MeldParts, *, any_suits: bool) -> Combination | None:
    """A double run of any pairs or of two runs in one suit each (T-IPK-1), or a triple run of three ranks (T-SRK-1)."""
    ranks = sorted(rank for rank, _suit in laid.cards)
    line = range(ranks[0], ranks[-1] + 1)
    fold = laid.count // len(line)
    if len(line) < SHORTEST_RUN or ranks != [rank for rank in line for _ in range(fold)]:
        return None
    two_runs = len({suit for _rank, suit in laid.cards}) == PAIR and len(set(laid.cards)) == laid.count
    is_double = fold == PAIR and (any_suits or two_runs)
    is_triple = fold == TRIPLE and len(line) == TRIPLE_RUN_RANKS
    return run_over(laid, line, fold) if is_double or is_triple else None


def is_heart_3(combination: Combination) -> bool:
    """Whether the set is the heart 3 alone (T-H3-1)."""
    return is_single(combination, HEART_3_CARD)


def flaw_kind(meld: Meld) -> str:
    """The kind of set that a meld would have been, if it is no combination.

    It is "joker in a set" with a joker (T-JOK-0), "pair" for two cards, a kind of run for several ranks with as many
    cards each, and "" for other mixtures, also for triples of more ranks than a triple run has (T-Q-27).
    """
    if JOKER in meld.names:
        return "joker in a set"
    counts = Counter(name[-1] for name in meld.names)
    if len(counts) == 1:
        return GROUP
    if meld.count == PAIR:
        return "pair"
    fold, *others = set(counts.values())
    kind = "" if others else RUNS_BY_LAYERS.get(fold, "")
    return "" if kind == TRIPLE_RUN and len(counts) > TRIPLE_RUN_RANKS else kind


def candidate_sets(table: Table, player: int, *, any_suits: bool) -> Iterator[str]:
    """Every group, run, double and triple run of the hand, and the joker alone (T-SET, T-RUN-1, T-IPK-1, T-SRK-1)."""
    held = held_names(table, player)
    natural = [name for name in held if name != JOKER]
    if len(natural) < len(held):
        yield JOKER
    yield from candidate_groups(natural)
    yield from candidate_runs(natural, (1,) if any_suits else (1, 2))
    by_rank = [[name for name in natural if name[-1] == rank] for rank in RANKS]
    for low, high in combinations(range(len(RANKS) + 1), 2):
        pairs = any_suits and high - low >= SHORTEST_RUN
        for fold, fits in ((PAIR, pairs), (TRIPLE, high - low == TRIPLE_RUN_RANKS)):
            if fits:
                choices = [list(combinations(cards, fold)) for cards in by_rank[low:high]]
                yield from (" ".join(name for row in rows for name in row) for rows in product(*choices))


def other_candidates(table: Table, player: int) -> Iterator[str]:
    """Gifts owed, the words that the last set allows, and an ittsu before play."""
    yield from candidate_gifts_and_words(table, player)
    if not table.started:
        yield "show"
