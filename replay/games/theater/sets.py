"""The sets of theater daihinmin: groups, runs, double and triple runs; jokers only alone.

Rules: T-SET-1 to T-SET-4, T-RUN-1, T-IPK-1, T-SRK-1, T-JOK-0, T-Q-27.
None of these shapes can be taken for another, so a meld has one reading or none.
"""

from collections.abc import Callable
from typing import Final

from replay.cards import JOKER
from replay.combination import DOUBLE_RUN, TRIPLE_RUN, Combination, Effect
from replay.melds import Meld
from replay.suited import (
    RANK_LABELS,
    SHORTEST_RUN,
    Laid,
    card,
    group,
    is_single,
    joker_group,
    runs,
    suits_of,
    taken_apart,
)

LARGEST_GROUP: Final = 4
TRIPLE_RUN_RANKS: Final = 3
HEART_3: Final = card("H3")

Effects = Callable[[Combination], tuple[Effect, ...]]
"""What a combination does when it is laid."""


def reader(effects: Effects, *, any_suits: bool) -> Callable[[Meld], tuple[Combination, ...]]:
    """The reader of melds that attaches their effects; with `any_suits` a double run may be made of any pairs (T-Q-5).

    What lies wholly beyond a set answers it (T-FOLLOW-1, T-RUN-2); on a heart 3 the rules are asked about the joker.
    """
    double_run = _double_run if any_suits else _double_run_of_two_suits

    def read(meld: Meld) -> tuple[Combination, ...]:
        combination = _joker(meld) if JOKER in meld.names else _natural(taken_apart(meld), double_run)
        if combination is None:
            return ()
        if not is_heart_3(combination):
            combination.barred_at(combination.ceiling)
        return (combination.with_effects(*effects(combination)),)

    return read


def is_heart_3(combination: Combination) -> bool:
    """Whether the set is the heart 3 alone (T-H3-1)."""
    return is_single(combination, HEART_3)


def joker_in_a_set(meld: Meld) -> str:
    """What is the matter with a meld that is no combination: a joker in it (T-JOK-0), or anything else."""
    return "joker" if JOKER in meld.names else ""


def _joker(meld: Meld) -> Combination | None:
    return joker_group(1) if meld.count == 1 else None


def _natural(laid: Laid, double_run: Callable[[Laid], Combination | None]) -> Combination | None:
    if laid.count <= LARGEST_GROUP and (same_rank := group(laid)):
        return same_rank
    return next(iter(runs(laid)), None) or double_run(laid) or _triple_run(laid)


def _double_run(laid: Laid) -> Combination | None:
    """Pairs of three or more ranks in line (T-Q-5)."""
    return _rows(laid, DOUBLE_RUN, 2)


def _double_run_of_two_suits(laid: Laid) -> Combination | None:
    """Two runs over the same ranks, each in a suit of its own (T-IPK-1)."""
    suits = {suit for _rank, suit in laid.cards}
    two_runs = len(suits) == 2 and len(set(laid.cards)) == laid.count  # noqa: PLR2004 - a suit for each run
    return _double_run(laid) if two_runs else None


def _triple_run(laid: Laid) -> Combination | None:
    """Three cards each of exactly three ranks in line (T-SRK-1)."""
    return _rows(laid, TRIPLE_RUN, 3) if laid.count == 3 * TRIPLE_RUN_RANKS else None


def _rows(laid: Laid, kind: str, fold: int) -> Combination | None:
    """The cards as `fold` cards each of three or more ranks in line."""
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
        suits=suits_of(laid.cards),
    )
