"""The schema of a store in PostgreSQL: the shared tables with PostgreSQL's types, and what they need besides."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

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
)

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
