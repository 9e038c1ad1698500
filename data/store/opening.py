"""How a store is opened: made where there is none, brought up to date, and refused where it cannot be used."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from data.store.gate import Gate
from data.store.refusals import StoreDamaged, StoreMissing, StoreReadOnly
from data.store.sqlite_errors import TRANSLATED
from replay.text import Text

PATIENCE: Final = 10.0
"""Seconds to wait for others who write."""

PRAGMAS: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 1000",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -16000",
)


class Place(NamedTuple):
    """Where a store is and how it may be used; `immutable` is one that nobody at all can write to."""

    path: Path
    read_only: bool
    immutable: bool = False

    @property
    def address(self) -> str:
        """The address of the file as SQLite takes it."""
        mode = "immutable=1" if self.immutable else "mode=ro" if self.read_only else "mode=rwc"
        return f"{self.path.as_uri()}?{mode}"


def open_place(path: Path, *, read_only: bool) -> Place:
    """The place of a store that is ready for use; it is made if need be, unless it is only to be read.

    The path is absolute.

    Raises `StoreUnusable`.
    """
    from data.store import readiness  # noqa: PLC0415 - sqlite-utils takes longer to load than most commands to run

    place = _found(path, read_only=read_only)
    with TRANSLATED, closing(connect(place)) as connection:
        if place.read_only:
            readiness.see_ready(path, connection)
        else:
            with closing(Gate(path)) as gate, gate.passed():
                readiness.make_ready(path, connection)
    return place


def connect(place: Place) -> sqlite3.Connection:
    """A connection that may go from thread to thread, but be used by one at a time."""
    connection = sqlite3.connect(
        place.address, uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=False
    )
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _found(path: Path, *, read_only: bool) -> Place:
    """What may be done with the file at this path."""
    folder = path.parent
    if not folder.is_dir():
        raise StoreMissing(Text(f"there is no folder {folder}", f"フォルダー{folder}がありません"))
    if not path.exists():
        if read_only:
            raise StoreMissing(Text(f"there is no store {path}", f"保存先{path}がありません"))
        if not os.access(folder, os.W_OK):
            raise StoreReadOnly(Text(f"{folder} cannot be written to", f"{folder}には書き込めません"))
        return Place(path, read_only=False)
    if not path.is_file():
        raise StoreDamaged(Text(f"{path} is no file", f"{path}はファイルではありません"))
    fixed = not os.access(folder, os.W_OK)
    immutable = fixed and not any(_beside(path, ending) for ending in ("-wal", "-shm"))
    return Place(path, read_only or fixed or not os.access(path, os.W_OK), immutable)


def _beside(path: Path, ending: str) -> bool:
    """Whether SQLite has left something in a file of its own beside the store."""
    beside = path.with_name(path.name + ending)
    return beside.exists() and beside.stat().st_size > 0
