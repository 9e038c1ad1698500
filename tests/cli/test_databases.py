"""Commands on stores in PostgreSQL: what is said of databases, and what differs from files."""

from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from daifu.api.settings import DB_SETTING
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from tests.support.command_line import daifu
from tests.support.postgresql import EMPTY_SCHEMAS, new_schema, schema_of
from tests.support.stores import ANN, disputed_sitting, judged_sitting, store_contents

NOWHERE = "postgresql://haru:secret@/club?host=/nowhere"
READING = (["backup", "copy.db"], ["verify"], ["export", "tables"], ["stats", "players"], ["tournament", "list"])


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """An empty schema, which is the store of the environment."""
    monkeypatch.chdir(tmp_path)
    address = new_schema()
    EMPTY_SCHEMAS.remove(schema_of(address))
    monkeypatch.setenv(DB_SETTING.variable, address)
    return address


@pytest.fixture
def club(empty: str) -> Iterator[Store]:
    """A store with two records, which is the store of the environment."""
    with closing(open_store(empty)) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield store


def test_the_backup_of_a_database_is_a_file_with_everything(club: Store) -> None:
    result = daifu("backup", "copy.db")
    assert result.stdout == f"copy.db: {Path('copy.db').stat().st_size:,} bytes\n"
    with closing(open_store("copy.db")) as copy:
        assert store_contents(copy) == store_contents(club)
    assert daifu("verify", "--db", "copy.db").exit_code == 0


@pytest.mark.parametrize("command", READING)
def test_reading_makes_no_store_in_an_empty_database(command: list[str], empty: str) -> None:
    result = daifu(*command)
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: there is no store in postgresql://")
    with psycopg.connect(empty) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
        assert connection.execute(tables).fetchone() == (0,)


@pytest.mark.parametrize("command", [*READING, ["token", "list"], ["copy", NOWHERE, "copy.db"]])
def test_a_server_that_is_away_is_reported_without_the_password(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(DB_SETTING.variable, NOWHERE)
    result = daifu(*command)
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: postgresql:///nowhere/club cannot be reached: ")
    assert "secret" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_missing_psycopg_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.open.find_spec", lambda name: None if name == "psycopg" else find_spec(name))
    result = daifu("verify", "--db", NOWHERE)
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: PostgreSQL needs psycopg; try: pip install 'daifu[postgresql]'\n",
    )
