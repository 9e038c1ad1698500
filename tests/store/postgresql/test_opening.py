"""A store in PostgreSQL is opened, as far as the role of the database may, or it is said why it cannot be."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from daifu.data.store import open as opening
from daifu.data.store.errors import StoreDamaged, StoreForbidden, StoreMissing, StoreReadOnly, StoreUnreachable
from daifu.data.store.open import open_store
from daifu.data.store.postgresql import schema
from daifu.data.store.postgresql.schema import STEPS, Reference, references
from daifu.data.store.sql.tables import FIRST_TABLES, LATER_TABLES
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER
from tests.store.postgresql.conftest import Execute
from tests.support.command_line import daifu
from tests.support.postgresql import schema_of, server_address
from tests.support.stores import ANN, judged_sitting, record_ids, verification_errors


def in_database(name: str) -> str:
    """The address of another database of the server."""
    return server_address().replace("/postgres?", f"/{name}?")


def test_a_missing_library_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _name: None)
    assert importlib.util.find_spec("psycopg")
    with pytest.raises(StoreMissing, match=r"try: pip install 'daifu\[postgresql\]'"):
        open_store("postgresql://localhost/club")


def test_a_missing_database_is_not_made() -> None:
    with pytest.raises(StoreMissing, match="there is no database"):
        open_store(in_database("nowhere"))


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(StoreDamaged, match="the address of the database is not one"):
        open_store("postgresql://localhost/club?colour=red")


def test_no_password_is_in_a_message(tmp_path: object) -> None:
    with pytest.raises(StoreUnreachable) as refusal:
        open_store(f"postgresql://ann:secret@/club?host={tmp_path}")
    assert "secret" not in refusal.value.text.en + refusal.value.text.ja


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_of_another_encoding_is_refused(encoding: str) -> None:
    with psycopg.connect(server_address(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE latin ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'".encode())
    with pytest.raises(StoreDamaged, match=f"is {encoding}; a store needs"):
        open_store(in_database("latin"))
    with psycopg.connect(server_address(), autocommit=True) as connection:
        connection.execute("DROP DATABASE latin")


def test_a_schema_with_tables_of_others_is_left_alone(address: str, execute: Execute) -> None:
    execute("CREATE TABLE letters (number INTEGER)")
    with pytest.raises(StoreDamaged, match="tables of others"):
        open_store(address)
    assert execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == [(1,)]


def test_a_store_of_a_later_version_is_refused(address: str, execute: Execute) -> None:
    open_store(address).close()
    execute("INSERT INTO migrations (name) VALUES ('999_later')")
    with pytest.raises(StoreDamaged, match="later version"):
        open_store(address)


def test_a_store_with_steps_that_were_never_released_is_refused_with_what_to_do(address: str, execute: Execute) -> None:
    open_store(address).close()
    execute("UPDATE migrations SET name = '001_tables' WHERE name = '101_tables'")
    with pytest.raises(StoreDamaged, match=r"export its records with that\s+version"):
        open_store(address)


def test_a_store_of_an_earlier_version_takes_the_steps_that_it_lacks(
    address: str, execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(address).close()
    monkeypatch.setitem(STEPS, "999_letters", "CREATE TABLE letters (number BIGINT);")
    with pytest.raises(StoreReadOnly, match="has to be opened for writing once"):
        open_store(address, read_only=True)
    open_store(address).close()
    assert execute("SELECT name FROM migrations ORDER BY name") == [(step,) for step in STEPS]
    assert execute("SELECT count(*) FROM letters") == [(0,)]


def test_tokens_of_a_store_from_before_they_could_end_do_not_end(address: str, execute: Execute) -> None:
    with closing(open_store(address)) as store:
        minted = store.create_token("Ann", SCOREKEEPER)
    execute("ALTER TABLE tokens DROP COLUMN expires_at")
    execute("DELETE FROM migrations WHERE name = '104_token_expiry'")
    with closing(open_store(address)) as store:
        assert store.find_token(minted.secret) == minted.token
        assert store.create_token("Bo", SCOREKEEPER, 1).token.expires_at is not None


def test_a_search_path_without_a_schema_is_refused() -> None:
    with pytest.raises(StoreMissing, match="no schema of its search_path"):
        open_store(f"{server_address()}&options=-csearch_path%3Dnowhere")


def test_an_entry_of_a_log_cannot_be_changed(address: str, execute: Execute) -> None:
    open_store(address).close()
    execute("INSERT INTO texts (text) VALUES ('Ann')")
    execute("INSERT INTO entries (tournament, number, at, author, change) VALUES (1, 1, 0, 1, '')")
    for change in ("UPDATE entries SET at = 1", "DELETE FROM entries"):
        with pytest.raises(psycopg.errors.RaiseException, match="never changed or deleted"):
            execute(change)


def test_an_old_server_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "OLDEST_SERVER", 990_000)
    with pytest.raises(StoreDamaged, match="a store needs PostgreSQL 16 or newer"):
        open_store(address)


def test_references_that_lead_to_nothing_are_found(store: Store, execute: Execute) -> None:
    store.add([judged_sitting()], ANN)
    assert verification_errors(store) == []
    execute("UPDATE record_players SET player = 999 WHERE player = (SELECT min(player) FROM record_players)")
    assert "a row of record_players refers to nothing" in verification_errors(store)


def test_every_reference_of_the_tables_is_checked() -> None:
    found = set(references())
    assert Reference("revisions", "author", "texts") in found
    assert Reference("record_players", "record", "records") in found
    assert Reference("entries", "tournament", "tournaments") in found
    assert len(found) == (FIRST_TABLES + LATER_TABLES).count("REFERENCES")


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("DROP TABLE record_faults", "the table record_faults is missing"),
        ("ALTER TABLE entries DROP COLUMN reason", "the column reason of entries is missing"),
        ("DROP INDEX by_content", "the index by_content is missing"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_in_which_something_is_missing_is_refused_with_what_to_do(
    address: str, execute: Execute, statement: str, missing: str, *, read_only: bool
) -> None:
    open_store(address).close()
    execute(statement)
    with pytest.raises(StoreDamaged, match=missing):
        open_store(address, read_only=read_only)


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
