"""What a role of the database may do, and what is said where it may not: as the documentation says."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from daifu.data.store.errors import StoreForbidden, StoreMissing, StoreReadOnly
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER
from tests.store.postgresql.conftest import Execute
from tests.support.command_line import daifu
from tests.support.postgresql import schema_of
from tests.support.stores import ANN, judged_sitting, record_ids


@pytest.fixture
def role(address: str, execute: Execute) -> Iterator[str]:
    """A new role without rights."""
    name = f"clerk_of_{schema_of(address)}"
    execute(f"CREATE ROLE {name} LOGIN")
    yield name
    execute(f"DROP OWNED BY {name}")
    execute(f"DROP ROLE {name}")


@pytest.fixture
def as_role(address: str, execute: Execute, role: str) -> Callable[..., str]:
    """Gives the role these rights, and returns the address of the store for it. `{schema}` is that of the store."""

    def address_with(*rights: str) -> str:
        for right in rights:
            execute(f"GRANT {right.format(schema=schema_of(address))} TO {role}")
        return address.replace("user=postgres", f"user={role}")

    return address_with


def test_a_role_with_usage_and_create_makes_a_store_and_uses_it(as_role: Callable[..., str]) -> None:
    with closing(open_store(as_role("USAGE, CREATE ON SCHEMA {schema}"))) as store:
        store.add([judged_sitting()], ANN)
        assert record_ids(store) == [1]


@pytest.mark.parametrize("rights", [(), ("CREATE ON SCHEMA {schema}",)])
def test_a_role_without_usage_finds_no_schema(rights: tuple[str, ...], as_role: Callable[..., str]) -> None:
    with pytest.raises(StoreMissing, match="or the role has no USAGE on it"):
        open_store(as_role(*rights))


def test_a_role_without_create_makes_no_store(as_role: Callable[..., str]) -> None:
    with pytest.raises(StoreReadOnly, match="needs USAGE and CREATE on the schema"):
        open_store(as_role("USAGE ON SCHEMA {schema}"))


@pytest.mark.parametrize("read_only", [False, True])
def test_a_role_without_select_is_told_that_it_cannot_read(
    address: str, as_role: Callable[..., str], *, read_only: bool
) -> None:
    open_store(address).close()
    with pytest.raises(StoreForbidden, match="cannot be read: the role needs USAGE on its schema and SELECT"):
        open_store(as_role("USAGE ON SCHEMA {schema}"), read_only=read_only)


def test_a_right_that_is_taken_away_later_is_told_by_the_next_read(
    address: str, execute: Execute, role: str, as_role: Callable[..., str]
) -> None:
    with closing(open_store(address)) as store:
        store.add([judged_sitting()], ANN)
    with closing(open_store(as_role("USAGE ON SCHEMA {schema}", "SELECT ON ALL TABLES IN SCHEMA {schema}"))) as store:
        assert record_ids(store) == [1]
        execute(f"REVOKE ALL ON records FROM {role}")
        with pytest.raises(StoreForbidden):
            record_ids(store)


def test_a_role_with_select_reads_the_store_and_cannot_write(address: str, as_role: Callable[..., str]) -> None:
    with closing(open_store(address)) as store:
        store.add([judged_sitting()], ANN)
    with closing(open_store(as_role("USAGE ON SCHEMA {schema}", "SELECT ON ALL TABLES IN SCHEMA {schema}"))) as store:
        assert record_ids(store) == [1]
        assert store.statistics.player(["Mu"], "theater")
        with pytest.raises(StoreReadOnly, match="can only be read"):
            store.create_token("clerk", SCOREKEEPER)


def test_a_role_with_select_shows_statistics_and_exports(
    address: str, as_role: Callable[..., str], tmp_path: Path
) -> None:
    with closing(open_store(address)) as store:
        store.add([judged_sitting()], ANN)
    location = as_role("USAGE ON SCHEMA {schema}", "SELECT ON ALL TABLES IN SCHEMA {schema}")
    shown = daifu("stats", "players", "--db", location)
    exported = daifu("export", tmp_path / "tables", "--db", location)
    assert (shown.exit_code, exported.exit_code) == (0, 0), (shown.stderr, exported.stderr)
    assert "Mu" in shown.stdout
    assert list((tmp_path / "tables" / "records").rglob("*.parquet"))


def test_what_psycopg_ignores_is_not_logged(address: str, execute: Execute, caplog: pytest.LogCaptureFixture) -> None:
    with closing(open_store(address)) as store, closing(psycopg.connect(address)) as connection:
        store.add([judged_sitting()], ANN)
        with suppress(psycopg.Error), connection.pipeline():
            connection.execute("SELECT 1")
            execute(f"SELECT pg_terminate_backend({connection.info.backend_pid}, 5000)")
    assert [record for record in caplog.records if record.name.startswith("psycopg")] == []
