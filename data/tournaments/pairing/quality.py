"""The quality of a draw, counted from its seatings alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from daifu.data.tournaments.pairing.bounds import fewest_repeats
from daifu.data.tournaments.pairing.byes import count_byes
from daifu.data.tournaments.pairing.seating import Seating, meeting_pairs
from daifu.data.tournaments.pairing.teams import NO_TEAMS, Teams, count_team_meetings, fewest_team_meetings


class Quality(NamedTuple):
    """The figures of a draw together with the rounds that were played before."""

    repeats: int
    """Meetings beyond the first, over all pairs."""
    repeats_at_least: int
    """A proven lower bound of `repeats`, see `fewest_repeats`."""
    most_meetings: int
    """The most meetings of any two entrants."""
    imbalance: int
    """The greatest `seat_imbalance` of any entrant."""
    byes_apart: int
    """The most byes minus the fewest, among the entrants of the last round."""
    team_meetings: int
    """Meetings of two members of a team, each time counted."""
    team_meetings_at_least: int
    """A proven lower bound of `team_meetings`."""


def measure_quality(rounds: Sequence[Seating], played: Sequence[Seating] = (), teams: Teams = NO_TEAMS) -> Quality:
    """The quality of rounds drawn after those `played`."""
    all_rounds = (*played, *rounds)
    met = Counter(pair for seating in all_rounds for pair in meeting_pairs(seating))
    return Quality(
        repeats=met.total() - len(met),
        repeats_at_least=fewest_repeats(rounds, played),
        most_meetings=max(met.values(), default=0),
        imbalance=max(seat_imbalances(all_rounds).values(), default=0),
        byes_apart=_bye_difference(all_rounds),
        team_meetings=count_team_meetings(all_rounds, teams),
        team_meetings_at_least=count_team_meetings(played, teams) + fewest_team_meetings(rounds, teams),
    )


def seat_imbalances(rounds: Iterable[Seating]) -> dict[int, int]:
    """The seat imbalance of every entrant who had a seat."""
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for table in chain.from_iterable(seating.tables for seating in rounds):
        for seat, entrant in enumerate(table):
            seats[entrant][seat] += 1
            sizes[entrant][len(table)] += 1
    return {entrant: seat_imbalance(sat, sizes[entrant]) for entrant, sat in seats.items()}


def seat_imbalance(sat: Mapping[int, int], sizes: Mapping[int, int]) -> int:
    """The most times in any seat minus the fewest times in any.

    `sat` is how often an entrant had each seat, from 0; `sizes` how often they were at a table of each size. A seat
    that a table does not have counts in the minimum as if the entrant had had it there: at a table of 4 nobody can have
    the fifth seat, so an entrant with 3 tables of 4 and never in a fifth seat counts as 3 times in it.
    """
    missing = (sum(times for size, times in sizes.items() if size <= seat) for seat in range(max(sizes)))
    return max(sat.values()) - min(sat.get(seat, 0) + times for seat, times in enumerate(missing))


def _bye_difference(rounds: Sequence[Seating]) -> int:
    if not rounds:
        return 0
    byes = count_byes(rounds)
    counts = [byes[entrant] for entrant in rounds[-1].present]
    return max(counts, default=0) - min(counts, default=0)
