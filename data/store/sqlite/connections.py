"""Opens the file of a store and pools connections to it: one for each reader at a time, and one for the writer.

No connection is used after a fork.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final, NamedTuple
from weakref import WeakSet, finalize

from daifu.data.store.errors import StoreDamaged, StoreMissing, StoreReadOnly, StoreUnfinished
from daifu.data.store.sql import sessions
from daifu.data.store.sql.compression import has_bundled_dictionary
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.progress import needs_recount
from daifu.data.store.sql.sessions import SharedCaches
from daifu.data.store.sqlite.errors import TRANSLATED_ERRORS, os_error
from daifu.data.store.sqlite.files import StoreFiles, WriteLock
from daifu.data.store.sqlite.schema import (
    DROP_LOG_TRIGGER,
    LOG_TRIGGER,
    create_tables,
    has_tables,
    is_unfinished_copy,
    is_up_to_date,
    require_tables,
)
from daifu.replay.text import Text

OWNER_ONLY: Final = 0o600
"""The permissions of a new store: it has the hashes of tokens, and what people may not want to be read by all."""

BUSY_TIMEOUT: Final = 10.0
"""How many seconds to wait for other writers."""

PRAGMAS: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -2000",
)
"""Each thread has a connection, whose pages are 2 MB: with 16 MB a service takes 100 MB more, and answers no faster.

A log of 4000 pages is 16 MB, and the first part of SQLite's index of the log has room for them. A game writes some
13 pages, mostly of indices and the same ones again and again: the fewer checkpoints, the less often each is copied.
"""


class StoreLocation(NamedTuple):
    """Where a store is and how it may be used; an `immutable` one cannot be written to by anybody."""

    path: Path
    read_only: bool
    immutable: bool = False

    @property
    def address(self) -> str:
        """The URI of the file for SQLite."""
        mode = "immutable=1" if self.immutable else "mode=ro" if self.read_only else "mode=rwc"
        return f"{self.path.as_uri()}?{mode}"


def open_location(path: Path, *, read_only: bool) -> StoreLocation:
    """The location of a store that is ready for use. It is made if there is none, unless it is only to be read.

    The path has to be absolute. Raises `StoreUnusable`.
    """
    place = find_location(path, read_only=read_only)
    if not path.exists():
        _create_file(path)
    with TRANSLATED_ERRORS, closing(connect(place)) as connection:
        if is_up_to_date(connection):
            require_tables(place.path, connection)
        if not _is_ready(connection, read_only=place.read_only):
            _prepare(place, connection)
    return place


def create_location(path: Path) -> StoreLocation:
    """The location of a file for a copy of a store; an empty file is made if there is none. Raises `StoreUnusable`."""
    place = find_location(path, read_only=False)
    if not path.exists():
        _create_file(path)
    return place


def _create_file(path: Path) -> None:
    """Make an empty file that only its owner may use; those that SQLite makes beside it get the same permissions."""
    folder = path.parent
    refusal = Text(
        f"{folder} takes no new files, so no store can be made there",
        f"{folder}には新しいファイルを作れないため、保存先を作れません",
    )
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    except OSError as error:
        raise os_error(error, refusal) from error


def _prepare(place: StoreLocation, connection: sqlite3.Connection) -> None:
    """Make a store, or bring one up to date. Raises `StoreUnusable` where it is none, or can only be read."""
    if is_unfinished_copy(connection):
        raise StoreUnfinished(str(place.path))
    if place.read_only:
        _migrations().require_ready(place.path, connection)
        return
    with closing(WriteLock(place.path)) as lock, lock.held():
        if has_tables(connection):
            _migrations().bring_up_to_date(place.path, connection)
        else:
            connection.execute("PRAGMA journal_mode = WAL")
            try:
                create_tables(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")


def _migrations() -> ModuleType:
    """The migrations, which are loaded for a store of an earlier version only: sqlite-utils takes long to load."""
    from daifu.data.store.sqlite import migrations  # noqa: PLC0415 - see above

    return migrations


def _is_ready(connection: sqlite3.Connection, *, read_only: bool) -> bool:
    """Whether the store can be used as it is; one that is only read cannot be counted first."""
    if not is_up_to_date(connection) or not has_bundled_dictionary(connection):
        return False
    if read_only:
        return not needs_recount(connection)
    return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def connect(place: StoreLocation) -> sqlite3.Connection:
    """A connection that any thread may use, one at a time."""
    # Without an isolation level `sqlite3` begins no transaction by itself.
    connection = sqlite3.connect(
        place.address, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT, check_same_thread=False
    )
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        raise
    return connection


def find_location(path: Path, *, read_only: bool) -> StoreLocation:
    """How the file at this path may be used. Raises `StoreUnusable`."""
    folder = path.parent
    if not folder.is_dir():
        raise StoreMissing(Text(f"there is no folder {folder}", f"フォルダー{folder}がありません"))
    if not path.exists():
        if read_only:
            raise StoreMissing(Text(f"there is no store {path}", f"保存先{path}がありません"))
        if not os.access(folder, os.W_OK):
            raise StoreReadOnly(Text(f"{folder} cannot be written to", f"{folder}には書き込めません"))
        return StoreLocation(path, read_only=False)
    if not path.is_file():
        raise StoreDamaged(Text(f"{path} is not a file", f"{path}はファイルではありません"))
    log, log_index = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    # SQLite makes the log before its index and deletes it after that, so that there is no index without a log. It is
    # looked for twice, because another process may just have deleted both.
    if log_index.exists() and not log.exists() and log_index.exists():
        raise StoreDamaged(
            Text(
                f"{path.name}-wal, with the latest changes of {path}, is missing: put it back beside the store, "
                f"or delete {path.name}-shm to go on without these changes",
                f"{path}の最近の変更が入った{path.name}-walがありません。保存先と同じ場所に戻すか、"
                f"その変更を諦める場合は{path.name}-shmを削除してください",
            )
        )
    fixed = not os.access(folder, os.W_OK)
    if fixed and _has_content(log) and not log_index.exists():
        raise StoreReadOnly(
            Text(
                f"{path} was not closed properly and has to be opened once where its folder can be written to",
                f"{path}は正しく閉じられていません。フォルダーに書き込める状態で一度開いてください",
            )
        )
    immutable = fixed and not _has_content(log) and not _has_content(log_index)
    return StoreLocation(path, read_only or fixed or not os.access(path, os.W_OK), immutable)


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


MOST_DAMAGED_ROWS: Final = 20_000
"""After how many numbers of rows that cannot be read, one behind the other, a table is taken to be at its end."""

_TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
_TABLE: Final = "SELECT sql LIKE '%WITHOUT ROWID%' FROM sqlite_schema WHERE name = ?"
_WRITER_CACHE: Final = "PRAGMA cache_size = -16000"
_STATE: Final = "PRAGMA data_version"
_SIZE: Final = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


def file_damage(connection: sqlite3.Connection) -> Iterator[Text]:
    """What SQLite finds to be damaged in a file."""
    for (found,) in connection.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield wording.of_file(found)
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield wording.nothing_behind(table)


class Session(sessions.Session):
    """A session on an SQLite file."""

    connection: sqlite3.Connection

    def __init__(
        self, place: StoreLocation, shared: SharedCaches | None = None, files: StoreFiles | None = None
    ) -> None:
        self._files = files or StoreFiles(place.path)
        self._files.require()
        with TRANSLATED_ERRORS:
            super().__init__(connect(place), shared or SharedCaches())
        finalize(self, self.connection.close).atexit = False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the store inside the block."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write inside the block. It begins immediately: SQLite refuses at once a reader that starts to write.

        Raises `StoreReplaced` where the file was removed or replaced, also during the commit.
        """
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            self._files.note_log()
            self._files.require()
            yield
            self.connection.execute("COMMIT")
            self._files.require()
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def ask(self, statement: str) -> Callable[[], Row]:
        """Ask for one row. It is read at once: an unfinished statement holds on to this state of the store."""
        [row] = self.connection.execute(statement).fetchall()
        return lambda: row

    def stream(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        """The rows of a statement, which SQLite finds one by one."""
        return self.connection.execute(statement, values)

    def readable_rows(self, table: str, columns: Sequence[str], lost: Callable[[], None]) -> Iterator[Row]:
        """The rows of a table that can be read. Behind a damaged page, the search goes on row by row."""
        select = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - names of a table and its columns
        self.connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        self.connection.execute("PRAGMA writable_schema = ON")  # a table can be read though the schema has damage
        try:
            yield from self.connection.execute(f"{select} NOT INDEXED")
        except sqlite3.DatabaseError:
            lost()
            yield from self._rows_around_damage(table, columns)

    def _rows_around_damage(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        """The rows of a damaged table, some of which may come twice."""
        without_rowid = False
        with suppress(sqlite3.DatabaseError):
            row = self.connection.execute(_TABLE, (table,)).fetchone()
            without_rowid = bool(row and row[0])
        if without_rowid:
            for order in ("ASC", "DESC"):
                with suppress(sqlite3.DatabaseError):
                    by = ", ".join(f"{column} {order}" for column in columns[:2])
                    yield from self.connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {by}")  # noqa: S608
            return
        from_row = f"SELECT rowid, {', '.join(columns)} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"  # noqa: S608
        one_row = f"SELECT rowid, {', '.join(columns)} FROM {table} NOT INDEXED WHERE rowid = ?"  # noqa: S608
        following, failures = 0, 0
        while failures < MOST_DAMAGED_ROWS:
            try:
                for row in self.connection.execute(from_row, (following,)):
                    yield row[1:]
                    following, failures = row[0] + 1, 0
            except sqlite3.DatabaseError:  # `sqlite3` reads one row ahead, and gives none that comes before damage
                with suppress(sqlite3.DatabaseError):
                    yield from (row[1:] for row in self.connection.execute(one_row, (following,)).fetchall())
                following, failures = following + 1, failures + 1
            else:
                return

    def announce_change(self, tournament: int) -> None:
        """Do nothing: SQLite tells no other process of a change."""

    def create_tables(self, statements: str) -> None:
        """Create tables."""
        self.connection.executescript(statements)

    def state(self) -> tuple[int, int]:
        """A value that changes when another connection writes, and differs between sessions."""
        return self.number, self.connection.execute(_STATE).fetchone()[0]

    @contextmanager
    def rewriting_logs(self) -> Iterator[None]:
        """Let entries of logs be changed inside the block."""
        self.connection.execute(DROP_LOG_TRIGGER)
        yield
        self.connection.execute(LOG_TRIGGER)

    def erase_leftovers(self) -> bool:
        """Write the file anew, and empty the log of writes; False where readers still need what is in it."""
        self.connection.execute("VACUUM")
        is_busy, *_ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy

    def size(self) -> int:
        """How many bytes the file has."""
        return int(self.connection.execute(_SIZE).fetchone()[0])

    def damaged_tables(self) -> frozenset[str]:
        """The tables whose pages are damaged, or whose rows are not those of their indexes."""
        damaged = set()
        for (name,) in self.connection.execute(_TABLES).fetchall():
            try:
                if self.connection.execute(f"PRAGMA integrity_check({name})").fetchall() != [("ok",)]:
                    damaged.add(name)
            except sqlite3.DatabaseError:
                damaged.add(name)
        return frozenset(damaged)

    def make_indexes(self, table: str) -> None:
        """Make the indexes of a table anew. Raises `StoreDamaged` where the rows do not allow it."""
        try:
            self.connection.execute(f"REINDEX {table}")
        except sqlite3.IntegrityError as error:
            raise StoreDamaged from error

    def empty_tables(self, tables: Sequence[str]) -> None:
        """Empty tables without looking at their rows, in a transaction; with references SQLite would look at them."""
        self.connection.execute("PRAGMA foreign_keys = OFF")
        with self.writing():
            for table in tables:
                self.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of a table

    def damage(self) -> Iterator[Text]:
        """What SQLite finds to be damaged in the file."""
        return file_damage(self.connection)

    def close(self) -> None:
        """Close the connection, and roll back what was not committed."""
        self.connection.close()


class SessionPool(sessions.SessionPool):
    """Sessions for readers, and one for the writer.

    The session that was given back last is given out first: its pages and its dictionary are still in memory.
    """

    errors = TRANSLATED_ERRORS

    def __init__(self, place: StoreLocation) -> None:
        self.place = place
        self._files = StoreFiles(place.path)
        self._write_lock = WriteLock(place.path)
        self._shared = SharedCaches()
        self._idle: list[Session] = []
        self._open: WeakSet[Session] = WeakSet()
        self._writer: Session | None = None

    @property
    def read_only(self) -> bool:
        """Whether the store was opened to be read, or cannot be written to."""
        return self.place.read_only

    def acquire(self) -> "_Lease":
        """A session for the length of a `with` block."""
        return _Lease(self._idle, self._new)

    @contextmanager
    def separate(self) -> Iterator[Session]:
        """A session that is opened for the block and closed after it."""
        with TRANSLATED_ERRORS, closing(Session(self.place, files=self._files)) as session:
            yield session

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Keep other processes from writing inside the block."""
        if self.place.read_only:
            raise StoreReadOnly
        self._files.require()
        with self._write_lock.held():
            yield

    def require_same_store(self) -> None:
        """Check that the files are those that were opened. Raises `StoreReplaced`."""
        self._files.require()

    def listen(self, call: Callable[[], None]) -> None:
        """Return None: SQLite tells no other process of a change."""

    def writer(self) -> Session:
        """The session of the writer, which all threads share in turn.

        The pages that one thread has read and written are cached for the next, unless another process writes.
        """
        if self._writer is None:
            self._writer = self._new()
            self._writer.connection.execute(_WRITER_CACHE)
        return self._writer

    def drop(self) -> None:
        """Close the idle sessions and that of the writer."""
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()
        self._writer = None
        self._files.forget_log()

    def abandon(self) -> None:
        """Keep the sessions of the parent process unused and open: SQLite forbids a child to close them."""
        _ABANDONED.extend(self._open)

    def close(self) -> None:
        """Close all sessions. None of them may be in use."""
        for session in list(self._open):
            session.close()
        self._files.forget_log()
        self._write_lock.close()

    def _new(self) -> Session:
        session = Session(self.place, self._shared, self._files)
        self._open.add(session)
        return session


class _Lease:
    """A block that has an idle session to itself, or a new one if all are in use."""

    def __init__(self, idle: list[Session], new: Callable[[], Session]) -> None:
        self._idle = idle
        self._new = new

    def __enter__(self) -> Session:
        try:
            self._session = self._idle.pop()
        except IndexError:
            self._session = self._new()
        return self._session

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._idle.append(self._session)
        TRANSLATED_ERRORS.__exit__(kind, error, trace)


_ABANDONED: Final[list[Session]] = []
"""Sessions that must not be closed, which the garbage collector would do."""
