"""The tags of pages: the same tag under the same address means the same page, whatever process or store shows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from flask.testing import FlaskClient

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.store.open import open_store
from daifu.data.store.sql import sessions
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.settings import Settings as TournamentSettings
from tests.support.pages import Browser
from tests.support.stores import ANN, judged_sitting
from tests.support.tournaments.store import BY_PLACE, make_cup

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
