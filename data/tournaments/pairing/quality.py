"""How good a draw is, counted from its seatings alone, and how few repeat meetings any draw could have."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from data.tournaments.pairing.byes import count_byes
from data.tournaments.pairing.seating import Seating, meeting_pairs
from data.tournaments.pairing.teams import (
    NO_TEAMS,
    Teams,
    count_team_meetings,
    fewest_shared_pairs,
    fewest_team_meetings,
)


class Quality(NamedTuple):
    """What can be said for a draw and against it; the rounds that were played before count too."""

    repeats: int
    """Meetings beyond the first, over all pairs."""
    repeats_at_least: int
    """No draw has fewer (see `bounds`)."""
    most_meetings: int
    """The most often that two entrants meet."""
    imbalance: int
    """The greatest of all entrants: see `seat_imbalance`."""
    byes_apart: int
    """The most byes minus the fewest, among those who are there in the last round."""
    team_meetings: int
    """Meetings of two of the same team, each time counted."""
    team_meetings_at_least: int
    """No draw has fewer of those."""


def measure_quality(rounds: Sequence[Seating], played: Sequence[Seating] = (), teams: Teams = NO_TEAMS) -> Quality:
    """The quality of the rounds, drawn after those that are played."""
    everything = (*played, *rounds)
    met = Counter(pair for seating in everything for pair in meeting_pairs(seating))
    return Quality(
        repeats=met.total() - len(met),
        repeats_at_least=fewest_repeats(rounds, played),
        most_meetings=max(met.values(), default=0),
        imbalance=max(seat_imbalances(everything).values(), default=0),
        byes_apart=_bye_difference(everything),
        team_meetings=count_team_meetings(everything, teams),
        team_meetings_at_least=count_team_meetings(played, teams) + fewest_team_meetings(rounds, teams),
    )


def seat_imbalances(rounds: Iterable[Seating]) -> dict[int, int]:
    """The imbalance of the seats of every entrant who has sat at all."""
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for table in chain.from_iterable(seating.tables for seating in rounds):
        for seat, entrant in enumerate(table):
            seats[entrant][seat] += 1
            sizes[entrant][len(table)] += 1
    return {entrant: seat_imbalance(sat, sizes[entrant]) for entrant, sat in seats.items()}


def seat_imbalance(sat: Mapping[int, int], sizes: Mapping[int, int]) -> int:
    """The most times in any seat minus the fewest times in any, where tables without a seat count as if had there.

    `sat` is how often somebody had each seat, from 0; `sizes` how often he was at a table of each size. At equal tables
    it is simply the most minus the fewest. At tables of 4 and 5 nobody can have the fifth seat at a table of 4: who was
    at 3 of these, and never in a fifth seat, stands there as if he had been in it 3 times. To have it too often counts
    in full.
    """
    most = max(sizes)
    lacked = (sum(times for size, times in sizes.items() if size <= seat) for seat in range(most))
    return max(sat.values()) - min(sat.get(seat, 0) + times for seat, times in enumerate(lacked))


def _bye_difference(rounds: Sequence[Seating]) -> int:
    if not rounds:
        return 0
    had = count_byes(rounds)
    counts = [had[entrant] for entrant in rounds[-1].present]
    return max(counts, default=0) - min(counts, default=0)


ROUNDS_OF_A_REPEAT: Final = 2
PEOPLE_IN_A_MEETING: Final = 2
"""A meeting is one of both who meet."""


def fewest_repeats(rounds: Sequence[Seating], played: Sequence[Seating] = ()) -> int:
    """No draw of the rounds, after those that are played, has fewer repeat meetings (those already played included).

    Such a draw has in each round the people, and the sizes of tables, that the round has; who sits where, and who sits
    out, may be anybody. Three things are proven, and the greatest of them counts: see the functions below.
    """
    met = [pair for seating in played for pair in meeting_pairs(seating)]
    repeats = len(met) - len(set(met))
    everything = (*played, *rounds)
    return max(
        repeats + _repeats_by_partners(rounds, set(met)),
        repeats + _repeats_by_tables(rounds),
        _repeats_by_tables(everything),
    )


def _repeats_by_partners(rounds: Sequence[Seating], met: set[tuple[int, int]]) -> int:
    """Meetings beyond the partners who are ever there together with somebody and have not met him.

    The smallest tables give everybody some partners at least; the others go to those who lack them least.
    """
    due = sum(size * (size - 1) for seating in rounds for size in seating.sizes)
    least, fresh = _least_partners(rounds), _fresh_partners(rounds, met)
    beyond = sum(max(0, count - fresh[one]) for one, count in least.items())
    room = sum(max(count, fresh[one]) for one, count in least.items())
    return -(-(beyond + max(0, due - room)) // PEOPLE_IN_A_MEETING)


def _least_partners(rounds: Iterable[Seating]) -> Counter[int]:
    """For how many partners each entrant sits at the smallest table every time, and out if anybody does."""
    least: Counter[int] = Counter()
    for seating in rounds:
        partners = 0 if seating.byes or not seating.tables else min(seating.sizes) - 1
        least.update(dict.fromkeys(seating.present, partners))
    return least


def _fresh_partners(rounds: Iterable[Seating], met: set[tuple[int, int]]) -> Counter[int]:
    """How many there are for each entrant whom he can meet in these rounds and has not met."""
    together = {seating.present for seating in rounds}
    pairs = {pair for present in together for pair in combinations(sorted(present), 2)} - met
    return Counter(one for pair in pairs for one in pair)


def _repeats_by_tables(rounds: Sequence[Seating]) -> int:
    """Where tables are larger than there are tables, neighbours of one round meet again in another, however they move.

    What any two rounds share at least is added up. A pair of people that meets m times is shared by m (m - 1) / 2 pairs
    of rounds: for each of its m - 1 repeats, by half as many as there are rounds at most.
    """
    shared = sum(
        max(_fewest_common_pairs(one, other), _fewest_common_pairs(other, one))
        for one, other in combinations(rounds, 2)
    )
    return -(-ROUNDS_OF_A_REPEAT * shared // len(rounds)) if rounds else 0


def _fewest_common_pairs(one: Seating, other: Seating) -> int:
    """How many pairs of one round share a table in the other at least."""
    common = len(one.present & other.present) - len(one.byes) - len(other.byes)
    return fewest_shared_pairs(one.sizes, len(other.tables), common)
