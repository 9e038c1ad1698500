"""The service as it runs: gunicorn on a new store, with its yardsticks, for as long as something is measured."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from flask import Flask

from bench.engine import PLAIN, Build
from bench.service.clients import Address
from daifu.api.cli.serve import prepare_store
from daifu.api.http.gunicorn.metrics_folder import shared_metrics_folder
from daifu.api.settings import Settings

UNLIMITED = 10_000_000
"""Calls a minute: the rate limit works as always, and is never reached."""


def main() -> None:
    """Serve as ``daifu serve`` does."""
    folder, workers, store = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    settings = Settings(
        db=store,
        log=str(folder / "daifu.log"),
        port=0,
        workers=workers,
        rate=UNLIMITED,
        rate_address=UNLIMITED,
    )
    with shared_metrics_folder():
        _serve(settings)


def _serve(settings: Settings) -> None:
    from bench.service.yardsticks import with_yardsticks  # noqa: PLC0415
    from daifu.api.http.gunicorn.server import Server, listen  # noqa: PLC0415
    from daifu.api.http.request_log import configure_log  # noqa: PLC0415 - these have to know of the folder that is shared
    from daifu.api.web.app import create_service  # noqa: PLC0415

    class Measured(Server):
        """The service as gunicorn runs it, and beside it what it is held against."""

        def load(self) -> Flask:
            """The app of one worker process."""
            return with_yardsticks(cast("Flask", super().load()))

    with listen(settings) as listener:
        host, port = listener.getsockname()
        first = prepare_store(settings)
        greeting = json.dumps({"host": host, "port": port, "token": first and first.secret})
        configure_log(settings)
        Measured(settings, create_service, listener, lambda: print(greeting, flush=True)).run()


if __name__ == "__main__":
    main()

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
