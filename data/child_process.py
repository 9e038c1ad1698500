"""What every process that does work for another one does when it starts."""

import os
from multiprocessing import parent_process
from threading import Thread


def end_with_parent() -> None:
    """End this process when its parent ends, also when that is killed; Ctrl-C in the terminal does not reach it."""
    os.setsid()
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
