"""Pages: what each costs alone, and those of a large tournament on 300 walls and 200 phones, beside uploads."""

import asyncio
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx2

from bench.engine import Build
from bench.goals import Figure, at_least, at_most
from bench.service.clients import Connection
from bench.service.serve import Service, run_service
from bench.service.uploads import PLAYERS, single_games, upload, write_single_games
from daifu.api.web.links import table_link
from daifu.api.web.pages.tournaments.wall import RELOAD_SECONDS
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.values import RecordFilter
from daifu.data.tournaments.state import TableId

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


PAGE_WORKERS = 2
WALLS, PHONES = 300, 200
SEATS = 4
"""Each table has as many players as phones, each of which enters one deal."""
SECONDS = 20.0
"""In this time each phone enters its result."""
GAMES = 2_000
"""Games of the uploads, one after the other as long as phones and walls are there, and one before that."""

_ETAG = re.compile(rb"\r\netag: *([^\r]+)\r\n", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: *(daifu_session=[^;\r]+)", re.IGNORECASE)
_FORM_TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')
_STATUS = slice(9, 12)


class Poll(NamedTuple):
    """A page that a wall loaded: when it asked, and when it had the answer."""

    begin: float
    end: float


class Load(NamedTuple):
    """What happened: when each result was accepted, the polls of each wall, the seconds of uploads, all refusals."""

    accepted: Sequence[float]
    polls: Sequence[Sequence[Poll]]
    uploads: Sequence[float]
    refused: Sequence[str]


class BrowserConnection:
    """A connection of a browser, kept from one request to the next."""

    def __init__(self, service: Service, refused: list[str]) -> None:
        self._address = service.address
        self._refused = refused
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: str = "", body: str = "") -> tuple[bytes, bytes]:
        """The head and the body of the answer. What is refused is noted."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\nHost: daifu\r\nAccept: text/html\r\n{headers}"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(answer)
        content = await reader.readexactly(int(length[1])) if length else b""
        if answer[_STATUS] not in {b"200", b"304"}:
            self._refused.append(f"{method} {path}: {answer[_STATUS].decode()}")
        return answer, content


def measure_pages(folder: Path, rng: Random, *, build: Build) -> list[Figure]:
    """Run the service in ``folder`` with this build under the whole load, and give all figures."""
    path = folder / "games.ndjson"
    games = single_games(PLAYERS, rng)
    with run_service(folder, PAGE_WORKERS, build) as service:
        links = _make_tournament(folder, service)
        write_single_games(path, GAMES, games)
        upload(service, path)
        write_single_games(path, GAMES, games)
        alone = upload(service, path).seconds

        def next_upload() -> float:
            write_single_games(path, GAMES, games)
            return upload(service, path).seconds

        load = asyncio.run(_put_under_load(service, links, next_upload))
    delays = sorted(_delay(at, polls) for at in load.accepted for polls in load.polls)
    slowed = sum(load.uploads) / len(load.uploads)
    middle, longest = delays[len(delays) // 2], delays[-1]
    return [
        Figure(build.label("result on a wall, longest"), f"{longest:.2f} s", longest),
        Figure(build.label("result on a wall, median"), f"{middle:.2f} s", middle),
        Figure(
            build.label("upload beside walls and phones"),
            f"{GAMES / slowed:,.0f} games/s",
            alone / slowed,
            at_least(0.5),
            "upload alone",
            f"{GAMES / alone:,.0f} games/s",
        ),
        Figure(build.label("refused requests"), str(len(load.refused)), len(load.refused), at_most(0)),
    ]


def _make_tournament(folder: Path, service: Service) -> list[str]:
    """Draw a round for everybody with a phone. Returns the link of each table."""
    tables = PHONES // SEATS
    names = [{"change": "entered", "name": f"Player {number:03}"} for number in range(1, PHONES + 1)]
    seats = [list(range(first, first + SEATS)) for first in range(1, PHONES, SEATS)]
    changes: list[dict[str, Any]] = [
        *names,
        {"change": "stage_opened", "name": "Final"},
        {"change": "drawn", "stage": 1, "round": 1, "tables": seats, "method": "by hand"},
    ]
    settings = {"scoring": {"by": "place", "worth": [[3, 2, 1, 0]]}, "deals": SEATS}
    host, port = service.address
    with httpx2.Client(
        base_url=f"http://{host}:{port}", headers={"Authorization": f"Bearer {service.token}"}
    ) as client:
        created = {"name": "Cup", "rules": "theater", "settings": settings}
        client.post("/v1/tournaments", json=created).raise_for_status()
        changed = client.post("/v1/tournaments/1/changes", json=changes, headers={"If-Match": '"1"'})
        changed.raise_for_status()
    with closing(open_store(folder / "daifu.db")) as store:
        state, token = store.tournaments.present(1).state, store.tokens()[0].id
        return [
            table_link(store, token, 1, at, state.table_at(at))
            for at in (TableId(1, 1, table) for table in range(1, tables + 1))
        ]


async def _put_under_load(service: Service, links: Sequence[str], next_upload: Callable[[], float]) -> Load:
    refused: list[str] = []
    polls: list[list[Poll]] = [[] for _ in range(WALLS)]
    done = asyncio.Event()
    walls = [asyncio.create_task(_watch(service, number, polls[number], done, refused)) for number in range(WALLS)]
    await asyncio.sleep(RELOAD_SECONDS)
    uploading = asyncio.create_task(_upload_until(done, next_upload))
    phones = [
        _enter(service, links[number // SEATS], number % SEATS + 1, SECONDS * number / PHONES, refused)
        for number in range(PHONES)
    ]
    accepted = await asyncio.gather(*phones)
    done.set()
    await asyncio.gather(*walls)
    return Load(accepted, polls, await uploading, refused)


async def _watch(service: Service, number: int, polls: list[Poll], done: asyncio.Event, refused: list[str]) -> None:
    """Load the wall as a browser does, some seconds after each answer; for the last time after all is done."""
    connection, version = BrowserConnection(service, refused), ""
    await asyncio.sleep(RELOAD_SECONDS * number / WALLS)
    is_last = False
    while not is_last:
        is_last = done.is_set()
        begin = time.monotonic()
        head, _ = await connection.ask("GET", "/tournaments/1/wall?screen=1", version)
        polls.append(Poll(begin, time.monotonic()))
        if found := _ETAG.search(head):
            version = f"If-None-Match: {found[1].decode()}\r\n"
        await asyncio.sleep(RELOAD_SECONDS)


async def _enter(service: Service, link: str, deal: int, after: float, refused: list[str]) -> float:
    """Open the entry of a table after some seconds, and enter a deal. Returns when it was accepted."""
    await asyncio.sleep(after)
    connection = BrowserConnection(service, refused)
    head, page = await connection.ask("GET", link)
    cookie, token = _COOKIE.search(head), _FORM_TOKEN.search(page)
    if cookie is None or token is None:
        raise ValueError("expected a form with its session")
    fields = {"csrf_token": token[1].decode(), "deal": deal, "confirmed": "yes"}
    body = urlencode({**fields, **{f"place-{seat}": (seat + deal) % SEATS + 1 for seat in range(1, SEATS + 1)}})
    headers = f"Cookie: {cookie[1].decode()}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    await connection.ask("POST", link, headers, body)
    return time.monotonic()


async def _upload_until(done: asyncio.Event, next_upload: Callable[[], float]) -> list[float]:
    """Upload games again and again until all is done; at least once. Returns the seconds of each upload."""
    seconds: list[float] = []
    while not seconds or not done.is_set():
        seconds.append(await asyncio.to_thread(next_upload))
    return seconds


def _delay(accepted: float, polls: Sequence[Poll]) -> float:
    """The seconds from when a result was accepted to when a wall had a page that it asked for after that."""
    return next(poll.end for poll in polls if poll.begin >= accepted) - accepted
