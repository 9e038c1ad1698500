"""The analysis of recorded deals: what is proven, what is estimated, and what is luck or play."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from daifu.replay.analysis.deal_estimates import DealEstimates, Effort, estimate_deal
from daifu.replay.analysis.deal_proofs import DEFAULT_POSITIONS, PROOFS_VERSION, DealProofs, prove_deal
from daifu.replay.analysis.estimates import ENOUGH, PLAYOUTS_VERSION
from daifu.replay.analysis.luck import LUCK_VERSION, REDEALS, DealLuck, deal_luck
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.match import Record
from daifu.replay.position import Position, walk_deals
from daifu.replay.text import Text

METHOD: Final = f"{PROOFS_VERSION} {PLAYOUTS_VERSION} {LUCK_VERSION}"
"""The method of the analysis with the versions of its parts. It changes when the same deal may get other answers."""

FEWEST_REDEALS: Final = 2
"""A standard error needs two values."""

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class AnalysedDeal:
    """What was found about a deal.

    `estimates` and `luck` are None where nothing was played out, and `no_estimates` and `no_luck` say why, unless
    no playouts were wanted.
    """

    proofs: DealProofs
    estimates: DealEstimates | None = None
    no_estimates: Text | None = None
    luck: DealLuck | None = None
    no_luck: Text | None = None


def analyse_deals(
    record: Record,
    first: int = 0,
    last: int | None = None,
    positions: int = DEFAULT_POSITIONS,
    effort: Effort | None = None,
) -> Iterator[AnalysedDeal]:
    """The analysis of the deals of a record, from number `first` up to the one before `last`, by default of all.

    `positions` is how many positions are looked at for a question of the proofs at most, `effort` how estimates are
    made; None for proofs alone. Equal calls give equal answers.
    """
    for steps in walk_deals(record, first, last):
        proofs = prove_deal(steps, positions)
        yield AnalysedDeal(proofs) if effort is None else _with_estimates(proofs, steps, effort)


def _with_estimates(proofs: DealProofs, steps: Sequence[Position], effort: Effort) -> AnalysedDeal:
    if proofs.reason is not None:
        return AnalysedDeal(proofs, no_estimates=proofs.reason, no_luck=proofs.reason)
    redeals = max(FEWEST_REDEALS, effort.playouts * REDEALS // ENOUGH)
    estimates, no_estimates = _found_or_reason(lambda: estimate_deal(steps, effort))
    positions = () if estimates is None else estimates.positions
    luck, no_luck = _found_or_reason(
        lambda: deal_luck(steps, positions, seed=effort.seed, playouts=effort.playouts, redeals=redeals)
    )
    return AnalysedDeal(proofs, estimates, no_estimates, luck, no_luck)


def _found_or_reason(find: Callable[[], _Found]) -> tuple[_Found | None, Text | None]:
    """What is found and None, or None and the reason why the deal is not played out."""
    try:
        return find(), None
    except NoPlayoutsError as error:
        return None, error.reason
