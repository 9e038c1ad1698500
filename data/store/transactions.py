"""A write transaction: all of it or nothing, on disk when the block ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from data.store.asked import now
from data.store.sessions import Session

if TYPE_CHECKING:
    from data.store.tournaments.known import Folded

MOST_KNOWN: Final = 10_000
"""So many texts a session knows the numbers of: far more than there are in use at a time."""

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_NEW: Final = "INSERT INTO texts (text) VALUES (?)"


class Transaction:
    """What is written together, at one time of the clock; `folded` are the tournaments that it changes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection
        self.at = int(now().timestamp())
        self.folded: dict[int, Folded] = {}
        self._numbers: dict[str, int] = {}

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
        for tournament, folded in self.folded.items():
            self.session.known.keep(tournament, folded)

    def insert(self, statement: str, values: tuple[Any, ...]) -> int:
        """Write one row; its number."""
        row = self.connection.execute(statement, values).lastrowid
        if row is None:
            raise sqlite3.ProgrammingError(statement)
        return row


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
