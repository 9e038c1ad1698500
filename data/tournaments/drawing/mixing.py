"""Entrants for the search: it knows them by their places in a list, and tables by their numbers."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from data.tournaments.drawing.search import Apart, Floats, improved
from data.tournaments.drawing.seating import Seating, Tables, meetings
from data.tournaments.drawing.teams import Teams, fewest_in_a_round


def mixed(
    entrants: Sequence[int],
    starts: Sequence[Tables],
    played: Sequence[Seating],
    away: Floats,
    seed: int,
    work: int,
    teams: Teams,
) -> tuple[Tables, ...]:
    """The tables after the search, which begins at `starts`; all of these have equally many tables.

    `away` is what it costs each of the entrants to sit at each table, or out; members of a team are kept apart.
    """
    place = {entrant: number for number, entrant in enumerate(entrants)}
    count = len(starts[0])
    at_table = np.full((len(starts), len(entrants)), count, np.intp)
    for turn, tables in enumerate(starts):
        for number, table in enumerate(tables):
            at_table[turn, [place[entrant] for entrant in table]] = number
    found = improved(at_table, _met(place, played), away, _apart(entrants, starts, teams), seed, work)
    return tuple(_tables(entrants, row, count) for row in found.tolist())


def _tables(entrants: Sequence[int], row: Sequence[int], count: int) -> Tables:
    """The tables of a round from the number of everybody's table."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for entrant, number in zip(entrants, row, strict=True):
        if number < count:
            groups[number].append(entrant)
    return tuple(map(tuple, groups))


def _apart(entrants: Sequence[int], starts: Sequence[Tables], teams: Teams) -> Apart:
    """Who is to be kept from whom, and how often they meet all the same."""
    names = [teams.get(entrant) for entrant in entrants]
    pairs = np.array([[one is not None and one == other for other in names] for one in names], np.float32)
    np.fill_diagonal(pairs, 0)
    byes = [len(entrants) - sum(map(len, tables)) for tables in starts]
    least = (fewest_in_a_round(entrants, out, len(starts[0]), teams) for out in byes)
    return Apart(pairs, sum(least))


def _met(place: Mapping[int, int], played: Iterable[Seating]) -> Floats:
    """How often everybody has met everybody."""
    met = np.zeros((len(place), len(place)), np.float32)
    for seating in played:
        for one, other in meetings(seating):
            if one in place and other in place:
                met[place[one], place[other]] += 1
                met[place[other], place[one]] += 1
    return met
