"""What melds are: groups, runs of one to four layers, sandstorms (F-SET, F-RUN-1, F-MRUN-1, F-SAND-0, F-JOK)."""

from collections.abc import Callable
from typing import Final

from replay.combination import DOUBLE_RUN, GROUP, QUADRUPLE_RUN, RUN, TRIPLE_RUN, Combination
from replay.melds import Meld
from replay.suited import (
    RANK_LABELS,
    SHORTEST_RUN,
    Laid,
    card,
    group,
    joker_group,
    runs,
    suits_of,
    taken_apart,
    windows,
)

SANDSTORM: Final = "sandstorm"
SPADE_3: Final = card("S3")
THREE: Final = SPADE_3[0]
MOST_JOKERS_ALONE: Final = 2
LAYERED: Final = {2: DOUBLE_RUN, 3: TRIPLE_RUN, 4: QUADRUPLE_RUN}
FEWEST_IN_REVOLUTION: Final = 4
RUNS: Final = frozenset({RUN, *LAYERED.values()})

Storm = Callable[[Laid], bool]
"""Whether three 3s are a sandstorm."""


def any_three(_laid: Laid) -> bool:
    """Jokers may be 3s of a sandstorm."""
    return True


def natural_three(laid: Laid) -> bool:
    """Only natural 3s make a sandstorm (option `sandstorm_joker` false, F-Q-9)."""
    return laid.pure


def read_set(meld: Meld, storm: Storm) -> tuple[Combination, ...]:
    """Every reading of a meld; of two jokers and a card, the group comes first (F-JOK-3).

    Jokers alone are a single and a pair, whatever they were said to stand for (F-JOK-1, F-JOK-2).
    """
    laid = taken_apart(meld)
    if not laid.natural:
        return (joker_group(meld.count),) if meld.count <= MOST_JOKERS_ALONE else ()
    made = group(laid)
    groups = () if made is None else (as_sandstorm(made),) if is_three_3s(made) and storm(laid) else (made,)
    return groups + runs(laid) + layered_runs(laid)


def is_three_3s(made: Combination) -> bool:
    """Whether a group is of three 3s; four of them are an ordinary group (F-Q-12)."""
    return made.ranks == (THREE,) * 3


def as_sandstorm(made: Combination) -> Combination:
    """Three 3s are never a plain triple (F-SAND-0)."""
    made.kind = SANDSTORM
    return made


def layered_runs(laid: Laid) -> tuple[Combination, ...]:
    """Every run in all suits that the cards show: each rank once in each, jokers where one is missing (F-MRUN-1).

    Two jokers are never a whole layer, so every suit of the run is seen.
    """
    suits = suits_of(laid.cards)
    layers = suits.bit_count()
    length, over = divmod(laid.count, layers)
    distinct = set(laid.cards)
    if layers not in LAYERED or over or length < SHORTEST_RUN or len(distinct) < len(laid.cards):
        return ()
    ranks = {rank for rank, _suit in distinct}
    return tuple(layered_run(laid, window, layers, suits) for window in windows(ranks, length))


def layered_run(laid: Laid, window: range, layers: int, suits: int) -> Combination:
    """A run over these ranks in several suits."""
    ranks = tuple(rank for rank in window for _ in range(layers))
    return Combination(
        kind=LAYERED[layers],
        count=laid.count,
        floor=(window[0], -window[-1]),
        ceiling=(window[-1], -window[0]),
        label="-".join(RANK_LABELS[rank] for rank in ranks),
        ranks=ranks,
        suits=suits,
        natural=laid.pure,
    )


def is_revolution(combination: Combination) -> bool:
    """Groups of four cards or more, and runs of whatever kind over four ranks or more (F-REV-1, F-REV-2)."""
    if combination.kind == GROUP:
        return combination.count >= FEWEST_IN_REVOLUTION
    return combination.kind in RUNS and len(set(combination.ranks)) >= FEWEST_IN_REVOLUTION
