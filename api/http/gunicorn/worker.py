"""A gunicorn worker that serves many connections with few threads."""

import ctypes
import os
import resource
from types import FrameType
from typing import Final

from gunicorn.workers.base import Worker as BaseWorker

from daifu.api.http.app import lane_finder
from daifu.api.http.clubs import Clubs
from daifu.api.http.gunicorn.event_loop import EventLoop, Limits
from daifu.api.http.gunicorn.exchange import Site
from daifu.api.http.services import services_of
from daifu.api.http.streams.sse import STOPPING
from daifu.data.judging.process import relax_gc

_CONNECTIONS: Final = 4096
_OTHER_FILES: Final = 256
"""Files that a worker has open apart from connections: the store, the log, pipes, uploads on disk."""
_HEAD_SECONDS: Final = 20
_M_ARENA_MAX: Final = -8
_M_MMAP_THRESHOLD: Final = -3
"""What glibc calls the number of heaps, and the size from which on memory is no part of them (malloc.h)."""
_LONG_TEXT: Final = 1 << 18


class Worker(BaseWorker):  # type: ignore[misc] # gunicorn has no types
    """A process with an event loop and several threads, each working on one request."""

    _loop: EventLoop | None = None
    """None while the app is loaded. A signal may come before that is done."""

    def load_wsgi(self) -> None:
        """Load the app, and exempt its objects from garbage collection, because they stay."""
        _share_one_heap()
        self.wsgi = self.app.wsgi()
        clubs = self.wsgi if isinstance(self.wsgi, Clubs) else None
        site = Site(self.wsgi, self.cfg, lambda: not self.alive, clubs.lane_of if clubs else lane_finder(self.wsgi))
        self._loop = EventLoop(self.sockets, self._limits(), site, self._is_wanted)
        if clubs is None:  # the stores of clubs are files, which tell of no changes
            self._loop.listen(services_of(self.wsgi).store.tournaments.listen)
        relax_gc()

    def run(self) -> None:
        """Serve until a signal says to stop, and complete what is under way then."""
        loop = self._loop
        assert loop is not None  # noqa: S101 - gunicorn calls `load_wsgi` before
        loop.run()
        STOPPING.set()
        loop.stop(self.cfg.graceful_timeout)

    def handle_exit(self, _signal: int, _frame: FrameType | None) -> None:
        """Begin to stop."""
        self.alive = False
        if self._loop is not None:
            self._loop.wake()

    def _is_wanted(self) -> bool:
        """Give a sign of life. Returns whether neither a signal nor the end of the master says to stop."""
        self.notify()
        return self.alive and self.ppid == os.getppid()

    def _limits(self) -> Limits:
        silence = self.app.silence
        return Limits(
            threads=self.cfg.threads,
            connections=_connections(),
            silence=silence,
            head=min(silence, _HEAD_SECONDS),
            keep_alive=self.cfg.keepalive,
        )


def _share_one_heap() -> None:
    """Let all threads share one heap of the C library, if it is glibc.

    Otherwise each thread that has worked on a large record keeps most of the memory for it. Long texts have memory of
    their own, which is free for others as soon as they are gone.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, _LONG_TEXT)


def _connections() -> int:
    """How many connections the process may have. Raises its limit of open files as far as that helps and is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS + _OTHER_FILES
    if soft < wanted and soft != resource.RLIM_INFINITY:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted - _OTHER_FILES if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft) - _OTHER_FILES)
