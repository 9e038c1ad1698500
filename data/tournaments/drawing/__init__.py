"""Draws: who sits with whom, where and when, by seed, by standing or by strength.

`draw` and `redraw` are for rounds that are drawn together, `swiss` and `snake` for a round that follows an order. All
of them are pure: entrants are numbers, and chance comes from the seed alone.
"""

from data.tournaments.drawing.drawing import WORK, Draw, draw, redraw
from data.tournaments.drawing.quality import Quality, imbalances, quality_of
from data.tournaments.drawing.seating import Seating, Tables
from data.tournaments.drawing.sizes import Layout, Sizes, layout
from data.tournaments.drawing.snake import snake
from data.tournaments.drawing.swiss import swiss
from data.tournaments.drawing.teams import NO_TEAMS, Teams

__all__ = [
    "NO_TEAMS",
    "WORK",
    "Draw",
    "Layout",
    "Quality",
    "Seating",
    "Sizes",
    "Tables",
    "Teams",
    "draw",
    "imbalances",
    "layout",
    "quality_of",
    "redraw",
    "snake",
    "swiss",
]
