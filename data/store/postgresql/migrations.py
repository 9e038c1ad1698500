"""Makes a store in an empty schema of a database, and brings a store of an earlier version up to date.

A store goes through named steps, each of them once and in this order. A released step is never changed; a change is
another step.
"""

from collections.abc import Iterable
from typing import Any, Final

from psycopg import Connection, sql
from psycopg.errors import InsufficientPrivilege

from daifu.data.store.errors import StoreDamaged, StoreExists, StoreMissing, StoreReadOnly, StoreUnfinished
from daifu.data.store.postgresql import statements
from daifu.data.store.postgresql.schema import STEPS
from daifu.data.store.sql.compression import add_bundled_dictionary, has_bundled_dictionary
from daifu.data.store.sql.maintenance.schema_check import needs_migration, not_migrated, require_schema
from daifu.data.store.sql.statistics.count_version import needs_recount
from daifu.data.store.sql.tables import UNFINISHED
from daifu.data.store.token_secrets import new_signing_key
from daifu.replay.counters import COUNTING_VERSION
from daifu.replay.judging_version import JUDGING_VERSION
from daifu.replay.text import Text

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
_ALL_COUNTED: Final = "INSERT INTO statistics_progress (version, record) VALUES (?, NULL)"
_ALL_JUDGED: Final = "INSERT INTO judging_progress (version, record) VALUES (?, NULL)"
_SET_SIGNING_KEY: Final = "INSERT INTO signing_key (key) VALUES (?)"


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
    add_bundled_dictionary(connection)
    if is_new:
        connection.execute(_ALL_COUNTED, (COUNTING_VERSION,))
        connection.execute(_ALL_JUDGED, (JUDGING_VERSION,))
        connection.execute(_SET_SIGNING_KEY, (new_signing_key(),))


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
