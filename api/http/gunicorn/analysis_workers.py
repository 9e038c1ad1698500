"""The processes that analyse records, beside those that answer requests.

Each is started anew by `python -m`, and not by `multiprocessing`, whose children gunicorn would reap and its workers
would end.
"""

import logging
import os
import signal
import subprocess
import sys
import time
from threading import Thread
from typing import Final, NoReturn

from api.http.monitoring.request_log import LOG, configure_log
from api.settings import ALL_SETTINGS, Settings, read_settings
from data.store.errors import StoreUnusable

RESTART_SECONDS: Final = 3.0
"""Seconds between two starts of one worker."""
_PARENT_SECONDS: Final = 1.0
"""Seconds after which a worker looks again whether its parent is still there."""


class _Slot:
    """The place of a worker: its process, and when that was started."""

    process: "subprocess.Popen[bytes] | None" = None
    started = -RESTART_SECONDS


class AnalysisWorkers:
    """The workers of a service. One that ends is started again."""

    def __init__(self, settings: Settings) -> None:
        """Workers with these settings, which `watch` starts."""
        self._settings = settings
        self._slots = [_Slot() for _ in range(settings.analysis_workers)]

    def watch(self) -> None:
        """Start the workers that are not there. To be called again and again."""
        for slot in self._slots:
            if slot.process is not None and slot.process.poll() is not None:
                LOG.warning("an analysis worker has ended", extra={"worker": slot.process.pid})
                slot.process = None
            if slot.process is None and time.monotonic() - slot.started >= RESTART_SECONDS:
                slot.process, slot.started = _start_worker(self._settings), time.monotonic()

    def reopen_logs(self) -> None:
        """Begin a new log where the old one was moved away."""
        for slot in self._slots:
            if slot.process is not None:
                slot.process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """End all workers. What they were doing is begun again by those of the next start."""
        found = [slot.process for slot in self._slots if slot.process is not None]
        for process in found:
            process.terminate()
        for process in found:
            process.wait()
        self._slots.clear()


def _start_worker(settings: Settings) -> "subprocess.Popen[bytes]":
    """A new worker. It gets its settings by variables: an address of a database may have a password."""
    variables = {one.variable: one.values.write(getattr(settings, one.name)) for one in ALL_SETTINGS}
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-P", "-m", __name__, str(os.getpid())],
        env={**os.environ, **variables, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
    )


def run_worker(parent: int) -> NoReturn:
    """Work as one of the workers of the process `parent`, and end when that ends; it handles Ctrl-C."""
    from data.analysis.worker import work  # noqa: PLC0415 - only a worker needs the queue and the engine

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    settings = read_settings(os.environ)
    _configure_logs(settings)
    signal.signal(signal.SIGUSR1, lambda *_: _configure_logs(settings))
    try:
        work(settings.db, settings.analysis_playouts)
    except StoreUnusable as error:
        LOG.warning("an analysis worker cannot use the store", exc_info=error)
        sys.exit(1)


def _configure_logs(settings: Settings) -> None:
    """Write the log of the worker, and warnings and errors of huey, where the settings say."""
    configure_log(settings)
    huey = logging.getLogger("huey")
    huey.handlers, huey.propagate = LOG.handlers, False
    huey.setLevel(max(LOG.level, logging.WARNING))


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(0)


if __name__ == "__main__":
    run_worker(int(sys.argv[1]))
