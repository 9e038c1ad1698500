"""Applies the outcomes of deals to players: rating, streaks of first and last places, reigns and recent places.

Ratings are those of openskill's `BradleyTerryFull` with its default parameters: everybody begins at 25 with a deviation
of 25/3, and every pair at the table is compared. A player reigns who has the title of the first place in consecutive
deals of one sitting; an undecided deal ends the reign, and so does the end of the sitting.
"""

from collections.abc import Iterator
from typing import Any, Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from daifu.data.ratings.outcomes import Outcome
from daifu.data.ratings.timeline import TimelinePosition
from daifu.data.ratings.values import RECENT_PLACES, Progress

MODEL: Final = BradleyTerryFull()


class Career:
    """A player's rating, rated deals and progress; `checkpoint` is the last one at which the store has them."""

    __slots__ = ("checkpoint", "deals", "progress", "rating")

    def __init__(self, rating: BradleyTerryFullRating, deals: int, progress: Progress, checkpoint: int | None) -> None:
        self.rating = rating
        self.deals = deals
        self.progress = progress
        self.checkpoint = checkpoint

    @classmethod
    def new(cls) -> "Career":
        """The career of somebody who has not played."""
        return cls(MODEL.rating(), 0, Progress.new(), None)

    def add_place(self, place: float, of: int, when: TimelinePosition, *, first: bool) -> None:
        """Add the place in one more deal. Who shares the first place is first; who shares the last one is not last."""
        progress = self.progress
        progress.places.append((place, of))
        del progress.places[:-RECENT_PLACES]
        for streak, goes_on in ((progress.first, first), (progress.last, place == of)):
            if goes_on:
                streak.extend(when)
            else:
                streak.now = 0

    def count_rated_deal(self, when: TimelinePosition) -> None:
        """Count one more rated deal, after which the rating may be the highest so far."""
        self.deals += 1
        skill = self.rating.ordinal()
        progress = self.progress
        if skill > progress.peak or self.deals == 1:
            progress.peak, progress.peak_record, progress.peak_day = skill, when.record, when.day


class _Teams(list[list[BradleyTerryFullRating]]):
    """Teams whose ratings are changed in place: openskill would spend most of its time on copying them first."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "_Teams":
        return self


def apply_outcomes(seats: list[Career], outcomes: Iterator[Outcome | None], when: TimelinePosition) -> None:
    """Apply the outcomes of a sitting to the careers of its players, in the order of their numbers.

    A deal in which one person sat twice, as two players, does not count: nobody plays against themselves.
    """
    has_duplicates = len(set(map(id, seats))) < len(seats)  # seldom: then each deal is looked at
    for outcome in outcomes:
        if outcome is None or (has_duplicates and _has_duplicate(seats, outcome)):
            _end_reigns(seats)
        else:
            _take_places(seats, outcome, when)
            _rate(seats, outcome, when)
    _end_reigns(seats)


def _has_duplicate(seats: list[Career], outcome: Outcome) -> bool:
    players = (*outcome.order, *outcome.others)
    return len({id(seats[player - 1]) for player in players}) < len(players)


def _take_places(seats: list[Career], outcome: Outcome, when: TimelinePosition) -> None:
    placed = len(outcome.order)
    of = placed + len(outcome.others)
    for place, player in enumerate(outcome.order, 1):
        seats[player - 1].add_place(place, of, when, first=place == 1)
    for player in outcome.others:
        place, last = placed + 1, of
        if outcome.shared_places:
            place = outcome.shared_places[player - 1] or place
            last = place + outcome.shared_places.count(place) - 1
        first = bool(outcome.shared_places) and place == 1
        seats[player - 1].add_place(mean_place(place, last), of, when, first=first)
    reigning = seats[outcome.order[0] - 1] if outcome.titled else None
    _end_reigns(seats, reigning)
    if reigning:
        reigning.progress.reign.extend(when)


def mean_place(first: int, last: int) -> float:
    """The mean of these places and of those between them, which is whole or ends in a half."""
    whole, half = divmod(first + last, 2)
    return whole + 0.5 if half else whole


def _end_reigns(seats: list[Career], besides: Career | None = None) -> None:
    for career in seats:
        if career is not besides:
            career.progress.reign.now = 0


def _rate(seats: list[Career], outcome: Outcome, when: TimelinePosition) -> None:
    if outcome.rated:
        MODEL.rate(_Teams([[seats[player - 1].rating for player in team] for team in outcome.rated]), outcome.ranks)
    for team in outcome.rated:
        for player in team:
            seats[player - 1].count_rated_deal(when)
