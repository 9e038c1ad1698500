"""The service with its yardsticks: ``python -m bench.service.serve FOLDER WORKERS STORE``, until a signal stops it.

It keeps its log in the folder. When it is ready it prints its address and the token of a scorekeeper.
"""

import json
import sys
from pathlib import Path
from typing import cast

from flask import Flask

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
