"""A cache of response bodies, each with the version of what it was made from; those not used for longest make room."""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import cached_property, partial
from threading import Lock
from typing import Any, Final, TypeVar, cast

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


CACHE_BYTES: Final = 64 << 20
"""How much each process keeps."""
MIN_GZIP_BYTES: Final = 500
"""Smaller bodies are sent as they are."""

_FAST_GZIP: Final = 1
_PLACE_BYTES: Final = 1 << 10
"""About what a body takes beside its bytes: its key, which has the address that was asked for, and its version."""


class CachedBody:
    """A body, the version of what it was made from, and the cursor of the page after it, if it has one."""

    def __init__(self, version: Hashable, body: bytes, after: str | None = None) -> None:
        self.version = version
        self.body = body
        self.after = after

    @cached_property
    def gzipped(self) -> bytes:
        """The body in gzip, made when a client first takes it that way."""
        return gzip.compress(self.body, _FAST_GZIP, mtime=0)

    @property
    def size(self) -> int:
        """The bytes it takes at most, with its gzipped form."""
        return 2 * len(self.body) + _PLACE_BYTES


class ResponseCache:
    """The bodies that a process keeps, for all its threads."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._bodies: OrderedDict[Hashable, CachedBody] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._once = Once()

    def get(self, key: Hashable, version: Hashable, make: Callable[[], CachedBody]) -> CachedBody:
        """The body of this version, made if it is not there. Raises what `make` raises.

        Of threads that ask for it at the same time, one makes it, and the processor is left to other requests.
        """
        return self._kept(key, version) or self._once.make((key, version), partial(self._make, key, version, make))

    def _kept(self, key: Hashable, version: Hashable) -> CachedBody | None:
        with self._lock:
            kept = self._bodies.get(key)
            if kept is None or kept.version != version:
                return None
            self._bodies.move_to_end(key)
            return kept

    def _make(self, key: Hashable, version: Hashable, make: Callable[[], CachedBody]) -> CachedBody:
        kept = self._kept(key, version)  # another thread may have made it since this one looked
        if kept is not None:
            return kept
        made = make()
        with self._lock:
            self._put(key, made)
        return made

    def _put(self, key: Hashable, body: CachedBody) -> None:
        if body.size > self._most:
            return
        before = self._bodies.pop(key, None)
        self._size += body.size - (before.size if before else 0)
        self._bodies[key] = body
        while self._size > self._most:
            _, oldest = self._bodies.popitem(last=False)
            self._size -= oldest.size
