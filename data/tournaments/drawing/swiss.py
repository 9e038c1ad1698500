"""Swiss rounds: tables by standing; who have met are kept apart by seating some of them higher or lower."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from data.tournaments.drawing.byes import resting_from_below
from data.tournaments.drawing.drawing import Draw
from data.tournaments.drawing.mixing import mixed
from data.tournaments.drawing.quality import quality_of
from data.tournaments.drawing.search import Floats
from data.tournaments.drawing.seating import Seating, check_each_once, cut
from data.tournaments.drawing.seats import seated
from data.tournaments.drawing.sizes import Sizes, layout
from data.tournaments.drawing.teams import NO_TEAMS, Teams

REACH: Final = 2
"""How many tables up or down somebody may be moved."""
WORK: Final = 100_000_000
"""The exchanges that are judged at most: a second or two."""
TABLE_AWAY: Final = 0.1
"""What it costs to move somebody by the ranks of a whole table; a repeat meeting costs 2 and more."""


def swiss(
    standing: Sequence[int],
    sizes: Sizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    work: int = WORK,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """The next round from a standing, the best first: equals sit together, and meet again as little as can be.

    Nobody sits further than two tables from the one that his standing gives him; within that, meetings of members of
    the teams `apart` count first, then repeat meetings, then the ranks by which people are moved. Raises `Refused`:
    `named_twice`, `too_few`.
    """
    check_each_once(standing)
    fit = layout(len(standing), sizes)
    resting = resting_from_below(standing, fit.byes, played)
    order = [entrant for entrant in standing if entrant not in resting]
    by_standing = cut(order, fit.sizes)
    (tables,) = seated(
        mixed(order, [by_standing], played, _away(fit.sizes), seed, work, apart), [seating.tables for seating in played]
    )
    rounds = (Seating(tables, resting),)
    return Draw(rounds, quality_of(rounds, played, apart))


def _away(sizes: Sequence[int]) -> Floats:
    """What it costs everybody, by rank, to sit at each table."""
    away = np.zeros((sum(sizes), len(sizes) + 1), np.float32)
    blocks = [range(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True)]
    for home, block in enumerate(blocks):
        for rank in block:
            for table, other in enumerate(blocks):
                ranks = max(other.start - rank, rank - other.stop + 1, 0)
                far = abs(table - home) > REACH
                away[rank, table] = np.inf if far else TABLE_AWAY * ranks / max(sizes)
    return away
