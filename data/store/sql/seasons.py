"""The table of seasons, and the names of the events that games have."""

from datetime import date
from typing import Any, Final

from daifu.data.store.errors import NoSuchSeason
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import Author, SeasonTerms, StoredSeason

_ROWS: Final = """
SELECT id, name, since, until, event, rules, best, least, at, text FROM seasons JOIN texts ON texts.number = author
"""
_FIND: Final = f"{_ROWS} WHERE id = ?"
_ALL: Final = f"{_ROWS} ORDER BY coalesce(until, 10000000) DESC, coalesce(since, 0) DESC, id DESC"
_ADD: Final = """
INSERT INTO seasons (name, since, until, event, rules, best, least, at, author)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""
_CHANGE: Final = """
UPDATE seasons SET name = ?, since = ?, until = ?, event = ?, rules = ?, best = ?, least = ?, at = ?, author = ?
WHERE id = ? RETURNING id
"""
_REMOVE: Final = "DELETE FROM seasons WHERE id = ? RETURNING id"
_EVENTS: Final = """
SELECT text FROM (
    SELECT tournament, max(id) AS latest FROM records WHERE tournament IS NOT NULL AND withdrawn = 0
    GROUP BY tournament ORDER BY latest DESC LIMIT ?) AS named
JOIN texts ON texts.number = tournament ORDER BY latest DESC
"""


class Seasons(Subject):
    """Seasons: named sets of evenings. They hold no results, and change only by these methods.

    Each method that writes raises `TokenRevoked`.
    """

    def all(self) -> list[StoredSeason]:
        """All seasons, the latest first: by their last days, those without an end before all others."""
        return list(map(_season_of_row, self._rows(_ALL)))

    def find(self, season: int) -> StoredSeason:
        """The season with this number. Raises `NoSuchSeason`."""
        row = self._row(_FIND, (min(season, MAX_INTEGER),))
        if row is None:
            raise NoSuchSeason
        return _season_of_row(row)

    def add(self, terms: SeasonTerms, author: Author) -> StoredSeason:
        """Store a season."""
        with self._writing(author) as writing:
            (id,) = writing.connection.execute(_ADD, _columns(writing, terms, author)).fetchone()
            return StoredSeason(id, terms, from_timestamp(writing.at), author.name)

    def change(self, season: int, terms: SeasonTerms, author: Author) -> StoredSeason:
        """Give a season other terms. Raises `NoSuchSeason`."""
        with self._writing(author) as writing:
            row = (*_columns(writing, terms, author), min(season, MAX_INTEGER))
            if writing.connection.execute(_CHANGE, row).fetchone() is None:
                raise NoSuchSeason
            return StoredSeason(season, terms, from_timestamp(writing.at), author.name)

    def remove(self, season: int, author: Author) -> None:
        """Remove a season; the games stay. Raises `NoSuchSeason`."""
        with self._writing(author) as writing:
            if writing.connection.execute(_REMOVE, (min(season, MAX_INTEGER),)).fetchone() is None:
                raise NoSuchSeason

    def events(self, limit: int = 50) -> list[str]:
        """The names of the events of at most `limit` kinds that games name, the latest stored first."""
        return [name for (name,) in self._rows(_EVENTS, (limit,))]


def _columns(writing: Transaction, terms: SeasonTerms, author: Author) -> tuple[Any, ...]:
    days = (day and day.toordinal() for day in (terms.since, terms.until))
    rest = (terms.event, terms.rules, terms.best, terms.least)
    return (terms.name, *days, *rest, writing.at, writing.number(author.name))


def _season_of_row(row: tuple[Any, ...]) -> StoredSeason:
    id, name, since, until, event, rules, best, least, at, author = row
    first, last = (day and date.fromordinal(day) for day in (since, until))
    return StoredSeason(id, SeasonTerms(name, first, last, event, rules, best, least), from_timestamp(at), author)
