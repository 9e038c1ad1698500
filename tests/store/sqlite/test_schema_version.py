"""A store that is up to date is opened without the migrations."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from data.store.sqlite.connections import open_location
from data.store.sqlite.migrations import MIGRATIONS
from data.store.sqlite.schema_version import STEPS, is_up_to_date


def test_every_step_of_the_migrations_is_named() -> None:
    assert [step.name for step in MIGRATIONS.pending(Database(memory=True))] == [*STEPS]


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
