"""What may be asked of the store about careers, each by a method that says so."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Final

from data.store.careers import answers
from data.store.careers.answers import number_of
from data.store.careers.asked import Feat, Form, Holder, Rating, Ratings, Standing
from data.store.careers.noticing import is_news, notice
from data.store.careers.stretches import Game, is_behind
from data.store.commits import Commits
from data.store.sessions import Session, Sessions
from data.store.sqlite_errors import TRANSLATED
from replay.games.catalogue import PROFILES

MOST_DEALS: Final = 4_096
"""So many deals are taken in one transaction, and those of one record more."""
NO_GAME: Final = 0
"""The number of no text."""


class Careers:
    """Ratings, rows of places and reigns in each game, which hang on the order in which deals were played.

    That is the order of the days of their events, or on which records without one were first stored; within a day that
    of the records' ids, and within a record that of its deals. What counts is said in `outcomes` and `playing`.

    Every method that reads brings careers up to date first, which takes time after many records have come or an early
    one has changed. In a store that may only be read they are as they were last brought.
    """

    def __init__(self, sessions: Sessions, commits: Commits) -> None:
        self._sessions = sessions
        self._commits = commits

    def catch_up(self, rules: str | None = None, most: int | None = None) -> bool:
        """Bring careers up to date, in one game or in all, and stop after so many deals; whether all is done.

        Others can write between any two transactions of it. Raises `StoreUnusable`.
        """
        with TRANSLATED:
            self._notice()
            left = inf if most is None else most
            with self._sessions.lent() as session:
                games = _games(session, rules)
            for game in games:
                left -= self._advance(game, left)
            return not any(map(self._is_behind, games))

    def version(self, rules: str) -> int:
        """What grows whenever careers in this game change."""
        with TRANSLATED, self._current(rules) as current:
            return answers.version(*current)

    def ratings(self, rules: str, least_deals: int = 1, limit: int = 50, cursor: int = 0) -> Ratings:
        """So many of those with so many rated deals at least, highest skill first, from behind the first `cursor`."""
        with TRANSLATED, self._current(rules) as current:
            return answers.ratings(*current, least_deals, limit, cursor)

    def rating(self, ids: Sequence[str], rules: str) -> Rating | None:
        """The rating of the person with these ids; None before his first rated deal."""
        with TRANSLATED, self._current(rules) as current:
            return answers.rating(*current, ids)

    def history(self, ids: Sequence[str], rules: str) -> list[Standing]:
        """His rating at the end of each day on which he played a rated deal, first to last."""
        with TRANSLATED, self._current(rules) as current:
            return answers.history(*current, ids)

    def form(self, ids: Sequence[str], rules: str) -> Form | None:
        """His last places, rows of them and reigns; None for somebody who has not played."""
        with TRANSLATED, self._current(rules) as current:
            return answers.form(*current, ids)

    def records(self, rules: str, limit: int = 10) -> dict[Feat, list[Holder]]:
        """Who came to the most of each feat, so many at most, the best first."""
        with TRANSLATED, self._current(rules) as current:
            return answers.records(*current, limit)

    @contextmanager
    def _current(self, rules: str) -> Iterator[tuple[Session, int]]:
        """What answers are read from when careers in a game are up to date, and the number of the game's name."""
        if not self._sessions.place.read_only:
            self.catch_up(rules)
        with self._sessions.lent() as session:
            yield session, number_of(session, rules) or NO_GAME

    def _notice(self) -> None:
        """See all that has happened."""
        while self._is_news():
            with self._commits.writing() as writing:
                notice(writing)

    def _is_news(self) -> bool:
        with self._sessions.lent() as session:
            return is_news(session)

    def _is_behind(self, game: Game) -> bool:
        with self._sessions.lent() as session:
            return is_behind(session.connection, game.number)

    def _advance(self, game: Game, most: float) -> int:
        """Let careers in a game go on until so many deals are taken or there are no more; how many these were."""
        from data.store.careers.advancing import advance  # noqa: PLC0415 - openskill takes long to load

        taken = 0
        while taken < most and self._is_behind(game):
            with self._commits.writing() as writing:
                taken += advance(writing, game, min(most - taken, MOST_DEALS))
        return taken


def _games(session: Session, rules: str | None) -> list[Game]:
    """The games that are asked for, as far as the store has heard of them."""
    names = PROFILES if rules is None else (rules,)
    numbers = {name: number_of(session, name) for name in names}
    return [Game(name, number) for name, number in numbers.items() if number is not None]
