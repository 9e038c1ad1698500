"""The service as it runs: gunicorn on a new store, for as long as something is measured."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.builds import PLAIN, Build
from bench.service.connection import Address

STOP_TIMEOUT = 60.0
"""Seconds in which it has to stop."""


class Service(NamedTuple):
    """Where the service is, the token of somebody who may write, and the id of its main process."""

    address: Address
    token: str
    process: int


@contextmanager
def run_service(folder: Path, workers: int, build: Build = PLAIN, db: str | None = None) -> Iterator[Service]:
    """Run the service with this build on the store ``db``, by default a new file in ``folder``.

    Raise ``RuntimeError`` if it does not come up.
    """
    store = db or str(folder / "daifu.db")
    command = [sys.executable, "-P", "-m", "bench.service.serve", str(folder), str(workers), store]
    with subprocess.Popen(command, env=build.environment(), stdout=subprocess.PIPE) as process:
        try:
            yield _read_greeting(process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(STOP_TIMEOUT)


def _read_greeting(process: "subprocess.Popen[bytes]") -> Service:
    greeting = process.stdout.readline() if process.stdout else b""
    if not greeting:
        raise RuntimeError("the service did not start")
    values = json.loads(greeting)
    return Service((values["host"], values["port"]), values["token"], process.pid)
