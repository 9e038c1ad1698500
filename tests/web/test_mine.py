"""Whose device it is: chosen once, and evenings begin with what concerns them; their links say what they do."""

from daifu.data.store.store import Store
from daifu.data.store.values import MEMBERS, Club
from tests.support.pages import Browser, Page
from tests.support.stores import ANN
from tests.web.test_evenings import NAMES, ORDER, enter, open_evening

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
