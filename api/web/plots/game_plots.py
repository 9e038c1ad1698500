"""The plots of a game as a whole: what seats and hands are worth, and the moves between titles."""

from collections.abc import Callable, Mapping
from typing import Final

from daifu.api.languages import Language
from daifu.api.web.plots.figure_plots import seats_plot, share_plot, transitions_plot
from daifu.api.web.plots.plot import Plot
from daifu.replay.figures.figures import Figures, ProfileFigures
from daifu.replay.text import Text

_HANDS: Final = Text("Results by the strength of the hand", "手札の強さ別の成績")
_HANDS_TEXT: Final = Text(
    "The share of the others who did better, by the strength of the hand as dealt, from 0 (weakest) to 9.",
    "配られた手札の強さ（0が最弱、9が最強）ごとの、自分より上位だった相手の割合。",
)
_HAND: Final = Text("strength", "強さ")

GamePlotMaker = Callable[[ProfileFigures, Language], Plot]


def _seats(whole: ProfileFigures, language: Language) -> Plot:
    return seats_plot(whole.figures, language)


def _hands(whole: ProfileFigures, language: Language) -> Plot:
    return share_plot(whole.figures, "hand.", ".standing", _HANDS, _HANDS_TEXT, _HAND, language)


def _titles(whole: ProfileFigures, language: Language) -> Plot:
    moves: Figures = {
        f"turn.{before}.{after}": value for before, row in whole.transitions.items() for after, value in row.items()
    }
    return transitions_plot(moves, language)


GAME_PLOTS: Final[Mapping[str, GamePlotMaker]] = {"seats": _seats, "hands": _hands, "titles": _titles}
"""The plots of a game by the names in their addresses."""
