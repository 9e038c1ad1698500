"""The app of the pages: for other WSGI servers, the values that pages share, its log of requests, and tags."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Barrier, Event

import pytest
from flask.testing import FlaskClient

from daifu.api.http.request_log import configure_log
from daifu.api.settings import InvalidSettings, Settings
from daifu.api.web.app import create_service
from daifu.api.web.page_services import PageServices
from daifu.api.wsgi import application
from daifu.data.store.open import open_store
from daifu.data.store.sql import sessions
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.settings import Settings as TournamentSettings
from daifu.data.tournaments.state import TableId
from tests.support.http_app import restore_log
from tests.support.pages import Browser, evening_link, table_link
from tests.support.stores import ANN, judged_sitting
from tests.support.tournaments.store import BY_PLACE, make_cup


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Settings of its own, and the log as it was before."""
    monkeypatch.setenv("DAIFU_DB", str(tmp_path / "test.db"))
    monkeypatch.setenv("DAIFU_LOG", str(tmp_path / "test.log"))
    with restore_log():
        yield


@pytest.mark.usefixtures("environment")
def test_it_serves_the_store_that_the_environment_names(tmp_path: Path) -> None:
    assert application().test_client().get("/readyz").status_code == 200
    assert (tmp_path / "test.db").exists()
    assert '"path":"/readyz"' in (tmp_path / "test.log").read_text(encoding="utf-8")


@pytest.mark.usefixtures("environment")
def test_wrong_settings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_THREADS", "0")
    with pytest.raises(InvalidSettings):
        application()


THREADS = 8


def test_threads_that_ask_at_the_same_time_find_a_value_once() -> None:
    shared, begun, found = PageServices(), Event(), []
    barrier = Barrier(THREADS)

    def find() -> int:
        found.append(1)
        begun.wait(0.05)
        return len(found)

    def ask(_number: int) -> int:
        barrier.wait()
        return shared.value("wall", 1, find)

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(ask, range(THREADS))) == [1] * THREADS
    assert found == [1]


def test_a_new_version_is_found_anew() -> None:
    shared = PageServices()
    found = iter(("first", "second"))
    assert [shared.value("wall", version, found.__next__) for version in (1, 1, 2)] == ["first", "first", "second"]


def test_a_value_that_cannot_be_found_is_looked_for_again() -> None:
    shared, tries = PageServices(), [ValueError(), None]

    def find() -> str:
        if error := tries.pop(0):
            raise error
        return "found"

    with ThreadPoolExecutor(1) as pool:
        assert isinstance(pool.submit(shared.value, "wall", 1, find).exception(), ValueError)
        assert pool.submit(shared.value, "wall", 1, find).result() == "found"


def test_values_that_cannot_be_found_leave_nothing_behind() -> None:
    shared = PageServices()

    def ask_for(keys: range) -> None:
        for key in keys:
            with suppress(KeyError):
                shared.value(("wall", key), 1, {}.popitem)

    tracemalloc.start()
    try:
        ask_for(range(100))
        before, _peak = tracemalloc.get_traced_memory()
        ask_for(range(100, 2_100))
        after, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_links_by_which_results_are_entered_are_not_logged(
    browser: Browser, store: Store, tmp_path: Path, method: str
) -> None:
    path = tmp_path / "daifu.log"
    cup = make_cup(store, ("Haru", "Natsu", "Aki", "Fuyu"), TournamentSettings(scoring=BY_PLACE))
    links = [table_link(store, cup, TableId(1, 1, 1)), evening_link(store, 1)]
    secrets = [link.rpartition("/")[2] for link in links]
    with restore_log():
        configure_log(Settings(log=str(path)))
        for link in links:
            for more in ("", "/cards", "/1", "/1/cards", "/nothing", "?lang=ja"):
                browser.client.open(f"{link}{more}", method=method, headers=browser.headers)
        browser.client.open(f"/enter?link={secrets[0]}", method=method, headers=browser.headers)
    lines = path.read_text("utf-8")
    assert len(lines.splitlines()) == 13
    assert not any(secret in lines for secret in secrets)
    paths = {json.loads(line)["path"] for line in lines.splitlines()}
    assert paths <= {
        "/enter",
        "/tables/{signature}",
        "/tables/{signature}/cards",
        "/tables/{...}",
        "/evenings/{signature}",
        "/evenings/{signature}/1",
        "/evenings/{signature}/1/cards",
        "/evenings/{...}",
    }


LISTS = ("/", "/games")


@contextmanager
def as_in_a_new_process(location: Location, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Store, FlaskClient]]:
    """The store, and the service on it, as a process sees them that has just started."""
    monkeypatch.setattr(sessions, "_SESSION_NUMBERS", count())
    store = open_store(location)
    yield store, create_service(Settings(), store).test_client()
    store.close()


@pytest.mark.parametrize("address", LISTS)
def test_a_page_is_sent_again_after_an_upload_and_a_restart(
    locate: Callable[[str], Location], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    location = locate("test.db")
    with as_in_a_new_process(location, monkeypatch) as (store, client):
        tag = client.get(address).headers["ETag"]
        store.add([judged_sitting()], ANN)
    with as_in_a_new_process(location, monkeypatch) as (_store, client):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("address", LISTS)
def test_a_page_is_known_again_after_a_restart(
    locate: Callable[[str], Location], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    location = locate("test.db")
    with as_in_a_new_process(location, monkeypatch) as (store, client):
        store.add([judged_sitting()], ANN)
        tag = client.get(address).headers["ETag"]
    with as_in_a_new_process(location, monkeypatch) as (_store, client):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("address", [*LISTS, "/games/1", "/games/1/deals/1"])
def test_a_page_of_a_restored_store_is_not_taken_for_that_of_the_lost_one(
    locate: Callable[[str], Location], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    with as_in_a_new_process(locate("lost.db"), monkeypatch) as (store, client):
        store.add([judged_sitting()], ANN)
        tag = client.get(address).headers["ETag"]
    with as_in_a_new_process(locate("restored.db"), monkeypatch) as (store, client):
        store.add([judged_sitting(players=["Riku", "b", "c", "d"])], ANN)
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_each_screen_of_a_wall_has_a_tag_of_its_own(store: Store, client: FlaskClient) -> None:
    cup = make_cup(store, [f"Player {number}" for number in range(40)], TournamentSettings(scoring=BY_PLACE))
    screens = [client.get(f"/tournaments/{cup}/wall?screen={number}").headers["ETag"] for number in (1, 2, 3)]
    assert len(set(screens)) == 3


def test_what_a_stranger_wrote_into_an_address_is_on_nobody_elses_page(browser: Browser) -> None:
    browser.client.get("/?next=%22stranger%22", headers=browser.headers)
    assert "stranger" not in browser.client.get("/", headers=browser.headers).text


def test_a_reader_who_signs_in_gets_another_page(store: Store, browser: Browser, scorekeeper: Browser) -> None:
    store.add([judged_sitting()], ANN)
    for address in LISTS:
        tag = browser.client.get(address, headers=browser.headers).headers["ETag"]
        known = {**scorekeeper.headers, "If-None-Match": tag}
        assert scorekeeper.client.get(address, headers=known).status_code == 200
