"""How many tables a round has, and of what sizes."""

from typing import NamedTuple

from data.tournaments.refusals import Refused


class Sizes(NamedTuple):
    """The sizes that a table may have, and the one that is wanted where there is a choice."""

    allowed: tuple[int, ...]
    wanted: int


class Layout(NamedTuple):
    """The sizes of the tables of a round, the largest first, and how many entrants find no place."""

    sizes: tuple[int, ...]
    byes: int


def layout(entrants: int, sizes: Sizes) -> Layout:
    """The tables for so many entrants: the fewest byes that can be, then the sizes nearest to the wanted one.

    Raises `Refused`: `too_few` where they do not fill the smallest table.
    """
    nearest: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]
    for seated in range(1, entrants + 1):
        ways = [_with_one_more(nearest[seated - size], size, sizes.wanted) for size in sizes.allowed if size <= seated]
        nearest.append(min((way for way in ways if way), default=None))
    for byes, way in enumerate(reversed(nearest[1:])):
        if way:
            return Layout(tuple(sorted(way[1], reverse=True)), byes)
    raise Refused("too_few", count=min(sizes.allowed), found=entrants)


def _with_one_more(
    way: tuple[int, tuple[int, ...]] | None, size: int, wanted: int
) -> tuple[int, tuple[int, ...]] | None:
    """A further table; how far it is from the wanted size counts squared, so that the sizes are even."""
    return (way[0] + (size - wanted) ** 2, (*way[1], size)) if way else None
