"""The tournament commands as a test calls them, on a store or over a service."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from click.testing import Result
from werkzeug.serving import ThreadedWSGIServer

from daifu.api.http.streaming import STOPPING
from daifu.data.store.open import open_store
from daifu.data.store.values import Location
from tests.support.command_line import daifu
from tests.support.http_app import app_on


class CommandScorekeeper:
    """Runs the commands of one tournament. `target` are the options that say where it is."""

    def __init__(self, *target: str | Path, tournament: str = "1") -> None:
        self.target = target
        self.tournament = tournament

    def attempt(self, command: str, *args: str) -> Result:
        """What comes of a command about the tournament."""
        return daifu("tournament", command, self.tournament, *args, *self.target)

    def run(self, command: str, *args: str) -> str:
        """What a command that must succeed prints."""
        result = self.attempt(command, *args)
        assert result.exit_code == 0, result.stderr or result.exception
        return result.stdout

    def fails(self, command: str, *args: str) -> str:
        """The sentence with which a command is refused."""
        result = self.attempt(command, *args)
        assert (result.exit_code, result.stdout) == (2, "")
        return result.stderr.splitlines()[0]

    def create(self, name: str = "Winter cup", *args: str) -> None:
        """The tournament begins."""
        result = daifu("tournament", "create", name, "--rules", "dalmuti", *args, *self.target)
        assert result.exit_code == 0, result.stderr or result.exception

    def open_stage(self, players: int = 8, *settings: str) -> None:
        """Create a tournament of this many players, with one stage of tables of four."""
        self.create("Winter cup", *settings)
        self.run("enter", *(f"Player {number}" for number in range(1, players + 1)))
        self.run("stage", "Preliminaries", "--sizes", "4")

    def seats(self, *tables: str) -> None:
        """The next round, drawn by hand."""
        self.run("draw", *(part for table in tables for part in ("--table", table)))

    def reads(self, command: str, *args: str) -> Any:  # noqa: ANN401 - any JSON
        """What a command tells as JSON."""
        return json.loads(self.run(command, *args, "--json"))

    def log(self) -> list[dict[str, Any]]:
        """The entries of the log."""
        return list(map(json.loads, self.run("log", "--json").splitlines()))

    def lines(self, *args: str) -> dict[str, dict[str, Any]]:
        """The lines of the standing by name."""
        return {line["name"]: line for line in self.reads("standings", *args)["lines"]}

    def points(self, *args: str) -> dict[str, Any]:
        """The points of each, by name."""
        return {name: line["points"] for name, line in self.lines(*args).items()}


class _JoiningServer(ThreadedWSGIServer):
    """A server that waits for its threads before it is closed: they read the store."""

    daemon_threads = False


@contextmanager
def serve_store(db: Location) -> Iterator[tuple[str, str]]:
    """The address of a service on a store, and the token of a scorekeeper."""
    with closing(open_store(db)) as store:
        secret = store.create_token("Haru", "scorekeeper").secret
        server = _JoiningServer("127.0.0.1", 0, app_on(store))
        serving = Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", secret
        finally:
            STOPPING.set()  # as a worker does that stops: streams end
            server.shutdown()
            serving.join()  # it closes the server, and so waits for the threads
            STOPPING.clear()
