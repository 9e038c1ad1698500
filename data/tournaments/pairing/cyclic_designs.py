"""Cyclic designs: rounds without a repeat meeting that all follow from the first one.

The entrants are points on circles, each with as many places as there are rounds; points that are left over stand still.
From round to round all circles turn by one place. Two points meet again exactly if two pairs of the first round turn
into each other. So it is enough to find a first round in which no two pairs do.

A backtracking search finds such a first round. It looks only for those that stay the same when each circle takes the
place of the next one, while the numbers of the places are multiplied by a factor: then a table fixes several others,
and there is little to search. Many known designs are of this kind.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Final

from daifu.data.tournaments.pairing.seating import Tables

MAX_ATTEMPT_STEPS: Final = 100_000
"""The most steps of one search for a first round: about a quarter of a second."""
MAX_POINTS: Final = 200
"""The most points of a design that is looked for: half a minute. A search finds tables for more entrants by itself."""
MAX_STEPS: Final = 1_000_000
"""The most steps of all searches for one design."""


@dataclass(frozen=True)
class _Circles:
    """Points on circles with as many places as there are rounds; the last points stand still."""

    points: int
    rounds: int

    @property
    def count(self) -> int:
        """The number of circles."""
        return self.points // self.rounds

    def turn(self, point: int, places: int) -> int:
        """The point after its circle has turned."""
        circle, place = divmod(point, self.rounds)
        return point if circle >= self.count else circle * self.rounds + (place + places) % self.rounds

    def next_circle(self, point: int, factor: int) -> int:
        """The point on the next circle; points that stand still trade places if there are as many as circles."""
        circle, place = divmod(point, self.rounds)
        if circle < self.count:
            return (circle + 1) % self.count * self.rounds + factor * place % self.rounds
        still = self.points - self.count * self.rounds
        return self.count * self.rounds + (place + 1) % still if still == self.count else point

    def factors(self) -> Iterator[int]:
        """The factors with which points return after a walk through all circles; 1 comes last."""
        for factor in reversed(range(1, self.rounds)):
            if gcd(factor, self.rounds) == 1 and pow(factor, self.count, self.rounds) == 1:
                yield factor


def find_cyclic_design(tables: int, size: int, rounds: int) -> tuple[Tables, ...]:
    """At least as many rounds without a repeat meeting, or fewer if no more are found; none if there are none at all.

    The points are numbered from 0. The most rounds that can exist are tried first, since they leave most freedom.
    """
    points = tables * size
    if points > MAX_POINTS:
        return ()
    most = (points - 1) // (size - 1) if size > 1 else rounds
    enough = dict.fromkeys((most, *range(rounds, most))) if rounds <= most else ()
    fewer = range(min(rounds - 1, most), 1, -1)
    steps = 0
    for count in (*enough, *fewer):
        circles = _Circles(points, count)
        for first, taken in _search_first_rounds(circles, size):
            steps += taken
            if first:
                return tuple(
                    tuple(tuple(circles.turn(point, places) for point in table) for table in first)
                    for places in range(count)
                )
            if steps > MAX_STEPS:
                return ()
    return ()


def _search_first_rounds(circles: _Circles, size: int) -> Iterator[tuple[Tables, int]]:
    """The first round that a search finds, or none, and the steps that it took; a search for each factor."""
    bits = _pair_bits(circles)
    for factor in circles.factors():
        search = _FirstRound(circles, size, factor, bits)
        yield (search.tables() if search.fill(0, 0) else ()), search.steps


def _pair_bits(circles: _Circles) -> dict[tuple[int, int], int]:
    """A bit for each pair of points, the same for pairs that turn into each other.

    Pairs that return before the last round are left out: they would meet again.
    """
    bits: dict[tuple[int, int], int] = {}
    for one, other in combinations(range(circles.points), 2):
        if (one, other) not in bits:
            turned = [(circles.turn(one, places), circles.turn(other, places)) for places in range(circles.rounds)]
            pairs = {(min(pair), max(pair)) for pair in turned}
            if len(pairs) == circles.rounds:
                bits |= dict.fromkeys(pairs, 1 << len(bits) // circles.rounds)
    return bits


class _FirstRound:
    """A search for the first round: a table of a point that has no seat, its images, and so on.

    Points and pairs are bits of whole numbers. The methods that seat points take those that are seated and the pairs
    that have met, and return whether a whole round was found.
    """

    __slots__ = ("bits", "found", "images", "orbits", "pairs", "seats", "size", "steps", "walk")

    def __init__(self, circles: _Circles, size: int, factor: int, bits: dict[tuple[int, int], int]) -> None:
        self.size, self.bits, self.steps = size, bits, 0
        self.found: list[Tables] = []
        self.images = [circles.next_circle(point, factor) for point in range(circles.points)]
        self.orbits: list[tuple[int, ...]] = []
        """Each point with its images."""
        for point in range(circles.points):
            orbit = [point]
            while (image := self.images[orbit[-1]]) != point:
                orbit.append(image)
            self.orbits.append(tuple(orbit))
        self.seats = [sum(1 << other for other in orbit) for orbit in self.orbits]
        self.walk = max(map(len, self.orbits))
        everybody = range(circles.points)
        self.pairs = [[self._pairs_with_images(one, other) for other in everybody] for one in everybody]

    def tables(self) -> Tables:
        """The tables of the round that was found."""
        return tuple(table for tables in self.found for table in tables)

    def _bit(self, one: int, other: int) -> int:
        """The bit of a pair; 0 if it cannot be in the first round."""
        return self.bits.get((min(one, other), max(one, other)), 0)

    def _pairs_with_images(self, one: int, other: int) -> int:
        """The bits of a pair and its images; 0 if they cannot all be in the first round."""
        met = 0
        if other not in self.orbits[one]:
            for _ in range(self.walk):
                bit = self._bit(one, other)
                if not bit or met & bit:
                    return 0
                met |= bit
                one, other = self.images[one], self.images[other]
        return met

    def fill(self, seated: int, met: int) -> bool:
        """Seat the points that are left, beginning with the first of them."""
        point = (~seated & (seated + 1)).bit_length() - 1
        if point == len(self.orbits):
            return True
        if len(self.orbits[point]) < self.walk:
            return False  # it can only sit with a whole orbit, and these are seated
        return self._seat_orbit(point, seated, met) or self._extend((point,), seated | self.seats[point], met)

    def _seat_orbit(self, point: int, seated: int, met: int) -> bool:
        """Seat an orbit at one table, with a point that stands still if there is one more seat."""
        still = [one for one, orbit in enumerate(self.orbits) if len(orbit) < self.walk and not seated >> one & 1]
        table = (*self.orbits[point], *still[: self.size - self.walk])
        if self.walk == 1 or len(table) != self.size:
            return False
        for pair in combinations(table, 2):
            bit = self._bit(*pair)
            if not bit or met & bit:
                return False
            met |= bit
        self.found.append((table,))
        if self.fill(seated | sum(1 << one for one in table), met):
            return True
        self.found.pop()
        return False

    def _extend(self, table: tuple[int, ...], seated: int, met: int) -> bool:
        """Add points to a table, and their images to its images, until it is full."""
        if len(table) == self.size:
            tables = [table]
            while len(tables) < self.walk:
                tables.append(tuple(self.images[point] for point in tables[-1]))
            self.found.append(tuple(tables))
            if self.fill(seated, met):
                return True
            self.found.pop()
            return False
        for point in range(table[-1] + 1, len(self.orbits)):
            if self.steps > MAX_ATTEMPT_STEPS:
                break
            if seated >> point & 1 or len(self.orbits[point]) < self.walk:
                continue
            self.steps += 1
            further = self._meet(point, table, met)
            if further and self._extend((*table, point), seated | self.seats[point], further):
                return True
        return False

    def _meet(self, point: int, table: tuple[int, ...], met: int) -> int:
        """The pairs that have met once a point sits at a table; 0 if some pair would meet again."""
        for other in table:
            pair = self.pairs[point][other]
            if not pair or met & pair:
                return 0
            met |= pair
        return met
