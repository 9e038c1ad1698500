"""The service as a process of its own: `daifu serve` with gunicorn, on a port that is free."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.command_line import environment, program

PATIENCE = 60.0
"""Seconds in which it has to come up, and to stop."""
QUIET = 0.3
"""Seconds without a further line after which it has said what it has to say."""


class Served:
    """A running service: its process, its address, what it printed at the start, and where its log is."""

    def __init__(self, process: "subprocess.Popen[bytes]", greeting: list[str], log: Path) -> None:
        self.process = process
        self.greeting = greeting
        self.log = log
        found = re.search(r"http://\S+", greeting[0])
        assert found, greeting
        self.url = found[0]

    @property
    def token(self) -> str:
        """The token that was printed at the first start."""
        return self.greeting[1].rpartition(" ")[2]

    def stop(self) -> int:
        """Ask it to stop as Ctrl-C does, and wait; what it leaves with."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def workers(self) -> list[int]:
        """The processes that do its work at this moment, by their ids."""
        main = self.process.pid
        return [int(child) for child in Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """End all of it without a warning, as a loss of power does."""
        workers = self.workers()
        self.process.kill()
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        self.process.wait()


@contextmanager
def served(folder: Path, wrapped: Sequence[str] = (), **variables: str) -> Iterator[Served]:
    """A service on a store in the folder, with further settings by their variables; killed at the end if need be.

    `wrapped` is a command that starts it, as `nice` would.
    """
    log = folder / "daifu.log"
    settings = {
        "DAIFU_DB": str(folder / "daifu.db"),
        "DAIFU_PORT": "0",
        "DAIFU_WORKERS": "2",
        "DAIFU_LOG": str(log),
        **variables,
    }
    printed = folder / "printed.txt"
    with printed.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*wrapped, *program("serve")], stdout=output, stderr=subprocess.STDOUT, env=environment(**settings)
        )
    try:
        yield Served(process, _greeting(process, printed), log)
    finally:
        process.kill()
        process.wait()


def _greeting(process: "subprocess.Popen[bytes]", printed: Path) -> list[str]:
    """The lines that it prints until it has been quiet for a moment."""
    end = time.monotonic() + PATIENCE
    before, now = "", ""
    while not now or now != before:
        assert time.monotonic() < end, now
        assert process.poll() is None, now
        time.sleep(QUIET)
        before, now = now, printed.read_text(encoding="utf-8")
    return now.splitlines()
