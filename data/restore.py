"""Puts a backup in the place of a store when its service starts next. What was there stays beside it.

A store is not replaced while processes have it open: they keep in memory what they have read of it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from daifu.data.store.errors import StoreMissing, StoreUnusable
from daifu.data.store.open import is_database, open_store
from daifu.data.store.values import RecordFilter, current_time
from daifu.replay.text import Text

_SEEN: Final = ".uploaded"
"""How the name of a backup ends that was sent and looked at, and of one that takes the place of the store next."""
_WAITS: Final = ".to-restore"
_PARTS: Final = ("-wal", "-shm", "")


class Contents(NamedTuple):
    """What a backup holds."""

    club: str | None
    games: int
    tournaments: int
    last_day: date | None


def can_restore(db: str) -> bool:
    """Whether the store is a file; one in a database is replaced by `daifu copy`."""
    return not is_database(db)


def place_for_upload(db: str) -> Path:
    """Where a backup is put before it is looked at."""
    return Path(db + _SEEN)


def contents_of_upload(db: str) -> Contents:
    """What the backup holds that was put there; it is brought up to date, and checked for damage.

    Raises `StoreUnusable` where it is none, and removes it then.
    """
    place = place_for_upload(db)
    try:
        if not place.stat().st_size:
            raise StoreMissing(Text("the file is empty", "ファイルが空です"))
        with closing(open_store(place)) as store:
            store.mend()
            counts, club = store.counts(), store.club.find()
            newest = store.page(RecordFilter(), limit=1).records
            day = newest[0].stored_at.date() if newest else None
            cups = sum(1 for _ in store.tournaments.each())
            return Contents(club and club.name, counts.records - counts.withdrawn, cups, day)
    except StoreUnusable:
        place.unlink()
        raise
    finally:
        Path(f"{place}-lock").unlink(missing_ok=True)


def restore_at_next_start(db: str) -> None:
    """Let the backup that was looked at take the place of the store at the next start, if there is one."""
    if place_for_upload(db).exists():
        place_for_upload(db).replace(db + _WAITS)


def waits(db: str) -> bool:
    """Whether a backup takes the place of the store at the next start."""
    return can_restore(db) and Path(db + _WAITS).exists()


def keep_store(db: str) -> None:
    """Let the store stay after all."""
    Path(db + _WAITS).unlink(missing_ok=True)


def put_in_place(db: str) -> Path | None:
    """Put the backup that waits in the place of the store, which nobody has open; where the former store is then."""
    if not waits(db):
        return None
    with _locked(Path(db).absolute().parent):
        if not waits(db):  # another service, started at the same moment, has done it
            return None
        place = Path(db)
        former = place.with_name(f"{place.stem}-before-{current_time():%Y%m%dT%H%M%SZ}{place.suffix}")
        for part in _PARTS:
            if (file := Path(db + part)).exists():
                file.rename(f"{former}{part}")
        Path(db + _WAITS).rename(place)
        return former


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
