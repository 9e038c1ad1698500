"""The folder in which the processes of the service share their metrics.

This module imports no library: the folder has to be set before prometheus_client is imported.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from shutil import rmtree
from typing import Final

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder; it is not set if there is one process."""

PREFIX: Final = "daifu-metrics-"
"""How the name of such a folder begins."""


@contextmanager
def shared_metrics_folder() -> Iterator[None]:
    """Make a folder for the metrics of this process and its children, and remove it at the end of the block.

    Only metrics that are imported inside the block are kept there. Folders of services that were killed are removed.
    """
    owner = os.getpid()
    remove_abandoned_folders()
    with _locked_folder() as folder:
        os.environ[FOLDER_VARIABLE] = os.fspath(folder)
        try:
            yield
        finally:
            if os.getpid() == owner:  # children leave the block as well
                del os.environ[FOLDER_VARIABLE]
                rmtree(folder)


def remove_abandoned_folders() -> None:
    """Remove the folders of metrics that services of this user have left. A service that runs has locked its folder."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError), _open_folder(folder) as descriptor:
            if os.fstat(descriptor).st_uid == os.geteuid():
                flock(descriptor, LOCK_EX | LOCK_NB)
                rmtree(folder)


@contextmanager
def _locked_folder() -> Iterator[Path]:
    """A new folder that is locked while this process or a fork of it lives. It gets its name when it is locked."""
    unlocked = Path(tempfile.mkdtemp(prefix="daifu-"))
    with _open_folder(unlocked) as descriptor:
        flock(descriptor, LOCK_EX)
        yield unlocked.rename(unlocked.with_name(unlocked.name.replace("daifu-", PREFIX, 1)))


@contextmanager
def _open_folder(folder: Path) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
