"""Writes records to a folder of Parquet files, by game and month: `deals/rules=uecda/month=2007-07/part-0.parquet`.

A table gets its name when it is complete. A table of an earlier export stays until then, also where an export is
stopped. Records have to come ordered by game and month, so that only the files of one month are open.
"""

import fcntl
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from daifu.data.store.store import Store
from daifu.data.store.values import StoredRecord
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.parquet.records import ExportedTable, RecordTable
from daifu.schemas.parquet.statistics import RATINGS, ExportedRating
from daifu.schemas.parquet.table import ExportedRecord, RevisionInfo, Source, Table
from daifu.schemas.parquet.writer import TableWriter

NO_MONTH: Final = "unknown"
"""The month of records without a day. Readers know another name for null, but some fail where all months are null."""

_ALL: Final = 1 << 31
_FILE: Final = "part-0.parquet"
_WORKING: Final = ".unfinished"
_LOCK: Final = "lock"
_OLD: Final = ".old"
_EXPORTED_FILE: Final = re.compile(rf"(rules=\w+/(month=(\d{{4}}-\d{{2}}|{NO_MONTH})/)?)?{re.escape(_FILE)}")


class FolderOccupied(Exception):
    """The folder has something in it that an export would have to replace: `path`."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class ExportRunning(Exception):
    """Another export is writing into the folder."""


class ExportSource(NamedTuple):
    """What is exported: records by game and month, and ratings by game.

    `merged` has for each id that was merged into another the id that stands for the person.
    """

    records: Iterable[StoredRecord]
    merged: Mapping[str, str]
    ratings: Iterable[ExportedRating]


def export_ratings(store: Store, rules: str | None) -> Iterator[ExportedRating]:
    """The ratings of a store in one game or house, or in all, one after another and best first."""
    for game in (*PROFILES, *store.statistics.houses()) if rules is None else (rules,):
        page = store.ratings.ratings(game, limit=_ALL)
        names = store.people.names([one.person for one in page.rated])
        for place, person, rating in page.rated:
            yield ExportedRating(game, place, person, names.get(person, person), *rating, page.behind)


def export_record(stored: StoredRecord, merged: Mapping[str, str]) -> ExportedRecord:
    """A record of a store as the tables take it, and as `merged` of the store's people has the people."""
    info = RevisionInfo(stored.id, stored.revision, stored.stored_at, stored.withdrawn)
    return ExportedRecord(info, stored.record, merged)


def export(
    source: ExportSource, folder: Path, tables: Sequence[ExportedTable], advance: Callable[[int], None]
) -> Counter[str]:
    """Write these tables into the folder, which is made if there is none; the number of rows of each.

    Tables that exist are replaced. `advance` is called with 1 for each record. A table for which there is nothing is
    one file without rows. The remains of an export that was killed are removed first. Raises `ExportRunning`, and kinds
    of `OSError`.
    """
    with _working_folder(folder) as building:
        rows = Counter[str]()
        if of_records := [table for table in tables if table is not RATINGS]:
            records = (export_record(stored, source.merged) for stored in source.records)
            rows += _write_records(records, building, of_records, advance)
        if RATINGS in tables:
            rows[RATINGS.name] = _write_ratings(source.ratings, building)
        for table in tables:
            if not (building / table.name).exists():
                with _table_file(building / table.name, table):
                    pass
        for table in tables:
            _publish(building / table.name, folder / table.name)
    return rows


def require_empty_folder(folder: Path, _tables: Sequence[ExportedTable]) -> None:
    """Check that the folder does not exist or is empty. Raises `FolderOccupied`."""
    inside = folder / _WORKING
    for path in sorted(folder.iterdir()) if folder.exists() else ():
        if path != inside:
            raise FolderOccupied(path)
    for old in sorted(inside.glob(f"*{_OLD}")):
        raise FolderOccupied(old)


def require_only_exports(folder: Path, tables: Sequence[ExportedTable]) -> None:
    """Check that only files of exports would be replaced by the tables. Raises `FolderOccupied`."""
    for table in tables:
        target = folder / table.name
        for path in sorted(target.rglob("*")) if target.exists() else ():
            if not path.is_dir() and not _EXPORTED_FILE.fullmatch(path.relative_to(target).as_posix()):
                raise FolderOccupied(path)


@contextmanager
def _working_folder(folder: Path) -> Iterator[Path]:
    """A folder inside for incomplete tables, which is removed at the end. Readers ignore a name with a dot."""
    inside = folder / _WORKING
    with locked(inside):
        try:
            _clean_up(inside)
            yield inside
        finally:
            _clean_up(inside)
            shutil.rmtree(inside)


@contextmanager
def locked(working: Path) -> Iterator[None]:
    """Let nobody else write into a working folder, which is made if there is none. Raises `ExportRunning`."""
    working.mkdir(parents=True, exist_ok=True)
    with (working / _LOCK).open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ExportRunning from error
        yield


def _clean_up(inside: Path) -> None:
    """Restore replaced tables whose successors were not published, and remove all else."""
    for old in inside.glob(f"*{_OLD}"):
        if not (folder := inside.parent / old.stem).exists():
            old.rename(folder)
    for path in inside.iterdir():
        if path.is_dir():
            shutil.rmtree(path)


def _write_records(
    records: Iterable[ExportedRecord], building: Path, tables: Sequence[RecordTable], advance: Callable[[int], None]
) -> Counter[str]:
    rows: Counter[str] = Counter()
    by_month = groupby(
        records, lambda record: partition_folder(record.shape.rules, record.day.isoformat() if record.day else "")
    )
    for place, month in by_month:
        with ExitStack() as files:
            writers = {
                table: files.enter_context(_table_file(building / table.name / place, table)) for table in tables
            }
            for record in month:
                for writer in writers.values():
                    writer.add(record)
                advance(1)
        rows.update({table.name: writer.rows for table, writer in writers.items()})
    return rows


def _write_ratings(ratings: Iterable[ExportedRating], building: Path) -> int:
    rows = 0
    for rules, of_game in groupby(ratings, lambda rating: rating.rules):
        with _table_file(building / RATINGS.name / f"rules={rules}", RATINGS) as writer:
            for rating in of_game:
                writer.add(rating)
        rows += writer.rows
    return rows


def partition_folder(rules: str, day: str) -> str:
    """The folder of a record within that of a table, by its game and the ISO day of its event, which may be empty."""
    return f"rules={rules}/month={day[:7] or NO_MONTH}"


@contextmanager
def _table_file(folder: Path, table: Table[Source]) -> Iterator[TableWriter[Source]]:
    """The file of a table in this new folder. It is on disk when the block ends."""
    folder.mkdir(parents=True)
    with (folder / _FILE).open("xb") as file:
        with TableWriter(table, file) as writer:
            yield writer
        file.flush()
        os.fsync(file.fileno())


def _publish(built: Path, target: Path) -> None:
    """Give a complete table its name. A table of that name is moved away, and removed at the end."""
    if target.exists():
        target.rename(built.with_suffix(_OLD))
    built.rename(target)
