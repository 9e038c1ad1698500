"""What follows from the progress of players: their best feats, who holds the records, and their recent form."""

from collections.abc import Iterable, Iterator
from datetime import date
from heapq import nlargest

from daifu.data.ratings.streaks import Progress
from daifu.data.ratings.values import Best, DayRating, DealPlace, Feat, FeatHolder, Rating, RecentForm


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
    return {
        feat: nlargest(limit, sorted(holders, key=_holder_age), key=_holder_value) for feat, holders in found.items()
    }


def daily_ratings(ratings: Iterable[tuple[int, Rating]]) -> list[DayRating]:
    """The last rating of each day on which a rated deal was played, from ratings with their days in order of time."""
    days: dict[int, Rating] = {}
    deals = 0
    for day, rating in ratings:
        if rating.deals > deals:
            days[day] = rating
            deals = rating.deals
    return [DayRating(date.fromordinal(day), rating) for day, rating in days.items()]


def _holder_age(holder: FeatHolder) -> tuple[date, int, str]:
    return holder.best.day, holder.best.record, holder.person


def _holder_value(holder: FeatHolder) -> float:
    return holder.best.value
