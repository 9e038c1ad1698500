"""The gunicorn server: several processes, each with several threads, on one listening socket."""

import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, SOMAXCONN, create_server, socket
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.sock import TCP6Socket, TCPSocket
from prometheus_client.multiprocess import mark_process_dead

from daifu.api.engine_build import engine_name
from daifu.api.http.access.rate_limit import SharedCallerTimes
from daifu.api.http.clubs import Clubs, clubs_of
from daifu.api.http.gunicorn.analysis_workers import AnalysisWorkers
from daifu.api.http.gunicorn.backups import Backups
from daifu.api.http.gunicorn.exchange import REQUEST_LINE_BYTES
from daifu.api.http.gunicorn.worker import Worker
from daifu.api.http.monitoring.request_log import LOG, configure_log
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.open import has_store, open_store
from daifu.data.store.store import Store

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
