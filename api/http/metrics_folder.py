"""The folder in which the processes of the service share their metrics.

No library is loaded here: the folder has to be named before the library of Prometheus is imported.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree
from typing import Final

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder; without it there is one process."""


@contextmanager
def shared_metrics_folder() -> Iterator[None]:
    """A folder for the figures of this process and its children, for as long as this process is in the block.

    Only what is imported inside the block measures there.
    """
    owner = os.getpid()
    folder = tempfile.mkdtemp(prefix="daifu-")
    os.environ[FOLDER_VARIABLE] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # children leave the block, too
            del os.environ[FOLDER_VARIABLE]
            rmtree(folder)
