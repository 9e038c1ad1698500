"""Calls objects before a process forks, and in the child afterwards.

SQLite forbids a child to use, or even to close, a connection that its parent opened. So idle connections are closed
before a fork, and the child opens its own. A fork while other threads use the store is still not safe: servers start
their processes first.
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


_LISTENERS: Final[WeakSet[Forkable]] = WeakSet()


def call_at_forks(one: Forkable) -> None:
    """Tell it of each fork from now on, as long as it lives."""
    _LISTENERS.add(one)


def _before_fork() -> None:
    for one in list(_LISTENERS):
        one.before_fork()


def _after_fork() -> None:
    for one in list(_LISTENERS):
        one.after_fork()


os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
