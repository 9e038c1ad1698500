"""The snake: an order is dealt to the tables there and back, so that all tables are equally strong."""

from collections.abc import Sequence

from data.tournaments.drawing.byes import resting_from_below
from data.tournaments.drawing.drawing import Draw
from data.tournaments.drawing.quality import quality_of
from data.tournaments.drawing.seating import Seating, Tables, check_each_once
from data.tournaments.drawing.seats import seated
from data.tournaments.drawing.sizes import Sizes, layout


def snake(order: Sequence[int], sizes: Sizes, played: Sequence[Seating] = ()) -> Draw:
    """A round from an order of strength, the best first. Raises `Refused`: `named_twice`, `too_few`."""
    check_each_once(order)
    fit = layout(len(order), sizes)
    resting = resting_from_below(order, fit.byes, played)
    dealt = _dealt([entrant for entrant in order if entrant not in resting], fit.sizes)
    rounds = tuple(Seating(tables, resting) for tables in seated([dealt], [seating.tables for seating in played]))
    return Draw(rounds, quality_of(rounds, played))


def _dealt(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """One to each table that has room, then back from the last table to the first, and so on."""
    groups: list[list[int]] = [[] for _ in sizes]
    waiting = iter(order)
    for row in range(max(sizes)):
        having_room = [group for group, size in zip(groups, sizes, strict=True) if size > row]
        for group in having_room[:: -1 if row % 2 else 1]:
            group.append(next(waiting))
    return tuple(map(tuple, groups))
