"""The tables of a new store are those that the migrations lead to, and only an earlier store needs the migrations."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from daifu.data.store.sql.progress import counted_up_to, needs_recount
from daifu.data.store.sqlite.connections import open_location
from daifu.data.store.sqlite.migrations import MIGRATIONS
from daifu.data.store.sqlite.schema import STEPS, is_up_to_date
from tests.support.stores import fetch_rows, process_environment


def test_every_step_of_the_migrations_is_named() -> None:
    with Database(memory=True) as empty:
        assert [step.name for step in MIGRATIONS.pending(empty)] == [*STEPS]


def table_shapes(path: Path) -> dict[tuple[str, str], str]:
    """The statement of each table, index, trigger and view, without quotation marks and breaks of lines."""
    found = fetch_rows(path, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {
        (kind, name): re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.replace('"', "").split()))
        for kind, name, sql in found
    }


def migrated_store(path: Path) -> Path:
    """A store that has gone through every migration."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        MIGRATIONS.apply(Database(connection))
    return path


def test_a_new_store_has_the_tables_that_the_migrations_lead_to(tmp_path: Path) -> None:
    open_location(tmp_path / "new.db", read_only=False)
    assert table_shapes(tmp_path / "new.db") == table_shapes(migrated_store(tmp_path / "migrated.db"))


def test_a_new_store_needs_no_recount(tmp_path: Path) -> None:
    open_location(tmp_path / "new.db", read_only=False)
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        assert not needs_recount(connection)
        assert counted_up_to(connection) is None


def test_a_new_store_is_made_without_sqlite_utils(tmp_path: Path) -> None:
    program = (
        "import sys; from daifu.data.store.open import open_store; open_store(sys.argv[1]).close();"
        "print('sqlite_utils' in sys.modules)"
    )
    call = [sys.executable, "-c", program, str(tmp_path / "new.db")]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"


def test_an_empty_file_is_not_up_to_date() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert not is_up_to_date(connection)


def test_a_store_with_a_step_of_a_later_version_is_not_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_location(path, read_only=False)
    with closing(sqlite3.connect(path)) as connection:
        assert is_up_to_date(connection)
        connection.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('daifu', '999_later')")
        assert not is_up_to_date(connection)


def test_a_copy_in_another_journal_mode_is_brought_to_write_ahead_logging(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_location(path, read_only=False)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    open_location(path, read_only=False)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
