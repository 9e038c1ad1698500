"""Parts of analyses for tests."""

from collections.abc import Sequence
from typing import Final

from daifu.replay.analysis.deals import DEFAULT_POSITIONS, METHOD
from daifu.replay.analysis.proofs import UNKNOWN
from daifu.replay.analysis.worlds import HIDDEN
from daifu.schemas.analysis import (
    ANALYSIS_FORMAT,
    ActionAnalysis,
    AlternativeAnalysis,
    ChancesAnalysis,
    ChoiceAnalysis,
    DealAnalysis,
    EstimatesAnalysis,
    MissedWinAnalysis,
    PlayerLuckAnalysis,
    ViewAnalysis,
)
from daifu.schemas.answer import Text

_CHANCES: Final = ChancesAnalysis(1, [1.0], [0.0], 0.5, 0.0)
_PLAYED: Final = AlternativeAnalysis("1 -", _CHANCES, 10)


def proof(action: int, player: int, before: str, after: str | None = None) -> ActionAnalysis:
    """What was proven about an action with all hands known."""
    return ActionAnalysis(action, player, ViewAnalysis(UNKNOWN), ViewAnalysis(before, after))


def choice(action: int, loss: float, error: float = 0.01, player: int = 1, swing: float = 0.0) -> ChoiceAnalysis:
    """A choice with this estimated loss."""
    return ChoiceAnalysis(action, player, _CHANCES, _PLAYED, [_PLAYED], 2, swing, loss, error)


def luck(player: int, seat: float, cards: float, play: float, others: float = 0.0) -> PlayerLuckAnalysis:
    """A result that was split."""
    return PlayerLuckAnalysis(player, 0.5 + seat + cards + play, 0.5, seat, cards, play, 0.02, others)


def analysed_deal(
    actions: Sequence[ActionAnalysis] = (),
    missed: Sequence[MissedWinAnalysis] = (),
    choices: Sequence[ChoiceAnalysis] | None = (),
    lucks: Sequence[PlayerLuckAnalysis] = (),
) -> DealAnalysis:
    """The analysis of a deal; without estimates where `choices` is None."""
    estimates = None if choices is None else EstimatesAnalysis(HIDDEN, 1, 10, [], choices)
    parts = (ANALYSIS_FORMAT, METHOD, "1.0.0", DEFAULT_POSITIONS, 0)
    return DealAnalysis(*parts, actions, missed, estimates=estimates, luck=lucks or None)


def deal_not_analysed() -> DealAnalysis:
    """The analysis of a deal of which only the result was recorded."""
    reason = Text("only the result was recorded", "結果だけが記録されています")
    return DealAnalysis(ANALYSIS_FORMAT, METHOD, "1.0.0", DEFAULT_POSITIONS, 0, [], [], reason)
