"""Transactions: all of a write is on disk when the block ends, or nothing of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from daifu.data.store.sql.connection import Connection, Row
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import NameCache, TextNumbers
from daifu.data.store.values import VersionedState, current_time

if TYPE_CHECKING:
    from daifu.data.store.sql.statistics.deltas import RecordDelta

T = TypeVar("T")

_BEGINNING: Final = """
SELECT
    (SELECT coalesce(max(id), 0) FROM records),
    (SELECT coalesce(max(id), 0) FROM aliases),
    (SELECT coalesce(max(id), 0) FROM pending_deltas),
    (SELECT coalesce(max(times), 0) FROM endings WHERE subject = 'names'),
    version, record
FROM statistics_progress
"""


class Beginning(NamedTuple):
    """What a transaction begins with: the last rows of tables, of which that of deltas tells the size of their log.

    The `counting_version` has counted up to the record `counted`, None for all.
    """

    last_record: int
    last_alias: int
    last_delta: int
    names_ended: int
    counting_version: int
    counted: int | None


class Transaction:
    """The writes of one transaction, all of which have the same time `at`.

    `tournament_states` are the states of the tournaments that it changes. `deltas` are the changes of the statistics,
    and `record_players` the numbers of the players of new and changed records: they are written together at the end.
    `absent` are contents and openings that are known to be of no record. `caches` are given back to the session when
    the transaction is committed, and the calls of `after_commit` made.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting_rows: dict[str, list[tuple[Any, ...]]] = {}
        self.at = int(current_time().timestamp())
        self.tournament_states: dict[int, VersionedState] = {}
        self.deltas: list[RecordDelta] = []
        self.record_players: dict[int, list[int]] = {}
        self.absent: set[bytes] = set()
        self._new_records = 0
        self.caches: dict[Callable[[Connection], Any], Any] = {}
        self.after_commit: list[Callable[[], None]] = []

    @cached_property
    def number(self) -> Callable[[str], int]:
        """What gives the number under which the store has a text that recurs; a new text is stored."""
        return self.cache(TextNumbers).__getitem__

    @property
    def session(self) -> Session:
        """The session, in which all rows of the transaction are written."""
        if self._waiting_rows:
            self.write_rows()
        return self._session

    @property
    def connection(self) -> Connection:
        """The connection of the session."""
        return self.session.connection

    def add_row(self, statement: str, row: tuple[Any, ...]) -> None:
        """Let a row be inserted by this statement, together with others, before anything else is done."""
        self._waiting_rows.setdefault(statement, []).append(row)

    def write_rows(self) -> None:
        """Insert the rows that wait, in the order in which their statements came first."""
        waiting, self._waiting_rows = self._waiting_rows, {}
        for statement, rows in waiting.items():
            self._session.connection.executemany(statement, rows)

    def cache(self, make: Callable[[Connection], T]) -> T:
        """The connection's cache that `make` made, or makes now.

        It may change with what is written: if the transaction is rolled back, it is dropped.
        """
        if make not in self.caches:
            if self._session.names_ended != self.beginning.names_ended:
                self._session.caches.clear()
                self._session.names_ended = self.beginning.names_ended
            # Taken out of the session until the commit, so that a rollback drops it.
            found = self._session.caches.pop(make, None)
            self.caches[make] = make(self._session.connection) if found is None else found
        cache: T = self.caches[make]
        return cache

    @cached_property
    def names(self) -> NameCache:
        """The names that players go by."""
        names = self.cache(NameCache)
        names.renew(self.beginning.last_alias)
        return names

    @cached_property
    def _read_beginning(self) -> Callable[[], Row]:
        return self.session.ask(_BEGINNING)

    def ask_for_beginning(self) -> None:
        """Send the question for the beginning together with what is asked next, and wait for the answer later."""
        _ = self._read_beginning

    @cached_property
    def beginning(self) -> Beginning:
        """What the transaction begins with. It is asked for before rows of these tables are written."""
        return Beginning._make(self._read_beginning())

    def known_number(self, text: str) -> int | None:
        """The number of a text; None where the store does not have it."""
        return self.cache(TextNumbers).known(text)

    def next_record(self) -> int:
        """The id of the next new record. Nobody else makes one meanwhile."""
        self._new_records += 1
        return self.beginning.last_record + self._new_records

    def insert(self, statement: str, values: tuple[Any, ...]) -> int:
        """Insert one row by a statement that returns its number."""
        [(number,)] = self.connection.execute(statement, values).fetchall()
        return int(number)


@contextmanager
def transaction(session: Session) -> Iterator[Transaction]:
    """Write inside the block."""
    with session.writing():
        writing = Transaction(session)
        yield writing
        writing.write_rows()
    session.caches.update(writing.caches)
    for call in writing.after_commit:
        call()
