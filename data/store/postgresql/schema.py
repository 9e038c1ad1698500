"""The schema of a store in PostgreSQL: the shared tables with PostgreSQL's types, and what they need besides.

A store goes through named steps, each of them once and in this order. A released step is never changed; a change is
another step.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from psycopg import Connection, sql
from psycopg.errors import InsufficientPrivilege

from daifu.data.store.errors import StoreDamaged, StoreExists, StoreMissing, StoreReadOnly, StoreUnfinished
from daifu.data.store.postgresql import statements
from daifu.data.store.sql.compression import add_bundled_dictionary, has_bundled_dictionary
from daifu.data.store.sql.progress import needs_recount
from daifu.data.store.sql.schema import begin_store, needs_migration, not_migrated, require_schema
from daifu.data.store.sql.tables import (
    ANALYSED_DEAL_TABLE,
    CLUB_CHANGE_TABLE,
    CLUB_TABLES,
    FIRST_TABLES,
    HOOK_TABLE,
    HOUSE_TABLE,
    LATER_TABLES,
    LOOK_TABLE,
    PUSH_TABLE,
    SEASON_TABLE,
    UNFINISHED,
)
from daifu.replay.text import Text

_NUMBERED: Final = re.compile(r"CREATE +(TEMP +)?TABLE (\w+) \(\s+(id|number) INTEGER PRIMARY KEY(?: AUTOINCREMENT)?")
_TYPES: Final = (
    (re.compile(r" REFERENCES \w+"), ""),  # see `references`
    (re.compile(r"\) STRICT(?:, WITHOUT ROWID)?;"), ");"),
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),
)
"""SQLite's types as PostgreSQL's. Texts are compared byte by byte, as SQLite does it."""


def adapt_tables(statements: str) -> str:
    """Tables given as in `daifu.data.store.sql.tables`, as PostgreSQL takes them."""
    adapted = _NUMBERED.sub(_number_rows, statements)
    for pattern, replacement in _TYPES:
        adapted = pattern.sub(replacement, adapted)
    return adapted


def _number_rows(found: re.Match[str]) -> str:
    """The beginning of a table whose rows get the number after the largest one, as in SQLite.

    A sequence would leave gaps where a transaction is rolled back. There is one writer at a time, so that no two
    transactions get the same number.
    """
    temporary, table, key = found.groups()
    schema = "pg_temp." if temporary else ""
    return f"""
CREATE FUNCTION {schema}next_{table}() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN RETURN (SELECT coalesce(max({key}), 0) + 1 FROM {schema}{table}); END $$;
CREATE {temporary or ""}TABLE {table} (
    {key} INTEGER PRIMARY KEY DEFAULT {schema}next_{table}()"""  # noqa: S608 - the names are those of the tables


_FUNCTIONS: Final = """
CREATE FUNCTION json_each(document TEXT) RETURNS TABLE (key TEXT, value TEXT) LANGUAGE plpgsql IMMUTABLE ROWS 8 AS $$
BEGIN
    IF document LIKE '[%' THEN
        RETURN QUERY SELECT NULL, element FROM json_array_elements_text(document::JSON) AS element;
    ELSE
        RETURN QUERY SELECT member.key, member.value FROM json_each_text(document::JSON) AS member;
    END IF;
END $$;

CREATE FUNCTION json_array_length(document TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE
RETURN json_array_length(document::JSON);

CREATE FUNCTION json_valid(document TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE RETURN document IS JSON;

CREATE FUNCTION instr(text TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE RETURN strpos(text, part);
"""
"""The functions of SQLite that the shared statements call."""

_REVISION_ROWS: Final = """
CREATE FUNCTION next_revisions() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN RETURN (SELECT coalesce(max(rowid), 0) + 1 FROM revisions); END $$;
ALTER TABLE revisions ADD COLUMN rowid BIGINT PRIMARY KEY DEFAULT next_revisions();
ALTER TABLE revisions ALTER COLUMN packed SET STORAGE EXTERNAL;
ALTER TABLE analyses ALTER COLUMN packed SET STORAGE EXTERNAL;
"""
"""The number of a row, which SQLite has by itself. What is packed is not compressed once more."""

_LOG_TRIGGER: Final = """
CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'entries of a log are never changed or deleted'; END $$;
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""
"""What keeps the logs of tournaments as they are."""

_WRITES: Final = """
CREATE TABLE writes (
    number BIGINT NOT NULL
);
INSERT INTO writes (number) VALUES (0);
"""
"""`writes` has one row, which each transaction that writes updates first.

So a writer waits for the one before, in any process on any machine, and a reader sees by the number, which is a random
one each time, whether anything was written.
"""

_TOKEN_EXPIRY: Final = "ALTER TABLE tokens ADD COLUMN IF NOT EXISTS expires_at BIGINT;"
"""Tokens may end. New tables have the column already."""

_LATEST_FIRST: Final = """
DROP INDEX by_opening, by_rules, by_illegal, by_tournament, by_date;
CREATE INDEX by_opening ON records (opening, id);
CREATE INDEX by_rules ON records (rules, withdrawn, id);
CREATE INDEX by_illegal ON records (withdrawn, id) WHERE legal = 0;
CREATE INDEX by_tournament ON records (tournament, withdrawn, id) WHERE tournament IS NOT NULL;
CREATE INDEX by_date ON records (date, withdrawn, id) WHERE date IS NOT NULL;
"""
"""Indexes that have the records of a kind in their order, as those of SQLite have them by themselves.

Results without hands all begin alike. Without the order in the index, an upload sorts all of them for the latest ones.
"""

_READING_PASSWORD: Final = """
ALTER TABLE club ADD COLUMN IF NOT EXISTS reading_password BYTEA;
ALTER TABLE club ADD COLUMN IF NOT EXISTS reading_token BIGINT;
"""
"""A club may have a password for those who only read. A store that was made by a step above has it already."""

_COUNTED_HOUSES: Final = """
ALTER TABLE records ADD COLUMN IF NOT EXISTS house BIGINT;
DROP INDEX IF EXISTS by_house;
CREATE INDEX by_house ON records (house, withdrawn, id) WHERE house IS NOT NULL;
ALTER TABLE rating_timeline DROP CONSTRAINT rating_timeline_pkey;
ALTER TABLE rating_timeline ADD PRIMARY KEY (record, rules);
"""
"""Records of houses count under these, too. A store that was made by the first step has most of it already."""

STEPS: Final = {
    "101_tables": f"{_FUNCTIONS}{adapt_tables(FIRST_TABLES)}{_REVISION_ROWS}{_LOG_TRIGGER}{_WRITES}",
    "102_latest_first": _LATEST_FIRST,
    "104_token_expiry": _TOKEN_EXPIRY,
    "105_house_rules": adapt_tables(HOUSE_TABLE),
    "106_counted_houses": _COUNTED_HOUSES,
    "107_club": adapt_tables(CLUB_TABLES),
    "108_seasons": adapt_tables(SEASON_TABLE),
    "109_hook_calls": adapt_tables(HOOK_TABLE),
    "110_looks": adapt_tables(LOOK_TABLE),
    "111_push_subscriptions": adapt_tables(PUSH_TABLE),
    "112_reading_password": _READING_PASSWORD,
    "113_analysed_deals": adapt_tables(ANALYSED_DEAL_TABLE),
    "114_club_changes": adapt_tables(CLUB_CHANGE_TABLE),
}
"""The statements of each step, by its name."""


class Reference(NamedTuple):
    """A column whose values are keys of another table."""

    table: str
    column: str
    target: str


_TABLE: Final = re.compile(r"CREATE TABLE (\w+) \((.*?)\) STRICT", re.DOTALL)
_REFERENCE: Final = re.compile(r"^ +(\w+) .*REFERENCES (\w+)", re.MULTILINE)
_KEYS: Final = {"texts": "number", "dictionaries": "number"}
"""The keys of tables that are not called `id`."""


def references() -> Iterator[Reference]:
    """The references between the tables.

    PostgreSQL is not told of them: it would look up and lock nineteen rows for each new record, which takes as long as
    to store it. All keys come from the store itself, and `daifu verify` checks them.
    """
    for table, columns in _TABLE.findall(FIRST_TABLES + LATER_TABLES):
        for column, target in _REFERENCE.findall(columns):
            yield Reference(table, column, target)


def find_dangling(reference: Reference) -> str:
    """The statement that finds a row whose reference leads to nothing."""
    table, column, target = reference
    key = _KEYS.get(target, "id")
    return (
        f"SELECT 1 FROM {table} WHERE {column} IS NOT NULL "  # noqa: S608 - the names are those of the tables
        f"AND NOT EXISTS (SELECT 1 FROM {target} WHERE {target}.{key} = {table}.{column}) LIMIT 1"
    )


FIRST_STEP: Final = "101_tables"
"""The steps before this one were never released: stores that have taken one of them are refused."""

OLDEST_SERVER: Final = 160_000
"""The earliest version of PostgreSQL that has all that the tables use, as libpq numbers versions."""

_LOCK: Final = "SELECT pg_advisory_lock(hashtext('daifu'), hashtext(current_schema()))"
_UNLOCK: Final = "SELECT pg_advisory_unlock(hashtext('daifu'), hashtext(current_schema()))"
_SCHEMA: Final = "SELECT current_schema()"
_HAS_STEPS: Final = "SELECT to_regclass(quote_ident(current_schema()) || '.migrations') IS NOT NULL"
_HAS_TABLES: Final = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())"
_COLUMNS: Final = """
SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
"""
_INDEXES: Final = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
_TAKEN: Final = "SELECT name FROM migrations ORDER BY name"
_STEPS_TABLE: Final = """
CREATE TABLE migrations (
    name TEXT PRIMARY KEY,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
)
"""
_TAKE_STEP: Final = "INSERT INTO migrations (name) VALUES (?)"
_REMOVE_STEP: Final = "DELETE FROM migrations WHERE name = ?"


def prepare_store(raw: "Connection[Any]", name: str, *, read_only: bool) -> None:
    """Make the store of this name, or bring it up to date, unless it is only to be read. Raises `StoreUnusable`."""
    _require_usable_database(raw, name)
    if _is_ready(raw, name, read_only=read_only):
        return
    if read_only:
        raise StoreReadOnly(needs_migration(name))
    wait_without_limit(raw)
    raw.execute(_LOCK)
    try:
        if not _is_ready(raw, name, read_only=False):
            with raw.transaction():
                _take_steps(raw)
                _require_schema(raw, name)
    except InsufficientPrivilege as error:
        raise StoreReadOnly(
            Text(
                f"the role may not make the tables of the store in {name}: it needs USAGE and CREATE on the schema, "
                "and a store that is there belongs to the role that made it",
                f"ロールに{name}で表を作る権限がありません。スキーマのUSAGEとCREATEが必要で、すでにある保存先は、"
                "それを作ったロールのものです",
            )
        ) from error
    finally:
        if not raw.broken:
            raw.execute(_UNLOCK)


def wait_without_limit(raw: "Connection[Any]") -> None:
    """Let a connection wait for locks as long as others have them: what they do for a new store may take a while."""
    raw.execute("SET lock_timeout = 0")


def _require_usable_database(raw: "Connection[Any]", name: str) -> None:
    if raw.info.server_version < OLDEST_SERVER:
        version = raw.info.parameter_status("server_version")
        raise StoreDamaged(
            Text(
                f"the server of {name} is PostgreSQL {version}; a store needs PostgreSQL 16 or newer",
                f"{name}のサーバーはPostgreSQL {version}です。保存先にはPostgreSQL 16以降が必要です",
            )
        )
    encoding = raw.info.parameter_status(
        "server_encoding"
    )  # a statement would return it as bytes, as it may be anything
    if encoding != "UTF8":
        raise StoreDamaged(
            Text(
                f"the encoding of {name} is {encoding}; a store needs a database with the encoding UTF8",
                f"{name}の文字コードは{encoding}です。保存先には文字コードがUTF8のデータベースが必要です",
            )
        )
    if not _found(raw, _SCHEMA):
        raise StoreMissing(
            Text(
                f"{name} has no schema of its search_path in which the store could be, or the role has no USAGE on it",
                f"{name}にsearch_pathのスキーマがひとつもないか、ロールにスキーマのUSAGEがありません",
            )
        )


def _is_ready(raw: "Connection[Any]", name: str, *, read_only: bool) -> bool:
    """Whether the store needs no step. Raises `StoreMissing` and `StoreDamaged`."""
    if not _found(raw, _HAS_STEPS):
        if has_tables(raw):
            raise StoreDamaged(
                Text(
                    f"{name} has tables of others and no store of daifu; a store needs a schema of its own",
                    f"{name}にはdaifuの保存先ではない表があります。専用のスキーマが必要です",
                )
            )
        if read_only:
            raise StoreMissing(Text(f"there is no store in {name}", f"{name}に保存先がありません"))
        return False
    taken = [step for (step,) in raw.execute(_TAKEN)]
    if UNFINISHED in taken:
        raise StoreUnfinished(name)
    if any(step < FIRST_STEP for step in taken):
        raise StoreDamaged(not_migrated(name))
    if not set(taken) <= STEPS.keys():
        raise StoreDamaged(
            Text(f"{name} was made by a later version of daifu", f"{name}はより新しい版のdaifuで作られています")
        )
    connection = statements.Connection(raw)
    if taken == list(STEPS):
        _require_schema(raw, name)
    if taken != list(STEPS) or not has_bundled_dictionary(connection):
        return False
    return not (read_only and needs_recount(connection))


def _require_schema(raw: "Connection[Any]", name: str) -> None:
    """Check that all tables are there. Raises `StoreDamaged`."""
    columns: dict[str, set[str]] = {}
    for table, column in raw.execute(_COLUMNS):
        columns.setdefault(table, set()).add(column)
    require_schema(name, columns, {index for (index,) in raw.execute(_INDEXES)})


def has_tables(raw: "Connection[Any]") -> bool:
    """Whether there is anything in the schema."""
    return _found(raw, _HAS_TABLES)


def _found(raw: "Connection[Any]", question: str) -> bool:
    row = raw.execute(question.encode()).fetchone()
    return bool(row and row[0])


def _take_steps(raw: "Connection[Any]") -> None:
    """Take all remaining steps, within a transaction."""
    connection = statements.Connection(raw)
    is_new = not _found(raw, _HAS_STEPS)
    _adapt_tables(raw, connection)
    if is_new:
        begin_store(connection)
    else:
        add_bundled_dictionary(connection)


def _adapt_tables(raw: "Connection[Any]", connection: statements.Connection) -> None:
    """Take the statements of all remaining steps."""
    if not _found(raw, _HAS_STEPS):
        raw.execute(_STEPS_TABLE)
    taken = {step for (step,) in raw.execute(_TAKEN)}
    for step, script in STEPS.items():
        if step not in taken:
            raw.execute(sql.SQL(script), prepare=False)
            connection.execute(_TAKE_STEP, (step,))


def prepare_copy(raw: "Connection[Any]", name: str) -> None:
    """Make the tables for a copy of a store, unless they are there; until `finish_copy` they are no store.

    The connection keeps other processes from copying to the same schema. Raises `StoreExists`, where there is a store
    or a copy by another version, and `StoreUnusable`.
    """
    _require_usable_database(raw, name)
    raw.execute(_LOCK)
    connection = statements.Connection(raw)
    if not has_tables(raw):
        with raw.transaction():
            _adapt_tables(raw, connection)
            connection.execute(_TAKE_STEP, (UNFINISHED,))
    elif not _found(raw, _HAS_STEPS) or {step for (step,) in raw.execute(_TAKEN)} != {*STEPS, UNFINISHED}:
        raise StoreExists


def finish_copy(raw: "Connection[Any]", tables: Iterable[str]) -> None:
    """Make a store of a copy, and let PostgreSQL look at these tables, by which it plans its statements."""
    raw.execute(f"ANALYZE {', '.join(tables)}".encode())
    statements.Connection(raw).execute(_REMOVE_STEP, (UNFINISHED,))
