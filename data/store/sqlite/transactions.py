"""Transactions: all of a write is on disk when the block ends, or nothing of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from data.store.sqlite.connections import Session
from data.store.sqlite.people.name_cache import NameCache
from data.store.sqlite.statistics.deltas import RecordDelta
from data.store.sqlite.statistics.interned import InternedRows
from data.store.sqlite.statistics.row_cache import SummaryCache
from data.store.values import current_time

if TYPE_CHECKING:
    from data.store.values import VersionedState

MAX_TEXT_NUMBERS: Final = 10_000
"""So many texts a session knows the numbers of: far more than there are in use at a time."""

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_NEW_TEXT: Final = "INSERT INTO texts (text) VALUES (?)"


class Transaction:
    """What is written together, at one time of the clock.

    `tournament_states` are the tournaments that it changes, `shares` what it changes of the summaries.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection
        self.at = int(current_time().timestamp())
        self.tournament_states: dict[int, VersionedState] = {}
        self.shares = list[RecordDelta]()
        self._numbers: dict[str, int] = {}
        self._kept: SummaryCache | None = None
        self._called: NameCache | None = None

    @property
    def kept(self) -> SummaryCache:
        """What is known of the summaries. It changes with them, and is forgotten if this comes to nothing."""
        if self._kept is None:
            self._kept, self.session.kept = self.session.kept or self._nothing_kept(), None
        return self._kept

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
        self.session.kept = self._kept or self.session.kept
        self.session.called = self._called or self.session.called
        for tournament, folded in self.tournament_states.items():
            self.session.known.keep(tournament, folded)

    def _nothing_kept(self) -> SummaryCache:
        return SummaryCache(self.connection, InternedRows(self.connection))

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
