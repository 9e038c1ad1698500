"""Caches that belong to a connection or to all connections of a process, each kept under the function that makes it."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class SharedCaches:
    """Caches for all threads of a process. What is in one of them guards itself."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}

    def get(self, make: Callable[[], T]) -> T:
        """The cache that `make` made, or makes now."""
        found: T | None = self._made.get(make)
        if found is None:
            found = self._made.setdefault(make, make())
        return found
