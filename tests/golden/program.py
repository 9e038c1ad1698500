"""The program as the golden outputs call it: the only module here that imports it."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.http.app import create_app
from daifu.api.http.problem_types import PROBLEM_TYPES
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import judge_json, judge_raw
from daifu.schemas.record.errors import RecordRefused

Value = TypeVar("Value")

SAMPLES: Final = Path(str(resources.files("daifu.data") / "samples"))
"""The folder of the sample games."""
GAMES: Final = tuple(PROFILES)
LANGUAGES: Final = ("en", "ja")
LOCALES: Final = {"en": "en_GB.UTF-8", "ja": "ja_JP.UTF-8"}


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: bytes
    err: bytes


class Judged(NamedTuple):
    """A record, judged: the bytes of it and of its report that a store keeps, and its identity hashes."""

    record: bytes
    report: bytes
    content: bytes
    opening: bytes


def run(*args: str, language: str = "en", data: bytes = b"", **environment: str) -> Ended:
    """Run a command of the command line in this process."""
    settings = {"LC_ALL": LOCALES[language], "LC_MESSAGES": "", "LANG": "", "COLUMNS": "120"}
    settings |= {name: "" for name in os.environ if name.startswith("DAIFU_")} | environment
    result = CliRunner(env=settings).invoke(COMMAND_LINE, args, input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ended(result.exit_code, result.stdout_bytes, result.stderr_bytes)


def option_names(game: str) -> list[str]:
    """The options of a game."""
    return [option.name for option in PROFILES[game].options]


def faults() -> Iterator[tuple[str, str, str, str]]:
    """The catalogue of faults: code, severity, and the sentence in English and Japanese."""
    for code, kind in CATALOGUE.items():
        yield code, kind.severity, kind.sentence.en, kind.sentence.ja


def problem_types() -> Iterator[tuple[str, int, tuple[str, str], tuple[str, str]]]:
    """The catalogue of the service's problems: name, status, title and remedy in English and Japanese."""
    for kind in PROBLEM_TYPES:
        yield kind.type, kind.status, (kind.title.en, kind.title.ja), (kind.remedy.en, kind.remedy.ja)


def refusals(data: bytes) -> list[tuple[str, str, str]]:
    """Why a text is refused as a record: pointers, and sentences in English and Japanese. Empty if it is a record."""
    return _refusals(judge_json, data)


def refusals_of_value(value: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """The same of plain JSON values."""
    return _refusals(judge_raw, value)


def _refusals(judge: Callable[[Value], object], value: Value) -> list[tuple[str, str, str]]:
    try:
        judge(value)
    except RecordRefused as refused:
        return [(problem.pointer, problem.expected.en, problem.expected.ja) for problem in refused.problems]
    return []


def judged(data: bytes) -> Judged:
    """The record in a JSON text, judged."""
    found = judge_json(data)
    return Judged(found.record, found.report, found.content, found.opening)


@contextmanager
def service(db: Path, **settings: Any) -> Iterator[FlaskClient]:  # noqa: ANN401 - whatever settings there are
    """A client of the service on a store, without limits of rate unless settings say otherwise."""
    chosen = Settings(**{"rate": 0, "rate_address": 0, **settings})
    with closing(open_store(db)) as store:
        yield create_app(chosen, store).test_client()


class _Quiet(WSGIRequestHandler):
    """Logs nothing: commands run in the same process, and what they print is compared."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - the name that it has there
        """Say nothing."""


class _Server(ThreadedWSGIServer):
    """A server that waits for its threads before it is closed: they read the store."""

    daemon_threads = False


@contextmanager
def served(db: Path) -> Iterator[str]:
    """The address of a service on a store, for commands that take `--url`."""
    with closing(open_store(db)) as store:
        server = _Server("127.0.0.1", 0, create_app(Settings(rate=0, rate_address=0), store), _Quiet)
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
