"""Applies the outcomes of deals to players: rating, streaks of first and last places, reigns and recent places.

Ratings are those of openskill's `BradleyTerryFull` with its own parameters: everybody begins at 25 with a deviation of
25/3, and every pair at the table is compared. A player reigns who has the title of the first place in consecutive
deals of one sitting; a deal that was not decided ends the reign, and so does the end of the sitting.
"""

from collections.abc import Iterator
from typing import Any, Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from data.ratings.outcomes import Outcome
from data.ratings.streaks import RECENT_PLACES, Progress, RecordDay

MODEL: Final = BradleyTerryFull()


class Career:
    """Where somebody stands; `stretch` is the last one of which the store knows where he stood at its end."""

    __slots__ = ("course", "deals", "rating", "stretch")

    def __init__(self, rating: BradleyTerryFullRating, deals: int, course: Progress, stretch: int | None) -> None:
        self.rating = rating
        self.deals = deals
        self.course = course
        self.stretch = stretch

    @classmethod
    def new(cls) -> "Career":
        """Somebody who has not played."""
        return cls(MODEL.rating(), 0, Progress.new(), None)

    def add_place(self, place: int, of: int, when: RecordDay) -> None:
        """One deal more, in which this was the place; whoever shares one with others is not the last."""
        course = self.course
        course.places.append((place, of))
        del course.places[:-RECENT_PLACES]
        for run, is_so in ((course.first, place == 1), (course.last, place == of)):
            if is_so:
                run.extend(when)
            else:
                run.now = 0

    def rated(self, when: RecordDay) -> None:
        """One rated deal more, after which the rating is what it is."""
        self.deals += 1
        skill = self.rating.ordinal()
        if skill > self.course.peak or self.deals == 1:
            self.course.peak, self.course.peak_record, self.course.peak_day = skill, *when


class _Teams(list[list[BradleyTerryFullRating]]):
    """Teams whose ratings are changed in their place: to copy them first is most of the work that openskill has."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "_Teams":
        return self


def apply_outcomes(seats: list[Career], outcomes: Iterator[Outcome | None], when: RecordDay) -> None:
    """Let the careers of those who sit at a table go on by the outcomes of a sitting.

    A deal in which somebody sat twice, as two players who are one person, does not count: nobody plays against himself.
    """
    doubled = len(set(map(id, seats))) < len(seats)
    for outcome in outcomes:
        if outcome is None or (doubled and _has_duplicate(seats, outcome)):
            _end_reigns(seats)
        else:
            _take_places(seats, outcome, when)
            _rate(seats, outcome, when)
    _end_reigns(seats)


def _has_duplicate(seats: list[Career], outcome: Outcome) -> bool:
    players = (*outcome.order, *outcome.others)
    return len({id(seats[player - 1]) for player in players}) < len(players)


def _take_places(seats: list[Career], outcome: Outcome, when: RecordDay) -> None:
    placed = len(outcome.order)
    of = placed + len(outcome.others)
    for place, player in enumerate(outcome.order, 1):
        seats[player - 1].add_place(place, of, when)
    for player in outcome.others:
        seats[player - 1].add_place(placed + 1, of, when)
    first = seats[outcome.order[0] - 1]
    _end_reigns(seats, first if outcome.titled else None)
    if outcome.titled:
        first.course.reign.extend(when)


def _end_reigns(seats: list[Career], besides: Career | None = None) -> None:
    for career in seats:
        if career is not besides:
            career.course.reign.now = 0


def _rate(seats: list[Career], outcome: Outcome, when: RecordDay) -> None:
    if outcome.rated:
        MODEL.rate(_Teams([[seats[player - 1].rating for player in team] for team in outcome.rated]), outcome.ranks)
    for team in outcome.rated:
        for player in team:
            seats[player - 1].rated(when)
