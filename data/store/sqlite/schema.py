"""The tables of a store, and making them.

A new store is made by these statements at once. A store of an earlier version comes to the same tables by the
migrations that it has not gone through. Nothing here needs sqlite-utils, which takes longer to load than most commands
to run.
"""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from daifu.data.store.sql.schema import begin_store, require_schema
from daifu.data.store.sql.tables import (
    ANALYSED_DEAL_TABLE,
    CLUB_CHANGE_TABLE,
    CLUB_TABLES,
    FIRST_TABLES,
    HOOK_TABLE,
    HOUSE_TABLE,
    LOOK_TABLE,
    PUSH_TABLE,
    SEASON_TABLE,
    UNFINISHED,
)

APPLICATION_ID: Final = 0x64616675
"""Marks the file as a store of daifu: SQLite keeps it in the header."""

LOG_TRIGGER: Final = """
CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never changed');
END;
"""
DROP_LOG_TRIGGER: Final = "DROP TRIGGER entries_stay_as_they_are"
_LOG_TRIGGERS: Final = f"""{LOG_TRIGGER.rstrip()}
CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never deleted');
END;
"""
"""What keeps the logs of tournaments as they are."""

COPY_OF_TOKENS: Final = """
CREATE INDEX copy_of_tokens ON tokens (id, hash, name, role, made_at, revoked_at, expires_at);
"""

_SECOND_COPIES: Final = """
CREATE INDEX copy_of_pairs ON pairs (
    rules, player, other, deals, higher, lower, equal, scored, points, partners, opponents, carried);
CREATE INDEX copy_of_ratings ON ratings (rules, checkpoint, person, mu, sigma, skill, deals, progress);
CREATE INDEX copy_of_rating_checkpoints ON rating_checkpoints (rules, number, moment, last, deals);
CREATE INDEX copy_of_aliases ON aliases (id, player, name, folded);
CREATE INDEX copy_of_person_changes ON person_changes (id, kind, player, person, name, merge, at, author, reason);
CREATE INDEX copy_of_merges ON merges (player, person, change);
CREATE INDEX copy_of_given_names ON given_names (player, name);
CREATE INDEX copy_of_endings ON endings (subject, times, at);
CREATE INDEX copy_of_tournaments ON tournaments (id, version, name, rules, finished);
CREATE INDEX copy_of_tournament_names ON tournament_names (name, tournament, since);
CREATE INDEX copy_of_result_imports ON result_imports (
    record, tournament, revision, version, at, author, code, details);
"""
"""What no checksum and no other index tells from damage stands a second time in an index, and SQLite compares the two.

PostgreSQL has checksums of its pages.
"""

_MIGRATIONS_TABLE: Final = """
CREATE TABLE _sqlite_migrations (
    id INTEGER PRIMARY KEY,
    migration_set TEXT,
    name TEXT,
    applied_at TEXT
);
CREATE UNIQUE INDEX idx__sqlite_migrations_migration_set_name ON _sqlite_migrations (migration_set, name);
"""
"""The table in which sqlite-utils notes the migrations that a store has gone through."""

STEPS: Final = (
    "101_tables",
    "104_token_expiry",
    "105_house_rules",
    "106_counted_houses",
    "107_club",
    "108_seasons",
    "109_hook_calls",
    "110_looks",
    "111_push_subscriptions",
    "112_reading_password",
    "113_analysed_deals",
    "114_club_changes",
)
"""The names of all steps in `daifu.data.store.sqlite.migrations`."""

COPY_OF_CLUB: Final = """
CREATE INDEX copy_of_club ON club (id, name, rules, reading, password, token, reading_password, reading_token)
"""
CLUB: Final = f"""
{CLUB_TABLES}
{COPY_OF_CLUB};
CREATE INDEX copy_of_club_people ON club_people (id, folded, name);
"""
"""The tables of the club."""

FIRST_STEP: Final = (
    f"PRAGMA application_id = {APPLICATION_ID};{FIRST_TABLES}{_LOG_TRIGGERS}{_SECOND_COPIES}{COPY_OF_TOKENS}"
)
"""What the first step makes."""
CLUB_CHANGES: Final = f"""{CLUB_CHANGE_TABLE}
CREATE INDEX copy_of_club_changes ON club_changes (id, at, author, field, value);
"""
SEASONS: Final = f"""{SEASON_TABLE}
CREATE INDEX copy_of_seasons ON seasons (id, name, since, until, event, rules, best, least, at, author);
"""
LOOKS: Final = f"""{LOOK_TABLE}
CREATE INDEX copy_of_looks ON looks (player, nickname, colour, mark, picture);
"""
SCHEMA: Final = (
    FIRST_STEP + HOUSE_TABLE + CLUB + SEASONS + HOOK_TABLE + LOOKS + PUSH_TABLE + ANALYSED_DEAL_TABLE + CLUB_CHANGES
)
"""The tables of a new store."""
_TAKE_STEP: Final = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('daifu', ?, ?)"
_REMOVE_STEP: Final = "DELETE FROM _sqlite_migrations WHERE name = ?"
_COLUMNS: Final = """
SELECT one.name, info.name FROM sqlite_schema AS one JOIN pragma_table_info(one.name) AS info WHERE one.type = 'table'
"""
_INDEXES: Final = "SELECT name FROM sqlite_schema WHERE type = 'index'"
_HAS_TABLES: Final = "SELECT EXISTS (SELECT 1 FROM sqlite_schema)"
_HAS_STEPS: Final = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlite_migrations'"
_TAKEN: Final = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'daifu' ORDER BY rowid"


def require_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Check that all tables are there. Raises `StoreDamaged`."""
    columns: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS):
        columns.setdefault(table, set()).add(column)
    require_schema(str(path), columns, {name for (name,) in connection.execute(_INDEXES)})


def has_tables(connection: sqlite3.Connection) -> bool:
    """Whether there is anything in the file."""
    return bool(connection.execute(_HAS_TABLES).fetchone()[0])


def create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a store in an empty file. The transaction in which that happens is left open."""
    _create_empty_tables(connection, STEPS)
    begin_store(connection)


def _create_empty_tables(connection: sqlite3.Connection, steps: Sequence[str]) -> None:
    connection.executescript(f"BEGIN IMMEDIATE; {_MIGRATIONS_TABLE} {SCHEMA}")
    now = str(datetime.now(UTC))
    connection.executemany(_TAKE_STEP, [(step, now) for step in steps])


def start_copy(connection: sqlite3.Connection) -> None:
    """Make the tables for a copy of a store in an empty file; until `finish_copy` it is not a store."""
    _create_empty_tables(connection, (*STEPS, UNFINISHED))
    connection.execute("COMMIT")


def is_unfinished_copy(connection: sqlite3.Connection) -> bool:
    """Whether the file has a copy that this version has begun and not finished."""
    return _taken_steps(connection) == (*STEPS, UNFINISHED)


def finish_copy(connection: sqlite3.Connection) -> None:
    """Make a store of a copy."""
    connection.execute(_REMOVE_STEP, (UNFINISHED,))


def is_up_to_date(connection: sqlite3.Connection) -> bool:
    """Whether the store has taken every step of this version, and no other."""
    return _taken_steps(connection) == STEPS


def _taken_steps(connection: sqlite3.Connection) -> tuple[str, ...]:
    if connection.execute(_HAS_STEPS).fetchone() is None:
        return ()
    return tuple(name for (name,) in connection.execute(_TAKEN))
