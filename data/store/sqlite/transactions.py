"""Transactions: all of a write is on disk when the block ends, or nothing of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from data.store.sqlite.connections import Session
from data.store.sqlite.people.name_cache import NameCache
from data.store.sqlite.statistics.counter_rows import RowNumbers
from data.store.sqlite.statistics.deltas import RecordDelta
from data.store.values import current_time

if TYPE_CHECKING:
    from data.store.sqlite.tournaments.state_cache import VersionedState

MAX_TEXT_NUMBERS: Final = 10_000
"""So many texts a session knows the numbers of: far more than there are in use at a time."""

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_NEW_TEXT: Final = "INSERT INTO texts (text) VALUES (?)"


class Transaction:
    """What is written together, at one time of the clock.

    `tournament_states` are the tournaments that it changes, `deltas` what it changes of the summaries.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection
        self.at = int(current_time().timestamp())
        self.tournament_states: dict[int, VersionedState] = {}
        self.deltas = list[RecordDelta]()
        self._numbers: dict[str, int] = {}
        self._row_numbers: RowNumbers | None = None
        self._called: NameCache | None = None

    @property
    def row_numbers(self) -> RowNumbers:
        """The numbers of rows of counters, as far as they are known. They are forgotten after a rollback."""
        if self._row_numbers is None:
            known, self.session.row_numbers = self.session.row_numbers, None
            self._row_numbers = RowNumbers(self.connection) if known is None else known
        return self._row_numbers

    @property
    def called(self) -> NameCache:
        """What players are known to go by, which is forgotten likewise."""
        if self._called is None:
            self._called, self.session.called = self.session.called or NameCache(self.connection), None
            self._called.renew()
        return self._called

    def number(self, text: str) -> int:
        """The number under which the store keeps a text that recurs."""
        number = self.session.numbers.get(text) or self._numbers.get(text)
        if number is None:
            row = self.connection.execute(_NUMBER, (text,)).fetchone()
            number = row[0] if row else self.insert(_NEW_TEXT, (text,))
            self._numbers[text] = number
        return number

    def after_commit(self) -> None:
        """What was written is on disk: the next transaction need not look up again what the store will never change."""
        known = self.session.numbers
        if len(known) + len(self._numbers) > MAX_TEXT_NUMBERS:
            known.clear()
        known.update(self._numbers)
        if self._row_numbers is not None:
            self.session.row_numbers = self._row_numbers
        self.session.called = self._called or self.session.called
        for tournament, folded in self.tournament_states.items():
            self.session.known.keep(tournament, folded)

    def insert(self, statement: str, values: tuple[Any, ...]) -> int:
        """Write one row; its number."""
        row = self.connection.execute(statement, values).lastrowid
        if row is None:
            raise sqlite3.ProgrammingError(statement)
        return row


@contextmanager
def snapshot(session: Session) -> Iterator[None]:
    """Read inside the block, and see one state of the store, whatever is written in the meantime."""
    session.connection.execute("BEGIN")
    try:
        yield
    finally:
        session.connection.execute("ROLLBACK")


@contextmanager
def transaction(session: Session) -> Iterator[Transaction]:
    """Write inside the block. It begins immediately, for a reader that turns writer would be sent away at once."""
    connection = session.connection
    connection.execute("BEGIN IMMEDIATE")
    try:
        writing = Transaction(session)
        yield writing
        connection.execute("COMMIT")
        writing.after_commit()
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
