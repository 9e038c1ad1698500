"""Processes that fork while a store is open.

SQLite forbids that a connection is used, or even closed, by a child of the process that opened it. So those that nobody
is using are closed before, and in the child the store begins anew. A fork while other threads use the store is not safe
all the same: servers start their processes first.
"""

import os
from typing import Final, Protocol
from weakref import WeakSet


class Forkable(Protocol):
    """What has to know of forks."""

    def before_fork(self) -> None:
        """Close what must not be carried over."""

    def after_fork(self) -> None:
        """Begin anew, in the child."""


_EVERYBODY: Final[WeakSet[Forkable]] = WeakSet()


def tell_of_forks(one: Forkable) -> None:
    """Tell it of each fork from now on, as long as it lives."""
    _EVERYBODY.add(one)


def _before() -> None:
    for one in list(_EVERYBODY):
        one.before_fork()


def _after() -> None:
    for one in list(_EVERYBODY):
        one.after_fork()


os.register_at_fork(before=_before, after_in_child=_after)
