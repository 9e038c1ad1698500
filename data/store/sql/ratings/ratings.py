"""The ratings of a store: ratings, streaks and reigns in each game, brought up to date when they are read."""

import time
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Final

from daifu.data.ratings.timeline import MOMENTS_A_DAY, day_of_moment
from daifu.data.ratings.values import (
    FeatHolders,
    Progress,
    RankedRating,
    RatedPerson,
    Rating,
    RatingChange,
    RatingChanges,
    RatingHistory,
    RatingPage,
    RatingsVersion,
    RecentForm,
    daily_ratings,
    rank_holders,
    recent_form,
)
from daifu.data.store.errors import StoreBusy, StoreFull, StoreReadOnly
from daifu.data.store.sql.ratings.checkpoints import (
    apply_changes,
    count_changes,
    deals_behind,
    has_changes,
    has_records_after,
    read_progress,
)
from daifu.data.store.sql.records import counted_houses
from daifu.data.store.sql.sessions import Session, SessionPool
from daifu.data.store.sql.texts import text_number
from daifu.data.store.sql.write_queue import Subject, WriteQueue
from daifu.replay.games.catalogue import PROFILES

MAX_DEALS: Final = 1_024
"""Deals that one transaction takes at most, and those of one record more."""
MAX_WAIT: Final = 0.5
"""Seconds that a reader waits for ratings to be brought up to date, unless the store was opened with others."""
NO_GAME: Final = 0
"""The number of a game of which the store has no record: no text has it."""


class Ratings(Subject):
    """Ratings, streaks and reigns by game. They depend on the order in which the deals were played.

    That is the order of the days of the events, or of first storing where an event has no day; within a day that of
    their times, records without one last; else that of the records' ids, and within a record that of its deals. What
    counts is said in `daifu.data.ratings`.

    Each method that reads first brings the ratings up to date, for at most `max_wait` seconds; after that, or where
    nothing can be written, it answers with the ratings as of an earlier moment, and says by how many deals they are
    `behind`. After a reader has waited in vain, nobody waits for the same time: one request often reads several times.
    """

    def __init__(self, sessions: SessionPool, queue: WriteQueue, max_wait: float | None) -> None:
        super().__init__(sessions, queue)
        self.max_wait = MAX_WAIT if max_wait is None else max_wait
        self._wait_again = 0.0
        self._versions: dict[str | None, tuple[Hashable, RatingsVersion]] = {}

    def catch_up(self, rules: str | None = None, max_wait: float = inf) -> bool:
        """Bring the ratings of one game, or of all, up to date; whether that was finished within `max_wait` seconds.

        By default there is no limit. Others may write meanwhile: each transaction is short.
        """
        end = time.monotonic() + max_wait
        while self._is_behind(rules):
            self._take_step(rules)
            if time.monotonic() >= end:
                return not self._is_behind(rules)
        return True

    def version(self, rules: str | None = None) -> RatingsVersion:
        """A count that grows with each change of the ratings of a game, or of all, and how far they are behind."""
        with self._sessions.acquire() as session:
            state = session.state()
        known = self._versions.get(rules)
        if known is not None and known[0] == state:
            return known[1]
        with self._current(rules) as session:
            games = _counted_games(session) if rules is None else (rules,)
            changes = [count_changes(session.connection, _game_number(session, game)) for game in games]
            found = RatingsVersion(sum(changes), sum(_deals_behind(session, game) for game in games))
        if not found.behind and (
            rules is None or found.changes
        ):  # the next reader tries again; names of nothing stay out
            self._versions[rules] = state, found
        return found

    def ratings(self, rules: str, least_deals: int = 1, limit: int = 50, cursor: int = 0) -> RatingPage:
        """At most `limit` people with `least_deals` or more rated deals, highest skill first, after `cursor` people."""
        with self._current(rules) as session:
            wanted = (_game_number(session, rules), max(least_deals, 1), cursor, limit + 1)
            rows = session.connection.execute(_RATINGS, wanted).fetchall()
            rated = [RankedRating(place, person, Rating(*rating)) for place, person, *rating in rows[:limit]]
            after = cursor + limit if len(rows) > limit else None
            return RatingPage(rated, after, _deals_behind(session, rules))

    def history(self, ids: Sequence[str], rules: str) -> RatingHistory:
        """The rating of a person at the end of each day on which they played a rated deal, first to last."""
        with self._current(rules) as session:
            key = (_game_number(session, rules), _person_number(session, ids))
            rows = session.connection.execute(_HISTORY, key)
            days = daily_ratings((day_of_moment(moment), Rating(*columns)) for moment, *columns in rows)
            return RatingHistory(days, _deals_behind(session, rules))

    def changes(self, rules: str, since: date | None, until: date | None) -> RatingChanges:
        """What a span of days, both included, changed for everybody who played a rated deal in it."""
        with self._current(rules) as session:
            game, execute = _game_number(session, rules), session.connection.execute
            ends = ((since or date.min).toordinal(), (until or date.max).toordinal() + 1)
            first, last = (execute(_LAST_BEFORE, (game, day * MOMENTS_A_DAY)).fetchone()[0] for day in ends)
            found = [
                RatingChange(person, None if row[-1] is None else Rating(*row[4:]), Rating(*row[:4]))
                for person, *row in execute(_SPAN, (game, first, last))
            ]
            found.sort(key=lambda one: (-one.change, one.person))
            return RatingChanges(found, _deals_behind(session, rules))

    def form(self, ids: Sequence[str], rules: str) -> RecentForm:
        """The last places of a person, with their streaks and reigns; all empty for somebody who has not played."""
        with self._current(rules) as session:
            key = (_game_number(session, rules), _person_number(session, ids))
            row = session.connection.execute(_PROGRESS, key).fetchone()
            progress = read_progress(row[0]) if row else Progress.new()
            return recent_form(progress, _deals_behind(session, rules))

    def records(self, rules: str, limit: int = 10) -> FeatHolders:
        """For each feat the at most `limit` people with the highest values, the best first."""
        with self._current(rules) as session:
            rows = session.connection.execute(_ALL_PROGRESS, (_game_number(session, rules),))
            players = ((person, read_progress(progress)) for person, progress in rows)
            return FeatHolders(rank_holders(players, limit), _deals_behind(session, rules))

    def everybody(self, rules: str) -> Generator[RatedPerson, None, None]:
        """Everybody who has played a game, in the order in which the store met them, in one state of the store."""
        self._catch_up_in_time(rules)
        with self._sessions.separate() as session, session.snapshot():
            game = _game_number(session, rules)
            behind = deals_behind(session.connection, game)
            for person, rows in groupby(session.stream(_ALL_HISTORIES, (game,)), itemgetter(0)):
                checkpoints = list(rows)
                days = ((day_of_moment(moment), Rating(*columns)) for _, _, moment, *columns in checkpoints)
                form = recent_form(read_progress(checkpoints[-1][1]), behind)
                yield RatedPerson(person, form, daily_ratings(days))

    @contextmanager
    def _current(self, rules: str | None) -> Iterator[Session]:
        """A snapshot of the store in which ratings are as far up to date as they can be brought in time."""
        self._catch_up_in_time(rules)
        with self._sessions.acquire() as session, session.snapshot():
            yield session

    def _catch_up_in_time(self, rules: str | None) -> None:
        """Bring ratings up to date for as long as a reader waits, where the store can be written to."""
        if not self._sessions.read_only and time.monotonic() >= self._wait_again:
            with suppress(StoreBusy, StoreFull, StoreReadOnly):
                if not self.catch_up(rules, self.max_wait):
                    self._wait_again = time.monotonic() + self.max_wait

    def _is_behind(self, rules: str | None) -> bool:
        with self._sessions.acquire() as session:
            return has_changes(session.connection) or _next_game(session, rules) is not None

    def _take_step(self, rules: str | None) -> None:
        """Apply all changes, then rate records of one game.

        Both happen in one transaction: a record that changed in between would be rated as it was.
        """
        from daifu.data.store.sql.ratings.update import update_ratings  # noqa: PLC0415 - openskill takes long to load

        with self._queue.transaction() as writing:
            if apply_changes(writing) and (game := _next_game(writing.session, rules)):
                update_ratings(writing, game, _game_number(writing.session, game), MAX_DEALS)


def _next_game(session: Session, rules: str | None) -> str | None:
    """The first game that has records to rate; of all games or only of the one asked for."""
    games = _counted_games(session) if rules is None else (rules,)
    return next((game for game in games if has_records_after(session.connection, _game_number(session, game))), None)


def _counted_games(session: Session) -> Sequence[str]:
    """All games, and the names of the houses under which records count, too."""
    return (*PROFILES, *counted_houses(session.connection))


def _game_number(session: Session, rules: str) -> int:
    return text_number(session.connection, rules) or NO_GAME


def _deals_behind(session: Session, rules: str) -> int:
    return deals_behind(session.connection, _game_number(session, rules))


_PERSON: Final = """
SELECT coalesce(person, number) FROM texts LEFT JOIN rating_persons ON player = number WHERE text = ?
"""
_PROGRESS: Final = """
SELECT progress FROM ratings INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY checkpoint DESC LIMIT 1
"""
# People of one skill share a place, and their ids say who comes first on a page.
_RATINGS: Final = """
WITH ranked AS (
    SELECT text, mu, sigma, skill, deals,
        rank() OVER (ORDER BY skill DESC) AS place, row_number() OVER (ORDER BY skill DESC, text) AS spot
    FROM ratings INDEXED BY by_skill CROSS JOIN texts ON texts.number = person
    WHERE rules = ? AND latest = 1 AND deals >= ?)
SELECT place, text, mu, sigma, skill, deals FROM ranked WHERE spot > ? ORDER BY spot LIMIT ?
"""
_HISTORY: Final = """
SELECT moment, mu, sigma, skill, ratings.deals
FROM ratings INDEXED BY by_person
    CROSS JOIN rating_checkpoints AS one ON one.rules = ratings.rules AND one.number = checkpoint
WHERE ratings.rules = ? AND person = ? ORDER BY checkpoint
"""
_LAST_BEFORE: Final = "SELECT coalesce(max(number), 0) FROM rating_checkpoints WHERE rules = ? AND moment < ?"
# For each person the last checkpoint in the span, and the last one before it, if there is any.
_SPAN: Final = """
SELECT text, after.mu, after.sigma, after.skill, after.deals, before.mu, before.sigma, before.skill, before.deals
FROM (
    SELECT person, max(checkpoint) AS latest FROM ratings
    WHERE rules = ?1 AND checkpoint > ?2 AND checkpoint <= ?3 GROUP BY person) AS played
JOIN texts ON texts.number = played.person
JOIN ratings AS after ON after.rules = ?1 AND after.checkpoint = played.latest AND after.person = played.person
LEFT JOIN ratings AS before ON before.rules = ?1 AND before.person = played.person AND before.checkpoint = (
    SELECT max(one.checkpoint) FROM ratings AS one
    WHERE one.rules = ?1 AND one.person = played.person AND one.checkpoint <= ?2)
"""
_ALL_PROGRESS: Final = """
SELECT text, progress FROM ratings INDEXED BY by_skill CROSS JOIN texts ON texts.number = person
WHERE rules = ? AND latest = 1
"""
_ALL_HISTORIES: Final = """
SELECT text, CASE latest WHEN 1 THEN progress END, moment, mu, sigma, skill, ratings.deals
FROM ratings INDEXED BY by_person
    CROSS JOIN rating_checkpoints AS one ON one.rules = ratings.rules AND one.number = checkpoint
    CROSS JOIN texts ON texts.number = person
WHERE ratings.rules = ? ORDER BY person, checkpoint
"""


def _person_number(session: Session, ids: Sequence[str]) -> int | None:
    """The number of the person with these ids: all of them are one person's, so the first tells which."""
    row = session.connection.execute(_PERSON, (ids[0],)).fetchone()
    return row[0] if row else None
