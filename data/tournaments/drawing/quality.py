"""How good a draw is, counted from its seatings alone."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from data.tournaments.drawing.bounds import fewest_repeats
from data.tournaments.drawing.byes import byes_had
from data.tournaments.drawing.seating import Seating, meetings


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


def quality_of(rounds: Sequence[Seating], played: Sequence[Seating] = ()) -> Quality:
    """The quality of the rounds, drawn after those that are played."""
    everything = (*played, *rounds)
    met = Counter(pair for seating in everything for pair in meetings(seating))
    return Quality(
        repeats=met.total() - len(met),
        repeats_at_least=fewest_repeats(rounds, played),
        most_meetings=max(met.values(), default=0),
        imbalance=max(imbalances(everything).values(), default=0),
        byes_apart=_byes_apart(everything),
    )


def imbalances(rounds: Sequence[Seating]) -> dict[int, int]:
    """The imbalance of the seats of every entrant who has sat at all."""
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    smallest: dict[int, int] = {}
    for seating in rounds:
        for table in seating.tables:
            for seat, entrant in enumerate(table):
                seats[entrant][seat] += 1
                smallest[entrant] = min(len(table), smallest.get(entrant, len(table)))
    return {entrant: imbalance_of(sat, smallest[entrant]) for entrant, sat in seats.items()}


def imbalance_of(sat: Counter[int], smallest: int) -> int:
    """The most times in any seat minus the fewest times in a seat that all his tables had.

    A seat that only some of his tables had can be one too often, never one too seldom: with tables of 4 and 5, the
    fifth seat counts against whoever sits there often, and not against whoever never does.
    """
    return max(sat.values()) - min(sat[seat] for seat in range(smallest))


def _byes_apart(rounds: Sequence[Seating]) -> int:
    if not rounds:
        return 0
    had = byes_had(rounds)
    counts = [had[entrant] for entrant in rounds[-1].present]
    return max(counts, default=0) - min(counts, default=0)
