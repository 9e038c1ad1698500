"""The catalogue of figures.

Which of them a player, a profile as a whole or a pair has follows from the counters that there are: a figure is there
where its numerator and its denominator are counted.
"""

from typing import Final

from daifu.replay.figures.catalogue.analysis import ANALYSIS_FAMILIES
from daifu.replay.figures.catalogue.pairs import PAIR_FIGURES
from daifu.replay.figures.catalogue.play import (
    EXCHANGE_FIGURES,
    FAULT_FAMILIES,
    FAULT_FIGURES,
    GAME_FAMILIES,
    GAME_FIGURES,
    PLAY_FIGURES,
    SET_FAMILIES,
    SET_FIGURES,
    SPECIAL_FIGURES,
    TIME_FIGURES,
)
from daifu.replay.figures.catalogue.results import (
    OUTCOME_FAMILIES,
    RESULT_FAMILIES,
    RESULT_FIGURES,
    TABLE_FIGURES,
    TITLE_FAMILIES,
    TITLE_FIGURES,
)

__all__ = ["FAMILIES", "FIGURES", "PAIR_FIGURES"]

FIGURES: Final = (
    *RESULT_FIGURES,
    *TABLE_FIGURES,
    *TITLE_FIGURES,
    *PLAY_FIGURES,
    *SET_FIGURES,
    *SPECIAL_FIGURES,
    *GAME_FIGURES,
    *EXCHANGE_FIGURES,
    *TIME_FIGURES,
    *FAULT_FIGURES,
)
"""Figures that stand alone."""

FAMILIES: Final = (
    *RESULT_FAMILIES,
    *TITLE_FAMILIES,
    *OUTCOME_FAMILIES,
    *SET_FAMILIES,
    *GAME_FAMILIES,
    *FAULT_FAMILIES,
    *ANALYSIS_FAMILIES,
)
"""Figures of which there is one for each title, seat, kind of set ..."""
