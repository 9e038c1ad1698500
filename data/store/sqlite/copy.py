"""Copies a store into a file of SQLite, and checks the copy.

A backup copies the pages of one state while others write. From another backend, or where the store is damaged, the copy
is made table by table.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from daifu.data.store import copy
from daifu.data.store.errors import StoreDamaged, StoreExists
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.schema import Table
from daifu.data.store.sqlite.connections import Session, StoreLocation, create_location, file_damage
from daifu.data.store.sqlite.errors import TRANSLATED_ERRORS
from daifu.data.store.sqlite.files import WriteLock
from daifu.data.store.sqlite.schema import finish_copy, has_tables, is_unfinished_copy, start_copy
from daifu.data.store.sqlite.store import Store
from daifu.data.store.store import Store as AnyStore
from daifu.data.store.values import Difference

PAGES_A_STEP: Final = 256
"""How many pages are copied between two reports of progress."""

_SUFFIX: Final = ".daifu-backup"
"""How the names of unfinished copies end; those of SQLite's files beside them have more behind it."""
_TEXTS: Final = "SELECT dictionary, packed, cut FROM revisions WHERE packed IS NOT NULL"


def back_up(
    session: Session, target: Path, advance: Callable[[int], None], salvage: Callable[[Path], list[Difference]]
) -> list[Difference]:
    """Copy the store into a new file; `advance` is called with the number of bytes copied since the last call.

    The file appears under its name when it is complete, checked and on disk, and only its owner may read it. Where the
    store is damaged, `salvage` fills the file with what can be read; what cannot is returned. Raises `FileExistsError`,
    other kinds of `OSError`, and an error of SQLite.
    """
    with new_file(target) as unfinished:
        _copy_pages(session.connection, unfinished, advance)
        if is_sound(session, unfinished):
            return []
        empty(unfinished)
        return salvage(unfinished)


def empty(path: Path) -> None:
    """Let a file of a database be empty again."""
    for ending in ("-journal", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    os.truncate(path, 0)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file to be written in the block, which appears as the target when the block has ended without an error.

    Raises `FileExistsError` where there is something at the target.
    """
    _require_new_file(target)
    with _unfinished_file(target) as unfinished:
        yield unfinished
        _require_new_file(target)
        unfinished.rename(target)
    # Wait until the name of the file is on disk, too.
    handle = os.open(target.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _require_new_file(target: Path) -> None:
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


@contextmanager
def _unfinished_file(target: Path) -> Iterator[Path]:
    """A new file in the folder of the target, which is deleted when the block ends unless it has another name then.

    The file is locked inside the block. What a killed backup has left is not, and the next backup deletes it.
    """
    folder = target.absolute().parent
    with locked_folder(folder):
        _delete_abandoned(folder)
        handle, name = mkstemp(_SUFFIX, f".{target.name}.", folder)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield Path(name)
    finally:
        _delete(Path(name))
        os.close(handle)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Let nobody else begin a backup into this folder, or fill a new store in it, inside the block."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _delete_abandoned(folder: Path) -> None:
    """Delete the unfinished files in a folder that no process has locked."""
    for path in folder.glob(f".*{_SUFFIX}"):
        handle = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _delete(path)
        except BlockingIOError:
            pass  # a backup is under way
        finally:
            os.close(handle)


def _delete(path: Path) -> None:
    """Delete a file, and those that SQLite has beside it."""
    for ending in ("-journal", "-wal", "-shm", "-lock", ""):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _copy_pages(source: sqlite3.Connection, path: Path, advance: Callable[[int], None]) -> None:
    """Copy all pages of one state, to which an open transaction keeps while others write."""
    size = source.execute("PRAGMA page_size").fetchone()[0]
    done = 0

    def report(_status: int, remaining: int, total: int) -> None:
        nonlocal done
        advance((total - remaining - done) * size)
        done = total - remaining

    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the first read decides on the state
        try:
            source.backup(copy, pages=PAGES_A_STEP, progress=report)
        finally:
            source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file


def is_sound(session: Session, path: Path) -> bool:
    """Whether SQLite finds no damage in a copy, and all its texts can be unpacked."""
    try:
        with TRANSLATED_ERRORS, closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as copy:
            for texts in copy.execute(_TEXTS):
                session.compressor.unpack(*texts)
            return not any(file_damage(copy))
    except StoreDamaged:
        return False


class StoreCopy(copy.StoreCopy):
    """A copy of a store in a file of SQLite that is under way."""

    def __init__(self, source: AnyStore, session: Session, path: Path) -> None:
        """A copy into this file, through a session on it. The tables are made unless they are there.

        Raises `StoreExists` where the file is something else.
        """
        super().__init__(source, session)
        self._session = session
        self.target = Store(StoreLocation(path, read_only=True), None)
        if not has_tables(session.connection):
            start_copy(session.connection)
        elif not is_unfinished_copy(session.connection):
            raise StoreExists

    def writing(self) -> AbstractContextManager[object]:
        """A transaction on the file."""
        return self._session.writing()

    def insert(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        self._session.connection.executemany(table.insert, rows)

    def insert_if_sound(self, table: Table, row: Row) -> bool:
        """Add a row, unless there is one of its key or it refers to nothing; whether it was added."""
        try:
            self._session.connection.execute(table.insert, row)
        except sqlite3.IntegrityError:
            return False
        return True

    def finish(self) -> None:
        """Make a store of the copy."""
        finish_copy(self._session.connection)


@contextmanager
def open_copy(source: AnyStore, path: Path) -> Iterator[StoreCopy]:
    """Begin a copy of a store in a new file, or go on with one. Another process that copies to this file waits.

    Raises `StoreExists` where there is a store or another database, and other kinds of `StoreUnusable`.
    """
    place = create_location(path.absolute())
    with closing(WriteLock(place.path)) as lock, lock.held(), TRANSLATED_ERRORS, closing(Session(place)) as session:
        made = StoreCopy(source, session, place.path)
        with closing(made.target):
            yield made


def salvage_to_file(source: AnyStore, path: Path) -> list[Difference]:
    """Fill an empty file with what can be read of a store; what cannot."""
    place = StoreLocation(path, read_only=False)
    with TRANSLATED_ERRORS, closing(Session(place)) as session:
        made = StoreCopy(source, session, path)
        left_out = made.salvage(lambda _count: None)
        made.finish()
    with closing(Store(place, None)) as store:
        store.recount()
    return left_out


def back_up_to_file(source: AnyStore, target: Path, advance: Callable[[int], None]) -> list[Difference]:
    """Copy one state of a store of another backend into a new file, as `daifu.data.store.sqlite.copy` does it.

    `advance` is called with the number of bytes of the source copied since the last call. What cannot be read is left
    out and returned.
    """
    counts = source.counts()
    with new_file(target) as unfinished:
        with closing(Session(StoreLocation(unfinished, read_only=False))) as session:
            made = StoreCopy(source, session, unfinished)
            made.run(lambda revisions: advance(counts.bytes * revisions // counts.revisions))
            made.finish()
            if is_sound(session, unfinished):
                return []
        empty(unfinished)
        return salvage_to_file(source, unfinished)
