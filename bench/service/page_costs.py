"""What each kind of page costs: its time beside that of an empty page, and the bytes of its first load."""

import re
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from random import Random

from bench.builds import Build
from bench.goals import Figure, at_most
from bench.service.connection import Connection
from bench.service.process import run_service
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.values import RecordFilter

EMPTY = "/sign-in"
"""A page with a heading and a form of one field."""
ROUNDS = 30

_GAME = "/games/{game}"
_DEAL = "/games/{game}/deals/1/positions/2"
_RULES = "/rules/{rules}"
_TOURNAMENT = "/tournaments/1"
_OF_GAMES = (_GAME, f"{_GAME}/revisions", f"{_GAME}/evening", _DEAL, f"{_DEAL}?legal=true", f"{_GAME}/deals/1/analysis")
_OF_RULES = (_RULES, f"{_RULES}/statistics", f"{_RULES}/ratings", f"{_RULES}/leaderboard?figure=place.mean")
_OF_TOURNAMENTS = tuple(
    f"{_TOURNAMENT}{part}"
    for part in (
        "",
        "/entrants/1",
        "/rounds/1/1",
        "/head-to-head",
        "/referee",
        "/log",
        "/wall",
        "/paper",
        "/name-cards",
        "/rounds/1/1/sheets",
        "/rounds/1/1/seats",
    )
)
_ANY = (
    "/",
    "/search?q=a",
    "/upload",
    "/games",
    "/games?rules=biga",
    "/players",
    "/players/Aki",
    "/rules",
    "/tournaments",
)
_NEEDED = re.compile(rb'<(?:link|script|img)[^>]*? (?:href|src)="([^"]+)"')


def measure_page_costs(folder: Path, rng: Random, *, build: Build) -> list[Figure]:  # noqa: ARG001 - nothing is left to chance
    """Serve the samples in ``folder`` with this build, and give the figures of the slowest and of the largest page."""
    pages = _load_samples(folder)
    with run_service(folder, 1, build) as service, closing(Connection(service.address)) as connection:
        sizes = {page: _first_load(connection, page) for page in pages}
        times = {page: _time_beside_an_empty_page(connection, page) for page in pages}
    slowest = max(pages, key=lambda page: times[page][0] / times[page][1])
    largest = max(pages, key=sizes.__getitem__)
    ours, empty = times[slowest]
    return [
        Figure(
            build.label(f"slowest of {len(pages)} pages, {slowest}"),
            f"{ours * 1e3:.2f} ms",
            ours / empty,
            at_most(5),
            "an empty page",
            f"{empty * 1e3:.2f} ms",
        ),
        Figure(
            build.label(f"largest first load, {largest}"),
            f"{sizes[largest] / 1e3:.1f} kB",
            sizes[largest] / 1e3,
            at_most(100),
        ),
    ]


def _load_samples(folder: Path) -> Sequence[str]:
    """Make a store with the samples. Returns a page of each kind, for each game where games differ."""
    with closing(open_store(folder / "daifu.db")) as store:
        load_samples(store)
        load_sample_tournament(store)
        games = {record.rules: record.id for record in store.page(RecordFilter(), limit=1_000).records}
    of_games = [kind.format(game=game) for kind in _OF_GAMES for game in games.values()]
    of_rules = [kind.format(rules=rules) for kind in _OF_RULES for rules in games]
    return [*_ANY, *of_games, *of_rules, *_OF_TOURNAMENTS]


def _first_load(connection: Connection, page: str) -> int:
    """The bytes of a page, and of the styles, scripts and plots that it needs, as a browser takes them."""
    whole = _ask(connection, page, encoding="identity")
    needed = {address.decode().replace("&amp;", "&") for address in _NEEDED.findall(whole)}
    return sum(len(_ask(connection, address)) for address in [page, *needed])


def _time_beside_an_empty_page(connection: Connection, page: str) -> tuple[float, float]:
    """The seconds of a page, and of an empty page, asked for in turn."""
    ours, empty = zip(*_laps(connection, page), strict=True)
    return statistics.median(ours), statistics.median(empty)


def _laps(connection: Connection, page: str) -> Iterator[tuple[float, float]]:
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        _ask(connection, page)
        between = time.perf_counter()
        _ask(connection, EMPTY)
        yield between - begin, time.perf_counter() - between


def _ask(connection: Connection, path: str, encoding: str = "gzip") -> bytes:
    """The body of an answer. Raises `ValueError` unless there is one."""
    head = f"GET {path} HTTP/1.1\r\nHost: daifu\r\nAccept: text/html\r\nAccept-Encoding: {encoding}\r\n\r\n"
    answer = connection.ask(head.encode())
    if answer.status != HTTPStatus.OK:
        raise ValueError(f"expected the page {path}, got status {answer.status}")
    return answer.body
