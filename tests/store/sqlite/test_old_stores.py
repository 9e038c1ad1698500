"""A store of another version comes to the tables of a new one and works, or is refused with a sentence."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from daifu.data.store.errors import StoreDamaged, StoreReadOnly
from daifu.data.store.sql.progress import counted_up_to, needs_recount
from daifu.data.store.sql.schema import INDEXES, TABLES
from daifu.data.store.sqlite import migrations, schema
from daifu.data.store.sqlite.connections import open_location
from daifu.data.store.sqlite.migrations import MIGRATIONS
from daifu.data.store.sqlite.schema import STEPS, is_up_to_date
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import READER, SCOREKEEPER, Club
from tests.support.stores import (
    ANN,
    fetch_rows,
    judged_sitting,
    process_environment,
    record_ids,
    tamper,
    verification_errors,
)


@pytest.fixture
def later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store with a record, and a program that has one step more."""
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    steps = Migrations("daifu")

    @steps(name="101_tables")
    def _tables(db: Database) -> None:
        db.executescript(schema.SCHEMA)

    for name in schema.STEPS[1:]:
        steps(name=name)(lambda _db: None)

    @steps(name="999_letters")
    def _letters(db: Database) -> None:
        db.execute("CREATE TABLE letters (text TEXT)")

    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    for module in (migrations, schema):
        monkeypatch.setattr(module, "STEPS", (*schema.STEPS, "999_letters"))


@pytest.mark.usefixtures("later")
def test_a_store_of_an_earlier_version_takes_the_steps_that_it_lacks(path: Path) -> None:
    with closing(Store.open(path)) as store:
        assert record_ids(store) == [1]
        assert verification_errors(store) == []
    assert fetch_rows(path, "SELECT * FROM letters") == []
    assert len(fetch_rows(path, "SELECT 1 FROM _sqlite_migrations")) == len(schema.STEPS)


def test_tokens_of_a_store_from_before_they_could_end_do_not_end(path: Path) -> None:
    with closing(Store.open(path)) as store:
        minted = store.create_token("Ann", SCOREKEEPER)
    tamper(
        path,
        "DROP INDEX copy_of_tokens",
        "ALTER TABLE tokens DROP COLUMN expires_at",
        "CREATE INDEX copy_of_tokens ON tokens (id, hash, name, role, made_at, revoked_at)",
        "DELETE FROM _sqlite_migrations WHERE name = '104_token_expiry'",
    )
    with closing(Store.open(path)) as store:
        assert store.find_token(minted.secret) == minted.token
        assert store.create_token("Bo", SCOREKEEPER, 1).token.expires_at is not None
        assert verification_errors(store) == []


def test_a_store_from_before_clubs_had_a_history_gets_one(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.club.write(Club("Friday court"), ANN)
    tamper(
        path,
        "DROP TABLE club_changes",
        "DROP TABLE analysed_deals",
        "DELETE FROM _sqlite_migrations WHERE name IN ('113_analysed_deals', '114_club_changes')",
    )
    with closing(Store.open(path)) as store:
        assert store.club.changes() == []
        store.club.write(Club("Sunday court"), ANN)
        assert [one.value for one in store.club.changes()] == ["Sunday court"]
        assert verification_errors(store) == []


@pytest.mark.usefixtures("later")
def test_a_store_that_has_to_be_migrated_says_which_command_does_it(path: Path) -> None:
    with pytest.raises(StoreReadOnly, match=r"daifu token list --db .* does it"):
        Store.open(path, read_only=True)
    Store.open(path).close()
    Store.open(path, read_only=True).close()


@pytest.mark.usefixtures("later")
def test_a_step_that_a_store_has_no_room_for_is_refused_and_not_taken(path: Path) -> None:
    tamper(path, "CREATE TABLE letters (number INTEGER)")
    with pytest.raises(StoreDamaged, match=r"export its records with that\s+version") as refused:
        Store.open(path)
    assert not refused.value.text.ja.isascii()
    assert fetch_rows(path, "SELECT name FROM _sqlite_migrations") == [(step,) for step in schema.STEPS[:-1]]


def test_a_store_without_house_rules_gets_their_table(path: Path) -> None:
    Store.open(path).close()
    tamper(path, "DROP TABLE house_rules", "DELETE FROM _sqlite_migrations WHERE name = '105_house_rules'")
    with closing(Store.open(path)) as store:
        assert store.houses.page().houses == []


def test_a_store_without_seasons_gets_their_table(path: Path) -> None:
    Store.open(path).close()
    tamper(path, "DROP TABLE seasons", "DELETE FROM _sqlite_migrations WHERE name = '108_seasons'")
    with closing(Store.open(path)) as store:
        assert store.seasons.all() == []


def test_a_store_without_counted_houses_counts_them(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
        before = store.ratings.ratings("theater").rated
    tamper(
        path,
        "DROP INDEX by_house",
        "ALTER TABLE records DROP COLUMN house",
        "DELETE FROM _sqlite_migrations WHERE name = '106_counted_houses'",
    )
    with closing(Store.open(path)) as store:
        assert store.statistics.houses() == []
        assert store.ratings.ratings("theater").rated == before
        assert verification_errors(store) == []


def test_a_store_from_before_clubs_gets_their_tables(path: Path) -> None:
    Store.open(path).close()
    tamper(path, "DROP TABLE club", "DROP TABLE club_people", "DELETE FROM _sqlite_migrations WHERE name = '107_club'")
    with closing(Store.open(path)) as store:
        assert store.club.find() is None
        store.club.write(Club("Friday court"), ANN)
        assert verification_errors(store) == []


def test_a_store_from_before_passwords_to_read_keeps_its_club(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.club.write(Club("Friday court"), ANN)
        store.club.set_password("seven jokers", ANN)
    tamper(
        path,
        "DROP INDEX copy_of_club",
        "ALTER TABLE club DROP COLUMN reading_password",
        "ALTER TABLE club DROP COLUMN reading_token",
        "CREATE INDEX copy_of_club ON club (id, name, rules, reading, password, token)",
        "DELETE FROM _sqlite_migrations WHERE name = '112_reading_password'",
    )
    with closing(Store.open(path)) as store:
        store.club.set_password("eight jokers", ANN, READER)
        assert store.club.find() == Club("Friday court", has_password=True, has_reading_password=True)
        assert verification_errors(store) == []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_with_steps_that_were_never_released_is_refused_with_what_to_do(path: Path, *, read_only: bool) -> None:
    Store.open(path).close()
    tamper(path, "UPDATE _sqlite_migrations SET name = '001_records' WHERE name = '101_tables'")
    with pytest.raises(StoreDamaged, match=r"export its records with that\s+version"):
        Store.open(path, read_only=read_only)


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


@pytest.mark.parametrize("table", list(TABLES))
def test_a_missing_table_is_named(path: Path, table: str) -> None:
    assert f"the table {table}" in lacking(path, f"DROP TABLE {table}")


@pytest.mark.parametrize("index", INDEXES)
def test_a_missing_index_is_named(path: Path, index: str) -> None:
    assert f"the index {index}" in lacking(path, f"DROP INDEX {index}")


def test_a_missing_column_is_named(path: Path) -> None:
    assert "the column reason of entries is missing" in lacking(path, "ALTER TABLE entries DROP COLUMN reason")


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
