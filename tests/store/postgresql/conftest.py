"""A store in PostgreSQL for each test, and servers that tests may stop and kill."""

from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from daifu.data.store.open import open_store
from daifu.data.store.postgresql.store import Store
from tests.support.postgresql import EMPTY_SCHEMAS, Server, new_schema, schema_of

Execute = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def address() -> str:
    """The address of an empty schema. Its store is not used again: tests here change it."""
    found = new_schema()
    EMPTY_SCHEMAS.remove(schema_of(found))
    return found


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with closing(open_store(address)) as opened:
        assert isinstance(opened, Store)
        yield opened


@pytest.fixture
def other(store: Store, address: str) -> Iterator[Store]:  # noqa: ARG001 - it opens a store that is there
    """The same store, opened by another service."""
    with closing(open_store(address)) as opened:
        assert isinstance(opened, Store)
        yield opened


@pytest.fixture
def execute(address: str) -> Iterator[Execute]:
    """Runs a statement in the schema of the store, without the store."""
    with psycopg.connect(address, autocommit=True) as connection:

        def run(statement: str) -> list[tuple[object, ...]]:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

        yield run


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of the test's own, which writes as one in earnest does, and starts soon after a crash."""
    with closing(Server("autovacuum=off", "recovery_init_sync_method=syncfs")) as own:
        own.start()
        yield own
