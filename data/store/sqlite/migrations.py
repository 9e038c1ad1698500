"""The migrations of a store: named steps, each of which every store goes through once and in this order.

A step that has been released is never changed; a change is another step.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from data.store.errors import StoreDamaged, StoreReadOnly
from data.store.identities import fold_name
from data.store.sqlite import schema
from data.store.sqlite.compression import add_bundled_dictionary, has_bundled_dictionary
from data.store.sqlite.schema import RECORD_TABLES, TOKEN_TABLE, TOURNAMENT_TABLES
from data.store.sqlite.statistics.count_version import needs_recount
from replay.text import Text

_RECORD_NAMES: Final = "SELECT players, coalesce(names, players) FROM records ORDER BY id"
_TEXT: Final = "SELECT text FROM texts WHERE number = ?"
_ALIAS: Final = "INSERT OR REPLACE INTO aliases (player, name, folded) VALUES (?, ?, ?)"


def fill_aliases(connection: sqlite3.Connection) -> None:
    """Write what the records that are there call their players, as if they came one after the other."""
    known: dict[int, int] = {}
    for player, name in _names_in_records(connection):
        if known.get(player) != name:
            for alias in dict.fromkeys((name,) if player in known else (player, name)):
                (text,) = connection.execute(_TEXT, (alias,)).fetchone()
                connection.execute(_ALIAS, (player, alias, fold_name(text)))
            known[player] = name


def _names_in_records(connection: sqlite3.Connection) -> Iterator[tuple[int, int]]:
    for players, names in connection.execute(_RECORD_NAMES):
        yield from zip(json.loads(players), json.loads(names), strict=True)


MIGRATIONS: Final = Migrations("daifu")

APPLICATION_ID: Final = 0x64616675
"""The mark in the head of the file by which a store is told from other databases."""

_DROP_NEWEST_PLAYERS: Final = "DELETE FROM seated WHERE record > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records)"


@MIGRATIONS(name="001_records")
def _records(db: Database) -> None:
    """Records with their revisions, and what lists are filtered by.

    The `packed` texts of a revision are its report and its record, `cut` is where the one ends and the other begins; a
    revision that withdraws has none.

    Texts that recur are kept once: `players` are their numbers as a JSON list in the order of the record, `names` are
    likewise how people call them where that is not what they are known by. `seated` and `found` lead from a player and
    from the code of a fault to records.
    """
    db.executescript(RECORD_TABLES)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@MIGRATIONS(name="002_tokens")
def _tokens(db: Database) -> None:
    """Who may write: tokens by the hashes of their secrets."""
    db.executescript(TOKEN_TABLE)


@MIGRATIONS(name="003_together")
def _record_players(db: Database) -> None:
    """Records are entered in `seated` 256 at a time, when the last of them is there."""
    db.execute(_DROP_NEWEST_PLAYERS)


@MIGRATIONS(name="004_tournaments")
def _tournaments(db: Database) -> None:
    """Tournaments: their logs, which alone say what is so, and what follows from them and is looked up often.

    `version` is the number of the last entry, `name` and `finished` are as that left them. `tournament_names` leads
    from all names that a tournament has had, each `since` an entry. `landings` leads from the records that gave
    results, and from those that should have: `code` is why they could not when the tournament had that `version`.
    """
    db.executescript(TOURNAMENT_TABLES)


@MIGRATIONS(name="005_statistics")
def _statistics(db: Database) -> None:
    """What the records come to: summaries of what is counted of them, empty until a store is opened and counted."""
    db.executescript(schema.SUMMARY_TABLES.format(kind=""))
    db.executescript(schema.DELTA_TABLES)


@MIGRATIONS(name="006_people")
def _people(db: Database) -> None:
    """Who is who: the ids of one person, and what people go by; the names in the records that are there are noted."""
    db.executescript(schema.PEOPLE_TABLES)
    fill_aliases(db.conn)


@MIGRATIONS(name="007_careers")
def _ratings(db: Database) -> None:
    """Where ratings and all else stand that hangs on the order of deals; who first asks for it makes it."""
    db.executescript(schema.RATING_TABLES)


def has_pending(connection: sqlite3.Connection) -> bool:
    """Whether the store has steps before it."""
    return bool(MIGRATIONS.pending(_database(connection)))


def is_later(connection: sqlite3.Connection) -> bool:
    """Whether the store has gone through steps that this version does not know."""
    with closing(sqlite3.connect(":memory:")) as nothing:
        known = {step.name for step in MIGRATIONS.pending(_database(nothing))}
    return any(step.name not in known for step in MIGRATIONS.applied(_database(connection)))


def migrate(connection: sqlite3.Connection) -> None:
    """Take all steps that are left, within the transaction of the connection."""
    MIGRATIONS.apply(_database(connection))


def _database(connection: sqlite3.Connection) -> Database:
    """The connection as sqlite-utils takes it, without the plugins that happen to be installed."""
    return Database(connection, recursive_triggers=False, execute_plugins=False)


def prepare_store(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables of a new store, or bring those of an earlier version up to date. Raises `StoreDamaged`."""
    if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        _require_own_store(path, connection)
    connection.execute("PRAGMA journal_mode = WAL")
    if not has_pending(connection) and has_bundled_dictionary(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrate(connection)
        add_bundled_dictionary(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def require_ready(path: Path, connection: sqlite3.Connection) -> None:
    """See that a store that may only be read needs nothing done. Raises `StoreDamaged` or `StoreReadOnly`."""
    _require_own_store(path, connection)
    if has_pending(connection) or needs_recount(connection):
        raise StoreReadOnly(
            Text(
                f"{path} is of an earlier version and has to be opened for writing once",
                f"{path}は古い版のものです。一度、書き込める状態で開いてください",
            )
        )


def _require_own_store(path: Path, connection: sqlite3.Connection) -> None:
    """What is no store, and a store with steps behind it that this version does not know."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreDamaged(Text(f"{path} is no store of daifu", f"{path}はdaifuの保存先ではありません"))
    if is_later(connection):
        raise StoreDamaged(
            Text(f"{path} was made by a later version of daifu", f"{path}はより新しい版のdaifuで作られています")
        )
