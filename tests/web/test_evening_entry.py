"""Entering an evening by phone: what its link opens, when it ends, who finds it, and whose device it is."""

import pytest
from itsdangerous import URLSafeTimedSerializer

from daifu.api.settings import CLOSED
from daifu.api.settings import Settings as ServiceSettings
from daifu.api.web import links
from daifu.data.store.store import Store
from daifu.data.store.values import MEMBERS, Club
from tests.support.pages import Browser, MakeService, Page, evening_link, maker
from tests.support.stores import ANN
from tests.support.stores import evening as open_evening_of
from tests.web.test_evenings import NAMES, ORDER, OTHER, deals, enter, open_evening, sit


@pytest.fixture
def evening(scorekeeper: Browser) -> Page:
    """The page of an evening before its first deal, as scorekeepers see it."""
    return open_evening(scorekeeper)


@pytest.fixture
def link(store: Store, evening: Page) -> str:  # noqa: ARG001 - the evening is opened before
    return evening_link(store, 1)


def test_scorekeepers_find_the_link_on_the_page_of_the_evening(browser: Browser, evening: Page) -> None:
    [found] = [link["href"] for link in evening.main.all("a") if link["href"].startswith("/evenings/")]
    assert len(evening.main.all("svg", class_="code")) == 2
    assert browser.open(found).one("h1").text == "Evening: Thursday club"


def test_nobody_else_finds_it(browser: Browser, evening: Page, link: str) -> None:
    for address in (evening.address, link):
        assert not browser.open(address).main.all("svg", class_="code")


def test_a_link_enters_the_deal_that_is_due(browser: Browser, store: Store, link: str) -> None:
    page = enter(browser, browser.open(link), ORDER)
    assert page.address.partition("?")[0] == link
    assert page.main.one("div", class_="said").one("p").text == "Deal 1 is entered."
    assert deals(store) == [{"result": {"order": [2, 1, 4, 3]}}]
    assert store.revisions(1)[-1].author == "evening link"


def test_a_link_corrects_an_earlier_deal(browser: Browser, store: Store, link: str) -> None:
    page = enter(browser, browser.open(link), ORDER)
    [correction] = [one["href"] for one in page.main.all("a") if "correct deal" in one.text]
    assert correction == f"{link}/1"
    enter(browser, browser.open(correction), {**OTHER, "sure": "yes"})
    assert deals(store)[0]["result"]["order"] == [1, 2, 3, 4]


def test_a_link_adds_a_player(browser: Browser, store: Store, link: str) -> None:
    page = browser.send(browser.open(link), {"player": "Fuyu"}, f"{link}/players")
    assert "Fuyu" in page.main.text
    assert b"Fuyu" in store.record(1).record


def test_a_link_opens_the_entry_card_by_card(browser: Browser, link: str) -> None:
    page = browser.open(f"{link}/1/cards")
    assert page.one("h1").text == "Deal 1, card by card"
    assert page.main.one("form", method="post")["action"] == f"{link}/1/cards"


def test_a_link_opens_no_other_form(browser: Browser, link: str) -> None:
    browser.open(link)
    assert browser.open("/games/1/evening/1").status == 401
    assert not browser.open("/games/1/evening").main.all("form", class_="places-form")


def test_a_link_ends_after_some_hours(
    browser: Browser, store: Store, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = browser.open(link)
    monkeypatch.setattr(links, "EVENING_SECONDS", -1)
    page = enter(browser, form, ORDER)
    assert page.status == 410
    assert page.one("h1").text == "This link has ended"
    assert deals(store) == [{}]


def test_a_link_to_a_withdrawn_evening_opens_nothing(browser: Browser, store: Store, link: str) -> None:
    store.withdraw(1, ANN, expected=1)
    assert browser.open(link).status == 410


def test_scorekeepers_end_the_links_to_an_evening(
    browser: Browser, scorekeeper: Browser, store: Store, evening: Page, link: str
) -> None:
    [form] = [form for form in evening.main.all("form") if form["action"].endswith("/links/end")]
    scorekeeper.send(evening, {}, form["action"])
    assert browser.open(link).status == 410
    assert browser.open(evening_link(store, 1)).status == 200


def test_a_link_to_an_evening_ends_with_the_token_of_its_maker(browser: Browser, store: Store, link: str) -> None:
    store.revoke(maker(store))
    assert browser.open(link).status == 410


@pytest.mark.usefixtures("evening")
def test_a_link_that_the_store_did_not_sign_is_not_found(browser: Browser) -> None:
    for signature in ("x", "MQ.x.y", URLSafeTimedSerializer("other", salt="evening entry").dumps(1)):
        assert browser.open(f"/evenings/{signature}").status == 404


def test_a_link_opens_where_reading_is_closed(make_service: MakeService, link: str) -> None:
    phone = Browser(make_service(ServiceSettings(reading=CLOSED)).test_client())
    assert phone.open("/games/1").status == 401
    page = phone.open(link)
    assert [seat.one("bdi").text for seat in page.one("ul", class_="seats-of-form").all("li")] == NAMES


def test_a_link_seats_people_and_undoes(browser: Browser, store: Store, link: str) -> None:
    page = enter(browser, browser.open(link), ORDER)
    page = browser.send(page, {"player": "Fuyu"}, f"{link}/players")
    page = sit(browser, page, {"join": "5", "instead_of": "2"})
    assert page.address.partition("?")[0] == link
    assert deals(store)[1] == {"seats": [1, 5, 3, 4]}
    browser.send(page, {}, f"{link}/undo")
    assert deals(store)[1] == {"seats": [1, 2, 3, 4]}
    assert store.revisions(1)[-1].author == "evening link"


def test_a_broken_link_says_so(browser: Browser, link: str) -> None:
    page = browser.open(link[:-3])
    assert page.status == 404
    assert page.one("h1").text == "This link does not work"


def test_who_enters_by_a_link_is_not_told_who_else_there_is_in_a_closed_store(
    make_service: MakeService, store: Store, link: str
) -> None:
    open_evening_of(store, "Haru", "Ken", "Tom", "Zoë")
    phone = Browser(make_service(ServiceSettings(reading=CLOSED)).test_client())
    page = phone.open(link)
    assert not page.main.one("datalist").all("option")
    page = phone.send(page, {"player": "Haruka"}, f"{link}/players")
    assert "Haruka waits for a seat" in page.main.text


ME = "/me"


def mine(page: Page) -> str:
    return page.main.one("section", class_="mine").text


def test_the_page_begins_with_the_seat_the_title_and_the_gifts_of_the_player(scorekeeper: Browser) -> None:
    page = enter(scorekeeper, open_evening(scorekeeper), ORDER)
    chosen = scorekeeper.send(page, {"me": NAMES[1]}, ME)
    assert chosen.address == page.address
    assert mine(chosen).startswith("Junko : seat 2, ")
    assert "gives Junko 2 cards" in mine(chosen)


def test_another_evening_knows_them_and_they_can_be_forgotten(scorekeeper: Browser) -> None:
    scorekeeper.send(open_evening(scorekeeper), {"me": "Shimo"}, ME)
    page = open_evening(scorekeeper, names=["Shimo", "Haru", "Natsu", "Fuyu"])
    assert mine(page).startswith("Shimo : seat 1")
    assert mine(scorekeeper.send(page, {"me": ""}, ME)).startswith("Which seat is mine?")


def test_who_does_not_play_is_asked_who_they_are(scorekeeper: Browser) -> None:
    page = scorekeeper.send(open_evening(scorekeeper), {"me": "Zoltan"}, ME)
    assert mine(page).startswith("Which seat is mine?")


def test_one_link_enters_and_one_only_shows(scorekeeper: Browser, browser: Browser) -> None:
    entry, view = open_evening(scorekeeper).main.one("div", class_="links").all("figure")
    assert (entry.one("strong").text, view.one("strong").text) == ("To enter", "To look")
    forms = [len(browser.open(one.one("a")["href"]).main.all("form", class_="places-form")) for one in (entry, view)]
    assert forms == [1, 0]
    shared = [one.one("button", class_="share")["data-address"] for one in (entry, view)]
    assert all(address.startswith("http://club.example/") for address in shared)


def test_who_came_by_a_link_into_a_closed_club_has_a_seat_too(
    scorekeeper: Browser, browser: Browser, store: Store
) -> None:
    entry = open_evening(scorekeeper).main.one("div", class_="links").all("figure")[0]
    store.club.write(Club("Court", reading=MEMBERS), ANN)
    page = browser.send(browser.open(entry.one("a")["href"]), {"me": "Shimo"}, ME)
    assert mine(page).startswith("Shimo : seat 3")


def test_a_preview_of_an_evening_names_it_and_its_players(scorekeeper: Browser) -> None:
    page = open_evening(scorekeeper)
    found = {one.attributes.get("property"): one.attributes.get("content") for one in page.all("meta")}
    assert "Thursday club" in (found["og:title"] or "")
    assert "Junko" in (found["og:description"] or "")
    assert (found["og:image"] or "").startswith("http://club.example/assets/")
