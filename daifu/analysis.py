"""Analysis: what was proven about the actions of a record, what was estimated, and what was luck or play."""

from collections.abc import Iterator

from daifu.records import Record
from daifu.replay.analysis.deals import DEFAULT_POSITIONS, SEED, effort_of
from daifu.schemas.analysis import DealAnalysis, deal_analyses


def analyse(
    record: Record, *, positions: int = DEFAULT_POSITIONS, playouts: int = 0, seed: int = SEED
) -> Iterator[DealAnalysis]:
    """The analysis of each deal of a record, one deal after the other.

    `positions` is how many positions are looked at for a question of the proofs at most. `playouts` is how many there
    are for each position and each action that is compared; with 0 nothing is estimated. `seed` is that of their random
    numbers. Equal calls give equal answers. Raises `ValueError` for a negative number.
    """
    if positions < 0 or playouts < 0:
        raise ValueError(f"expected positions and playouts of 0 or more, found {positions} and {playouts}")
    return deal_analyses(record.loaded, positions=positions, effort=effort_of(playouts, seed))
