"""Brings ratings up to date: takes records in the order of time and writes a checkpoint after each run of them."""

import json
from collections.abc import Iterator
from typing import Final

from data.ratings.career import MODEL, Career, apply_outcomes
from data.ratings.outcomes import read_outcomes
from data.ratings.streaks import RecordDay, decode_progress, encode_progress
from data.store.sqlite.connections import Session
from data.store.sqlite.ratings.checkpoints import Checkpoint, GameKey, last_checkpoint, records_after, write_checkpoint
from data.store.sqlite.transactions import Transaction

MAX_CHECKPOINT_DEALS: Final = 1_024
"""A stretch that has so many deals is not made longer: a correction has to do over the whole one that it falls into."""

_RECORD: Final = """
SELECT players, deals, dictionary, packed, cut
FROM records CROSS JOIN revisions ON record = id AND number = revision
WHERE id = ?
"""
_PERSONS: Final = "SELECT player, person FROM career_persons"
_LATEST: Final = """
SELECT mu, sigma, deals, course, stretch FROM careers INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY stretch DESC LIMIT 1
"""
_WRITE: Final = """
INSERT OR REPLACE INTO careers (rules, stretch, person, latest, mu, sigma, skill, deals, course)
VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)
"""
_SUPERSEDE: Final = "UPDATE careers SET latest = 0 WHERE rules = ? AND stretch = ? AND person = ?"


def update_ratings(writing: Transaction, game: GameKey, most: int) -> None:
    """Take records until there are no more of them or they have so many deals.

    All that has happened has to have been noticed in this very transaction, or places were not those of the records.
    """
    going = _Update(writing.session, game)
    taken = 0
    for record, day in going.records():
        taken += going.take(RecordDay(record, day))
        if taken >= most:
            break
    going.write()


class _Update:
    """Careers in one game on their way through one transaction."""

    def __init__(self, session: Session, game: GameKey) -> None:
        self._session = session
        self._connection = session.connection
        self._game = game
        self._stretch = last_checkpoint(self._connection, game.number)
        self._persons: dict[int, int] = dict(self._connection.execute(_PERSONS))
        self._careers: dict[int, Career] = {}
        self._moved: set[int] = set()

    def records(self) -> Iterator[tuple[int, int]]:
        """The next records with their days."""
        return records_after(self._connection, self._game.number, self._stretch.end)

    def take(self, when: RecordDay) -> int:
        """Let careers go on by a record; how many deals it has."""
        if when.day != self._stretch.day or self._stretch.deals >= MAX_CHECKPOINT_DEALS:
            self.write()
            self._stretch = Checkpoint(self._stretch.number + 1, when.day, when.record, 0)
        players, deals, *packed = self._connection.execute(_RECORD, (when.record,)).fetchone()
        record, report = self._session.compressor.unpack(*packed)
        persons = [self._persons.get(player, player) for player in json.loads(players)]
        apply_outcomes(
            [self._career(person) for person in persons], read_outcomes(self._game.name, record, report), when
        )
        self._moved.update(persons)
        self._stretch = self._stretch._replace(last=when.record, deals=self._stretch.deals + deals)
        return int(deals)

    def write(self) -> None:
        """Write where everybody stands who has played in this stretch."""
        if not self._moved:
            return
        rules, number = self._game.number, self._stretch.number
        moved = [(person, self._careers[person]) for person in self._moved]
        gone = [(rules, career.stretch, person) for person, career in moved if career.stretch not in (None, number)]
        self._connection.executemany(_SUPERSEDE, gone)
        self._connection.executemany(
            _WRITE, [(rules, number, person, *_career_columns(career)) for person, career in moved]
        )
        for _, career in moved:
            career.stretch = number
        self._moved.clear()
        write_checkpoint(self._connection, rules, self._stretch)

    def _career(self, person: int) -> Career:
        career = self._careers.get(person)
        if career is None:
            row = self._connection.execute(_LATEST, (self._game.number, person)).fetchone()
            career = self._careers[person] = _career_from_row(*row) if row else Career.new()
        return career


def _career_from_row(mu: float, sigma: float, deals: int, course: bytes, stretch: int) -> Career:
    return Career(MODEL.rating(mu, sigma), deals, decode_progress(course), stretch)


def _career_columns(career: Career) -> tuple[float, float, float, int, bytes]:
    rating = career.rating
    return rating.mu, rating.sigma, rating.ordinal(), career.deals, encode_progress(career.course)
