"""Brings ratings up to date: takes records in the order of time and writes a checkpoint after each run of them."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from daifu.data.ratings.career import MODEL, Career, apply_outcomes
from daifu.data.ratings.outcomes import read_outcomes
from daifu.data.ratings.timeline import Checkpoint, TimelinePosition
from daifu.data.ratings.values import encode_progress
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.ratings.checkpoints import (
    count_changes,
    last_checkpoint,
    next_positions,
    read_progress,
    write_checkpoints,
)
from daifu.data.store.sql.records import PackedRevision, read_checked_texts
from daifu.data.store.sql.transactions import Transaction

RECORDS_AT_ONCE: Final = 16
"""Records that are read at once, because an exchange with a server costs time; all of them are in memory."""
MAX_CAREERS: Final = 10_000
"""The most careers that stay in memory from one transaction to the next, some 30 MB."""

_RECORDS: Final = """
SELECT id, players, deals, number, dictionary, packed, cut, content
FROM records CROSS JOIN revisions ON record = id AND number = revision
WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_PERSONS: Final = "SELECT player, person FROM rating_persons"
_LATEST: Final = """
SELECT mu, sigma, deals, progress, checkpoint FROM ratings INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY checkpoint DESC LIMIT 1
"""
_WRITE: Final = """
INSERT INTO ratings (rules, checkpoint, person, latest, mu, sigma, skill, deals, progress)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (rules, checkpoint, person) DO UPDATE SET latest = excluded.latest, mu = excluded.mu,
    sigma = excluded.sigma, skill = excluded.skill, deals = excluded.deals, progress = excluded.progress
"""
_SUPERSEDE: Final = "UPDATE ratings SET latest = 0 WHERE rules = ? AND checkpoint = ? AND person = ?"

_decode_players: Final = msgspec.json.Decoder(list[int]).decode


def update_ratings(writing: Transaction, game: str, rules: int, max_deals: int) -> None:
    """Rate the next records of a game, whose name has the number `rules`, until they have `max_deals` deals.

    All changes have to be applied in this same transaction, or the positions were not those of the records.
    """
    careers = writing.cache(CareerCache)
    careers.renew(rules)
    update = _Update(writing, game, rules, careers)
    taken = 0
    for position, columns in update.records(max_deals):
        taken += update.take(position, *columns)
        if taken >= max_deals:
            break
    update.write()
    if taken < max_deals:
        careers.clear()


class CareerCache(dict[int, Career]):
    """The careers of one game at its last checkpoint, by person, which stay from one transaction to the next.

    They are valid until somebody else changes ratings of the game. Every change is counted, so its number tells.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._state = (0, 0)

    def renew(self, rules: int) -> None:
        """Forget all careers where they are those of another game, or ratings were changed without this cache."""
        state = rules, count_changes(self._connection, rules)
        if state != self._state or len(self) > MAX_CAREERS:
            self.clear()
        self._state = state

    def note_change(self) -> None:
        """Note that the owner of this cache has changed the ratings once, as the careers now are."""
        rules, changes = self._state
        self._state = rules, changes + 1

    def __missing__(self, person: int) -> Career:
        rules, _ = self._state
        row = self._connection.execute(_LATEST, (rules, person)).fetchone()
        if row:
            mu, sigma, deals, progress, checkpoint = row
            career = Career(MODEL.rating(mu, sigma), deals, read_progress(progress), checkpoint)
        else:
            career = Career.new()
        self[person] = career
        return career


class _Update:
    """What changes in the ratings of one game in one transaction."""

    def __init__(self, writing: Transaction, game: str, rules: int, careers: CareerCache) -> None:
        self._connection = writing.connection
        self._session = writing.session
        self._game = game
        self._rules = rules
        self._careers = careers
        self._checkpoint = last_checkpoint(self._connection, rules)
        self._persons: dict[int, int] = dict(self._connection.execute(_PERSONS))
        self._changed: set[int] = set()
        self._checkpoints: list[Checkpoint] = []
        self._rows: dict[tuple[int, int], tuple[Any, ...]] = {}
        self._superseded: set[tuple[int, int]] = set()

    def records(self, limit: int) -> Iterator[tuple[TimelinePosition, list[Any]]]:
        """The next records, at most `limit` of them, each with what `take` takes."""
        positions = next_positions(self._connection, self._rules, self._checkpoint.end, limit)
        for first in range(0, len(positions), RECORDS_AT_ONCE):
            together = positions[first : first + RECORDS_AT_ONCE]
            numbers = json.dumps([position.record for position in together])
            found = {record: columns for record, *columns in self._connection.execute(_RECORDS, (numbers,))}
            for position in together:
                yield position, found.pop(position.record)

    def take(self, position: TimelinePosition, players: str, deals: int, revision: int, *packed: Any) -> int:  # noqa: ANN401 - columns
        """Rate a record, of which there are the numbers of its players as JSON, and its packed texts; its deals."""
        if not self._checkpoint.has_room(position.day):
            self._end_run()
            self._checkpoint = self._checkpoint.following(position)
        persons = [self._persons.get(player, player) for player in _decode_players(players)]
        texts = read_checked_texts(self._session, position.record, revision, PackedRevision(*packed))
        outcomes = read_outcomes(self._game, *texts)
        apply_outcomes([self._careers[person] for person in persons], outcomes, position)
        self._changed.update(persons)
        self._checkpoint = self._checkpoint.with_record(position, deals)
        return deals

    def write(self) -> None:
        """Write the checkpoints, and at each the careers of everybody who played since the one before."""
        self._end_run()
        if not self._checkpoints:
            return
        superseded = sorted(self._superseded.difference(self._rows))
        self._connection.executemany(_SUPERSEDE, [(self._rules, *place) for place in superseded])
        self._connection.executemany(
            _WRITE,
            [
                (self._rules, *place, int(place not in self._superseded), *columns)
                for place, columns in sorted(self._rows.items())
            ],
        )
        write_checkpoints(self._connection, self._rules, self._checkpoints)
        self._careers.note_change()

    def _end_run(self) -> None:
        """End the run of records of the checkpoint. The careers are later written as they are here."""
        if not self._changed:
            return
        number = self._checkpoint.number
        for person in self._changed:
            career = self._careers[person]
            if career.checkpoint not in (None, number):
                self._superseded.add((career.checkpoint, person))
            rating, progress = career.rating, encode_progress(career.progress)
            self._rows[number, person] = rating.mu, rating.sigma, rating.ordinal(), career.deals, progress
            career.checkpoint = number
        self._changed.clear()
        self._checkpoints.append(self._checkpoint)
