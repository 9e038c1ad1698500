"""Answers that were made before, each kept with the version of what it was made from; the oldest ones make room."""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Final

MOST_BYTES: Final = 64 << 20
"""So much is kept by each process."""
WORTH_PACKING: Final = 500
"""Fewer bytes than these are sent as they are."""

_FAST: Final = 1


class Leaf:
    """A body, the version of what it was made from, and the cursor of the page after it, if it has one."""

    def __init__(self, version: str, body: bytes, after: str | None = None) -> None:
        self.version = version
        self.body = body
        self.after = after

    @cached_property
    def packed(self) -> bytes:
        """The body in gzip, which is made when somebody first takes it that way."""
        return gzip.compress(self.body, _FAST, mtime=0)

    @property
    def room(self) -> int:
        """How much it takes, at most."""
        return 2 * len(self.body)


class Shelf:
    """What a process keeps, for all its threads."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._leaves: OrderedDict[Hashable, Leaf] = OrderedDict()
        self._held = 0
        self._turn = threading.Lock()

    def leaf(self, key: Hashable, version: str, make: Callable[[], Leaf]) -> Leaf:
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

    def _put(self, key: Hashable, leaf: Leaf) -> None:
        if leaf.room > self._most:
            return
        before = self._leaves.pop(key, None)
        self._held += leaf.room - (before.room if before else 0)
        self._leaves[key] = leaf
        while self._held > self._most:
            _, oldest = self._leaves.popitem(last=False)
            self._held -= oldest.room
