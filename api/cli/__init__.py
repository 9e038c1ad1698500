"""The command line `daifu`."""

import atexit
import gc
import signal
from typing import Final

__all__ = ["main"]

_GC_THRESHOLD: Final = 50_000
"""How many new objects there are before Python looks for garbage among them."""


def main() -> None:
    """Run the command line as the program `daifu`. A Ctrl-C that comes while it is loaded is told when it is.

    Loading a command makes objects that stay, and Python would look for garbage among them again and again: a fifth of
    the time of a command that reads a store. The last search, at the end of the process, is left out.
    """
    gc.set_threshold(_GC_THRESHOLD)
    atexit.register(gc.freeze)
    early: list[int] = []
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it may also be ignored, as by `nohup`
        signal.signal(signal.SIGINT, lambda number, _frame: early.append(number))
    from daifu.api.cli.program.command_line import run  # noqa: PLC0415 - takes most of the time of a short run

    run(is_interrupted=bool(early))
