"""What is asked of careers and what they answer: plain values, no SQL."""

from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

CERTAIN: Final = 1.96
"""So many deviations to each side of the mean hold 95 % of a normal distribution."""


class Version(NamedTuple):
    """Which state of careers it is: how often they were changed, and how many deals they have yet to go through.

    All answers tell how many deals they are `behind`: 0 is the present.
    """

    changes: int
    behind: int


class Rating(NamedTuple):
    """How strong somebody is held to be: `mu` is the estimate, `sigma` how unsure it is, after so many rated deals.

    `skill` is what lists are sorted by: at least so strong he is, as good as certainly (mu less three times sigma).
    """

    mu: float
    sigma: float
    skill: float
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """Between these two the strength lies with a probability of 95 %."""
        return self.mu - CERTAIN * self.sigma, self.mu + CERTAIN * self.sigma


class Rated(NamedTuple):
    """A person in the list of ratings: his place there, shared by equal skills, and the id that stands for him."""

    place: int
    person: str
    rating: Rating


class Ratings(NamedTuple):
    """Some of the ratings, highest skill first; `after` is where the next page begins, None at the end."""

    rated: list[Rated]
    after: int | None
    behind: int


class Standing(NamedTuple):
    """The rating at the end of a day on which somebody played a rated deal."""

    day: date
    rating: Rating


class History(NamedTuple):
    """How the rating of somebody went, first day to last."""

    standings: list[Standing]
    behind: int


class Best(NamedTuple):
    """The most of something that somebody ever came to, and the record in which he did, on that day."""

    value: float
    record: int
    day: date


class Place(NamedTuple):
    """The place in one deal, among so many; places are shared where the order does not go on."""

    place: int
    of: int


class Form(NamedTuple):
    """How it has gone lately: the last places, latest last, and how many deals in a row were first, or last, places.

    The longest such rows and the longest reign are None where there never was one; `peak` is the highest skill, None
    before the first rated deal.
    """

    places: list[Place]
    first: int
    last: int
    longest_first: Best | None
    longest_last: Best | None
    longest_reign: Best | None
    peak: Best | None
    behind: int


class Feat(StrEnum):
    """What people hold records in."""

    FIRST = "first"
    LAST = "last"
    REIGN = "reign"
    SKILL = "skill"


class Holder(NamedTuple):
    """Somebody who holds a record, by the id that stands for him."""

    person: str
    best: Best


class Holders(NamedTuple):
    """Who came to the most of each feat, the best first."""

    holders: dict[Feat, list[Holder]]
    behind: int
