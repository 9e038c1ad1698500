"""A player's own page in a tournament: the next seat, what it announces, and how it is found."""

import pytest

from daifu.api.push import public_key
from daifu.api.settings import Settings as ServiceSettings
from daifu.api.web.links import with_key
from daifu.data.store.store import Store
from daifu.data.store.values import BY_LINK, Author, Club
from daifu.data.tournaments.changes import ClockSet, Result
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import TableId
from tests.support.pages import Browser, MakeService, Page, table_link
from tests.support.stores import ANN
from tests.support.tournaments.store import BY_PLACE, make_cup

NAMES = ("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Nao", "Rei", "Yu")


@pytest.fixture
def cup(store: Store) -> int:
    """A cup of two tables and two rounds."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE), rounds=2)


def enter(store: Store, cup: int, *tables: int) -> None:
    results = [Result(stage=1, round=1, table=table, places=(1, 2, 3, 4)) for table in tables]
    store.tournaments.append(cup, results, Author(), expected=None)


def my_table(browser: Browser, cup: int, entrant: int) -> Page:
    return browser.open(f"/tournaments/{cup}/my-table/{entrant}")


def test_everybody_finds_their_page_by_name(browser: Browser, cup: int) -> None:
    listed = browser.open(f"/tournaments/{cup}/my-table").main
    [address] = [link["href"] for link in listed.all("a") if link.text == "Rei"]
    page = browser.open(address)
    assert page.one("p", class_="large").text == "Table 2, seat 3"
    assert [seat.text for seat in page.one("ol").all("li")] == ["Sora", "Nao", "you", "Yu"]


def test_a_search_finds_the_entrants_of_running_tournaments(browser: Browser, cup: int) -> None:
    links = [link["href"] for link in browser.open("/search?q=rei").main.all("a")]
    assert f"/tournaments/{cup}/my-table/7" in links


def test_after_their_result_a_player_sees_the_next_round_and_their_place(
    store: Store, browser: Browser, cup: int
) -> None:
    before = my_table(browser, cup, 1).main.one("div", class_="my-seat")
    enter(store, cup, 1)
    after = my_table(browser, cup, 1).main.one("div", class_="my-seat")
    assert (before["data-alarm"], after["data-alarm"]) == ("1-1 1 1", "1-2 1 1")
    assert "round 2" in after.text
    assert "Your place: 1" in after.text


def test_it_says_when_the_next_table_is_not_drawn_and_how_much_time_is_left(store: Store, browser: Browser) -> None:
    cup = make_cup(store, NAMES, Settings(scoring=BY_PLACE))
    enter(store, cup, 1)
    store.tournaments.append(cup, [ClockSet(left=90)], Author(), expected=None)
    assert "Your next table is not drawn yet." in my_table(browser, cup, 1).text
    assert "Time left 1:30 paused" in my_table(browser, cup, 5).text


def test_after_entering_a_result_the_way_goes_on_to_the_next_table(store: Store, browser: Browser, cup: int) -> None:
    enter(store, cup, 1)
    page = browser.open(table_link(store, cup, TableId(1, 1, 1)))
    assert "Nothing is left to do" in page.text
    assert [link["href"] for link in page.all("a", class_="button")] == [
        f"/tournaments/{cup}/my-table",
        f"/tournaments/{cup}",
    ]


def test_an_unknown_entrant_has_no_table(browser: Browser, cup: int) -> None:
    assert my_table(browser, cup, 9).status == 404


@pytest.fixture
def pushing(make_service: MakeService) -> Browser:
    """A browser of somebody who is not signed in, at a service that sends notices."""
    service = make_service(ServiceSettings(push="push.example", public_url="https://daifu.example"))
    return Browser(service.test_client(), url="https://daifu.example")


def ask_for_notices(browser: Browser, cup: int, **fields: str) -> int:
    """The status of the answer to what a browser sends that subscribes to notices."""
    sent = {"endpoint": "https://push.example/a", "key": public_key(b"any"), "secret": "AAECAwQFBgcICQoLDA0ODw"}
    address = f"/tournaments/{cup}/my-table/1/notices"
    return browser.send(my_table(browser, cup, 1), {**sent, **fields}, address).status


def test_a_phone_asks_for_notices_and_ends_them(store: Store, pushing: Browser, cup: int) -> None:
    assert ask_for_notices(pushing, cup) == 204
    [phone] = store.push_subscriptions.all()
    assert (phone.tournament, phone.entrant, phone.endpoint, phone.language) == (cup, 1, "https://push.example/a", "en")
    assert ask_for_notices(pushing, cup, off="yes") == 204
    assert store.push_subscriptions.all() == []


def test_a_phone_of_another_push_service_gets_no_notices(store: Store, pushing: Browser, cup: int) -> None:
    assert ask_for_notices(pushing, cup, endpoint="https://elsewhere.example/a") == 400
    assert store.push_subscriptions.all() == []


def test_who_reads_by_a_link_may_ask_for_notices(store: Store, pushing: Browser, cup: int) -> None:
    store.club.write(Club("Friday court", "dalmuti", BY_LINK), ANN)
    assert pushing.open(f"/tournaments/{cup}").status == 401
    with pushing.client.application.test_request_context():
        link = with_key(f"/tournaments/{cup}/my-table/1")
    assert pushing.open(link).status == 200
    assert ask_for_notices(pushing, cup) == 204


def test_a_service_without_push_services_offers_no_notices(browser: Browser, cup: int) -> None:
    assert not my_table(browser, cup, 1).main.all("form")
