"""A deal of a tournament's table, entered card by card by phone: the record that it becomes, and the result."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Record, Result
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import Outcome, TableId
from tests.support.pages import Browser, Page, table_link
from tests.support.tournaments.store import BY_PLACE, make_cup

NAMES = ("Haru", "Natsu", "Aki", "<b>Fuyu</b>")
AT = TableId(1, 1, 1)
HANDS = {"hand-1": "D3 S5", "hand-2": "S4 H5", "hand-3": "H6 C7", "hand-4": "D8 C9"}
PLAYS = ("1 D3", "2 H5", "3 H6", "4 D8", "1 -", "2 -", "3 -", "4 C9", "1 -", "2 -", "3 -", "1 S5", "2 -", "3 C7", "2 -")


@pytest.fixture
def cup(store: Store) -> int:
    """A cup whose only table plays two deals."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE, deals=2))


@pytest.fixture
def link(store: Store, cup: int) -> str:
    return table_link(store, cup, AT)


def send(browser: Browser, page: Page, values: Mapping[str, Any]) -> Page:
    """The page after a button of the form was pressed, with these fields changed."""
    hands = {field["name"]: field["value"] for field in page.main.all("input") if field["name"].startswith("hand-")}
    return browser.send(page, {**hands, **values})


def enter(browser: Browser, link: str, plays: Sequence[str] = PLAYS) -> Page:
    """The page after a whole deal was entered card by card."""
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(plays)})
    return send(browser, page, {"do": "enter"})


def results(store: Store, cup: int) -> Mapping[int, Outcome]:
    return store.tournaments.present(cup).state.table_at(AT).results


def test_the_form_has_the_names_of_the_table(browser: Browser, link: str) -> None:
    page = browser.open(f"{link}/cards")
    assert page.main.one("h2").text == "Deal 1, card by card"
    hands = [label for label in page.main.all("label") if label.all("input", maxlength="500")]
    assert [label.one("bdi").text for label in hands] == list(NAMES)


def test_a_deal_becomes_a_record_and_its_result_is_in_the_log(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    page = enter(browser, link)
    assert page.address == link
    assert page.main.all("h2")[0].text == "Deal 2"
    outcome = results(store, cup)[1]
    assert isinstance(outcome.by, Record)
    assert outcome.places == (2, 4, 3, 1)
    assert msgspec.json.decode(store.record(outcome.by.id).record)["deals"][0]["actions"] == list(PLAYS)


def test_the_same_deal_sent_again_is_stored_once(store: Store, browser: Browser, cup: int, link: str) -> None:
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(PLAYS)})
    for _ in range(2):
        assert send(browser, page, {"do": "enter"}).status == 200
    assert list(results(store, cup)) == [1]


def test_the_next_deal_goes_into_the_same_record(store: Store, browser: Browser, cup: int, link: str) -> None:
    enter(browser, link)
    enter(browser, link)
    outcomes = results(store, cup).values()
    assert [outcome.by.id for outcome in outcomes if isinstance(outcome.by, Record)] == [1, 1]


def test_after_a_result_on_a_sheet_the_deal_starts_from_its_places(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    sheet = Result(**AT._asdict(), deal=1, places=(2, 1, 4, 3))
    store.tournaments.append(cup, [sheet], Author(), expected=None)
    page = browser.open(f"{link}/cards")
    assert "Aki gives Natsu 2 cards" in page.main.text
    enter(browser, link)
    assert sorted(results(store, cup)) == [1, 2]
    assert results(store, cup)[1].places == (2, 1, 4, 3)


def test_a_deal_that_is_not_over_is_not_stored(store: Store, browser: Browser, link: str) -> None:
    page = enter(browser, link, PLAYS[:3])
    assert page.address == f"{link}/cards"
    assert not store.counts().records


def test_a_result_that_the_tournament_has_otherwise_is_not_replaced(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(PLAYS)})
    sheet = Result(**AT._asdict(), deal=1, places=(1, 2, 3, 4))
    store.tournaments.append(cup, [sheet], Author(), expected=None)
    assert send(browser, page, {"do": "enter"}).address == link
    assert results(store, cup)[1].places == (1, 2, 3, 4)
    assert not store.counts().records


def test_who_left_a_deal_sits_in_the_next_one(store: Store, browser: Browser, cup: int, link: str) -> None:
    enter(browser, link, ("1 D3", "2 leave", "3 leave", "4 leave"))
    page = enter(browser, link)
    assert page.address == link
    assert [outcome.places for outcome in results(store, cup).values()] == [(1, 4, 3, 2), (2, 4, 3, 1)]
    [first, second] = msgspec.json.decode(store.record(1).record)["deals"]
    assert "places" not in first
    assert second["places"] == [1, 4, 3, 2]
