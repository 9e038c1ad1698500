"""Strangers who ask for what takes long, and read it slowly or leave: others are served all the same."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import httpx2
import pytest
import yaml

from daifu.api.web.routes import PAGES
from tests.support.http_client import EXPORT, RECORDS
from tests.support.other_clients import LONGEST_WAIT, Others, assert_nobody_waits
from tests.support.postgresql import new_schema
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService, connect, run_service

pytestmark = pytest.mark.soak
"""How long others wait depends on what else the machine does."""

STRANGERS = 60
LOAD_SECONDS = 600
MOST_MEMORY = 220
"""Megabytes, as `docs/service.md` says."""
NEW_ADDRESSES = (
    "/tournaments/{}/wall",
    "/tournaments/{}",
    "/games/{}",
    "/players/nobody-{}",
    "/rules/{}",
    "/search?q={}",
    "/v1/records/{}",
    "/v1/records?since=1999-01-01&player={}",
    "/v1/players/nobody-{}/stats?rules=uecda",
    "/v1/leaderboards/first?rules=uecda&least={}",
)
SAMPLES = {"DAIFU_SAMPLES": "yes", "DAIFU_RATE": "0", "DAIFU_RATE_ADDRESS": "0"}
PLAYER = "Haru"
PARTS = {
    "id": "1",
    "deal": "1",
    "at": "0",
    "action": "1",
    "number": "1",
    "stage": "1",
    "entrant": "1",
    "profile": "uecda",
    "player": PLAYER,
    "other": "Natsu",
    "figure": "first",
    "table": "actions",
    "plot": "rating",
    "kind": "entered",
    "ending": "svg",
    "signature": "none",
}
RULES = "?rules=theater"
QUERIES = {
    RECORDS: "?limit=500",
    "/v1/leaderboards/{figure}": RULES,
    "/v1/ratings": RULES,
    **{
        f"/v1/players/{{player}}/{read}": RULES for read in ("stats", "opponents", "against/{other}", "ratings", "form")
    },
}
MORE = (
    "/openapi.yaml",
    "/openapi.json",
    "/games/1/deals/1/positions/0?legal=true",
    "/games/1?options=%7B%7D",
    "/rules/uecda/plots/seats.svg",
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[RunningService]:
    """A service with the sample games, on either kind of store."""
    database = {"DAIFU_DB": new_schema()} if request.param == "postgresql" else {}
    with run_service(tmp_path_factory.mktemp("strangers"), **SAMPLES, **database) as running:
        yield running


@pytest.fixture(scope="module")
def others(service: RunningService) -> Others:
    """Others, after each of them was served: processes load some things for the first one."""
    found = Others(service, service.token)
    found.wait_during(lambda: sleep(1))
    return found


def strangers_come(service: RunningService, path: str) -> None:
    """Sixty who read nothing, and sixty who leave."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with ExitStack() as slow:
        for _ in range(STRANGERS):
            slow.enter_context(connect(service)).sendall(request)
            with connect(service) as leaving:
                leaving.sendall(request)
        sleep(2)
    sleep(1)


@pytest.mark.parametrize("path", ["/v1/export/actions.parquet", EXPORT])
def test_nobody_waits_for_exports_that_strangers_do_not_read(
    service: RunningService, others: Others, path: str
) -> None:
    others.wait_during(lambda: strangers_come(service, path))
    assert_nobody_waits(others)


def paths_without_token() -> Iterator[str]:
    """An address of every read of the contract that needs no token, and of every page."""
    document: dict[str, Any] = yaml.load((PROJECT_ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    for path, item in document["paths"].items():
        if "get" in item and {} in item["get"].get("security", [{}]):
            yield path.format(**PARTS) + QUERIES.get(path, "")
    for page in PAGES:
        if page.method == "GET":
            yield re.sub(r"<\w+:(\w+)>", lambda found: PARTS[found[1]], page.rule)
    yield from MORE


def test_nobody_waits_for_anything_that_strangers_can_ask_for(service: RunningService, others: Others) -> None:
    waited = {}
    for path in paths_without_token():
        others.wait_during(partial(strangers_come, service, path))
        longest = max(map(max, others.waits.values()))
        if longest >= LONGEST_WAIT:
            waited[path] = longest
    assert waited == {}


def test_memory_levels_off_under_requests_for_ever_new_addresses(service: RunningService) -> None:
    numbers, leave = count(1_000), Event()

    def ask() -> None:
        with httpx2.Client(base_url=service.url, timeout=120) as client:
            while not leave.is_set():
                number = next(numbers)
                for path in NEW_ADDRESSES:
                    client.get(path.format(number))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    sleep(LOAD_SECONDS / 2)
    halfway = most_memory(service)
    sleep(LOAD_SECONDS / 2)
    end = most_memory(service)
    leave.set()
    for thread in threads:
        thread.join()
    assert end < halfway + 10
    assert end < MOST_MEMORY


def most_memory(service: RunningService) -> int:
    """The megabytes of the worker that takes most."""
    pages = (int(Path(f"/proc/{worker}/statm").read_text(encoding="ascii").split()[1]) for worker in service.workers())
    return max(pages) * 4096 // 1_000_000
