"""The catalogue of figures: one module for a group or two.

Which of them a player, a profile as a whole or a pair has follows from the counters that there are: a figure is there
where its numerator and its denominator are counted.
"""

from typing import Final

from schemas.figures.catalogue.conduct import FAULT_FAMILIES, FAULT_FIGURES, TIME_FIGURES
from schemas.figures.catalogue.outcomes import OUTCOME_FAMILIES
from schemas.figures.catalogue.own import OWN_FAMILIES, OWN_FIGURES
from schemas.figures.catalogue.pairs import PAIR_FIGURES
from schemas.figures.catalogue.play import PLAY_FIGURES, SET_FAMILIES, SET_FIGURES
from schemas.figures.catalogue.results import RESULT_FAMILIES, RESULT_FIGURES
from schemas.figures.catalogue.special import EXCHANGE_FIGURES, SPECIAL_FIGURES
from schemas.figures.catalogue.tables import TABLE_ONLY
from schemas.figures.catalogue.titles import TITLE_FAMILIES, TITLE_FIGURES

__all__ = ["FAMILIES", "FIGURES", "PAIR_FIGURES"]

FIGURES: Final = (
    *RESULT_FIGURES,
    *TABLE_ONLY,
    *TITLE_FIGURES,
    *PLAY_FIGURES,
    *SET_FIGURES,
    *SPECIAL_FIGURES,
    *OWN_FIGURES,
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
    *OWN_FAMILIES,
    *FAULT_FAMILIES,
)
"""Figures of which there is one for each title, seat, kind of set ..."""
