"""The folder in which the processes of the service share their metrics.

This module imports no library: the folder has to be set before prometheus_client is imported.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree
from typing import Final

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder; it is not set if there is one process."""


@contextmanager
def shared_metrics_folder() -> Iterator[None]:
    """Make a folder for the metrics of this process and its children, and remove it at the end of the block.

    Only metrics that are imported inside the block are kept there.
    """
    owner = os.getpid()
    folder = tempfile.mkdtemp(prefix="daifu-")
    os.environ[FOLDER_VARIABLE] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # children leave the block as well
            del os.environ[FOLDER_VARIABLE]
            rmtree(folder)
