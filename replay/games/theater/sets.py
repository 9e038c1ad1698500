"""The sets of theater daihinmin: groups, runs, double and triple runs; jokers only alone.

A meld has one of these shapes at most, so it has one reading or none. Rules: T-SET-1 to T-SET-4, T-RUN-1, T-IPK-1,
T-SRK-1, T-JOK-0, T-Q-27.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Final

from daifu.replay.cards import JOKER, RANKS
from daifu.replay.legal import candidate_gifts, candidate_groups, candidate_runs, candidate_words, held_names
from daifu.replay.melds import (
    DOUBLE_RUN,
    GROUP,
    RANK_LABELS,
    RUN,
    SHORTEST_RUN,
    TRIPLE_RUN,
    Combination,
    Effect,
    Meld,
    MeldParts,
    card,
    group,
    is_single,
    joker_group,
    runs,
    suit_bits,
    take_apart,
)
from daifu.replay.table import Table

LARGEST_GROUP: Final = 4
TRIPLE_RUN_RANKS: Final = 3
PAIR, TRIPLE = 2, 3
HEART_3_CARD: Final = card("H3")

Effects = Callable[[Combination], tuple[Effect, ...]]
"""Gives a combination its effects."""


def set_reader(effects: Effects, *, any_suits: bool) -> Callable[[Meld], tuple[Combination, ...]]:
    """The reader of melds that attaches their effects; with `any_suits` a double run may be of any pairs (T-Q-5).

    Every set wholly above another follows it (T-FOLLOW-1, T-RUN-2); about a joker on a heart 3 the rules are asked.
    """
    double_run = _double_run if any_suits else _double_run_of_two_suits

    def natural(laid: MeldParts) -> Combination | None:
        if laid.count <= LARGEST_GROUP and (same_rank := group(laid)):
            return same_rank
        return next(iter(runs(laid)), None) or double_run(laid) or _triple_run(laid)

    def read(meld: Meld) -> tuple[Combination, ...]:
        if JOKER in meld.names:
            combination = joker_group(1) if meld.count == 1 else None
        else:
            combination = natural(take_apart(meld))
        if combination is None:
            return ()
        if not is_heart_3(combination):
            combination.barred_at(combination.ceiling)
        return (combination.with_effects(*effects(combination)),)

    return read


def is_heart_3(combination: Combination) -> bool:
    """Whether the set is the heart 3 alone (T-H3-1)."""
    return is_single(combination, HEART_3_CARD)


KINDS_BY_FOLD: Final = {1: RUN, 2: DOUBLE_RUN, 3: TRIPLE_RUN}
"""The kinds of set over several ranks, by the number of cards of each rank."""


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
    folds = set(counts.values())
    kind = KINDS_BY_FOLD.get(folds.pop(), "")
    too_many_triples = kind == TRIPLE_RUN and len(counts) > TRIPLE_RUN_RANKS
    return "" if folds or too_many_triples else kind


def _double_run(laid: MeldParts) -> Combination | None:
    """A double run of any pairs of three or more adjacent ranks (T-Q-5)."""
    return _rows(laid, DOUBLE_RUN, 2)


def _double_run_of_two_suits(laid: MeldParts) -> Combination | None:
    """A double run of two runs over the same ranks, each in one suit (T-IPK-1)."""
    suits = {suit for _rank, suit in laid.cards}
    two_runs = len(suits) == 2 and len(set(laid.cards)) == laid.count  # noqa: PLR2004 - a suit for each run
    return _double_run(laid) if two_runs else None


def _triple_run(laid: MeldParts) -> Combination | None:
    """A triple run: three cards each of exactly three adjacent ranks (T-SRK-1)."""
    return _rows(laid, TRIPLE_RUN, 3) if laid.count == 3 * TRIPLE_RUN_RANKS else None


def _rows(laid: MeldParts, kind: str, fold: int) -> Combination | None:
    """The cards as `fold` cards each of three or more adjacent ranks, or None."""
    ranks = sorted(rank for rank, _suit in laid.cards)
    low, high = ranks[0], ranks[-1]
    line = range(low, high + 1)
    if len(line) < SHORTEST_RUN or ranks != [rank for rank in line for _ in range(fold)]:
        return None
    return Combination(
        kind=kind,
        count=laid.count,
        floor=(low, -high),
        ceiling=(high, -low),
        label="-".join(RANK_LABELS[rank] for rank in ranks),
        ranks=tuple(line),
        suits=suit_bits(laid.cards),
    )


def candidate_sets(table: Table, player: int, *, any_suits: bool) -> Iterator[str]:
    """Every group, run, double and triple run of the hand, and the joker alone (T-SET, T-RUN-1, T-IPK-1, T-SRK-1)."""
    held = held_names(table, player)
    natural = [name for name in held if name != JOKER]
    if len(natural) < len(held):
        yield JOKER
    yield from candidate_groups(natural)
    yield from candidate_runs(natural, (1,) if any_suits else (1, 2))
    for low, high in combinations(range(len(RANKS) + 1), 2):
        ranks = RANKS[low:high]
        if any_suits and len(ranks) >= SHORTEST_RUN:
            yield from _row_choices(natural, ranks, PAIR)
        if len(ranks) == TRIPLE_RUN_RANKS:
            yield from _row_choices(natural, ranks, TRIPLE)


def other_candidates(table: Table, player: int) -> Iterator[str]:
    """Gifts owed, an ittsu, and the words that the last set allows."""
    yield from candidate_gifts(table, player)
    if not table.started:
        yield "show"
    yield from candidate_words(table, player)


def _row_choices(held: list[str], ranks: str, fold: int) -> Iterator[str]:
    """Every choice of `fold` cards of each of these ranks."""
    choices = [list(combinations([name for name in held if name[-1] == rank], fold)) for rank in ranks]
    yield from (" ".join(name for row in rows for name in row) for rows in product(*choices))
