"""The migrations of a store: named steps that every store takes once, in this order.

A released step is never changed; a change is another step. The steps before 101 were never released: stores that have
taken one of them are refused.
"""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from daifu.data.store.errors import StoreDamaged, StoreReadOnly
from daifu.data.store.sql.compression import add_bundled_dictionary, has_bundled_dictionary
from daifu.data.store.sql.progress import needs_recount
from daifu.data.store.sql.schema import needs_migration, not_migrated
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
    CLUB_CHANGES,
    COPY_OF_CLUB,
    COPY_OF_TOKENS,
    FIRST_STEP,
    LOOKS,
    SEASONS,
    STEPS,
    require_tables,
)
from daifu.replay.text import Text


def _statements(script: str) -> Callable[[Database], None]:
    """A step that runs statements one by one: a script would commit what the steps before it did."""

    def take(db: Database) -> None:
        for statement in script.split(";"):
            db.execute(statement)

    return take


def _first_tables(db: Database) -> None:
    db.executescript(FIRST_STEP)


def _token_expiry(db: Database) -> None:
    """Tokens may end. A store that was made by the step above has the column already."""
    if "expires_at" not in db["tokens"].columns_dict:
        db.execute("ALTER TABLE tokens ADD COLUMN expires_at INTEGER")
        db.execute("DROP INDEX copy_of_tokens")
        db.execute(COPY_OF_TOKENS)


def _counted_houses(db: Database) -> None:
    """Records of houses count under these, too. A store that was made by the first step has all of it already."""
    if "house" in db["records"].columns_dict:
        return
    db.execute("ALTER TABLE records ADD COLUMN house INTEGER REFERENCES texts")
    db.execute(BY_HOUSE)
    db.execute("DROP TABLE rating_timeline")
    db.executescript(TIMELINE_TABLE)
    db.execute("DELETE FROM rating_progress")


def _reading_password(db: Database) -> None:
    """A club may have a password for those who only read. A store that was made by a step above has it already."""
    if "reading_password" not in db["club"].columns_dict:
        db.execute("ALTER TABLE club ADD COLUMN reading_password BLOB")
        db.execute("ALTER TABLE club ADD COLUMN reading_token INTEGER")
        db.execute("DROP INDEX copy_of_club")
        db.execute(COPY_OF_CLUB)


_TAKEN: Final[Mapping[str, Callable[[Database], None]]] = {
    "101_tables": _first_tables,
    "104_token_expiry": _token_expiry,
    "105_house_rules": _statements(HOUSE_TABLE),
    "106_counted_houses": _counted_houses,
    "107_club": _statements(CLUB),
    "108_seasons": _statements(SEASONS),
    "109_hook_calls": _statements(HOOK_TABLE),
    "110_looks": _statements(LOOKS),
    "111_push_subscriptions": _statements(PUSH_TABLE),
    "112_reading_password": _reading_password,
    "113_analysed_deals": _statements(ANALYSED_DEAL_TABLE),
    "114_club_changes": _statements(CLUB_CHANGES),
}
MIGRATIONS: Final = Migrations("daifu")
for _name, _take in _TAKEN.items():
    MIGRATIONS(name=_name)(_take)


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
