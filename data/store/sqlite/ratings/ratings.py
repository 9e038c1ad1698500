"""The ratings of a store: ratings, streaks and reigns in each game, brought up to date when they are read."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from heapq import nlargest
from math import inf
from typing import Final

from data.ratings.streaks import Progress, Streak, decode_progress
from data.store.errors import StoreBusy, StoreFull, StoreReadOnly
from data.store.sqlite.connections import Session, SessionPool
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.ratings.checkpoints import GameKey, has_records_after
from data.store.sqlite.ratings.invalidation import apply_changes, deals_behind, has_changes
from data.store.sqlite.texts import text_number
from data.store.sqlite.transactions import snapshot
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import (
    Best,
    DayRating,
    DealPlace,
    Feat,
    FeatHolder,
    FeatHolders,
    RankedRating,
    Rating,
    RatingHistory,
    RatingPage,
    RatingsVersion,
    RecentForm,
)
from replay.games.catalogue import PROFILES

MAX_DEALS: Final = 1_024
"""So many deals are taken in one transaction, and those of one record more."""
MAX_WAIT: Final = 0.5
"""So many seconds a reader waits for careers to be brought up to date."""
NO_GAME: Final = 0
"""The number of no text."""


class Ratings:
    """Ratings, rows of places and reigns in each game, which hang on the order in which deals were played.

    That is the order of the days of their events, or on which records without one were first stored; within a day that
    of the records' ids, and within a record that of its deals. What counts is said in `outcomes` and `playing`.

    Every method that reads brings careers up to date first. After many records have come or an early one has changed,
    that takes longer than the `patience` of who asks; and where nothing can be written, it cannot be done. Then the
    answer is what followed from all deals before some moment, and tells how many deals it is `deals_behind`.
    """

    def __init__(self, sessions: SessionPool, commits: WriteQueue) -> None:
        self._sessions = sessions
        self._commits = commits
        self.patience: float = MAX_WAIT

    def catch_up(self, rules: str | None = None, patience: float = inf) -> bool:
        """Bring careers up to date, in one game or in all, or some of the way; whether all is done.

        After so many seconds no further transaction is begun, of which each is short: others write in between. Raises
        `StoreUnusable`.
        """
        end = time.monotonic() + patience
        with TRANSLATED_ERRORS:
            while self._is_behind(rules):
                self._go_on(rules)
                if time.monotonic() >= end:
                    return not self._is_behind(rules)
        return True

    def version(self, rules: str | None = None) -> RatingsVersion:
        """What grows whenever careers in a game change, or in any, and how many deals they are behind."""
        games = PROFILES if rules is None else (rules,)
        with self._current(rules) as session:
            changes = [change_count(session, _game_number(session, game)) for game in games]
            return RatingsVersion(sum(changes), sum(_deals_behind(session, game) for game in games))

    def ratings(self, rules: str, least_deals: int = 1, limit: int = 50, cursor: int = 0) -> RatingPage:
        """So many of those with so many rated deals at least, highest skill first, from behind the first `cursor`."""
        with self._current(rules) as session:
            rated, after = list_ratings(session, _game_number(session, rules), least_deals, limit, cursor)
            return RatingPage(rated, after, _deals_behind(session, rules))

    def history(self, ids: Sequence[str], rules: str) -> RatingHistory:
        """His rating at the end of each day on which he played a rated deal, first to last."""
        with self._current(rules) as session:
            return RatingHistory(
                load_history(session, _game_number(session, rules), ids), _deals_behind(session, rules)
            )

    def form(self, ids: Sequence[str], rules: str) -> RecentForm:
        """His last places, rows of them and reigns; there are none of somebody who has not played."""
        with self._current(rules) as session:
            return load_form(session, _game_number(session, rules), ids, _deals_behind(session, rules))

    def records(self, rules: str, limit: int = 10) -> FeatHolders:
        """Who came to the most of each feat, so many at most, the best first."""
        with self._current(rules) as session:
            return FeatHolders(load_feats(session, _game_number(session, rules), limit), _deals_behind(session, rules))

    @contextmanager
    def _current(self, rules: str | None) -> Iterator[Session]:
        """One state of the store, in which careers in a game, or in all, are as near to the present as can be."""
        if not self._sessions.place.read_only:
            with suppress(StoreBusy, StoreFull, StoreReadOnly):
                self.catch_up(rules, self.patience)
        with TRANSLATED_ERRORS, self._sessions.acquire() as session, snapshot(session):
            yield session

    def _is_behind(self, rules: str | None) -> bool:
        with self._sessions.acquire() as session:
            return has_changes(session.connection) or _next_game(session, rules) is not None

    def _go_on(self, rules: str | None) -> None:
        """See all that has happened, and let careers go on in a game; in one transaction, or it would be too late."""
        from data.store.sqlite.ratings.update import update_ratings  # noqa: PLC0415 - openskill takes long to load

        with self._commits.transaction() as writing:
            if apply_changes(writing) and (game := _next_game(writing.session, rules)):
                update_ratings(writing, game, MAX_DEALS)


def _next_game(session: Session, rules: str | None) -> GameKey | None:
    """A game in which careers can go on: the one that is asked for, or the first of all."""
    games = (GameKey(name, _game_number(session, name)) for name in (PROFILES if rules is None else (rules,)))
    return next((game for game in games if has_records_after(session.connection, game.number)), None)


def _game_number(session: Session, rules: str) -> int:
    return text_number(session.connection, rules) or NO_GAME


def _deals_behind(session: Session, rules: str) -> int:
    return deals_behind(session.connection, _game_number(session, rules))


_PERSON: Final = """
SELECT coalesce(person, number) FROM texts LEFT JOIN career_persons ON player = number WHERE text = ?
"""
_COURSE: Final = """
SELECT course FROM careers INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY stretch DESC LIMIT 1
"""
_RATINGS: Final = """
WITH ranked AS (
    SELECT person, mu, sigma, skill, deals,
        rank() OVER (ORDER BY skill DESC) AS place, row_number() OVER (ORDER BY skill DESC, person) AS spot
    FROM careers WHERE rules = ? AND latest = 1 AND deals >= ?)
SELECT place, text, mu, sigma, skill, deals FROM ranked CROSS JOIN texts ON texts.number = person
WHERE spot > ? ORDER BY spot LIMIT ?
"""
_HISTORY: Final = """
SELECT day, mu, sigma, skill, careers.deals
FROM careers INDEXED BY by_person
    CROSS JOIN career_stretches AS one ON one.rules = careers.rules AND one.number = stretch
WHERE careers.rules = ? AND person = ? ORDER BY stretch
"""
_COURSES: Final = """
SELECT text, course FROM careers INDEXED BY by_skill CROSS JOIN texts ON texts.number = person
WHERE rules = ? AND latest = 1
"""
_CHANGES: Final = "SELECT changes FROM career_changes WHERE rules = ?"


def change_count(session: Session, rules: int) -> int:
    """What grows whenever careers in a game change."""
    row = session.connection.execute(_CHANGES, (rules,)).fetchone()
    return row[0] if row else 0


def list_ratings(
    session: Session, rules: int, least: int, limit: int, after: int
) -> tuple[list[RankedRating], int | None]:
    """So many ratings that follow from so many deals at least, from behind the first `after` of them on.

    Where the next ones begin comes with them, None at the end.
    """
    rows = session.connection.execute(_RATINGS, (rules, max(least, 1), after, limit + 1)).fetchall()
    rated = [RankedRating(place, person, Rating(*rating)) for place, person, *rating in rows[:limit]]
    return rated, after + limit if len(rows) > limit else None


def load_history(session: Session, rules: int, ids: Sequence[str]) -> list[DayRating]:
    """His rating at the end of each day on which he played a rated deal."""
    days: dict[int, Rating] = {}
    deals = 0
    for day, *columns in session.connection.execute(_HISTORY, (rules, _person_number(session, ids))):
        rating = Rating(*columns)
        if rating.deals > deals:
            days[day] = rating
            deals = rating.deals
    return [DayRating(date.fromordinal(day), rating) for day, rating in days.items()]


def load_form(session: Session, rules: int, ids: Sequence[str], behind: int) -> RecentForm:
    """How it has gone for him, which is so many deals behind."""
    row = session.connection.execute(_COURSE, (rules, _person_number(session, ids))).fetchone()
    course = decode_progress(row[0]) if row else Progress.new()
    best = dict(_best_feats(course))
    return RecentForm(
        places=[DealPlace(place, of) for place, of in course.places],
        first=course.first.now,
        last=course.last.now,
        longest_first=best.get(Feat.FIRST),
        longest_last=best.get(Feat.LAST),
        longest_reign=best.get(Feat.REIGN),
        peak=best.get(Feat.SKILL),
        behind=behind,
    )


def load_feats(session: Session, rules: int, limit: int) -> dict[Feat, list[FeatHolder]]:
    """Who came to the most of each, so many at most; of equals, who did first."""
    found: dict[Feat, list[FeatHolder]] = {feat: [] for feat in Feat}
    for person, course in session.connection.execute(_COURSES, (rules,)):
        for feat, best in _best_feats(decode_progress(course)):
            found[feat].append(FeatHolder(person, best))
    return {
        feat: nlargest(limit, sorted(holders, key=_holder_age), key=_holder_value) for feat, holders in found.items()
    }


def _person_number(session: Session, ids: Sequence[str]) -> int | None:
    """The number of the person with these ids: they are all one person's, so the first says who it is."""
    row = session.connection.execute(_PERSON, (ids[0],)).fetchone()
    return row[0] if row else None


def _best_feats(course: Progress) -> Iterator[tuple[Feat, Best]]:
    for feat, run in ((Feat.FIRST, course.first), (Feat.LAST, course.last), (Feat.REIGN, course.reign)):
        if run.most:
            yield feat, _longest(run)
    if course.peak_record:
        yield Feat.SKILL, Best(course.peak, course.peak_record, date.fromordinal(course.peak_day))


def _longest(run: Streak) -> Best:
    return Best(run.most, run.record, date.fromordinal(run.day))


def _holder_age(holder: FeatHolder) -> tuple[date, int, str]:
    return holder.best.day, holder.best.record, holder.person


def _holder_value(holder: FeatHolder) -> float:
    return holder.best.value
