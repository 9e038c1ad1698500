"""A cache of response bodies, each with the version of what it was made from; the oldest ones make room."""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Final

CACHE_BYTES: Final = 64 << 20
"""So much is kept by each process."""
MIN_GZIP_BYTES: Final = 500
"""Fewer bytes than these are sent as they are."""

_FAST_GZIP: Final = 1


class CachedBody:
    """A body, the version of what it was made from, and the cursor of the page after it, if it has one."""

    def __init__(self, version: str, body: bytes, after: str | None = None) -> None:
        self.version = version
        self.body = body
        self.after = after

    @cached_property
    def packed(self) -> bytes:
        """The body in gzip, which is made when somebody first takes it that way."""
        return gzip.compress(self.body, _FAST_GZIP, mtime=0)

    @property
    def room(self) -> int:
        """How much it takes, at most."""
        return 2 * len(self.body)


class ResponseCache:
    """What a process keeps, for all its threads."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._leaves: OrderedDict[Hashable, CachedBody] = OrderedDict()
        self._held = 0
        self._turn = threading.Lock()

    def leaf(self, key: Hashable, version: str, make: Callable[[], CachedBody]) -> CachedBody:
        """The leaf of this version; it is made if it is not there. Raises whatever `make` does."""
        with self._turn:
            kept = self._leaves.get(key)
            if kept is not None and kept.version == version:
                self._leaves.move_to_end(key)
                return kept
        made = make()
        with self._turn:
            self._put(key, made)
        return made

    def _put(self, key: Hashable, leaf: CachedBody) -> None:
        if leaf.room > self._most:
            return
        before = self._leaves.pop(key, None)
        self._held += leaf.room - (before.room if before else 0)
        self._leaves[key] = leaf
        while self._held > self._most:
            _, oldest = self._leaves.popitem(last=False)
            self._held -= oldest.room
