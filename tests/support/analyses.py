"""Parts of analyses for tests."""

from typing import Final

from schemas.analysis import AlternativeAnalysis, ChancesAnalysis, ChoiceAnalysis

_CHANCES: Final = ChancesAnalysis(1, [1.0], [0.0], 0.5, 0.0)
_PLAYED: Final = AlternativeAnalysis("1 -", _CHANCES, 10)


def choice(action: int, loss: float, error: float = 0.01) -> ChoiceAnalysis:
    """A choice of player 1 with this estimated loss."""
    return ChoiceAnalysis(action, 1, _CHANCES, _PLAYED, [_PLAYED], 2, 0.0, loss, error)
