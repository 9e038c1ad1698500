"""Backups of the store from time to time, while the service runs: each is a process of `daifu backup`."""

import os
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from daifu.api.http.request_log import LOG
from daifu.api.settings import Settings
from daifu.data.store.values import current_time

_NAMES: Final = "daifu-*.db"
_NAME: Final = "daifu-%Y%m%dT%H%M%SZ.db"
_LOOK_SECONDS: Final = 60
_RETRY_SECONDS: Final = 3600
"""Seconds until it is looked again whether a backup is due, and until one that failed is tried again."""


class Backups:
    """The backups of a service, in a folder of their own: the newest stay."""

    def __init__(self, settings: Settings) -> None:
        """Backups with these settings, which `watch` makes."""
        self._settings = settings
        self._folder = Path(settings.backup) if settings.backup else None
        self._process: subprocess.Popen[bytes] | None = None
        self._target: Path | None = None
        self._next_look = 0.0

    def watch(self) -> None:
        """Begin a backup if one is due, and delete old ones after it. To be called again and again."""
        if self._folder is None or time.monotonic() < self._next_look:
            return
        try:
            self._look(self._folder)
        except OSError as error:
            LOG.warning("backups: %s", error)
            self._next_look = time.monotonic() + _RETRY_SECONDS

    def stop(self) -> None:
        """Give up a backup that is under way: what there is of it has no name yet."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _look(self, folder: Path) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                return
            self._process = None
            if self._target is None or not self._target.exists():
                LOG.warning("a backup failed", extra={"target": str(self._target)})
                self._next_look = time.monotonic() + _RETRY_SECONDS
                return
            for old in _backups(folder)[: -self._settings.backup_keep]:
                old.unlink()
        self._next_look = time.monotonic() + _LOOK_SECONDS
        if is_due(folder, self._settings.backup_hours, current_time()):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._target = folder / current_time().strftime(_NAME)
            self._process = _start(self._settings, self._target)
            self._next_look = 0.0


def is_due(folder: Path, hours: int, now: datetime) -> bool:
    """Whether the newest backup in a folder is so many hours old, or there is none."""
    newest = _backups(folder)[-1:]
    return not newest or now - _time_of(newest[0], now) >= timedelta(hours=hours)


def _backups(folder: Path) -> list[Path]:
    """The backups in a folder, the oldest first."""
    return sorted(folder.glob(_NAMES))


def _time_of(backup: Path, now: datetime) -> datetime:
    """When a backup was made, as its name says; a file of another name counts as old."""
    try:
        return datetime.strptime(backup.name, _NAME).replace(tzinfo=now.tzinfo)
    except ValueError:
        return datetime.min.replace(tzinfo=now.tzinfo)


def _start(settings: Settings, target: Path) -> "subprocess.Popen[bytes]":
    """The process that makes a backup. It gets the store by a variable: an address may have a password."""
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-P", "-m", "daifu", "backup", str(target)],
        env={**os.environ, "DAIFU_DB": settings.db, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
