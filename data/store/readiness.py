"""Whether a file is a store that this version can use, and how it becomes one."""

import sqlite3
from pathlib import Path

from data.store import migrations
from data.store.packing import add_shipped, has_shipped
from data.store.refusals import StoreDamaged, StoreReadOnly
from data.store.statistics.marking import is_due
from replay.text import Text


def make_ready(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables of a new store, or bring those of an earlier version up to date. Raises `StoreDamaged`."""
    if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        _refuse_others(path, connection)
    connection.execute("PRAGMA journal_mode = WAL")
    if not migrations.pending(connection) and has_shipped(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.migrate(connection)
        add_shipped(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def see_ready(path: Path, connection: sqlite3.Connection) -> None:
    """See that a store that may only be read needs nothing done. Raises `StoreDamaged` or `StoreReadOnly`."""
    _refuse_others(path, connection)
    if migrations.pending(connection) or is_due(connection):
        raise StoreReadOnly(
            Text(
                f"{path} is of an earlier version and has to be opened for writing once",
                f"{path}は古い版のものです。一度、書き込める状態で開いてください",
            )
        )


def _refuse_others(path: Path, connection: sqlite3.Connection) -> None:
    """What is no store, and a store with steps behind it that this version does not know."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != migrations.APPLICATION:
        raise StoreDamaged(Text(f"{path} is no store of daifu", f"{path}はdaifuの保存先ではありません"))
    if migrations.is_later(connection):
        raise StoreDamaged(
            Text(f"{path} was made by a later version of daifu", f"{path}はより新しい版のdaifuで作られています")
        )
