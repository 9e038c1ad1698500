"""The search for tables with few repeat meetings: a tabu search over all exchanges of two entrants in a round.

The best of all exchanges is made, even where it makes things worse, and is then banned for a while. All exchanges are
evaluated at once by products of matrices. The search knows entrants by their indices in a list, and rounds and tables
by theirs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from daifu.data.tournaments.pairing.quality import fewest_pairs_shared_by_rounds, fewest_repeats
from daifu.data.tournaments.pairing.seating import Seating, Tables, Teams, fewest_team_meetings_in_round, meeting_pairs

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.intp]

EXCHANGES_AT_ONCE: Final = 40_000
"""The exchanges that are evaluated for one move, more or less; large tournaments have more, so some rounds wait."""
MOVE_OVERHEAD: Final = 4_000
"""The other work of a move, counted in exchanges."""
SHORTEST_BAN: Final = 4
LONGEST_BAN: Final = 40
"""The moves for which an exchange is banned."""
SHAKE_AFTER: Final = 1_000
"""The moves without success after which random exchanges are made."""
SHAKE_EXCHANGES: Final = 4
"""The random exchanges of each round."""
FORBIDDEN_COST: Final = 1e6
BANNED_COST: Final = 1e4
REPEAT_WEIGHT: Final = 2.0**20
"""The weight of a repeat beside the unevenness of meetings, which decides only between equally many repeats."""
APART_WEIGHT: Final = 2.0**32
"""The weight of a meeting of two entrants who should not meet: more than all repeats."""
APART_COST: Final = 128
"""The cost of such a meeting in the choice of an exchange, where a repeat costs 2 and more."""


Advance: TypeAlias = Callable[[int], None]
"""A function that is told how many more exchanges a search has evaluated."""


def ignore_progress(_exchanges: int) -> None:
    """Do nothing."""


class Effort(NamedTuple):
    """The most exchanges that a search evaluates, and the function that is told of its progress."""

    work: int
    advance: Advance = ignore_progress


class _ApartPairs(NamedTuple):
    """The pairs that should not meet, as a matrix of 0 and 1, and a lower bound of their meetings."""

    pairs: Floats
    least: int


class _MeetingBounds(NamedTuple):
    """Proven lower bounds of what `_meeting_cost` counts: the repeats and the unevenness of all meetings."""

    repeats: int
    unevenness: int


def search_tables(
    entrants: Sequence[int],
    starts: Sequence[Tables],
    played: Sequence[Seating],
    table_costs: Floats,
    seed: int,
    effort: Effort,
    teams: Teams,
) -> tuple[Tables, ...]:
    """The tables of each round after a search from `starts`, all of which have equally many tables.

    `table_costs` are the costs for each of the entrants of each table, and of a bye in the last column; they are
    infinite where the entrant must not sit. Sizes and byes stay. Members of a team are kept apart as far as possible,
    which matters more than everything else.

    The search ends when nothing better can exist, when the effort is spent, or when a third of that
    brought nothing better. The same seed and work give the same tables.
    """
    indices = {entrant: index for index, entrant in enumerate(entrants)}
    count = len(starts[0])
    tables = np.full((len(starts), len(entrants)), count, np.intp)
    for round_tables, start in zip(tables, starts, strict=True):
        for number, table in enumerate(start):
            round_tables[[indices[entrant] for entrant in table]] = number
    met, apart = _meeting_counts(indices, played), _apart_pairs(entrants, starts, teams)
    search = _Search(tables, met, table_costs, apart.pairs, seed)
    goal = _lowest_cost(met, apart, int(search.together.sum()) // 2, _meeting_bounds(entrants, starts, played))
    exchanges = search.rounds_at_once * len(entrants) ** 2 + MOVE_OVERHEAD
    with threadpool_limits(limits=1):  # matrices are small: on a busy machine, several threads only wait for each other
        found = _search_best(search, goal, effort.work // exchanges, lambda: effort.advance(exchanges))
    return tuple(_tables_of_row(entrants, row, count) for row in found.tolist())


def _search_best(search: "_Search", goal: float, max_moves: int, advance: Callable[[], None]) -> Ints:
    """The best tables on the way; each move is told to `advance`."""
    best, lowest, found_at = search.tables.copy(), search.cost(), 0
    while lowest > goal and search.moves < min(max_moves, found_at + max_moves // 3) and search.move():
        advance()
        if (cost := search.cost()) < lowest:
            best, lowest, found_at = search.tables.copy(), cost, search.moves
        elif not (search.moves - found_at) % SHAKE_AFTER:
            search.shake()
    return best


class _Search:
    """The state of the search. Arrays are by round, then by entrant; `met` and `meetings` by two entrants."""

    __slots__ = (
        "apart_cost",
        "banned_until",
        "is_seated",
        "meetings",
        "met",
        "moves",
        "places",
        "random",
        "rounds_at_once",
        "table_costs",
        "tables",
        "together",
    )

    def __init__(self, tables: Ints, met: Floats, table_costs: Floats, apart: Floats, seed: int) -> None:
        rounds, people = tables.shape
        self.tables, self.table_costs, self.apart_cost = tables, table_costs, APART_COST * apart
        self.random = np.random.default_rng(seed)
        self.is_seated = (tables < table_costs.shape[1] - 1).astype(np.float32)
        self.rounds_at_once = min(rounds, -(-EXCHANGES_AT_ONCE // people**2))
        self.places = np.zeros((rounds, *table_costs.shape), np.float32)
        np.put_along_axis(self.places, tables[:, :, None], self.is_seated[:, :, None], axis=2)
        self.together = np.stack([self._together_in(index) for index in range(rounds)])
        self.met = met
        self.meetings = met + self.together.sum(axis=0)
        self.banned_until = np.zeros((rounds, people, people), np.int32)
        self.moves = 0

    def _together_in(self, index: int) -> Floats:
        """A matrix of 0 and 1: who sits with whom in a round."""
        table = self.tables[index]
        together: Floats = (table[:, None] == table[None, :]) * self.is_seated[index]
        np.fill_diagonal(together, 0)
        return together

    def cost(self) -> float:
        """The cost of the tables: meetings of pairs kept apart, repeats, then unevenness and the costs of tables."""
        table_cost = float(np.take_along_axis(self.table_costs, self.tables.T, axis=1).sum())
        apart_meetings = float(np.vdot(self.apart_cost, self.meetings)) / APART_COST
        return APART_WEIGHT * apart_meetings / 2 + _meeting_cost(self.meetings) / 2 + table_cost

    def move(self) -> bool:
        """Make the best exchange of the rounds that are evaluated; False if no exchange is possible."""
        self.moves += 1
        indices = self._next_rounds()
        changes = self._cost_changes(indices).ravel()
        least = changes.min()
        if least >= FORBIDDEN_COST / 2:
            return False
        ties = np.flatnonzero(changes == least)
        people = self.tables.shape[1]
        chosen, exchange = divmod(int(ties[self.random.integers(len(ties))]), people**2)
        self._exchange(int(indices[chosen]), *divmod(exchange, people))
        return True

    def shake(self) -> None:
        """Make some random exchanges in every round, so that the search goes on from elsewhere."""
        for index in range(len(self.tables)):
            for _ in range(SHAKE_EXCHANGES):
                pair = self.random.permutation(np.flatnonzero(self.is_seated[index]))[:2]
                if np.isfinite(self.table_costs[pair, self.tables[index, pair[::-1]]]).all():
                    self._exchange(index, *pair.tolist())

    def _next_rounds(self) -> Ints:
        """The rounds to evaluate: all, or else some in which an unwanted pair meets."""
        rounds = len(self.tables)
        if self.rounds_at_once == rounds:
            return np.arange(rounds)
        unwanted = np.flatnonzero((self.meetings + self.apart_cost > 1) & (self.meetings > self.met))
        if not len(unwanted):
            return np.arange(rounds)[: self.rounds_at_once]
        one, other = divmod(int(unwanted[self.random.integers(len(unwanted))]), len(self.meetings))
        together = np.flatnonzero(self.together[:, one, other])
        return self.random.permutation(together)[: self.rounds_at_once]

    def _cost_changes(self, indices: Ints) -> Floats:
        """The change of cost by every exchange of two entrants in these rounds."""
        tables, together, seated = self.tables[indices], self.together[indices], self.is_seated[indices]
        others = self.meetings - together
        price = np.where(others > 0, others + 1, 0)
        price += self.apart_cost
        at_table = price @ self.places[indices] + self.table_costs
        across = np.take_along_axis(at_table, np.broadcast_to(tables[:, None, :], price.shape), axis=2)
        across -= np.take_along_axis(at_table, tables[:, :, None], axis=2)
        change: Floats = across + across.transpose(0, 2, 1) - 2 * price
        allowed = (tables[:, :, None] != tables[:, None, :]) & (seated[:, :, None] * seated[:, None, :] > 0)
        change[~allowed] = FORBIDDEN_COST
        change[allowed & (self.banned_until[indices] > self.moves)] += BANNED_COST
        return change

    def _exchange(self, index: int, one: int, other: int) -> None:
        pair = [one, other]
        self.tables[index, pair] = self.tables[index, pair[::-1]]
        self.places[index, pair] = self.places[index, pair[::-1]]
        self.meetings -= self.together[index]
        self.together[index] = self._together_in(index)
        self.meetings += self.together[index]
        ban = self.moves + int(self.random.integers(SHORTEST_BAN, LONGEST_BAN))
        self.banned_until[index, one, other] = self.banned_until[index, other, one] = ban


def _meeting_cost(meetings: Floats) -> float:
    """The cost of meetings, given as a list of pairs; of a symmetric matrix it is twice as much.

    A pair that meets m times has m - 1 repeats, and an unevenness of m (m - 1) / 2.
    """
    more = np.maximum(meetings - 1, 0)
    return float((REPEAT_WEIGHT * more + meetings * more / 2).sum(dtype=np.float64))


def _lowest_cost(met: Floats, apart: _ApartPairs, more: int, bounds: _MeetingBounds) -> float:
    """A lower bound of the cost after this many further meetings.

    It is the cost if the pairs that have met least meet next, or the cost by the proven bounds if that is greater.
    """
    pairs = np.triu_indices(len(met), 1)
    before, is_apart = met[pairs], apart.pairs[pairs] > 0
    even = _least_meeting_cost(before[~is_apart], more - apart.least) + _least_meeting_cost(
        before[is_apart], apart.least
    )
    proven = REPEAT_WEIGHT * bounds.repeats + bounds.unevenness
    return APART_WEIGHT * (float(before[is_apart].sum()) + apart.least) + max(even, proven)


def _least_meeting_cost(pairs: Floats, more: int) -> float:
    """The cost of pairs with these meetings after this many further ones, each of a pair that has met least."""
    pairs = np.sort(pairs)
    for least in range(int(pairs.max(initial=0)) + more + 1):
        low = int(np.searchsorted(pairs, least, side="right"))
        pairs[: min(low, more)] = least + 1
        more -= min(low, more)
        if not more:
            break
    return _meeting_cost(pairs)


def _meeting_bounds(entrants: Sequence[int], starts: Sequence[Tables], played: Sequence[Seating]) -> _MeetingBounds:
    """The bounds for any tables with the sizes and numbers of byes of `starts`.

    Two rounds that share a pair make its unevenness greater by one. Of the played rounds only meetings between
    `entrants` count, as in the search.
    """
    present = frozenset(entrants)
    before = []
    for seating in played:
        tables = (tuple(entrant for entrant in table if entrant in present) for table in seating.tables)
        before.append(Seating(tuple(filter(None, tables)), tuple(present.intersection(seating.byes))))
    rounds = [Seating(start, tuple(present.difference(*start))) for start in starts]
    return _MeetingBounds(fewest_repeats(rounds, before), fewest_pairs_shared_by_rounds([*before, *rounds]))


def _tables_of_row(entrants: Sequence[int], row: Sequence[int], count: int) -> Tables:
    """The tables of a round from the table numbers of all entrants."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for entrant, number in zip(entrants, row, strict=True):
        if number < count:
            groups[number].append(entrant)
    return tuple(map(tuple, groups))


def _apart_pairs(entrants: Sequence[int], starts: Sequence[Tables], teams: Teams) -> _ApartPairs:
    """The pairs of teammates, and the fewest meetings of theirs in rounds like `starts`."""
    names = [teams.get(entrant) for entrant in entrants]
    pairs = np.array([[one is not None and one == other for other in names] for one in names], np.float32)
    np.fill_diagonal(pairs, 0)
    byes = [len(entrants) - sum(map(len, tables)) for tables in starts]
    least = (fewest_team_meetings_in_round(entrants, out, len(starts[0]), teams) for out in byes)
    return _ApartPairs(pairs, sum(least))


def _meeting_counts(indices: Mapping[int, int], played: Iterable[Seating]) -> Floats:
    """A matrix of how often each pair of entrants has met."""
    met = np.zeros((len(indices), len(indices)), np.float32)
    for seating in played:
        for one, other in meeting_pairs(seating):
            if one in indices and other in indices:
                met[indices[one], indices[other]] += 1
                met[indices[other], indices[one]] += 1
    return met
