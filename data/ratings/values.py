"""Ratings, streaks and reigns: the values in which they are kept and told."""

from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from heapq import nlargest
from typing import Final, NamedTuple

import msgspec

from daifu.data.ratings.timeline import TimelinePosition

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


RECENT_PLACES: Final = 20
"""The number of recent places that are kept."""


class Streak(msgspec.Struct, array_like=True):
    """The length of a row of deals now, its greatest length, and the record and the day in which that was reached."""

    now: int = 0
    most: int = 0
    record: int = 0
    day: int = 0

    def extend(self, when: TimelinePosition) -> None:
        """Count one deal more."""
        self.now += 1
        if self.now > self.most:
            self.most, self.record, self.day = self.now, when.record, when.day


class Progress(msgspec.Struct, array_like=True):
    """The part of a career besides the rating; `places` are pairs of a place and the number of players."""

    first: Streak
    last: Streak
    reign: Streak
    peak: float = 0.0
    peak_record: int = 0
    peak_day: int = 0
    places: list[tuple[int | float, int]] = msgspec.field(default_factory=list)

    @classmethod
    def new(cls) -> "Progress":
        """The progress of somebody who has not played."""
        return cls(Streak(), Streak(), Streak())


encode_progress: Final = msgspec.msgpack.Encoder().encode
decode_progress: Final = msgspec.msgpack.Decoder(Progress).decode


def recent_form(progress: Progress, behind: int) -> RecentForm:
    """The recent form of a player, in ratings that are this many deals behind."""
    best = dict(best_feats(progress))
    return RecentForm(
        places=[DealPlace(place, of) for place, of in progress.places],
        first=progress.first.now,
        last=progress.last.now,
        longest_first=best.get(Feat.FIRST),
        longest_last=best.get(Feat.LAST),
        longest_reign=best.get(Feat.REIGN),
        peak=best.get(Feat.SKILL),
        behind=behind,
    )


def best_feats(progress: Progress) -> Iterator[tuple[Feat, Best]]:
    """The best that a player reached in each feat; feats that they have nothing in are left out."""
    for feat, streak in ((Feat.FIRST, progress.first), (Feat.LAST, progress.last), (Feat.REIGN, progress.reign)):
        if streak.most:
            yield feat, Best(streak.most, streak.record, date.fromordinal(streak.day))
    if progress.peak_record:
        yield Feat.SKILL, Best(progress.peak, progress.peak_record, date.fromordinal(progress.peak_day))


def rank_holders(players: Iterable[tuple[str, Progress]], limit: int) -> dict[Feat, list[FeatHolder]]:
    """The `limit` best holders of each feat, best first; of equal ones, the one who reached it first."""
    found: dict[Feat, list[FeatHolder]] = {feat: [] for feat in Feat}
    for person, progress in players:
        for feat, best in best_feats(progress):
            found[feat].append(FeatHolder(person, best))
    for feat, holders in found.items():
        holders.sort(key=lambda one: (one.best.day, one.best.record, one.person))
        found[feat] = nlargest(limit, holders, key=lambda one: one.best.value)  # equal ones stay in their order
    return found


def daily_ratings(ratings: Iterable[tuple[int, Rating]]) -> list[DayRating]:
    """The last rating of each day on which a rated deal was played, from ratings with their days in order of time."""
    days: dict[int, Rating] = {}
    deals = 0
    for day, rating in ratings:
        if rating.deals > deals:
            days[day] = rating
            deals = rating.deals
    return [DayRating(date.fromordinal(day), rating) for day, rating in days.items()]
