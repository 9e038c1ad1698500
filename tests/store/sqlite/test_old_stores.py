"""A store of another version, or one that lacks a table, opens and works, or is refused with a sentence."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from data.store.errors import StoreDamaged, StoreReadOnly
from data.store.sql.copy import ALL_INDEXES, ALL_TABLES
from data.store.sqlite.migrations import MIGRATIONS
from data.store.sqlite.schema import STEPS
from data.store.sqlite.store import Store
from tests.support.stores import ANN, fetch_rows, judged_sitting, record_ids, tamper, verification_errors

AS_OTHERS_MADE_THEM = {
    "careers under another name": ("008_ordinary_names", ["ALTER TABLE careers RENAME TO courses"]),
    "deeds without a reason": ("007_careers", ["ALTER TABLE deeds DROP COLUMN reason"]),
    "waiting sheaves of another form": ("009_delta_log", ["ALTER TABLE waiting RENAME COLUMN shares TO records"]),
    "an index of all legal records": ("010_subject_names", ["DROP INDEX by_legal"]),
    "no signing key": ("012_analyses", ["DROP TABLE signing_key"]),
    "tokens without a role": ("003_together", ["ALTER TABLE tokens DROP COLUMN role"]),
}
"""What steps made in versions between releases: the first step that such a store lacks, and how its tables differ."""


def earlier_store(path: Path, step: str, changes: Sequence[str] = ()) -> None:
    """Make a store that lacks this step and all after it, with changes to what the steps before have made."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        MIGRATIONS.apply(Database(connection), stop_before=step)
    tamper(path, *changes)


def assert_works(path: Path) -> None:
    """A store opens, and everything in it can be used."""
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
        store.ratings.ratings("theater")
        store.statistics.profile("theater")
        store.create_token("Ann", "admin")
        assert verification_errors(store) == []


def test_records_of_earlier_versions_get_checksums(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    columns = [f"ALTER TABLE {table} DROP COLUMN checksum" for table in ("records", "entries")]
    tamper(path, *columns, "DELETE FROM _sqlite_migrations WHERE name = '016_row_checksums'")
    with closing(Store.open(path)) as store:
        assert record_ids(store) == [1]
        assert verification_errors(store) == []


@pytest.mark.parametrize(("step", "changes"), AS_OTHERS_MADE_THEM.values(), ids=list(AS_OTHERS_MADE_THEM))
def test_a_store_whose_tables_are_unknown_is_refused_with_what_to_do(
    path: Path, step: str, changes: Sequence[str]
) -> None:
    earlier_store(path, step, changes)
    with pytest.raises(StoreDamaged, match=r"export its records with that\s+version") as refused:
        Store.open(path)
    assert not refused.value.text.ja.isascii()
    taken = [name for (name,) in fetch_rows(path, "SELECT name FROM _sqlite_migrations ORDER BY id")]
    assert taken == [*STEPS[: STEPS.index(step)]]  # the version that made it can still open it


def test_a_store_whose_differing_table_is_made_anew_works(path: Path) -> None:
    changes = ["DROP INDEX by_place", "ALTER TABLE rating_timeline DROP COLUMN deals"]
    earlier_store(path, "011_signing_key", changes)
    assert_works(path)


@pytest.mark.parametrize("step", STEPS[1:])
def test_a_store_of_an_earlier_version_works(path: Path, step: str) -> None:
    earlier_store(path, step)
    assert_works(path)


def lacking(path: Path, statement: str) -> str:
    """What is said of a store after this change."""
    Store.open(path).close()
    tamper(path, "PRAGMA foreign_keys = OFF", statement)
    told = []
    for read_only in (True, False):
        with pytest.raises(StoreDamaged) as refused:
            Store.open(path, read_only=read_only)
        told.append(refused.value.text.en)
    assert told[0] == told[1]
    return told[0]


@pytest.mark.parametrize("table", [table.name for table in ALL_TABLES])
def test_a_missing_table_is_named(path: Path, table: str) -> None:
    assert f"the table {table}" in lacking(path, f"DROP TABLE {table}")


@pytest.mark.parametrize("index", ALL_INDEXES)
def test_a_missing_index_is_named(path: Path, index: str) -> None:
    assert f"the index {index}" in lacking(path, f"DROP INDEX {index}")


def test_a_missing_column_is_named(path: Path) -> None:
    assert "the column reason of entries is missing" in lacking(path, "ALTER TABLE entries DROP COLUMN reason")


def test_a_store_that_has_to_be_migrated_says_which_command_does_it(path: Path) -> None:
    earlier_store(path, STEPS[-1])
    with pytest.raises(StoreReadOnly, match=r"daifu token list --db .* does it"):
        Store.open(path, read_only=True)
    Store.open(path).close()
    Store.open(path, read_only=True).close()
    assert len(fetch_rows(path, "SELECT 1 FROM _sqlite_migrations")) == len(STEPS)
