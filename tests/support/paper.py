"""A tournament on paper: who sat where and what they scored, added up as plainly as can be.

It knows a single stage of one deal a table, scored by points of which more are better, with the worst round dropped,
a price for each fault, and all tie-breaks in their usual order.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Value = Fraction | int | None
FAULT = -1
"""What a fault costs."""


class Paper:
    """All that was written down, by round and table; seats, places and points stand in the same order."""

    def __init__(self) -> None:
        self.entrants = 0
        self.sat: dict[tuple[int, int], list[int]] = {}
        self.places: dict[tuple[int, int], list[int]] = {}
        self.points: dict[tuple[int, int], list[int]] = {}
        self.awards: list[tuple[int, int, int]] = []
        self.faults: list[tuple[int, int]] = []
        self.lot: list[int] = []

    def writes(self, round_number: int, table: int, points: Sequence[int]) -> None:
        """The points of a table, by seat; places follow."""
        self.points[round_number, table] = list(points)
        self.places[round_number, table] = [1 + sum(other > own for other in points) for own in points]

    def table(self, until: int) -> list[dict[str, Any]]:
        """The lines of the standing after a round, best first."""
        before = {line["entrant"]: line["place"] for line in self._lines(until - 1)} if until > 1 else {}
        lines = self._lines(until)
        for line in lines:
            line["movement"] = before[line["entrant"]] - line["place"] if before else None
        return lines

    def _lines(self, until: int) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        for level in self._order(list(range(1, self.entrants + 1)), self._tie_breaks(until)):
            place = len(lines) + 1
            lines += [{"place": place, "entrant": one, **self.numbers(one, until)} for one in sorted(level)]
        return lines

    def numbers(self, entrant: int, until: int) -> dict[str, Any]:
        """What the line of an entrant tells, but for his place."""
        own = list(self.seats_of(entrant, until))
        kept = [number for number, _ in self._kept(entrant, until)]
        return {
            "points": self.total(entrant, until),
            "counted": sum(score for _, score in self._kept(entrant, until)),
            "referee": self._referee(entrant, until),
            "deals": len(own),
            "firsts": self._firsts(entrant, until),
            "best_round": self._best(entrant, until),
            "faults": self._faults(entrant, until),
            "opponents": self._strength(entrant, until),
            "dropped": [number for number, _ in self._scores(entrant, until) if number not in kept],
        }

    def seats_of(self, entrant: int, until: int) -> Iterator[tuple[int, int, int]]:
        """Where he sat: round, table and place in the order of the seats."""
        for (number, table), sitters in sorted(self.sat.items()):
            if number <= until and entrant in sitters and (number, table) in self.points:
                yield number, table, sitters.index(entrant)

    def total(self, entrant: int, until: int) -> int:
        """His points."""
        return sum(score for _, score in self._kept(entrant, until)) + self._referee(entrant, until)

    def _scores(self, entrant: int, until: int) -> list[tuple[int, int]]:
        return [(number, self.points[number, table][seat]) for number, table, seat in self.seats_of(entrant, until)]

    def _kept(self, entrant: int, until: int) -> list[tuple[int, int]]:
        """The rounds that count: all but one of those that were played, and nobody loses more than he has too many."""
        scores = self._scores(entrant, until)
        worst_first = sorted(scores, key=lambda one: (one[1], one[0]))
        return sorted(worst_first[max(0, len(scores) - max(until - 1, 1)) :])

    def _referee(self, entrant: int, until: int) -> int:
        awarded = sum(points for who, number, points in self.awards if who == entrant and number <= until)
        return awarded + FAULT * self._faults(entrant, until)

    def _faults(self, entrant: int, until: int) -> int:
        return sum(who == entrant and number <= until for who, number in self.faults)

    def _firsts(self, entrant: int, until: int) -> int:
        return sum(self.places[number, table][seat] == 1 for number, table, seat in self.seats_of(entrant, until))

    def _best(self, entrant: int, until: int) -> int | None:
        return max((score for _, score in self._scores(entrant, until)), default=None)

    def _strength(self, entrant: int, until: int) -> Fraction | None:
        met = [
            other
            for number, table, _ in self.seats_of(entrant, until)
            for other in self.sat[number, table]
            if other != entrant
        ]
        return Fraction(sum(self.total(other, until) for other in met), len(met)) if met else None

    def _share(self, one: int, other: int, until: int) -> Fraction | None:
        """The part of their meetings that the one won against the other."""
        won = []
        for number, table, seat in self.seats_of(one, until):
            if other in self.sat[number, table]:
                own, theirs = (self.points[number, table][s] for s in (seat, self.sat[number, table].index(other)))
                won.append(Fraction(1, 2) if own == theirs else Fraction(own > theirs))
        return sum(won, Fraction(0)) / len(won) if won else None

    def _head_to_head(self, entrant: int, tied: list[int], until: int) -> Fraction | None:
        if any(self._share(one, other, until) is None for one, other in combinations(tied, 2)):
            return None
        shares = (self._share(entrant, other, until) for other in tied if other != entrant)
        return sum((won for won in shares if won is not None), Fraction(0))

    def _tie_breaks(self, until: int) -> list[Callable[[int, list[int]], Value]]:
        return [
            lambda one, _: self.total(one, until),
            lambda one, tied: self._head_to_head(one, tied, until),
            lambda one, _: self._firsts(one, until),
            lambda one, _: self._best(one, until),
            lambda one, _: -self._faults(one, until),
            lambda one, _: self._strength(one, until),
            lambda one, tied: -self.lot.index(one) if set(tied) <= set(self.lot) else None,
        ]

    def _order(self, tied: list[int], tie_breaks: list[Callable[[int, list[int]], Value]]) -> Iterator[list[int]]:
        if len(tied) == 1 or not tie_breaks:
            yield tied
            return
        values = {one: tie_breaks[0](one, tied) for one in tied}
        known = sorted({value for value in values.values() if value is not None}, reverse=True)
        for value in [*known, None]:
            level = [one for one in tied if values[one] == value]
            if level:
                yield from self._order(level, tie_breaks[1:])
