"""A write transaction: all of it or nothing, on disk when the block ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from data.store.asked import now
from data.store.people.called import Called
from data.store.sessions import Session
from data.store.statistics.kept import Kept
from data.store.statistics.shares import Share
from data.store.statistics.written import Recurring

if TYPE_CHECKING:
    from data.store.tournaments.known import Folded

MOST_KNOWN: Final = 10_000
"""So many texts a session knows the numbers of: far more than there are in use at a time."""

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_NEW: Final = "INSERT INTO texts (text) VALUES (?)"


class Transaction:
    """What is written together, at one time of the clock.

    `folded` are the tournaments that it changes, `shares` what it changes of the summaries.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection
        self.at = int(now().timestamp())
        self.folded: dict[int, Folded] = {}
        self.shares = list[Share]()
        self._numbers: dict[str, int] = {}
        self._kept: Kept | None = None
        self._called: Called | None = None

    @property
    def kept(self) -> Kept:
        """What is known of the summaries. It changes with them, and is forgotten if this comes to nothing."""
        if self._kept is None:
            self._kept, self.session.kept = self.session.kept or self._nothing_kept(), None
        return self._kept

    @property
    def called(self) -> Called:
        """What players are known to go by, which is forgotten likewise."""
        if self._called is None:
            self._called, self.session.called = self.session.called or Called(self.connection), None
            self._called.renew()
        return self._called

    def number(self, text: str) -> int:
        """The number under which the store keeps a text that recurs."""
        number = self.session.numbers.get(text) or self._numbers.get(text)
        if number is None:
            row = self.connection.execute(_NUMBER, (text,)).fetchone()
            number = row[0] if row else self.insert(_NEW, (text,))
            self._numbers[text] = number
        return number

    def committed(self) -> None:
        """What was written is on disk: the next transaction need not look up again what the store will never change."""
        known = self.session.numbers
        if len(known) + len(self._numbers) > MOST_KNOWN:
            known.clear()
        known.update(self._numbers)
        self.session.kept = self._kept or self.session.kept
        self.session.called = self._called or self.session.called
        for tournament, folded in self.folded.items():
            self.session.known.keep(tournament, folded)

    def _nothing_kept(self) -> Kept:
        return Kept(self.connection, Recurring(self.connection))

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
        writing.committed()
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
