"""The same address and tag mean the same bytes, from every worker, after uploads, restarts and a restored store.

A crawl asks for all addresses that are read, with random queries, as several readers. It remembers the content of each
tag, and tells the service of tags that it has seen.
"""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

import httpx2
import pytest
from flask import Flask

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.tournaments.settings import Settings as TournamentSettings
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import EXPORTED_TABLES
from tests.support import postgresql
from tests.support.http_app import bearer_headers
from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, run_service
from tests.support.samples import SAMPLES_FOLDER
from tests.support.tournaments.store import BY_PLACE, make_cup

FORM_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PART = re.compile(r"<(?:[^<>]*:)?(\w+)>")
NAMES = [f"Player {number}" for number in range(24)]
VALUES: Mapping[str, tuple[str, ...]] = {
    "id": ("1", "1", "2", "3", "99"),
    "profile": ("theater", "dalmuti", "nothing"),
    "player": ("Haru", "Natsu", "Aki", "Nobody"),
    "other": ("Fuyu", "Natsu"),
    "figure": ("first", "place.relative"),
    "table": (*EXPORTED_TABLES, "nothing"),
    "at": ("0", "1", "3"),
    "plot": ("places", "rating", "course"),
    "kind": ("entered", "awarded", "balanced"),
    "ending": ("svg", "png"),
}
"""What may stand in the variable parts of addresses; 1 or 2 in all others."""
QUERIES = (
    *("", "", "", "lang=ja", "lang=en", "rules=theater", "rules=dalmuti", "limit=1", "limit=2&lang=ja", "least=1"),
    *("revision=1", "legal=true", "screen=1", "screen=2", "screen=3", "minutes=5", "stage=1", "stage=1&round=1"),
    *("version=3", "announced=true", "q=haru", "withdrawn=true", "player=Haru", "cursor=1", "theme=dark", "foo=x"),
)
FORMATS = ("*/*", "text/html", "text/csv", "application/json", "application/vnd.apache.parquet")


def samples(name: str) -> Iterator[bytes]:
    """The sample games of a file."""
    yield from (SAMPLES_FOLDER / f"{name}.ndjson").read_bytes().splitlines()


class Crawl:
    """Readers of a service, and what they remember of it."""

    def __init__(self, app: Flask, secret: str, seed: int) -> None:
        self.random = Random(seed)
        self.rules = sorted(
            rule.rule
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and "events" not in rule.rule
        )
        self.token = bearer_headers(secret)
        self.cookie = ""
        self.known: dict[tuple[str, str, str, str], dict[str, bytes]] = {}
        self.not_modified = 0

    def sign_in(self, service: RunningService) -> None:
        """Begin a session of a scorekeeper."""
        with httpx2.Client(base_url=service.url, timeout=WAIT_SECONDS) as browser:
            found = FORM_TOKEN.search(browser.get("/sign-in").text)
            assert found
            secret = self.token["Authorization"].partition(" ")[2]
            browser.post("/sign-in", data={"csrf_token": found[1], "secret": secret})
            self.cookie = f"daifu_session={browser.cookies['daifu_session']}"

    def read(self, service: RunningService, times: int) -> None:
        """Read some addresses, over a few connections, so that all workers answer."""
        clients = [httpx2.Client(base_url=service.url, timeout=WAIT_SECONDS) for _ in range(6)]
        for _ in range(times):
            self._read_one(self.random.choice(clients))
        for client in clients:
            client.close()

    def _read_one(self, client: httpx2.Client) -> None:
        again = self.known and self.random.random() < 0.6
        request = self.random.choice(sorted(self.known)) if again else self._new_request()
        address, reader, accepted, language = request
        headers = {"Accept": accepted, "Accept-Language": language}
        headers |= {"nobody": {}, "session": {"Cookie": self.cookie}, "token": self.token}[reader]
        known = self.known.get(request, {})
        conditional = dict(headers)
        if known and self.random.random() < 0.7:
            conditional["If-None-Match"] = ", ".join(self.random.sample(sorted(known), min(3, len(known))))
        answer = client.get(address, headers=conditional)
        if answer.status_code == 304:
            self._check_not_modified(client, address, headers, known, answer.headers["ETag"])
        elif "ETag" in answer.headers and answer.status_code == 200:
            self._remember(address, self.known.setdefault(request, known), answer)

    def _new_request(self) -> tuple[str, str, str, str]:
        choose = self.random.choice
        path = PART.sub(lambda part: choose(VALUES.get(part[1], ("1", "2"))), choose(self.rules))
        query = choose(QUERIES)
        reader = choose(("nobody", "session", "token"))
        return f"{path}?{query}" if query else path, reader, choose(FORMATS), choose(("en", "ja"))

    def _remember(self, address: str, known: dict[str, bytes], answer: httpx2.Response) -> None:
        content = known.setdefault(answer.headers["ETag"], answer.content)
        assert content == answer.content, f"{address} has other bytes under {answer.headers['ETag']}"

    def _check_not_modified(
        self, client: httpx2.Client, address: str, headers: Mapping[str, str], known: dict[str, bytes], tag: str
    ) -> None:
        """Check that the bytes would be the same. What changes by itself, as a wall does, may need another try."""
        self.not_modified += 1
        for _ in range(3):
            answer = client.get(address, headers=headers)
            self._remember(address, known, answer)
            if answer.content == known[tag]:
                return
        raise AssertionError(f"{address} is told to be the same as {tag}, and is not")


class Club:
    """Those who change the store meanwhile: they send games, correct and withdraw them, and keep a tournament."""

    def __init__(self, random: Random, headers: Mapping[str, str]) -> None:
        self._random = random
        self._headers = dict(headers)
        self._games = samples("theater")
        self._entered = 0

    def change(self, service: RunningService) -> None:
        """Change something."""
        with httpx2.Client(base_url=service.url, timeout=WAIT_SECONDS, headers=self._headers) as client:
            self._random.choice((self._send, self._correct, self._withdraw, self._award))(client)

    def _send(self, client: httpx2.Client) -> None:
        for game in islice(self._games, self._random.randint(1, 2)):
            assert client.post("/v1/records", content=game, headers={"Content-Type": "application/json"}).is_success

    def _correct(self, client: httpx2.Client) -> None:
        answer = client.get("/v1/records/1")
        if answer.is_success:
            record = {**answer.json(), "notes": f"corrected {self._random.random()}"}
            change = {"If-Match": answer.headers["ETag"]}
            assert client.put("/v1/records/1?reason=a+slip", json=record, headers=change).is_success

    def _withdraw(self, client: httpx2.Client) -> None:
        answer = client.get("/v1/records/2")
        if answer.is_success:
            change = {"If-Match": answer.headers["ETag"]}
            assert client.delete("/v1/records/2?reason=a+trial", headers=change).is_success

    def _award(self, client: httpx2.Client) -> None:
        found = client.get("/v1/tournaments/1")
        change = {"change": "awarded", "id": self._random.randrange(1 << 40), "entrant": 1, "stage": 1, "points": 1}
        answer = client.post(
            "/v1/tournaments/1/changes", json={**change, "reason": "late"}, headers={"If-Match": found.headers["ETag"]}
        )
        assert answer.is_success, answer.text


def crawl(folder: Path, location: str | Path, seed: int, *, rounds: int, reads: int) -> int:
    """Crawl, change and restart in turn; the store is restored in the middle. Returns how many 304 there were."""
    app, secret = _filled(location)
    found = Crawl(app, secret, seed)
    club = Club(found.random, found.token)
    backup = folder / "backup"
    for number in range(rounds):
        if number == rounds // 2 and backup.exists():
            restore(backup, location)
        with run_service(folder, DAIFU_DB=str(location), DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as service:
            found.sign_in(service)
            for _ in range(4):
                found.read(service, reads)
                club.change(service)
            found.read(service, reads)
            service.stop()
        if number == 0:
            save(location, backup)
    return found.not_modified


def save(location: str | Path, backup: Path) -> None:
    """Copy a store that nobody uses, as its documentation says."""
    if isinstance(location, Path):
        shutil.copyfile(location, backup)
    else:
        postgresql.run_program(
            "pg_dump", "--format=custom", f"--schema={postgresql.schema_of(location)}", f"--file={backup}", location
        )


def restore(backup: Path, location: str | Path) -> None:
    """Put the copy of a store in its place."""
    if isinstance(location, Path):
        for beside in ("-wal", "-shm"):
            location.with_name(location.name + beside).unlink(missing_ok=True)
        shutil.copyfile(backup, location)
    else:
        postgresql.run_program("pg_restore", "--clean", f"--dbname={postgresql.server_address()}", str(backup))


def _filled(location: str | Path) -> tuple[Flask, str]:
    """Fill a store; a service on it, for its addresses, and the token of a scorekeeper."""
    with closing(open_store(location)) as store:
        store.add([judge_json(text) for name in ("dalmuti", "theater") for text in islice(samples(name), 3)], Author())
        make_cup(store, NAMES, TournamentSettings(scoring=BY_PLACE), rounds=2)
        return create_service(Settings(), store), store.create_token("Keeper", SCOREKEEPER).secret


@pytest.mark.soak
def test_the_same_address_and_tag_mean_the_same_bytes(tmp_path: Path) -> None:
    assert crawl(tmp_path, tmp_path / "daifu.db", 1, rounds=2, reads=16) > 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "make_location",
    [lambda folder: folder / "daifu.db", lambda _: postgresql.new_schema()],
    ids=["sqlite", "postgresql"],
)
def test_the_same_address_and_tag_mean_the_same_bytes_for_long(
    tmp_path: Path, make_location: Callable[[Path], str | Path], seed: int
) -> None:
    assert crawl(tmp_path, make_location(tmp_path), seed, rounds=6, reads=600) > 500
