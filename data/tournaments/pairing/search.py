"""The search for tables with few repeat meetings: a tabu search over all exchanges of two people in a round.

The best of all exchanges is made, even where it makes things worse, and is not made again for a while. All of them are
judged at once by products of matrices, which is what makes looking at all of them worth while. The search knows
entrants by their places in a list, and tables by their numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from data.tournaments.pairing.seating import Seating, Tables, meeting_pairs
from data.tournaments.pairing.teams import Teams, fewest_team_meetings_in_round

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.intp]

EXCHANGES_AT_ONCE: Final = 40_000
"""So many exchanges are judged for one move, more or less; in large tournaments, that is less than all rounds."""
MOVE_OVERHEAD: Final = 4_000
"""What a move costs besides, counted in exchanges judged."""
SHORTEST_BAN: Final = 4
LONGEST_BAN: Final = 40
"""An exchange may not be made again for that many moves."""
SHAKE_AFTER: Final = 1_000
"""After so many moves in vain, the tables are shaken."""
SHAKE_EXCHANGES: Final = 4
"""So many exchanges a round are made at random then."""
FORBIDDEN_COST: Final = 1e6
BANNED_COST: Final = 1e4
REPEAT_WEIGHT: Final = 2.0**20
"""What a repeat counts beside the unevenness of the meetings, which only decides between equally many repeats."""
APART_WEIGHT: Final = 2.0**32
"""What a meeting counts of two who are to be kept apart: more than all repeats."""
APART_COST: Final = 128
"""What such a meeting costs in the choice of an exchange, where a repeat costs 2 and more."""


class _ApartPairs(NamedTuple):
    """Who is to be kept apart: 1 for each pair in a matrix, and how many meetings of theirs there are at least."""

    pairs: Floats
    least: int


def _improve_tables(tables: Ints, met: Floats, away: Floats, apart: _ApartPairs, seed: int, work: int) -> Ints:
    """The number of the table of each person in each round, with fewer repeat meetings.

    `met` says how often two have met before, `away` what it costs each person to sit at each table, which is infinite
    where he must not sit. The last number of a table there means to sit out. Sizes and byes stay.

    Those who are to be kept apart meet as little as can be; that goes before everything else.

    The search ends when nothing better can exist, when `work` exchanges have been judged, or when a third of that was
    in vain. The same seed and work give the same tables.
    """
    search = _Search(tables.copy(), met, away, apart.pairs, seed)
    goal = _lowest_cost(met, apart, int(search.same.sum()) // 2)
    with threadpool_limits(limits=1):  # matrices are small: on a busy machine, several threads only wait for each other
        return _search_best(search, goal, work // (search.looks * len(met) ** 2 + MOVE_OVERHEAD))


def _search_best(search: "_Search", goal: float, moves: int) -> Ints:
    """The best tables on the way."""
    best, worth, found = search.tables.copy(), search.worth(), 0
    while worth > goal and search.moves < min(moves, found + moves // 3) and search.move():
        if (now := search.worth()) < worth:
            best, worth, found = search.tables.copy(), now, search.moves
        elif not (search.moves - found) % SHAKE_AFTER:
            search.shake()
    return best


class _Search:
    """The state of the search: rounds x people x people where two of them are concerned."""

    __slots__ = (
        "apart_cost",
        "away",
        "banned_until",
        "before",
        "is_seated",
        "looks",
        "meetings",
        "moves",
        "places",
        "random",
        "same",
        "tables",
    )

    def __init__(self, tables: Ints, met: Floats, away: Floats, apart: Floats, seed: int) -> None:
        rounds, people = tables.shape
        self.tables, self.away, self.apart_cost = tables, away, APART_COST * apart
        self.random = np.random.default_rng(seed)
        self.is_seated = (tables < away.shape[1] - 1).astype(np.float32)
        self.looks = min(rounds, -(-EXCHANGES_AT_ONCE // people**2))
        self.places = np.zeros((rounds, *away.shape), np.float32)
        np.put_along_axis(self.places, tables[:, :, None], self.is_seated[:, :, None], axis=2)
        self.same = np.stack([self._together(turn) for turn in range(rounds)])
        self.before = met
        self.meetings = met + self.same.sum(axis=0)
        self.banned_until = np.zeros((rounds, people, people), np.int32)
        self.moves = 0

    def _together(self, turn: int) -> Floats:
        """Who sits with whom in a round."""
        table = self.tables[turn]
        together: Floats = (table[:, None] == table[None, :]) * self.is_seated[turn]
        np.fill_diagonal(together, 0)
        return together

    def worth(self) -> float:
        """How bad things are: who is not kept apart, repeats, then the unevenness of meetings and where people sit."""
        far = float(np.take_along_axis(self.away, self.tables.T, axis=1).sum())
        together = float(np.vdot(self.apart_cost, self.meetings)) / APART_COST
        return APART_WEIGHT * together / 2 + _meeting_cost(self.meetings) / 2 + far

    def move(self) -> bool:
        """The best exchange of the rounds that are looked at is made; False where no exchange exists at all."""
        self.moves += 1
        turns = self._turns()
        changes = self._changes(turns).ravel()
        least = changes.min()
        if least >= FORBIDDEN_COST / 2:
            return False
        ties = np.flatnonzero(changes == least)
        people = self.tables.shape[1]
        look, exchange = divmod(int(ties[self.random.integers(len(ties))]), people**2)
        self._exchange(int(turns[look]), *divmod(exchange, people))
        return True

    def shake(self) -> None:
        """Some exchanges at random, in every round, so that the search goes on from elsewhere."""
        for turn in range(len(self.tables)):
            for _ in range(SHAKE_EXCHANGES):
                pair = self.random.permutation(np.flatnonzero(self.is_seated[turn]))[:2]
                if np.isfinite(self.away[pair, self.tables[turn, pair[::-1]]]).all():
                    self._exchange(turn, *pair.tolist())

    def _turns(self) -> Ints:
        """The rounds that are looked at: where not all can be, those in which two meet who should not, or not again."""
        rounds = len(self.tables)
        if self.looks == rounds:
            return np.arange(rounds)
        unwanted = np.flatnonzero((self.meetings + self.apart_cost > 1) & (self.meetings > self.before))
        if not len(unwanted):
            return np.arange(rounds)[: self.looks]
        one, other = divmod(int(unwanted[self.random.integers(len(unwanted))]), len(self.meetings))
        together = np.flatnonzero(self.same[:, one, other])
        return self.random.permutation(together)[: self.looks]

    def _changes(self, turns: Ints) -> Floats:
        """What every exchange of two people in these rounds would change."""
        tables, same, below = self.tables[turns], self.same[turns], self.is_seated[turns]
        others = self.meetings - same
        price = np.where(others > 0, others + 1, 0)
        price += self.apart_cost
        at_table = price @ self.places[turns] + self.away
        across = np.take_along_axis(at_table, np.broadcast_to(tables[:, None, :], price.shape), axis=2)
        across -= np.take_along_axis(at_table, tables[:, :, None], axis=2)
        change: Floats = across + across.transpose(0, 2, 1) - 2 * price
        free = (tables[:, :, None] != tables[:, None, :]) & (below[:, :, None] * below[:, None, :] > 0)
        change[~free] = FORBIDDEN_COST
        change[free & (self.banned_until[turns] > self.moves)] += BANNED_COST
        return change

    def _exchange(self, turn: int, one: int, other: int) -> None:
        pair = [one, other]
        self.tables[turn, pair] = self.tables[turn, pair[::-1]]
        self.places[turn, pair] = self.places[turn, pair[::-1]]
        self.meetings -= self.same[turn]
        self.same[turn] = self._together(turn)
        self.meetings += self.same[turn]
        ban = self.moves + int(self.random.integers(SHORTEST_BAN, LONGEST_BAN))
        self.banned_until[turn, one, other] = self.banned_until[turn, other, one] = ban


def _meeting_cost(meetings: Floats) -> float:
    """Of both halves of a matrix of meetings, or of a list of pairs."""
    more = np.maximum(meetings - 1, 0)
    return float((REPEAT_WEIGHT * more + meetings * more / 2).sum(dtype=np.float64))


def _lowest_cost(met: Floats, apart: _ApartPairs, more: int) -> float:
    """The worth after so many further meetings, each of two who have met least: nothing better can exist."""
    pairs = np.triu_indices(len(met), 1)
    before, kept = met[pairs], apart.pairs[pairs] > 0
    worth = _least_meeting_cost(before[~kept], more - apart.least) + _least_meeting_cost(before[kept], apart.least)
    return APART_WEIGHT * (float(before[kept].sum()) + apart.least) + worth


def _least_meeting_cost(pairs: Floats, more: int) -> float:
    """The worth of pairs that have met so often, after so many further meetings of those who have met least."""
    pairs = np.sort(pairs)
    for least in range(int(pairs.max(initial=0)) + more + 1):
        low = int(np.searchsorted(pairs, least, side="right"))
        pairs[: min(low, more)] = least + 1
        more -= min(low, more)
        if not more:
            break
    return _meeting_cost(pairs)


def search_tables(
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
    found = _improve_tables(
        at_table, _meeting_counts(place, played), away, _apart_pairs(entrants, starts, teams), seed, work
    )
    return tuple(_tables_of_row(entrants, row, count) for row in found.tolist())


def _tables_of_row(entrants: Sequence[int], row: Sequence[int], count: int) -> Tables:
    """The tables of a round from the number of everybody's table."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for entrant, number in zip(entrants, row, strict=True):
        if number < count:
            groups[number].append(entrant)
    return tuple(map(tuple, groups))


def _apart_pairs(entrants: Sequence[int], starts: Sequence[Tables], teams: Teams) -> _ApartPairs:
    """Who is to be kept from whom, and how often they meet all the same."""
    names = [teams.get(entrant) for entrant in entrants]
    pairs = np.array([[one is not None and one == other for other in names] for one in names], np.float32)
    np.fill_diagonal(pairs, 0)
    byes = [len(entrants) - sum(map(len, tables)) for tables in starts]
    least = (fewest_team_meetings_in_round(entrants, out, len(starts[0]), teams) for out in byes)
    return _ApartPairs(pairs, sum(least))


def _meeting_counts(place: Mapping[int, int], played: Iterable[Seating]) -> Floats:
    """How often everybody has met everybody."""
    met = np.zeros((len(place), len(place)), np.float32)
    for seating in played:
        for one, other in meeting_pairs(seating):
            if one in place and other in place:
                met[place[one], place[other]] += 1
                met[place[other], place[one]] += 1
    return met
