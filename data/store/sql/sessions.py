"""What the shared statements need of a database: connections, sessions and a pool of sessions.

The statements are in the part of SQL that SQLite and PostgreSQL share, with SQLite's placeholders: `?`, and `?3` for
the third value. Where the two differ, a session does it, or the backend's package.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import count
from typing import Any, Final, TypeVar

from daifu.data.store.sql.compression import Compressor
from daifu.data.store.sql.connection import Connection, Row
from daifu.data.store.values import ChangeListener
from daifu.replay.text import Text

T = TypeVar("T")

_SESSION_NUMBERS: Final = count()
"""Numbers the sessions of a process."""


class SharedCaches:
    """Caches for all threads of a process, each kept under the function that makes it. Each guards itself."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}

    def get(self, make: Callable[[], T]) -> T:
        """The cache that `make` made, or makes now."""
        found: T | None = self._made.get(make)
        if found is None:
            found = self._made.setdefault(make, make())
        return found


class Session(ABC):
    """A connection with its compressor and its caches; for one thread at a time.

    `caches` belong to this connection and are used by its transactions, each under the function that makes it, as long
    as names have `names_ended` as often; `shared` are the caches of all sessions of a pool.
    """

    def __init__(self, connection: Connection, shared: SharedCaches) -> None:
        self.connection = connection
        self.number = next(_SESSION_NUMBERS)
        self.compressor = Compressor(connection)
        self.caches: dict[Callable[[Connection], Any], Any] = {}
        self.names_ended = 0
        self.shared = shared

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """Read one state of the store inside the block, whatever is written in the meantime."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """A transaction that writes: all of it is on disk when the block ends, or nothing of it.

        There is one at a time in all processes and on all machines.
        """

    @abstractmethod
    def ask(self, statement: str) -> Callable[[], Row]:
        """Ask for one row; the function that returns it, to be called before the transaction ends."""

    @abstractmethod
    def stream(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        """The rows of a statement, within a transaction, a few of which are in memory at a time."""

    @abstractmethod
    def readable_rows(self, table: str, columns: Sequence[str], lost: Callable[[], None]) -> Iterator[Row]:
        """The rows of a table that can be read, also of a damaged store; `lost` is called where some cannot."""

    @abstractmethod
    def announce_change(self, tournament: int) -> None:
        """Let those that listen for changes of tournaments know of one when the transaction is committed.

        A database that tells nobody does nothing.
        """

    @abstractmethod
    def create_tables(self, statements: str) -> None:
        """Create tables, given as in `daifu.data.store.sql.tables`."""

    @abstractmethod
    def state(self) -> Hashable:
        """A value that is never the same again once the store was written to."""

    @abstractmethod
    def rewriting_logs(self) -> AbstractContextManager[None]:
        """Let entries of logs be changed inside the block, in a transaction. Outside, the database refuses that."""

    @abstractmethod
    def erase_leftovers(self) -> bool:
        """Write the store anew without the bytes of what was deleted; False where others keep that from being done."""

    @abstractmethod
    def size(self) -> int:
        """How many bytes the store takes."""

    def damaged_tables(self) -> frozenset[str]:
        """The tables in which the database finds damage when it looks for it.

        One that has checksums of its pages need not look.
        """
        return frozenset()

    def make_indexes(self, table: str) -> None:  # noqa: B027 - nothing to do where no table is found
        """Make the indexes of a table anew. Raises `StoreDamaged`."""

    def empty_tables(self, tables: Sequence[str]) -> None:  # noqa: B027 - likewise
        """Empty tables without looking at their rows, in a transaction."""

    @abstractmethod
    def damage(self) -> Iterator[Text]:
        """What the database itself finds to be damaged."""


class SessionPool(ABC):
    """Sessions for readers, one for the writer, and the lock by which the threads of other processes wait for it."""

    errors: AbstractContextManager[None]
    """Raises errors of the store in place of those of the database. One instance serves all threads."""

    @property
    @abstractmethod
    def read_only(self) -> bool:
        """Whether nothing can be written."""

    @abstractmethod
    def acquire(self) -> AbstractContextManager[Session]:
        """A session for the length of a `with` block, in which `errors` are translated."""

    @abstractmethod
    def separate(self) -> AbstractContextManager[Session]:
        """Like `acquire`, a session with a connection of its own, for what takes long."""

    @abstractmethod
    def writer(self) -> Session:
        """The session of the writer, which all threads share in turn."""

    @abstractmethod
    def turn(self) -> AbstractContextManager[None]:
        """Wait for the turn to write, which lasts as long as the block. Raises `StoreUnusable`."""

    @abstractmethod
    def require_same_store(self) -> None:
        """Check that the store is still the one that was opened. Raises `StoreReplaced`."""

    @abstractmethod
    def listen(self, call: Callable[[], None]) -> ChangeListener | None:
        """Call this from another thread after each announced change; None where the database tells of none."""

    @abstractmethod
    def drop(self) -> None:
        """Close what no child of this process may use."""

    @abstractmethod
    def abandon(self) -> None:
        """Keep the connections of the parent process unused and open, in a child."""

    @abstractmethod
    def close(self) -> None:
        """Close all sessions. None of them may be in use."""
