"""The values in which ratings, streaks and reigns are told."""

from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

START_ESTIMATE: Final = 25.0
"""The estimate with which everybody begins."""
MODEL_DEVIATIONS: Final = 1.96
"""The range of a strength reaches this many deviations of the model to either side."""


class RatingsVersion(NamedTuple):
    """A state of the ratings: how often they were changed, and how many deals they are `behind`.

    Every answer about ratings tells how many deals it is `behind`; 0 means that it is up to date.
    """

    changes: int
    behind: int


class Rating(NamedTuple):
    """The estimated strength of a player: `mu` is the estimate, `sigma` its deviation, after this many rated deals.

    Lists are sorted by `skill`, which is mu less three times sigma: a cautious estimate.
    """

    mu: float
    sigma: float
    skill: float
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """The range of the strength by the model.

        It is no 95 % interval: the model takes deals to be independent of each other, which those of a sitting are not.
        """
        reach = MODEL_DEVIATIONS * self.sigma
        return self.mu - reach, self.mu + reach


class RankedRating(NamedTuple):
    """A person in the list of ratings: their place, shared by equal skills, and the id that stands for them."""

    place: int
    person: str
    rating: Rating


class RatingPage(NamedTuple):
    """A page of ratings, highest skill first; `after` is where the next page begins, None at the end."""

    rated: list[RankedRating]
    after: int | None
    behind: int


class RatingChange(NamedTuple):
    """A person who played in a span: their rating after it, and the one before it, None for who had none."""

    person: str
    before: Rating | None
    after: Rating

    @property
    def change(self) -> float:
        """By how much the estimate has changed."""
        return self.after.mu - (START_ESTIMATE if self.before is None else self.before.mu)

    @property
    def deals(self) -> int:
        """The number of rated deals in the span."""
        return self.after.deals - (0 if self.before is None else self.before.deals)


class RatingChanges(NamedTuple):
    """Everybody who played in a span, the largest gain first."""

    changes: list[RatingChange]
    behind: int


class DayRating(NamedTuple):
    """The rating at the end of a day on which the person played a rated deal."""

    day: date
    rating: Rating


class RatingHistory(NamedTuple):
    """The ratings of a person day by day, first to last."""

    standings: list[DayRating]
    behind: int


class Best(NamedTuple):
    """The highest value that a person reached, with the record and the day in which they reached it first."""

    value: float
    record: int
    day: date


class DealPlace(NamedTuple):
    """A place in one deal among this many players. Players without a place have the mean of the places left."""

    place: float
    of: int


class RecentForm(NamedTuple):
    """The recent places of a person, latest last, and the current streaks of first and of last places.

    The longest streaks and the longest reign are None where there never was one. `peak` is the highest skill, None
    before the first rated deal.
    """

    places: list[DealPlace]
    first: int
    last: int
    longest_first: Best | None
    longest_last: Best | None
    longest_reign: Best | None
    peak: Best | None
    behind: int


class RatedPerson(NamedTuple):
    """A person who has played a game: the id that stands for them, their form, and their ratings day by day."""

    person: str
    form: RecentForm
    history: list[DayRating]


class Feat(StrEnum):
    """The kinds of records that people hold: streaks of first and last places, reigns, and the highest skill."""

    FIRST = "first"
    LAST = "last"
    REIGN = "reign"
    SKILL = "skill"


class FeatHolder(NamedTuple):
    """A person who holds a record, by the id that stands for them."""

    person: str
    best: Best


class FeatHolders(NamedTuple):
    """The holders of each feat, best first."""

    holders: dict[Feat, list[FeatHolder]]
    behind: int
