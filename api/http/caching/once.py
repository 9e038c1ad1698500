"""Work that several threads want at the same time is done once."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar, cast

Made = TypeVar("Made")


class Once:
    """What is being made. Nothing is kept here after it is made."""

    def __init__(self) -> None:
        self._making: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def make(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` returns, or what it returns to another thread that began it for the same key.

        Raises what `make` raises, in all threads that wait for it.
        """
        with self._lock:
            other = self._making.get(key)
            if other is None:
                making = self._making[key] = Future[Made]()
        try:  # an error has this frame in its traceback, so the frame must not keep what has the error
            if other is not None:
                return cast("Made", other.result())
            try:
                made = make()
                making.set_result(made)
            except BaseException as error:
                making.set_exception(error)
                raise
            finally:
                with self._lock:
                    del self._making[key]
                del making
            return made
        finally:
            del other
