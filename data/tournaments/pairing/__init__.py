"""Pairing: which entrants sit together and in which seats, by seed, by standing or by strength.

`draw_balanced` and `redraw_balanced` draw rounds together, `draw_swiss` and `draw_snake` draw one round from an order.
All of them are pure: entrants are numbers, and chance comes from the seed alone.
"""

from daifu.data.tournaments.pairing.methods import (
    BALANCED_EFFORT,
    Draw,
    draw_balanced,
    draw_snake,
    draw_swiss,
    redraw_balanced,
)
from daifu.data.tournaments.pairing.quality import Quality, measure_quality, seat_imbalances
from daifu.data.tournaments.pairing.search import Advance, Effort, ignore_progress
from daifu.data.tournaments.pairing.seating import Layout, Seating, Tables, TableSizes, choose_layout
from daifu.data.tournaments.pairing.teams import NO_TEAMS, Teams

__all__ = [
    "BALANCED_EFFORT",
    "NO_TEAMS",
    "Advance",
    "Draw",
    "Effort",
    "Layout",
    "Quality",
    "Seating",
    "TableSizes",
    "Tables",
    "Teams",
    "choose_layout",
    "draw_balanced",
    "draw_snake",
    "draw_swiss",
    "ignore_progress",
    "measure_quality",
    "redraw_balanced",
    "seat_imbalances",
]
