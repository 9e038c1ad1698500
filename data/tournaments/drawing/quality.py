"""How good a draw is, counted from its seatings alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from data.tournaments.drawing.bounds import fewest_repeats
from data.tournaments.drawing.byes import byes_had
from data.tournaments.drawing.seating import Seating, meetings
from data.tournaments.drawing.teams import NO_TEAMS, Teams, fewest_team_meetings, team_meetings


class Quality(NamedTuple):
    """What can be said for a draw and against it; the rounds that were played before count too."""

    repeats: int
    """Meetings beyond the first, over all pairs."""
    repeats_at_least: int
    """No draw has fewer (see `bounds`)."""
    most_meetings: int
    """The most often that two entrants meet."""
    imbalance: int
    """The greatest of all entrants: see `imbalance_of`."""
    byes_apart: int
    """The most byes minus the fewest, among those who are there in the last round."""
    team_meetings: int
    """Meetings of two of the same team, each time counted."""
    team_meetings_at_least: int
    """No draw has fewer of those."""


def quality_of(rounds: Sequence[Seating], played: Sequence[Seating] = (), teams: Teams = NO_TEAMS) -> Quality:
    """The quality of the rounds, drawn after those that are played."""
    everything = (*played, *rounds)
    met = Counter(pair for seating in everything for pair in meetings(seating))
    return Quality(
        repeats=met.total() - len(met),
        repeats_at_least=fewest_repeats(rounds, played),
        most_meetings=max(met.values(), default=0),
        imbalance=max(imbalances(everything).values(), default=0),
        byes_apart=_byes_apart(everything),
        team_meetings=team_meetings(everything, teams),
        team_meetings_at_least=team_meetings(played, teams) + fewest_team_meetings(rounds, teams),
    )


def imbalances(rounds: Iterable[Seating]) -> dict[int, int]:
    """The imbalance of the seats of every entrant who has sat at all."""
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for table in chain.from_iterable(seating.tables for seating in rounds):
        for seat, entrant in enumerate(table):
            seats[entrant][seat] += 1
            sizes[entrant][len(table)] += 1
    return {entrant: imbalance_of(sat, sizes[entrant]) for entrant, sat in seats.items()}


def imbalance_of(sat: Mapping[int, int], sizes: Mapping[int, int]) -> int:
    """The most times in any seat minus the fewest times in any, where tables without a seat count as if had there.

    `sat` is how often somebody had each seat, from 0; `sizes` how often he was at a table of each size. At equal tables
    it is simply the most minus the fewest. At tables of 4 and 5 nobody can have the fifth seat at a table of 4: who was
    at 3 of these, and never in a fifth seat, stands there as if he had been in it 3 times. To have it too often counts
    in full.
    """
    most = max(sizes)
    lacked = (sum(times for size, times in sizes.items() if size <= seat) for seat in range(most))
    return max(sat.values()) - min(sat.get(seat, 0) + times for seat, times in enumerate(lacked))


def _byes_apart(rounds: Sequence[Seating]) -> int:
    if not rounds:
        return 0
    had = byes_had(rounds)
    counts = [had[entrant] for entrant in rounds[-1].present]
    return max(counts, default=0) - min(counts, default=0)
