"""The methods of drawing: balanced rounds, drawn together by a seed; Swiss and snake rounds, which follow an order."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final, NamedTuple

import numpy as np

from daifu.data.tournaments.pairing.designs import starting_tables
from daifu.data.tournaments.pairing.quality import Quality, measure_quality
from daifu.data.tournaments.pairing.search import Effort, Floats, search_tables
from daifu.data.tournaments.pairing.seating import (
    NO_TEAMS,
    Seating,
    Tables,
    TableSizes,
    Teams,
    byes_by_lot,
    byes_from_below,
    check_no_duplicates,
    choose_layout,
    cut_into_tables,
    fit_tables,
)
from daifu.data.tournaments.pairing.seats import assign_seats

BALANCED_EFFORT: Final = Effort(500_000_000)
"""The effort of a draw: some seconds."""


class Draw(NamedTuple):
    """The rounds drawn, and their quality together with the rounds played before."""

    rounds: tuple[Seating, ...]
    quality: Quality


def draw_balanced(
    entrants: Sequence[int],
    rounds: int,
    sizes: TableSizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    effort: Effort = BALANCED_EFFORT,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """Draw rounds for these entrants after those `played`.

    Members of the teams `apart` meet only where it cannot be avoided, which matters more than everything else. Raises
    `TournamentError`: `named_twice`, `too_few`.
    """
    planned = map(Seating, starting_tables(entrants, choose_layout(len(entrants), sizes).sizes, rounds, seed, apart))
    return redraw_balanced(entrants, tuple(planned), sizes, played, seed, effort, apart)


def redraw_balanced(
    entrants: Sequence[int],
    planned: Sequence[Seating],
    sizes: TableSizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    effort: Effort = BALANCED_EFFORT,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """Draw the planned rounds anew for the entrants who are present now, after those `played`.

    The search starts from the plan, fitted to those who have left or come. `apart` are teams as in `draw_balanced`.
    Raises `TournamentError`: `named_twice`, `too_few`.
    """
    check_no_duplicates(entrants)
    fit = choose_layout(len(entrants), sizes)
    resting = byes_by_lot(entrants, fit, [plan.tables for plan in planned], played, seed)
    starts = [
        fit_tables(plan.tables, (entrant for entrant in entrants if entrant not in byes), fit.sizes)
        for plan, byes in zip(planned, resting, strict=True)
    ]
    # No table costs more than another: only meetings count.
    anywhere = np.zeros((len(entrants), len(fit.sizes) + 1), np.float32)
    tables = search_tables(entrants, starts, played, anywhere, seed, effort, apart) if starts else ()
    rounds = tuple(map(Seating, assign_seats(tables, [seating.tables for seating in played]), resting))
    return Draw(rounds, measure_quality(rounds, played, apart))


SWISS_REACH: Final = 2
"""The most tables up or down that an entrant may be moved."""
SWISS_EFFORT: Final = Effort(100_000_000)
"""The effort of a Swiss round: a second or two."""
MOST_SWISS_AT_ONCE: Final = 3_000
"""The most entrants of a Swiss round that are searched together: memory and time grow with their square."""
SWISS_PART: Final = 100
"""About how many entrants of a larger round are searched together. Nobody is moved from one such part to another."""
SWISS_PART_WORK: Final = 3_000_000
"""The work of each part, some 200 exchanges."""
TABLE_DISTANCE_COST: Final = 0.1
"""The cost of moving an entrant by the ranks of a whole table; a repeat meeting costs 2 and more."""


def draw_swiss(
    standing: Sequence[int],
    sizes: TableSizes,
    played: Sequence[Seating] = (),
    seed: int = 0,
    effort: Effort = SWISS_EFFORT,
    apart: Teams = NO_TEAMS,
) -> Draw:
    """Draw the next round from a standing, best first: equals sit together, with as few repeat meetings as possible.

    Nobody sits further than two tables from the one that their rank gives them. Within that, meetings of members of
    the teams `apart` count first, then repeat meetings, then the ranks by which entrants are moved. Raises
    `TournamentError`: `named_twice`, `too_few`.
    """
    check_no_duplicates(standing)
    fit = choose_layout(len(standing), sizes)
    resting = byes_from_below(standing, fit.byes, played)
    order = [entrant for entrant in standing if entrant not in resting]
    by_standing = cut_into_tables(order, fit.sizes)
    found: Tables = ()
    parts = _swiss_parts(by_standing)
    for part in parts:
        people = tuple(chain.from_iterable(part))
        costs = _distance_costs(tuple(map(len, part)))
        share = effort if len(parts) == 1 else effort._replace(work=SWISS_PART_WORK)
        found += search_tables(people, [part], played, costs, seed, share, apart)[0]
    (tables,) = assign_seats([found], [seating.tables for seating in played])
    rounds = (Seating(tables, resting),)
    return Draw(rounds, measure_quality(rounds, played, apart))


def _swiss_parts(tables: Tables) -> list[Tables]:
    """The tables in parts that are searched on their own: a single one, unless there are thousands of entrants."""
    if sum(map(len, tables)) <= MOST_SWISS_AT_ONCE:
        return [tables]
    count = SWISS_PART // len(tables[0])
    return [tables[start : start + count] for start in range(0, len(tables), count)]


def _distance_costs(sizes: Sequence[int]) -> Floats:
    """The cost of each table for each rank."""
    away = np.zeros((sum(sizes), len(sizes) + 1), np.float32)
    blocks = [range(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True)]
    for home, block in enumerate(blocks):
        for rank in block:
            for table, other in enumerate(blocks):
                ranks = max(other.start - rank, rank - other.stop + 1, 0)
                far = abs(table - home) > SWISS_REACH
                away[rank, table] = np.inf if far else TABLE_DISTANCE_COST * ranks / max(sizes)
    return away


def draw_snake(order: Sequence[int], sizes: TableSizes, played: Sequence[Seating] = ()) -> Draw:
    """Draw a round of equally strong tables from an order of strength, best first.

    Raises `TournamentError`: `named_twice`, `too_few`.
    """
    check_no_duplicates(order)
    fit = choose_layout(len(order), sizes)
    resting = byes_from_below(order, fit.byes, played)
    dealt = _deal_to_tables([entrant for entrant in order if entrant not in resting], fit.sizes)
    rounds = tuple(Seating(tables, resting) for tables in assign_seats([dealt], [seating.tables for seating in played]))
    return Draw(rounds, measure_quality(rounds, played))


def _deal_to_tables(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """One entrant to each table that has room, then back from the last table to the first, and so on."""
    groups: list[list[int]] = [[] for _ in sizes]
    entrants = iter(order)
    for row in range(max(sizes)):
        open_groups = [group for group, size in zip(groups, sizes, strict=True) if size > row]
        for group in open_groups[:: -1 if row % 2 else 1]:
            group.append(next(entrants))
    return tuple(map(tuple, groups))
