"""Copies one state of a store while others write to it."""

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from data.store.sqlite.connections import Session

PAGES_A_STEP: Final = 256
"""How many pages are copied between two reports of progress."""


def back_up(session: Session, target: Path, advance: Callable[[int], None]) -> None:
    """Copy the store into a new file; `advance` is called with the number of bytes copied since the last call.

    The file appears under its name when it is complete and on disk. Raises `FileExistsError`, other kinds of
    `OSError`, and an error of SQLite.
    """
    _require_new_file(target)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _copy_pages(session.connection, unfinished, advance)
        _require_new_file(target)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)
    _sync_folder(target.absolute().parent)


def _require_new_file(target: Path) -> None:
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _copy_pages(source: sqlite3.Connection, path: Path, advance: Callable[[int], None]) -> None:
    """Copy all pages of one state, to which an open transaction keeps while others write."""
    size = source.execute("PRAGMA page_size").fetchone()[0]
    done = 0

    def report(_status: int, remaining: int, total: int) -> None:
        nonlocal done
        advance((total - remaining - done) * size)
        done = total - remaining

    path.touch(exist_ok=False)
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        try:
            source.backup(copy, pages=PAGES_A_STEP, progress=report)
        finally:
            source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")


def _sync_folder(path: Path) -> None:
    """Wait until the name of a file in this folder is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
