"""Figures: what the counters of replayed games come to, with how much is known of each.

What others use: `player_figures`, `table_figures` and `pair_figures` turn counters into values; `figure` finds what an
id stands for; `ranked` puts the players of a leaderboard in order; `spreadsheets` writes any of it as CSV.
"""

from schemas.figures.figure import Figure
from schemas.figures.finding import figure, figures_of_players, pair_figure
from schemas.figures.leaderboard import Standing, ranked
from schemas.figures.reading import Figures, pair_figures, player_figure, player_figures
from schemas.figures.values import Value
from schemas.figures.whole import Whole, table_figures

__all__ = [
    "Figure",
    "Figures",
    "Standing",
    "Value",
    "Whole",
    "figure",
    "figures_of_players",
    "pair_figure",
    "pair_figures",
    "player_figure",
    "player_figures",
    "ranked",
    "table_figures",
]
