"""The processes that analyse records, beside those that answer requests.

Each is started anew by `python -m`, and not by `multiprocessing`, whose children gunicorn would reap and its workers
would end.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from threading import Thread
from typing import Final, NoReturn

from daifu.api.http.request_log import LOG, configure_log
from daifu.api.settings import ALL_SETTINGS, Settings, read_settings
from daifu.data.store.errors import StoreUnusable

SHORTEST_PAUSE: Final = 1.0
"""Seconds after which a worker that has ended is started again."""
LONGEST_PAUSE: Final = 64.0
"""The most seconds of it where a worker ends again and again: a start takes a second of the processor."""
_PARENT_SECONDS: Final = 1.0
"""Seconds after which a worker looks again whether its parent is still there."""


class _Slot:
    """The place of a worker: its process if it has one, when that was started, and when the next one may be."""

    process: "subprocess.Popen[bytes] | None" = None
    started = 0.0
    restart = 0.0
    pause = SHORTEST_PAUSE

    def start(self, settings: Settings) -> None:
        """Start a process."""
        self.process, self.started = _start_worker(settings), time.monotonic()

    def drop(self) -> None:
        """Drop a process that has ended. The sooner it did so, the longer is the pause before the next one."""
        now = time.monotonic()
        self.pause = SHORTEST_PAUSE if now - self.started > LONGEST_PAUSE else min(2 * self.pause, LONGEST_PAUSE)
        self.process, self.restart = None, now + self.pause


class AnalysisWorkers:
    """The workers of a service. One that ends is started again, after a pause."""

    def __init__(self, settings: Settings) -> None:
        """Workers with these settings, which `watch` starts."""
        self._settings = settings
        self._slots = [_Slot() for _ in range(settings.analysis_workers)]

    def watch(self) -> None:
        """Start the workers that are not there. To be called again and again."""
        for slot in self._slots:
            if slot.process is not None and slot.process.poll() is not None:
                LOG.warning("an analysis worker has ended", extra={"worker": slot.process.pid})
                slot.drop()
            if slot.process is None and time.monotonic() >= slot.restart:
                slot.start(self._settings)

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
    from daifu.data.analysis import work  # noqa: PLC0415 - only a worker needs the queue and the engine

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()  # a parent that was killed stops nobody
    settings = read_settings(os.environ)
    configure_log(settings)
    signal.signal(signal.SIGUSR1, lambda *_: configure_log(settings))
    if settings.hooks or settings.push_hosts:
        Thread(target=_tell_hooks, args=(settings,), daemon=True).start()
    try:
        work(settings.db, settings.analysis_playouts)
    except StoreUnusable as error:
        LOG.warning("an analysis worker cannot use the store: %s", error)
        sys.exit(1)


def _tell_hooks(settings: Settings) -> None:
    """Tell hooks and phones while the worker lives."""
    from daifu.api.hooks import PAUSE_SECONDS, connect_publicly, tell_hooks  # noqa: PLC0415 - only where there are hooks
    from daifu.data.store.open import open_store  # noqa: PLC0415

    while True:
        try:
            with closing(open_store(settings.db)) as store:
                while True:
                    if settings.hooks:
                        tell_hooks(store, settings, datetime.now(UTC), connect_publicly)
                    if settings.push_hosts:
                        from daifu.api.push import tell_phones  # noqa: PLC0415 - its libraries are of an extra

                        tell_phones(store, settings, datetime.now(UTC), connect_publicly)
                    time.sleep(PAUSE_SECONDS)
        except StoreUnusable as error:
            LOG.warning("hooks and phones are not told of anything at present: %s", error)
            time.sleep(LONGEST_PAUSE)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(0)  # the other thread is in the middle of a deal, whose job is begun again by another worker


if __name__ == "__main__":
    run_worker(int(sys.argv[1]))
