"""Brings ratings up to date: takes records in the order of time and writes a checkpoint after each run of them."""

import json
from collections.abc import Iterator
from typing import Final

from data.ratings.career import MODEL, Career, apply_outcomes
from data.ratings.outcomes import read_outcomes
from data.ratings.streaks import decode_progress, encode_progress
from data.ratings.timeline import TimelinePosition
from data.store.sql.ratings.checkpoints import last_checkpoint, records_after, write_checkpoint
from data.store.sql.sessions import Session
from data.store.sql.transactions import Transaction

_RECORD: Final = """
SELECT players, deals, dictionary, packed, cut
FROM records CROSS JOIN revisions ON record = id AND number = revision
WHERE id = ?
"""
_PERSONS: Final = "SELECT player, person FROM rating_persons"
_LATEST: Final = """
SELECT mu, sigma, deals, progress, checkpoint FROM ratings INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY checkpoint DESC LIMIT 1
"""
_WRITE: Final = """
INSERT INTO ratings (rules, checkpoint, person, latest, mu, sigma, skill, deals, progress)
VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)
ON CONFLICT (rules, checkpoint, person) DO UPDATE SET latest = 1, mu = excluded.mu, sigma = excluded.sigma,
    skill = excluded.skill, deals = excluded.deals, progress = excluded.progress
"""
_SUPERSEDE: Final = "UPDATE ratings SET latest = 0 WHERE rules = ? AND checkpoint = ? AND person = ?"


def update_ratings(writing: Transaction, game: str, rules: int, max_deals: int) -> None:
    """Rate the next records of a game, whose name has the number `rules`, until they have `max_deals` deals.

    All changes have to be applied in this same transaction, or the positions were not those of the records.
    """
    update = _Update(writing.session, game, rules)
    taken = 0
    for record, day in update.records():
        taken += update.take(TimelinePosition(day, record))
        if taken >= max_deals:
            break
    update.write()


class _Update:
    """The careers in one game that change in one transaction."""

    def __init__(self, session: Session, game: str, rules: int) -> None:
        self._session = session
        self._connection = session.connection
        self._game = game
        self._rules = rules
        self._checkpoint = last_checkpoint(self._connection, rules)
        self._persons: dict[int, int] = dict(self._connection.execute(_PERSONS))
        self._careers: dict[int, Career] = {}
        self._changed: set[int] = set()

    def records(self) -> Iterator[tuple[int, int]]:
        """The next records with their days."""
        return records_after(self._connection, self._rules, self._checkpoint.end)

    def take(self, position: TimelinePosition) -> int:
        """Rate a record; the number of its deals."""
        if not self._checkpoint.has_room(position.day):
            self.write()
            self._checkpoint = self._checkpoint.following(position)
        players, deals, *packed = self._connection.execute(_RECORD, (position.record,)).fetchone()
        record, report = self._session.compressor.unpack(*packed)
        persons = [self._persons.get(player, player) for player in json.loads(players)]
        outcomes = read_outcomes(self._game, record, report)
        apply_outcomes([self._career(person) for person in persons], outcomes, position)
        self._changed.update(persons)
        self._checkpoint = self._checkpoint.with_record(position.record, deals)
        return int(deals)

    def write(self) -> None:
        """Write the checkpoint, and the careers of everybody who played since the one before."""
        if not self._changed:
            return
        number = self._checkpoint.number
        changed = [(person, self._careers[person]) for person in self._changed]
        self._connection.executemany(
            _SUPERSEDE,
            [
                (self._rules, career.checkpoint, person)
                for person, career in changed
                if career.checkpoint not in (None, number)
            ],
        )
        self._connection.executemany(
            _WRITE, [(self._rules, number, person, *_career_columns(career)) for person, career in changed]
        )
        for _, career in changed:
            career.checkpoint = number
        self._changed.clear()
        write_checkpoint(self._connection, self._rules, self._checkpoint)

    def _career(self, person: int) -> Career:
        career = self._careers.get(person)
        if career is None:
            row = self._connection.execute(_LATEST, (self._rules, person)).fetchone()
            career = self._careers[person] = _career_from_row(*row) if row else Career.new()
        return career


def _career_from_row(mu: float, sigma: float, deals: int, progress: bytes, checkpoint: int) -> Career:
    return Career(MODEL.rating(mu, sigma), deals, decode_progress(progress), checkpoint)


def _career_columns(career: Career) -> tuple[float, float, float, int, bytes]:
    rating = career.rating
    return rating.mu, rating.sigma, rating.ordinal(), career.deals, encode_progress(career.progress)
