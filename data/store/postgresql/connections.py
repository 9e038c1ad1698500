"""Connects to the database of a store: a pool for readers, a connection for the writer, one to hear of changes."""

import logging
import select
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from functools import cached_property, partial
from itertools import count
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, NamedTuple, Self

import psycopg
from psycopg import RawServerCursor, sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper
from psycopg_pool import ConnectionPool

from daifu.data.store.errors import StoreDamaged, StoreMissing, StoreReadOnly, StoreUnreachable
from daifu.data.store.postgresql.errors import ERRORS_OF_READERS, TRANSLATED_ERRORS, message_of
from daifu.data.store.postgresql.schema import (
    adapt_tables,
    find_dangling,
    has_tables,
    prepare_store,
    references,
    wait_without_limit,
)
from daifu.data.store.postgresql.statements import MAX_STATEMENTS, Connection, Renew, TextDumper, translate
from daifu.data.store.sql import sessions
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.sessions import SharedCaches
from daifu.replay.text import Text

LOG: Final = logging.getLogger("daifu.store")

logging.getLogger("psycopg").setLevel(logging.CRITICAL)
"""What psycopg logs, it raises, too. Its pool logs each attempt; see `_log_failure`."""

RawConnection = psycopg.Connection[Any]

CONNECT_TIMEOUT: Final = 5
"""How many seconds to wait for the server when a connection is made."""

POOL_SIZE: Final = 16
"""The most connections of a process for readers; more than a service has threads."""

POOL_TIMEOUT: Final = 2.0
"""How many seconds a reader waits for a connection."""

LOCK_TIMEOUT: Final = "10s"
"""How long to wait for other writers."""

ROWS_AT_ONCE: Final = 500
"""How many rows of a large result are in memory at a time."""

_SET_UP: Final = """
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false),
    set_config('lock_timeout', %s, false)
"""
"""Temporary tables come last, so that only statements that name their schema use them."""

_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_MARK_WRITE: Final = "UPDATE writes SET number = CAST(floor(random() * 9007199254740992) AS BIGINT)"
"""A random number of 53 bits: counted numbers would come again where the database is restored to an earlier state."""
_STATE: Final = "SELECT number FROM writes"
_ANNOUNCE: Final = "SELECT pg_notify('daifu_' || current_schema(), %s)"
_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_SIZE: Final = """
SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class
WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r'
"""
_ALIVE: Final = "SELECT 1"
_FIRST_START: Final = "SELECT pg_advisory_lock(hashtext('daifu first start'), hashtext(current_schema()))"

_POOL_NUMBERS: Final = count()
"""Numbers the pools of a process, so that no two have the same state."""


class StoreLocation(NamedTuple):
    """Where a store is and how it may be used. `conninfo` is what psycopg connects by, and may have a password."""

    conninfo: str
    read_only: bool

    @property
    def name(self) -> str:
        """The name of the database for people, without a password."""
        parts = conninfo_to_dict(self.conninfo)
        host, port = parts.get("host", ""), parts.get("port")
        return f"postgresql://{host}{f':{port}' if port else ''}/{parts.get('dbname', '')}"


def open_location(address: str, *, read_only: bool) -> StoreLocation:
    """The location of a store that is ready for use. It is made if there is none, unless it is only to be read.

    The address is a URI as libpq takes it. Raises `StoreUnusable`.
    """
    place = locate(address, read_only=read_only)
    with ERRORS_OF_READERS, closing(connect_first(place)) as raw:
        prepare_store(raw, place.name, read_only=read_only)
    return place


def has_store(address: str) -> bool:
    """Whether there are tables at an address. Raises `StoreUnusable`."""
    place = locate(address, read_only=True)
    with ERRORS_OF_READERS, closing(connect_first(place)) as raw:
        return has_tables(raw)


def locate(address: str, *, read_only: bool) -> StoreLocation:
    """The location that an address names. Raises `StoreDamaged` for an address that is none."""
    try:
        conninfo = make_conninfo(address, application_name="daifu", connect_timeout=CONNECT_TIMEOUT)
    except psycopg.ProgrammingError as error:
        said = message_of(error)
        raise StoreDamaged(
            Text(f"the address of the database is not one: {said}", f"データベースのアドレスではありません：{said}")
        ) from error
    return StoreLocation(conninfo, read_only)


@contextmanager
def first_start(place: StoreLocation) -> Iterator[None]:
    """Let no other process make something of a new store inside the block."""
    with closing(connect(place)) as raw:
        wait_without_limit(raw)
        raw.execute(_FIRST_START)
        yield


def connect_first(place: StoreLocation) -> RawConnection:
    """The first connection to a store. Raises `StoreMissing` or `StoreUnreachable`, with what the server says."""
    try:
        return connect(place)
    except psycopg.OperationalError as error:
        said = message_of(error)
        if 'database "' in said and said.endswith("does not exist"):
            raise StoreMissing(
                Text(f"there is no database {place.name}", f"データベース{place.name}がありません")
            ) from error
        raise StoreUnreachable(
            Text(f"{place.name} cannot be reached: {said}", f"{place.name}につながりません：{said}")
        ) from error


def connect(place: StoreLocation) -> RawConnection:
    """A connection that any thread may use, one at a time."""
    raw = psycopg.connect(place.conninfo, autocommit=True)
    set_up(raw)
    return raw


def set_up(raw: RawConnection) -> None:
    """Prepare a connection for the statements of a store."""
    # psycopg chooses a type by the size of each number, and a prepared statement has one type for each place.
    raw.adapters.register_dumper(int, Int8BinaryDumper)
    raw.adapters.register_dumper(str, TextDumper)
    raw.prepare_threshold = 0
    raw.prepared_max = MAX_STATEMENTS
    raw.execute(_SET_UP, (LOCK_TIMEOUT,), prepare=False)


class Session(sessions.Session):
    """A session on a PostgreSQL database."""

    connection: Connection

    def __init__(
        self, raw: RawConnection, pool_number: int, shared: SharedCaches, renew: "Renew | None" = None
    ) -> None:
        super().__init__(Connection(raw, renew), shared)
        self._pool_number = pool_number
        self._streams = count()

    @property
    def raw(self) -> RawConnection:
        """The connection."""
        return self.connection.raw

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the store inside the block."""
        self.connection.run(lambda raw: raw.execute(_SNAPSHOT))
        try:
            yield
        finally:
            self._roll_back()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write inside the block. The first statement waits for the writer before, whatever process it is in.

        Statements are sent together until the rows of one of them are asked for.
        """
        try:
            with self.raw.pipeline():
                self.raw.execute("BEGIN")
                self.raw.execute(_MARK_WRITE)
                yield
                self.raw.execute("COMMIT")
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        if self.raw.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN):
            self.raw.execute("ROLLBACK")

    def ask(self, statement: str) -> Callable[[], Row]:
        """Ask for one row, for which nobody waits before it is needed."""
        cursor = self.connection.execute(statement)
        return lambda: cursor.fetchall()[0]

    def stream(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        """The rows of a statement, which the server sends some at a time."""
        with RawServerCursor(self.raw, f"stream_{next(self._streams)}") as cursor:
            cursor.itersize = ROWS_AT_ONCE
            cursor.execute(translate(statement).encode(), values or None, binary=True)
            yield from cursor

    def readable_rows(self, table: str, columns: Sequence[str], lost: Callable[[], None]) -> Iterator[Row]:
        """The rows of a table. Where PostgreSQL finds a damaged page, those behind it are lost."""
        try:
            with TRANSLATED_ERRORS, self.snapshot():
                yield from self.stream(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 - names of a table
        except StoreDamaged:
            lost()

    def announce_change(self, tournament: int) -> None:
        """Notify those that listen for changes of tournaments, in every process, when the transaction is committed."""
        self.raw.execute(_ANNOUNCE, (str(tournament),))

    def create_tables(self, statements: str) -> None:
        """Create tables."""
        self.raw.execute(adapt_tables(statements).encode(), prepare=False)

    def state(self) -> tuple[int, int]:
        """The random number of the last write, and the number of the pool."""
        [(number,)] = self.connection.execute(_STATE).fetchall()
        return self._pool_number, number

    @contextmanager
    def rewriting_logs(self) -> Iterator[None]:
        """Let entries of logs be changed inside the block.

        psycopg forgets its prepared statements after this, so that none may be on the way meanwhile.
        """
        for change in ("DISABLE", "ENABLE"):
            self.raw.execute(f"ALTER TABLE entries {change} TRIGGER entries_stay".encode(), prepare=False)
            for _ in range(2):  # its answer lets psycopg forget, and what comes then is forgotten with the rest
                self.raw.execute(_ALIVE, prepare=False).fetchone()
            if change == "DISABLE":
                yield

    def erase_leftovers(self) -> bool:
        """Write the tables anew. The server's own log, and its backups, are kept as the server keeps them."""
        for (name,) in self.connection.execute(_TABLES).fetchall():
            self.raw.execute(f'VACUUM (FULL) "{name}"'.encode(), prepare=False)
        return True

    def size(self) -> int:
        """How many bytes the tables of the store take, with their indices."""
        [(size,)] = self.connection.execute(_SIZE).fetchall()
        return int(size)

    def damage(self) -> Iterator[Text]:
        """The tables with references that lead to nothing. PostgreSQL checks pages itself when they are read."""
        for reference in references():
            if self.connection.execute(find_dangling(reference)).fetchone():
                yield wording.nothing_behind(reference.table)


class SessionPool(sessions.SessionPool):
    """Sessions for readers, which psycopg pools, and one for the writer, which keeps what it has looked up."""

    errors = TRANSLATED_ERRORS

    def __init__(self, place: StoreLocation) -> None:
        self._place = place
        self._number = next(_POOL_NUMBERS)
        self._shared = SharedCaches()
        self._writer: Session | None = None
        self._connected_at = monotonic()
        self._logged_at = -inf
        self._drained_at = -inf

    @property
    def read_only(self) -> bool:
        """Whether the store was opened to be read."""
        return self._place.read_only

    @cached_property
    def _pool(self) -> "ConnectionPool[PooledConnection]":
        return ConnectionPool(
            self._place.conninfo,
            connection_class=PooledConnection,
            kwargs={"autocommit": True, "log_failure": self._log_failure},
            min_size=0,
            max_size=POOL_SIZE,
            timeout=POOL_TIMEOUT,
            reconnect_timeout=0,  # each reader tries anew, so that the store is back as soon as the server is
            configure=self._configure,
            check=self._require_alive,
            open=True,
        )

    @contextmanager
    def acquire(self) -> Iterator[Session]:
        """A session for the length of a `with` block. What replaces a dead connection lasts as long as the block."""
        with ERRORS_OF_READERS, self._pool.connection() as raw:
            try:
                yield raw.session
            finally:
                if raw.session.raw is not raw:
                    raw.session.raw.close()

    @contextmanager
    def separate(self) -> Iterator[Session]:
        """A session that is opened for the block and closed after it."""
        with ERRORS_OF_READERS, closing(connect(self._place)) as raw:
            yield self._session(raw)

    def writer(self) -> Session:
        """The session of the writer. It is made anew where the connection was lost."""
        if self._writer is not None and not _is_alive(self._writer.raw):
            self._writer.raw.close()
            self._writer = None
        if self._writer is None:
            self._writer = self._session(connect(self._place))
        return self._writer

    def turn(self) -> "nullcontext[None]":
        """Nothing to wait for: each transaction waits for its own turn. Raises `StoreReadOnly`."""
        if self._place.read_only:
            raise StoreReadOnly
        return nullcontext()

    def require_same_store(self) -> None:
        """Nothing to check: nobody removes a database that is in use."""

    def listen(self, call: Callable[[], None]) -> "ChangeListener":
        """Listen for changes of tournaments on a connection of its own."""
        return ChangeListener(partial(connect, self._place), call)

    def drop(self) -> None:
        """Close the connections of the pool and that of the writer."""
        if "_pool" in vars(self):
            self._pool.close()
            del self._pool
        if self._writer is not None:
            self._writer.raw.close()
            self._writer = None

    def abandon(self) -> None:
        """Leave the connections of the parent process alone; psycopg closes none of another process."""

    close = drop

    def _session(self, raw: RawConnection) -> Session:
        return Session(raw, self._number, self._shared)

    def _configure(self, raw: "PooledConnection") -> None:
        set_up(raw)
        raw.session = Session(raw, self._number, self._shared, partial(connect, self._place))
        self._connected_at = monotonic()

    def _require_alive(self, raw: "PooledConnection") -> None:
        """Raise `psycopg.OperationalError` where the server has closed an idle connection, and replace the others.

        Idle connections are usually cut together. The pool waits longer after each of them that it finds dead, and a
        reader would wait in vain.
        """
        try:
            _require_alive(raw)
        except psycopg.OperationalError:
            if raw.made_at > self._drained_at:
                self._drained_at = monotonic()
                self._pool.drain()
            raise

    def _log_failure(self, error: psycopg.Error, began: float) -> None:
        """Log why no connection can be made, once until one can.

        What began before the last connection was made says nothing of the time since.
        """
        if began > self._connected_at > self._logged_at:
            self._logged_at = monotonic()
            LOG.warning("%s cannot be reached: %s", self._place.name, message_of(error))


class PooledConnection(psycopg.Connection[Any]):
    """A connection of the pool, with its session."""

    session: Session
    made_at: float

    @classmethod
    def connect(  # type: ignore[override]  # only the pool calls it
        cls,
        conninfo: str,
        *,
        log_failure: Callable[[psycopg.Error, float], None],
        **options: Any,  # noqa: ANN401 - what psycopg takes
    ) -> Self:
        """A new connection. If none can be made, `log_failure` is called with the error and when the attempt began."""
        began = monotonic()
        try:
            made = super().connect(conninfo, **options)
        except psycopg.Error as error:
            log_failure(error, began)
            raise
        made.made_at = monotonic()
        return made


def _require_alive(raw: RawConnection) -> None:
    """Raise `psycopg.OperationalError` where the server has closed an idle connection."""
    poll = select.poll()
    poll.register(raw.fileno(), select.POLLIN)
    if poll.poll(0):  # the server has sent something: usually that it goes away
        raw.execute(_ALIVE)


def _is_alive(raw: RawConnection) -> bool:
    if raw.closed:
        return False
    try:
        _require_alive(raw)
    except psycopg.OperationalError:
        return False
    return True


RETRY_SECONDS: Final = 2.0
"""Seconds until the listener connects again after its connection was lost."""
_LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at whether the listener is to end."""

_CHANNEL: Final = "SELECT 'daifu_' || current_schema()"


class ChangeListener:
    """Calls a function from a thread of its own after each change of a tournament, whatever process made it.

    It has a connection of its own. While that is away, nothing is heard; when it is back, the function is called once
    for all that was missed.
    """

    def __init__(self, connect: Callable[[], RawConnection], call: Callable[[], None]) -> None:
        self._connect = connect
        self._call = call
        self._is_listening = False
        self._closing = Event()
        self._thread = Thread(target=self._run, name="changes of tournaments", daemon=True)
        self._thread.start()

    @property
    def is_listening(self) -> bool:
        """Whether changes are heard of at the moment."""
        return self._is_listening

    def close(self) -> None:
        """Hear of nothing any more, and wait until the connection is closed."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with closing(self._connect()) as raw:
                    self._listen(raw)
            except psycopg.Error:  # readers say in the log that the server is away; a standby does not notify
                self._is_listening = False
                self._closing.wait(RETRY_SECONDS)
        self._is_listening = False

    def _listen(self, raw: RawConnection) -> None:
        """Listen until the listener is closed. Raises `psycopg.Error` when the connection is lost."""
        [(channel,)] = raw.execute(_CHANNEL).fetchall()
        raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        self._is_listening = True
        self._call()
        while not self._closing.is_set():
            for _ in raw.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                self._call()
