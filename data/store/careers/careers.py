"""What may be asked of the store about careers, each by a method that says so."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from typing import Final

from data.store.careers import answers
from data.store.careers.answers import number_of
from data.store.careers.asked import Form, History, Holders, Ratings, Version
from data.store.careers.news import is_news
from data.store.careers.noticing import behind, notice
from data.store.careers.stretches import Game, is_behind
from data.store.commits import Commits
from data.store.refusals import StoreBusy, StoreFull, StoreReadOnly
from data.store.sessions import Session, Sessions
from data.store.sqlite_errors import TRANSLATED
from data.store.transactions import snapshot
from replay.games.catalogue import PROFILES

MOST_DEALS: Final = 1_024
"""So many deals are taken in one transaction, and those of one record more."""
PATIENCE: Final = 0.5
"""So many seconds a reader waits for careers to be brought up to date."""
NO_GAME: Final = 0
"""The number of no text."""


class Careers:
    """Ratings, rows of places and reigns in each game, which hang on the order in which deals were played.

    That is the order of the days of their events, or on which records without one were first stored; within a day that
    of the records' ids, and within a record that of its deals. What counts is said in `outcomes` and `playing`.

    Every method that reads brings careers up to date first. After many records have come or an early one has changed,
    that takes longer than the `patience` of who asks; and where nothing can be written, it cannot be done. Then the
    answer is what followed from all deals before some moment, and tells how many deals it is `behind`.
    """

    def __init__(self, sessions: Sessions, commits: Commits) -> None:
        self._sessions = sessions
        self._commits = commits
        self.patience: float = PATIENCE

    def catch_up(self, rules: str | None = None, patience: float = inf) -> bool:
        """Bring careers up to date, in one game or in all, or some of the way; whether all is done.

        After so many seconds no further transaction is begun, of which each is short: others write in between. Raises
        `StoreUnusable`.
        """
        end = time.monotonic() + patience
        with TRANSLATED:
            while self._is_behind(rules):
                self._go_on(rules)
                if time.monotonic() >= end:
                    return not self._is_behind(rules)
        return True

    def version(self, rules: str | None = None) -> Version:
        """What grows whenever careers in a game change, or in any, and how many deals they are behind."""
        games = PROFILES if rules is None else (rules,)
        with self._current(rules) as session:
            changes = [answers.version(session, _number(session, game)) for game in games]
            return Version(sum(changes), sum(_behind(session, game) for game in games))

    def ratings(self, rules: str, least_deals: int = 1, limit: int = 50, cursor: int = 0) -> Ratings:
        """So many of those with so many rated deals at least, highest skill first, from behind the first `cursor`."""
        with self._current(rules) as session:
            rated, after = answers.ratings(session, _number(session, rules), least_deals, limit, cursor)
            return Ratings(rated, after, _behind(session, rules))

    def history(self, ids: Sequence[str], rules: str) -> History:
        """His rating at the end of each day on which he played a rated deal, first to last."""
        with self._current(rules) as session:
            return History(answers.history(session, _number(session, rules), ids), _behind(session, rules))

    def form(self, ids: Sequence[str], rules: str) -> Form:
        """His last places, rows of them and reigns; there are none of somebody who has not played."""
        with self._current(rules) as session:
            return answers.form(session, _number(session, rules), ids, _behind(session, rules))

    def records(self, rules: str, limit: int = 10) -> Holders:
        """Who came to the most of each feat, so many at most, the best first."""
        with self._current(rules) as session:
            return Holders(answers.records(session, _number(session, rules), limit), _behind(session, rules))

    @contextmanager
    def _current(self, rules: str | None) -> Iterator[Session]:
        """One state of the store, in which careers in a game, or in all, are as near to the present as can be."""
        if not self._sessions.place.read_only:
            with suppress(StoreBusy, StoreFull, StoreReadOnly):
                self.catch_up(rules, self.patience)
        with TRANSLATED, self._sessions.lent() as session, snapshot(session):
            yield session

    def _is_behind(self, rules: str | None) -> bool:
        with self._sessions.lent() as session:
            return is_news(session.connection) or _next(session, rules) is not None

    def _go_on(self, rules: str | None) -> None:
        """See all that has happened, and let careers go on in a game; in one transaction, or it would be too late."""
        from data.store.careers.advancing import advance  # noqa: PLC0415 - openskill takes long to load

        with self._commits.writing() as writing:
            if notice(writing) and (game := _next(writing.session, rules)):
                advance(writing, game, MOST_DEALS)


def _next(session: Session, rules: str | None) -> Game | None:
    """A game in which careers can go on: the one that is asked for, or the first of all."""
    games = (Game(name, _number(session, name)) for name in (PROFILES if rules is None else (rules,)))
    return next((game for game in games if is_behind(session.connection, game.number)), None)


def _number(session: Session, rules: str) -> int:
    return number_of(session, rules) or NO_GAME


def _behind(session: Session, rules: str) -> int:
    return behind(session.connection, _number(session, rules))
