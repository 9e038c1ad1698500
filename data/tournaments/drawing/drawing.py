"""Drawing rounds: few repeat meetings, even seats, fair byes; the same seed gives the same draw."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from data.tournaments.drawing.byes import resting_by_lot
from data.tournaments.drawing.fitting import fitted
from data.tournaments.drawing.mixing import mixed
from data.tournaments.drawing.quality import Quality, quality_of
from data.tournaments.drawing.seating import Seating, check_each_once
from data.tournaments.drawing.seats import seated
from data.tournaments.drawing.sizes import Sizes, layout
from data.tournaments.drawing.starting import from_design
from data.tournaments.drawing.teams import NO_TEAMS, Teams

WORK: Final = 500_000_000
"""The exchanges that the search for a draw judges at most: some seconds."""


class Draw(NamedTuple):
    """The rounds that were drawn, and how good they are together with those that were played before."""

    rounds: tuple[Seating, ...]
    quality: Quality


def draw(
    entrants: Sequence[int],
    rounds: int,
    sizes: Sizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    work: int = WORK,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """So many rounds for these entrants, after those that are played.

    Members of the teams `apart` meet only where it cannot be avoided; that goes before everything else. Raises
    `Refused`: `named_twice`, `too_few`.
    """
    planned = map(Seating, from_design(entrants, layout(len(entrants), sizes).sizes, rounds, seed, apart))
    return redraw(entrants, tuple(planned), sizes, played, seed, work, apart)


def redraw(
    entrants: Sequence[int],
    planned: Sequence[Seating],
    sizes: Sizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    work: int = WORK,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """The planned rounds anew, for those who are there now; what is played stays.

    The search begins at the plan, which is as good as it was but for those who have left or come. `apart` are teams as
    in `draw`. Raises `Refused`: `named_twice`, `too_few`.
    """
    check_each_once(entrants)
    fit = layout(len(entrants), sizes)
    resting = resting_by_lot(entrants, fit, [plan.tables for plan in planned], played, seed)
    starts = [
        fitted(plan.tables, (entrant for entrant in entrants if entrant not in byes), fit.sizes)
        for plan, byes in zip(planned, resting, strict=True)
    ]
    anywhere = np.zeros((len(entrants), len(fit.sizes) + 1), np.float32)
    tables = mixed(entrants, starts, played, anywhere, seed, work, apart) if starts else ()
    rounds = tuple(map(Seating, seated(tables, [seating.tables for seating in played]), resting))
    return Draw(rounds, quality_of(rounds, played, apart))
