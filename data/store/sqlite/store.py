"""The store in one SQLite file."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from daifu.data.store import store
from daifu.data.store.sqlite.connections import SessionPool, StoreLocation, open_location
from daifu.data.store.values import Difference, Location

if TYPE_CHECKING:
    from daifu.data.store.sqlite.worker_numbers import WorkerNumbers


class Store(store.Store):
    """A store in one SQLite file."""

    def __init__(self, location: StoreLocation, max_wait: float | None) -> None:
        """A store at a location that is ready for use; `Store.open` prepares one."""
        self._location = location
        super().__init__(max_wait)

    def _new_sessions(self) -> SessionPool:
        return SessionPool(self._location)

    @classmethod
    def open(cls, path: Location, *, read_only: bool = False, max_wait: float | None = None) -> Self:
        """The store in this file. It is made if there is none, and migrated, unless it is only to be read."""
        store = cls(open_location(Path(path).absolute(), read_only=read_only), max_wait)
        if not store.read_only:
            store.recount()
        return store

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._location.path

    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy the store into a new file, as far as it can be read."""
        from daifu.data.store.sqlite import backup, copy  # noqa: PLC0415 - only commands that copy a store load them

        with SessionPool(self._location).separate() as session:
            return backup.back_up(session, Path(target), advance, partial(copy.salvage_to_file, self))

    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process make something of a new store in this folder inside the block."""
        from daifu.data.store.sqlite.backup import locked_folder  # noqa: PLC0415 - only the service starts a store

        return locked_folder(self.path.parent)

    def worker_numbers(self) -> "WorkerNumbers":
        """The numbers of workers, in a file beside the store."""
        from daifu.data.store.sqlite.worker_numbers import WorkerNumbers  # noqa: PLC0415 - few processes use the queue

        return WorkerNumbers(self.path)
