"""How somebody's career goes on: his rating, rows of first and last places, reigns, and the places of late.

Ratings are those of openskill's `BradleyTerryFull` with its own parameters: everybody begins at 25 with a deviation of
25/3, and every pair at the table is compared. A reign is held by whoever has the title of the first place in one deal
after the other of one sitting; a deal that was not decided ends it, and so does the end of the sitting.
"""

from collections.abc import Iterator
from typing import Any, Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from data.store.careers.course import RECENT, Course, When
from data.store.careers.outcomes import Outcome

MODEL: Final = BradleyTerryFull()


class Career:
    """Where somebody stands; `stretch` is the last one of which the store knows where he stood at its end."""

    __slots__ = ("course", "deals", "rating", "stretch")

    def __init__(self, rating: BradleyTerryFullRating, deals: int, course: Course, stretch: int | None) -> None:
        self.rating = rating
        self.deals = deals
        self.course = course
        self.stretch = stretch

    @classmethod
    def new(cls) -> "Career":
        """Somebody who has not played."""
        return cls(MODEL.rating(), 0, Course.new(), None)

    def take_place(self, place: int, of: int, when: When) -> None:
        """One deal more, in which this was the place; whoever shares one with others is not the last."""
        course = self.course
        course.places.append((place, of))
        del course.places[:-RECENT]
        for run, is_so in ((course.first, place == 1), (course.last, place == of)):
            if is_so:
                run.go_on(when)
            else:
                run.now = 0

    def rated(self, when: When) -> None:
        """One rated deal more, after which the rating is what it is."""
        self.deals += 1
        skill = self.rating.ordinal()
        if skill > self.course.peak or self.deals == 1:
            self.course.peak, self.course.peak_record, self.course.peak_day = skill, *when


class _Table(list[list[BradleyTerryFullRating]]):
    """Teams whose ratings are changed in their place: to copy them first is most of the work that openskill has."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "_Table":
        return self


def play(seats: list[Career], outcomes: Iterator[Outcome | None], when: When) -> None:
    """Let the careers of those who sit at a table go on by the outcomes of a sitting.

    A deal in which somebody sat twice, as two players who are one person, does not count: nobody plays against himself.
    """
    doubled = len(set(map(id, seats))) < len(seats)
    for outcome in outcomes:
        if outcome is None or (doubled and _twice(seats, outcome)):
            _end_reigns(seats)
        else:
            _take_places(seats, outcome, when)
            _rate(seats, outcome, when)
    _end_reigns(seats)


def _twice(seats: list[Career], outcome: Outcome) -> bool:
    players = (*outcome.order, *outcome.others)
    return len({id(seats[player - 1]) for player in players}) < len(players)


def _take_places(seats: list[Career], outcome: Outcome, when: When) -> None:
    placed = len(outcome.order)
    of = placed + len(outcome.others)
    for place, player in enumerate(outcome.order, 1):
        seats[player - 1].take_place(place, of, when)
    for player in outcome.others:
        seats[player - 1].take_place(placed + 1, of, when)
    first = seats[outcome.order[0] - 1]
    _end_reigns(seats, first if outcome.titled else None)
    if outcome.titled:
        first.course.reign.go_on(when)


def _end_reigns(seats: list[Career], besides: Career | None = None) -> None:
    for career in seats:
        if career is not besides:
            career.course.reign.now = 0


def _rate(seats: list[Career], outcome: Outcome, when: When) -> None:
    if outcome.rated:
        MODEL.rate(_Table([[seats[player - 1].rating for player in team] for team in outcome.rated]), outcome.ranks)
    for team in outcome.rated:
        for player in team:
            seats[player - 1].rated(when)
