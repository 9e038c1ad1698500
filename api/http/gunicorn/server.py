"""The gunicorn server: several processes on one listening socket, each with an event loop and several threads."""

import ctypes
import logging
import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, SOMAXCONN, create_server, socket
from types import FrameType
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.sock import TCP6Socket, TCPSocket
from gunicorn.workers.base import Worker as BaseWorker
from prometheus_client.multiprocess import mark_process_dead

from daifu.api.http.app import lane_finder
from daifu.api.http.gunicorn.analysis_workers import AnalysisWorkers
from daifu.api.http.gunicorn.backups import Backups
from daifu.api.http.gunicorn.clubs import Clubs, clubs_of
from daifu.api.http.gunicorn.event_loop import EventLoop, Limits
from daifu.api.http.gunicorn.exchange import REQUEST_LINE_BYTES, Site
from daifu.api.http.rate_limit import SharedCallerTimes
from daifu.api.http.request_log import LOG, configure_log
from daifu.api.http.services import services_of
from daifu.api.http.streaming import STOPPING
from daifu.api.installation import engine_name
from daifu.api.settings import Settings
from daifu.data.judging import relax_gc
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.open import has_store, open_store
from daifu.data.store.store import Store

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


_MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - workers touch a file there as a sign of life, which must not wait for a disk
_WORKER_TIMEOUT: Final = 120
"""Seconds without a sign of life after which a worker is taken for dead."""
_KEEP_ALIVE: Final = 15
"""Seconds that a connection may be idle between two requests."""


MakeApp = Callable[[Settings, Store, SharedCallerTimes], Flask]
"""What makes the app of a worker."""


class GunicornLog(Logger):  # type: ignore[misc] # gunicorn has no types
    """Writes warnings and errors of gunicorn to the log of the service."""

    def setup(self, cfg: Any) -> None:  # noqa: ANN401 - gunicorn's own
        """Set up the loggers, at the start and when the settings of gunicorn are read again."""
        super().setup(cfg)
        self.error_log.handlers = LOG.handlers
        self.error_log.setLevel(max(LOG.level, logging.WARNING))


class Master(Arbiter):  # type: ignore[misc] # gunicorn has no types
    """The process that starts and watches the workers, which all take requests from one socket."""

    def __init__(self, server: "Server", listener: socket) -> None:
        super().__init__(server)
        stores = server.stores.values()
        self._analysis_workers = [*map(AnalysisWorkers, stores)]
        self._backups = [*map(Backups, stores)]
        kind = TCP6Socket if listener.family == AF_INET6 else TCPSocket
        self.LISTENERS = [kind(listener.getsockname(), self.cfg, self.log, fd=listener.detach())]

    def manage_workers(self) -> None:
        """Start the workers that are not there; gunicorn calls this every second."""
        super().manage_workers()
        for workers in self._analysis_workers:
            workers.watch()
        for backups in self._backups:
            backups.watch()

    def handle_usr1(self) -> None:
        """Let all processes begin new logs."""
        super().handle_usr1()
        for workers in self._analysis_workers:
            workers.reopen_logs()

    def stop(self, graceful: bool = True) -> None:  # noqa: FBT001, FBT002 - as gunicorn has it
        """Stop all workers."""
        for workers in self._analysis_workers:
            workers.stop()
        for backups in self._backups:
            backups.stop()
        super().stop(graceful)

    def handle_int(self) -> None:
        """Let running requests finish after Ctrl-C, as after SIGTERM. A second Ctrl-C does not wait."""
        self.handle_term()


class Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """The service as gunicorn runs it."""

    def __init__(self, settings: Settings, make_app: MakeApp, listener: socket, ready: Callable[[], None]) -> None:
        self.settings = settings
        self._make_app = make_app
        self._listener = listener
        self._ready = ready
        self.stores = clubs_of(settings) if settings.clubs else {"": settings}
        self._times = {name: SharedCallerTimes() for name in self.stores}
        super().__init__()

    @property
    def silence(self) -> int:
        """Seconds for which a client may be silent."""
        return self.settings.silence

    def load_config(self) -> None:
        """Set the options of gunicorn."""
        for name, value in self._choices().items():
            self.cfg.set(name, value)

    def load(self) -> Flask | Clubs:
        """The app of one worker process, or those of its clubs."""
        if not self.settings.clubs:
            return self._app_of("")
        return Clubs(self.settings, {name: partial(self._app_of, name) for name in self.stores})

    def _app_of(self, name: str) -> Flask:
        settings = self.stores[name]
        return self._make_app(settings, open_store(settings.db), self._times[name])

    def run(self) -> None:
        """Serve until a signal says to stop. Ends with `SystemExit`, in this process and in its children."""
        Master(self, self._listener).run()

    def _fold_log_of_store(self) -> None:
        """Open and close the store: SQLite then moves into its file what is still in `-wal` beside it.

        People copy the file of a service that has ended.
        """
        for settings in self.stores.values():
            with suppress(StoreUnusable):
                if has_store(settings.db):
                    open_store(settings.db).close()

    def _choices(self) -> dict[str, Any]:
        chosen = self.settings
        return {
            "workers": chosen.worker_count,
            "worker_class": Worker,
            "threads": chosen.threads,
            "graceful_timeout": chosen.graceful,
            "timeout": _WORKER_TIMEOUT,
            "keepalive": _KEEP_ALIVE,
            "limit_request_line": REQUEST_LINE_BYTES,
            "worker_tmp_dir": str(_MEMORY_FOLDER) if _MEMORY_FOLDER.is_dir() else None,
            "control_socket_disable": True,
            "logger_class": GunicornLog,
            "child_exit": lambda _master, worker: mark_process_dead(worker.pid),  # type: ignore[no-untyped-call]
            "when_ready": lambda _master: self._ready(),
            "on_exit": lambda _master: self._fold_log_of_store(),
            "post_worker_init": _ignore_interrupts,
        }


def listen(settings: Settings) -> socket:
    """The socket that the service listens on. Raises OSError where it cannot."""
    family = AF_INET6 if ":" in settings.host else AF_INET
    return create_server((settings.host, settings.port), family=family, backlog=SOMAXCONN)


def serve(settings: Settings, make_app: MakeApp, listener: socket, ready: Callable[[], None]) -> None:
    """Serve the app that `make_app` makes on the socket until a signal says to stop.

    `ready` is called once requests can be answered.
    """
    configure_log(settings)
    LOG.info("start", extra={"engine": engine_name().en})
    Server(settings, make_app, listener, ready).run()


def _ignore_interrupts(_worker: Worker) -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes; the master handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
