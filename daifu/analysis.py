"""Analysis: what was proven about the actions of a record, and the wins that were missed."""

from collections.abc import Iterator

from daifu.records import Record
from replay.analysis.deal_proofs import DEFAULT_POSITIONS, DealProofs, prove_deal
from replay.position import walk_deals


def analyse(record: Record, *, positions: int = DEFAULT_POSITIONS) -> Iterator[DealProofs]:
    """What can be proven about each deal of a record, one deal after the other.

    `positions` is how many positions are looked at for a question at most. The same number gives the same answers.
    """
    return (prove_deal(steps, positions) for steps in walk_deals(record.loaded))
