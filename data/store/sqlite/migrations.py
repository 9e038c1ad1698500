"""The migrations of a store: named steps that every store takes once, in this order.

A released step is never changed; a change is another step. The steps before 101 were never released: stores that have
taken one of them are refused.
"""

import sqlite3
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from daifu.data.store.errors import StoreDamaged, StoreReadOnly
from daifu.data.store.sql.compression import add_bundled_dictionary, has_bundled_dictionary
from daifu.data.store.sql.maintenance.schema_check import needs_migration, not_migrated
from daifu.data.store.sql.statistics.count_version import needs_recount
from daifu.data.store.sql.tables import (
    ANALYSED_DEAL_TABLE,
    BY_HOUSE,
    HOOK_TABLE,
    HOUSE_TABLE,
    PUSH_TABLE,
    TIMELINE_TABLE,
)
from daifu.data.store.sqlite.schema import (
    APPLICATION_ID,
    CLUB,
    COPY_OF_CLUB,
    COPY_OF_TOKENS,
    FIRST_TABLES,
    LOOKS,
    SEASONS,
    STEPS,
    require_tables,
)
from daifu.replay.text import Text

MIGRATIONS: Final = Migrations("daifu")


@MIGRATIONS(name="101_tables")
def _tables(db: Database) -> None:
    """The tables of the first release."""
    db.executescript(FIRST_TABLES)


@MIGRATIONS(name="104_token_expiry")
def _token_expiry(db: Database) -> None:
    """Tokens may end. A store that was made by the step above has the column already."""
    if "expires_at" not in db["tokens"].columns_dict:
        db.execute("ALTER TABLE tokens ADD COLUMN expires_at INTEGER")
        db.execute("DROP INDEX copy_of_tokens")
        db.execute(COPY_OF_TOKENS)


@MIGRATIONS(name="105_house_rules")
def _house_rules(db: Database) -> None:
    """The table of house rules."""
    db.execute(HOUSE_TABLE)


@MIGRATIONS(name="106_counted_houses")
def _counted_houses(db: Database) -> None:
    """Records of houses count under these, too. A store that was made by the first step has all of it already."""
    if "house" in db["records"].columns_dict:
        return
    db.execute("ALTER TABLE records ADD COLUMN house INTEGER REFERENCES texts")
    db.execute(BY_HOUSE)
    db.execute("DROP TABLE rating_timeline")
    db.executescript(TIMELINE_TABLE)
    db.execute("DELETE FROM rating_progress")


@MIGRATIONS(name="107_club")
def _club(db: Database) -> None:
    """What a club says of itself."""
    for statement in CLUB.split(";"):
        db.execute(statement)


@MIGRATIONS(name="108_seasons")
def _seasons(db: Database) -> None:
    """The table of seasons."""
    for statement in SEASONS.split(";"):
        db.execute(statement)


@MIGRATIONS(name="109_hook_calls")
def _hook_calls(db: Database) -> None:
    """The table of calls of hooks."""
    db.execute(HOOK_TABLE)


@MIGRATIONS(name="110_looks")
def _looks(db: Database) -> None:
    """How people look on pages."""
    for statement in LOOKS.split(";"):
        db.execute(statement)


@MIGRATIONS(name="111_push_subscriptions")
def _push_subscriptions(db: Database) -> None:
    """The phones that are told where somebody sits."""
    db.execute(PUSH_TABLE)


@MIGRATIONS(name="112_reading_password")
def _reading_password(db: Database) -> None:
    """A club may have a password for those who only read. A store that was made by a step above has it already."""
    if "reading_password" not in db["club"].columns_dict:
        db.execute("ALTER TABLE club ADD COLUMN reading_password BLOB")
        db.execute("ALTER TABLE club ADD COLUMN reading_token INTEGER")
        db.execute("DROP INDEX copy_of_club")
        db.execute(COPY_OF_CLUB)


@MIGRATIONS(name="113_analysed_deals")
def _analysed_deals(db: Database) -> None:
    """The table of deals that running jobs have analysed."""
    db.execute(ANALYSED_DEAL_TABLE)


def has_pending(connection: sqlite3.Connection) -> bool:
    """Whether the store has steps to take."""
    return bool(MIGRATIONS.pending(_database(connection)))


def _database(connection: sqlite3.Connection) -> Database:
    """The connection for sqlite-utils, without plugins that happen to be installed."""
    return Database(connection, recursive_triggers=False, execute_plugins=False)


def bring_up_to_date(path: Path, connection: sqlite3.Connection) -> None:
    """Bring a store of an earlier version up to date. Raises `StoreDamaged`, also where its tables are unknown."""
    _require_own_store(path, connection)
    connection.execute("PRAGMA journal_mode = WAL")
    if not has_pending(connection) and has_bundled_dictionary(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        try:
            MIGRATIONS.apply(_database(connection))
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_ERROR:
                raise StoreDamaged(not_migrated(str(path))) from error
            raise
        require_tables(path, connection)
        add_bundled_dictionary(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def require_ready(path: Path, connection: sqlite3.Connection) -> None:
    """Check that a store needs no step before it is read. Raises `StoreDamaged` or `StoreReadOnly`."""
    _require_own_store(path, connection)
    if has_pending(connection) or needs_recount(connection):
        raise StoreReadOnly(needs_migration(str(path)))


def _require_own_store(path: Path, connection: sqlite3.Connection) -> None:
    """Raise `StoreDamaged` for another database, and for a store with steps that this version does not know."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreDamaged(Text(f"{path} is not a store of daifu", f"{path}はdaifuの保存先ではありません"))
    taken = {step.name for step in MIGRATIONS.applied(_database(connection))}
    if any(step < STEPS[0] for step in taken):
        raise StoreDamaged(not_migrated(str(path)))
    if not taken.issubset(STEPS):
        raise StoreDamaged(
            Text(f"{path} was made by a later version of daifu", f"{path}はより新しい版のdaifuで作られています")
        )
