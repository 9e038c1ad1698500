"""The migrations of a store: named steps that every store takes once, in this order.

A released step is never changed; a change is another step.
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
from data.store.sql.compression import add_bundled_dictionary, has_bundled_dictionary
from data.store.sql.records.checksums import fill_checksums
from data.store.sql.records.times import fill_times
from data.store.sql.schema_check import needs_migration, not_migrated
from data.store.sql.statistics.count_version import needs_recount
from data.store.sqlite import migration_scripts as scripts
from data.store.sqlite.schema import APPLICATION_ID, SET_SIGNING_KEY, require_tables
from data.store.token_secrets import new_signing_key
from replay.text import Text

_RECORD_NAMES: Final = "SELECT players, coalesce(names, players) FROM records ORDER BY id"
_TEXT: Final = "SELECT text FROM texts WHERE number = ?"
_ALIAS: Final = "INSERT OR REPLACE INTO aliases (player, name, folded) VALUES (?, ?, ?)"


def fill_aliases(connection: sqlite3.Connection) -> None:
    """Write the names of players in all records, as if the records came one after the other."""
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

_DROP_NEWEST_PLAYERS: Final = "DELETE FROM seated WHERE record > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records)"


@MIGRATIONS(name="001_records")
def _records(db: Database) -> None:
    """Records with their revisions, and the facts by which lists are filtered.

    The `packed` texts of a revision are its report and its record, compressed together; the report ends at `cut`. A
    revision that withdraws the record has none.

    Texts that recur are stored once. `players` is a JSON list of the numbers of the players' ids in the order of the
    record, `names` a list of their names where these differ. `seated` and `found` lead from a player, and from the code
    of a fault, to records.
    """
    db.executescript(scripts.RECORD_TABLES)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@MIGRATIONS(name="002_tokens")
def _tokens(db: Database) -> None:
    """Tokens, by the hashes of their secrets."""
    db.executescript(scripts.TOKEN_TABLE)


@MIGRATIONS(name="003_together")
def _record_players(db: Database) -> None:
    """Records are entered in `seated` 256 at a time, together with the last of them."""
    db.execute(_DROP_NEWEST_PLAYERS)


@MIGRATIONS(name="004_tournaments")
def _tournaments(db: Database) -> None:
    """Tournaments: their logs, and columns that follow from the logs and are looked up often.

    `version` is the number of the last entry, `name` and `finished` are as it left them. `tournament_names` has all
    names of a tournament, each `since` an entry. `landings` leads from the records that gave results, and from those
    that could not: `code` says why, when the tournament had that `version`.
    """
    db.executescript(scripts.TOURNAMENT_TABLES)


@MIGRATIONS(name="005_statistics")
def _statistics(db: Database) -> None:
    """Statistics of the records, empty until the store is opened and its records are counted."""
    db.executescript(scripts.SUMMARY_TABLES)
    db.executescript(scripts.DELTA_TABLES)


@MIGRATIONS(name="006_people")
def _people(db: Database) -> None:
    """People: the ids of one person, and the names that people go by, filled with those of the records."""
    db.executescript(scripts.PEOPLE_TABLES)
    fill_aliases(db.conn)


@MIGRATIONS(name="007_careers")
def _ratings(db: Database) -> None:
    """Ratings and all else that depends on the order of deals, computed when they are first read."""
    db.executescript(scripts.RATING_TABLES)


@MIGRATIONS(name="008_ordinary_names")
def _ordinary_names(db: Database) -> None:
    """Enter all players of records, and give the tables of records and people ordinary names."""
    db.executescript(scripts.ORDINARY_NAMES)


@MIGRATIONS(name="009_delta_log")
def _delta_log(db: Database) -> None:
    """Rows of counters and pending deltas get new tables and a new form; what is in them is counted again."""
    db.executescript(scripts.DELTA_LOG_TABLES)


@MIGRATIONS(name="010_subject_names")
def _subject_names(db: Database) -> None:
    """The tables of statistics and of imported results get the names of their subjects."""
    db.executescript(scripts.SUBJECT_NAMES)


@MIGRATIONS(name="011_signing_key")
def _signing_key(db: Database) -> None:
    """The key by which services sign sessions and links, the same for all of them."""
    db.executescript(scripts.SIGNING_KEY_TABLE)
    db.execute(SET_SIGNING_KEY, (new_signing_key(),))


@MIGRATIONS(name="012_analyses")
def _analyses(db: Database) -> None:
    """Analyses of revisions; there are none yet."""
    db.executescript(scripts.ANALYSIS_TABLE)


@MIGRATIONS(name="013_judging")
def _judging(db: Database) -> None:
    """The version of the rules that has judged all records, which is not known of those that are there."""
    db.executescript(scripts.JUDGING_TABLE)


@MIGRATIONS(name="014_times")
def _times(db: Database) -> None:
    """Records have the times of their dates, by which ratings follow them within a day; ratings are computed anew."""
    db.executescript(scripts.TIMES)
    fill_times(db.conn)


@MIGRATIONS(name="015_endings")
def _endings(db: Database) -> None:
    """Sessions and links that were ended before their time; there are none yet."""
    db.executescript(scripts.ENDING_TABLE)


@MIGRATIONS(name="016_row_checksums")
def _row_checksums(db: Database) -> None:
    """What lists show of records, and the entries of logs that are written from now on, have checksums."""
    db.executescript(scripts.ROW_CHECKSUMS)
    fill_checksums(db.conn)


@MIGRATIONS(name="017_analysis_jobs")
def _analysis_jobs(db: Database) -> None:
    """Analyses that were ordered; there are none yet."""
    db.executescript(scripts.JOB_TABLE)


def has_pending(connection: sqlite3.Connection) -> bool:
    """Whether the store has steps to take."""
    return bool(MIGRATIONS.pending(_database(connection)))


def is_later(connection: sqlite3.Connection) -> bool:
    """Whether the store has taken steps that this version does not know."""
    with closing(sqlite3.connect(":memory:")) as nothing:
        known = {step.name for step in MIGRATIONS.pending(_database(nothing))}
    return any(step.name not in known for step in MIGRATIONS.applied(_database(connection)))


def migrate(connection: sqlite3.Connection) -> None:
    """Take all remaining steps within the transaction of the connection."""
    MIGRATIONS.apply(_database(connection))


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
            migrate(connection)
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
    """Raise `StoreDamaged` for another database, and for a store of a later version."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreDamaged(Text(f"{path} is not a store of daifu", f"{path}はdaifuの保存先ではありません"))
    if is_later(connection):
        raise StoreDamaged(
            Text(f"{path} was made by a later version of daifu", f"{path}はより新しい版のdaifuで作られています")
        )
