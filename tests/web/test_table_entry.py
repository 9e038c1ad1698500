"""Entering results at the table: what a link opens, when it ends, that a result is taken once; also card by card."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from itsdangerous import URLSafeSerializer

from daifu.api.settings import CLOSED
from daifu.api.settings import Settings as ServiceSettings
from daifu.api.web.entry.table_results import Contradicted, accept_entry
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Record, Redrawn, Result, RoundClosed
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import Outcome, TableId
from tests.support.pages import Browser, MakeService, Page, maker, table_link
from tests.support.tournaments.store import BY_PLACE, append_changes, make_cup

NAMES = ("Haru", "Natsu", "Aki", "<b>Fuyu</b>")
AT = TableId(1, 1, 1)
ORDER = {"place-1": "2", "place-2": "1", "place-3": "4", "place-4": "3"}


@pytest.fixture
def cup(store: Store) -> int:
    """A cup whose only table plays two deals."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE, deals=2))


@pytest.fixture
def link(store: Store, cup: int) -> str:
    return table_link(store, cup, AT)


def enter(browser: Browser, link: str, values: Mapping[str, str]) -> Page:
    """The page after the result was entered and confirmed."""
    return browser.send(browser.send(browser.open(link), values, link), {}, link)


def places(store: Store, cup: int, deal: int) -> tuple[int | None, ...]:
    return store.tournaments.present(cup).state.table_at(AT).results[deal].places


def test_a_link_opens_the_deal_that_is_due(browser: Browser, link: str) -> None:
    page = browser.open(link)
    assert page.one("h1").text == "Table 1"
    assert page.main.one("h2").text == "Deal 1"
    assert [label.one("bdi").text for label in page.main.all("label")] == list(NAMES)


def test_a_result_is_shown_before_it_is_entered(store: Store, browser: Browser, cup: int, link: str) -> None:
    page = browser.send(browser.open(link), ORDER)
    assert page.main.one("h2").text == "Is this right?"
    assert [entry.text for entry in page.main.one("ol").all("li")] == ["1 Natsu", "2 Haru", "3 <b>Fuyu</b>", "4 Aki"]
    assert not store.tournaments.present(cup).state.table_at(AT).results


def test_a_confirmed_result_is_in_the_log(store: Store, browser: Browser, cup: int, link: str) -> None:
    page = enter(browser, link, ORDER)
    assert "Deal 1 is entered." in page.main.text
    assert page.main.all("h2")[0].text == "Deal 2"
    assert places(store, cup, 1) == (2, 1, 4, 3)
    [entry] = store.tournaments.log(cup, store.tournaments.version(cup) - 1)
    assert entry.author == "table 1"


def test_the_same_result_is_taken_once_however_often_it_is_sent(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    checked = browser.send(browser.open(link), ORDER)
    browser.send(checked, {})
    version = store.tournaments.version(cup)
    assert browser.send(checked, {}).status == 200
    assert store.tournaments.version(cup) == version


def test_another_result_of_the_same_deal_replaces_nothing(store: Store, browser: Browser, cup: int, link: str) -> None:
    first, second = browser.open(link), browser.open(link)
    browser.send(first, {**ORDER, "confirmed": "yes"})
    page = browser.send(second, {"place-1": "1", "place-2": "2", "place-3": "3", "place-4": "4", "confirmed": "yes"})
    assert page.status == 409
    assert "please call the referee" in page.main.one("p", role="alert").text
    assert places(store, cup, 1) == (2, 1, 4, 3)


def test_two_phones_with_different_results_cannot_both_be_taken(store: Store, cup: int) -> None:
    accept_entry(store, cup, Result(**AT._asdict(), deal=1, places=(1, 2, 3, 4)), Author())
    with pytest.raises(Contradicted):
        accept_entry(store, cup, Result(**AT._asdict(), deal=1, places=(2, 1, 3, 4)), Author())


def test_impossible_places_are_refused_with_what_was_entered(browser: Browser, link: str) -> None:
    page = browser.send(browser.open(link), {"place-1": "2", "place-2": "2", "place-3": "3", "place-4": "4"})
    assert page.status == 422
    assert page.main.one("p", role="alert").text == "the places 2, 2, 3, 4 are impossible"
    selected = [option["value"] for option in page.main.all("option") if "selected" in option.attributes]
    assert selected == ["2", "2", "3", "4"]


def test_after_the_last_deal_there_is_no_form(browser: Browser, link: str) -> None:
    enter(browser, link, ORDER)
    page = enter(browser, link, ORDER)
    assert "All deals of this table are entered." in page.main.text
    assert not page.all("form")


def test_the_link_ends_with_the_round(store: Store, browser: Browser, cup: int, link: str) -> None:
    last = browser.open(link)
    results = [Result(**AT._asdict(), deal=deal, places=(1, 2, 3, 4)) for deal in (1, 2)]
    store.tournaments.append(cup, [*results, RoundClosed(stage=1, round=1)], Author(), expected=None)
    assert browser.open(link).status == 410
    assert browser.send(last, {**ORDER, "confirmed": "yes"}).status == 410


def test_a_link_that_was_changed_opens_nothing(browser: Browser, link: str) -> None:
    other = "A" if link[-5] != "A" else "B"
    assert browser.open(f"{link[:-5]}{other}{link[-4:]}").status == 404


def test_a_link_ends_with_the_token_of_its_maker(store: Store, browser: Browser, link: str) -> None:
    store.revoke(maker(store))
    page = browser.open(link)
    assert (page.status, page.main.all("form")) == (410, [])
    assert "This link has ended." in page.main.text


def test_a_link_is_for_the_people_who_were_drawn_there(store: Store, browser: Browser) -> None:
    cup = make_cup(store, (*NAMES, "Sora", "Nao", "Rei", "Yu"), Settings(scoring=BY_PLACE, deals=2))
    link = table_link(store, cup, AT)
    for tables, status in ((((4, 3, 2, 1), (5, 6, 7, 8)), 200), (((5, 6, 7, 8), (1, 2, 3, 4)), 410)):
        append_changes(store, cup, Redrawn(stage=1, round=1, tables=tables, method="by hand"))
        assert browser.open(link).status == status


def test_scorekeepers_end_the_links_to_a_table(browser: Browser, scorekeeper: Browser, store: Store, link: str) -> None:
    page = scorekeeper.open(link)
    scorekeeper.send(page, {}, f"{link}/end")
    assert browser.open(link).status == 410
    assert browser.open(table_link(store, 1, AT)).status == 200


def test_others_do_not_end_links(browser: Browser, link: str) -> None:
    page = browser.open(link)
    assert not page.main.all("form", action=f"{link}/end")
    token = page.main.one("input", name="csrf_token")["value"]
    answer = browser.client.post(f"{link}/end", base_url=browser.url, data={"csrf_token": token})
    assert answer.status_code in {400, 401}
    assert browser.open(link).status == 200


def test_a_link_of_an_earlier_version_has_ended(store: Store, browser: Browser, cup: int) -> None:
    signature = URLSafeSerializer(store.signing_key(), salt="table entry").dumps([cup, *AT])
    assert browser.open(f"/tables/{signature}").status == 410


def test_points_are_asked_for_where_they_do_not_follow_from_places(store: Store, browser: Browser) -> None:
    cup = make_cup(store, NAMES, Settings(deals=1))
    link = table_link(store, cup, AT)
    points = {"points-1": "4", "points-2": "-1,5", "points-3": "0", "points-4": "-2.5"}
    enter(browser, link, points)
    outcome = store.tournaments.present(cup).state.table_at(AT).results[1]
    assert list(map(str, outcome.points)) == ["4", "-3/2", "0", "-5/2"]


@pytest.mark.parametrize("text", ["three", "1e9", "1/0", "٣"])
def test_what_is_no_number_of_points_is_refused(store: Store, browser: Browser, text: str) -> None:
    cup = make_cup(store, NAMES, Settings(deals=1))
    page = browser.send(browser.open(table_link(store, cup, AT)), {"points-1": text})
    assert page.status == 422
    assert text in page.main.one("p", role="alert").text


def test_a_form_of_another_session_is_refused(browser: Browser, link: str) -> None:
    page = browser.open(link)
    browser.client.delete_cookie("daifu_session")
    assert browser.send(page, ORDER).status == 400


def test_the_link_opens_its_table_also_where_reading_needs_a_token(
    make_service: MakeService, link: str, cup: int
) -> None:
    closed = Browser(make_service(ServiceSettings(reading=CLOSED)).test_client())
    assert closed.open(f"/tournaments/{cup}").status == 401
    assert closed.open(link).one("h1").text == "Table 1"


@pytest.fixture
def checked_cup(store: Store) -> int:
    """A cup in which another player confirms what one enters."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE, deals=2, confirm=True))


@pytest.fixture
def checked_link(store: Store, checked_cup: int) -> str:
    return table_link(store, checked_cup, AT)


def results(store: Store, cup: int) -> list[int]:
    """The deals of the table that have a result."""
    return list(store.tournaments.present(cup).state.table_at(AT).results)


def authors(store: Store, cup: int, count: int) -> list[str | None]:
    """The authors of the latest changes, and what they are."""
    return [entry.author for entry in store.tournaments.log(cup, store.tournaments.version(cup) - count)]


def test_a_result_waits_until_another_player_confirms_it(
    store: Store, browser: Browser, checked_cup: int, checked_link: str
) -> None:
    page = enter(browser, checked_link, {**ORDER, "who": "1"})
    assert "Deal 1 is reported." in page.main.text
    assert results(store, checked_cup) == []
    page = browser.send(browser.open(checked_link), {"who": "2"})
    assert "Deal 1 is entered." in page.main.text
    assert places(store, checked_cup, 1) == (2, 1, 4, 3)
    assert authors(store, checked_cup, 2) == ["table 1, Haru", "table 1, Natsu"]


def test_those_who_entered_a_result_cannot_confirm_it(
    store: Store, browser: Browser, checked_cup: int, checked_link: str
) -> None:
    enter(browser, checked_link, {**ORDER, "who": "1"})
    page = browser.open(checked_link)
    names = [option["value"] for option in page.main.one("select", name="who").all("option")]
    assert names == ["", "2", "3", "4"]
    page = browser.send(page, {"who": "1"})
    assert page.status == 422
    assert "another player of the table has to confirm" in page.main.one("p", role="alert").text
    assert results(store, checked_cup) == []


def test_a_result_is_refused_until_its_player_is_named(browser: Browser, checked_link: str) -> None:
    page = enter(browser, checked_link, ORDER)
    assert page.status == 422
    assert "choose who enters the result" in page.main.one("p", role="alert").text


def test_another_report_replaces_the_first_and_is_confirmed_by_itself(
    store: Store, browser: Browser, checked_cup: int, checked_link: str
) -> None:
    enter(browser, checked_link, {**ORDER, "who": "1"})
    waiting = browser.open(checked_link)
    other = {"place-1": "1", "place-2": "2", "place-3": "3", "place-4": "4", "who": "2"}
    browser.send(browser.send(browser.open(f"{checked_link}?change=yes"), other), {})
    page = browser.send(waiting, {"who": "3"})
    assert "another result was entered in the meantime" in page.main.one("p", role="alert").text
    assert results(store, checked_cup) == []
    browser.send(browser.open(checked_link), {"who": "1"})
    assert places(store, checked_cup, 1) == (1, 2, 3, 4)


def test_a_report_and_its_confirmation_sent_again_change_nothing(
    store: Store, browser: Browser, checked_cup: int, checked_link: str
) -> None:
    checked = browser.send(browser.open(checked_link), {**ORDER, "who": "1"})
    for _ in range(2):
        browser.send(checked, {})
    waiting = browser.open(checked_link)
    for _ in range(2):
        browser.send(waiting, {"who": "2"})
    assert len(authors(store, checked_cup, 2)) == 2
    assert authors(store, checked_cup, 3)[0] != "table 1, Haru"


def test_the_page_of_the_round_shows_what_waits_and_lets_scorekeepers_confirm_it(
    store: Store, scorekeeper: Browser, checked_cup: int, checked_link: str
) -> None:
    enter(scorekeeper, checked_link, {**ORDER, "who": "1"})
    page = scorekeeper.open(f"/tournaments/{checked_cup}/rounds/1/1")
    notices = [one.text for one in page.main.all("p", class_="notice")]
    assert "Deal 1 waits to be confirmed; Haru has entered it:" in notices[-1]
    [link] = [link for link in page.main.all("a") if link.text == "confirm"]
    form = scorekeeper.open(link["href"])
    [entry] = form.main.all("form", class_="places-form")
    chosen = [option["value"] for option in entry.all("option") if "selected" in option.attributes]
    assert chosen == ["2", "1", "4", "3"]
    hidden = {field["name"]: field["value"] for field in entry.all("input", type="hidden")}
    sent = {**hidden, **{f"place-{seat}": place for seat, place in enumerate(chosen, 1)}}
    scorekeeper.client.post(link["href"].partition("?")[0], data=sent, headers={"Referer": scorekeeper.url})
    assert places(store, checked_cup, 1) == (2, 1, 4, 3)


def test_deals_are_not_entered_card_by_card_where_results_are_confirmed(browser: Browser, checked_link: str) -> None:
    assert browser.open(f"{checked_link}/cards").address == checked_link


HANDS = {"hand-1": "D3 S5", "hand-2": "S4 H5", "hand-3": "H6 C7", "hand-4": "D8 C9"}
PLAYS = ("1 D3", "2 H5", "3 H6", "4 D8", "1 -", "2 -", "3 -", "4 C9", "1 -", "2 -", "3 -", "1 S5", "2 -", "3 C7", "2 -")


def send(browser: Browser, page: Page, values: Mapping[str, Any]) -> Page:
    """The page after a button of the form was pressed, with these fields changed."""
    hands = {field["name"]: field["value"] for field in page.main.all("input") if field["name"].startswith("hand-")}
    return browser.send(page, {**hands, **values})


def enter_cards(browser: Browser, link: str, plays: Sequence[str] = PLAYS) -> Page:
    """The page after a whole deal was entered card by card."""
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(plays)})
    return send(browser, page, {"do": "enter"})


def results_of_cards(store: Store, cup: int) -> Mapping[int, Outcome]:
    return store.tournaments.present(cup).state.table_at(AT).results


def test_the_form_has_the_names_of_the_table(browser: Browser, link: str) -> None:
    page = browser.open(f"{link}/cards")
    assert page.main.one("h2").text == "Deal 1, card by card"
    hands = [label for label in page.main.all("label") if label.all("input", maxlength="500")]
    assert [label.one("bdi").text for label in hands] == list(NAMES)


def test_a_deal_becomes_a_record_and_its_result_is_in_the_log(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    page = enter_cards(browser, link)
    assert page.address == link
    assert page.main.all("h2")[0].text == "Deal 2"
    outcome = results_of_cards(store, cup)[1]
    assert isinstance(outcome.by, Record)
    assert outcome.places == (2, 4, 3, 1)
    assert msgspec.json.decode(store.record(outcome.by.id).record)["deals"][0]["actions"] == list(PLAYS)


def test_the_same_deal_sent_again_is_stored_once(store: Store, browser: Browser, cup: int, link: str) -> None:
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(PLAYS)})
    for _ in range(2):
        assert send(browser, page, {"do": "enter"}).status == 200
    assert list(results_of_cards(store, cup)) == [1]


def test_the_next_deal_goes_into_the_same_record(store: Store, browser: Browser, cup: int, link: str) -> None:
    enter_cards(browser, link)
    enter_cards(browser, link)
    outcomes = results_of_cards(store, cup).values()
    assert [outcome.by.id for outcome in outcomes if isinstance(outcome.by, Record)] == [1, 1]


def test_after_a_result_on_a_sheet_the_deal_starts_from_its_places(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    sheet = Result(**AT._asdict(), deal=1, places=(2, 1, 4, 3))
    store.tournaments.append(cup, [sheet], Author(), expected=None)
    page = browser.open(f"{link}/cards")
    assert "Aki gives Natsu 2 cards" in page.main.text
    enter_cards(browser, link)
    assert sorted(results_of_cards(store, cup)) == [1, 2]
    assert results_of_cards(store, cup)[1].places == (2, 1, 4, 3)


def test_a_deal_that_is_not_over_is_not_stored(store: Store, browser: Browser, link: str) -> None:
    page = enter_cards(browser, link, PLAYS[:3])
    assert page.address == f"{link}/cards"
    assert not store.counts().records


def test_a_result_that_the_tournament_has_otherwise_is_not_replaced(
    store: Store, browser: Browser, cup: int, link: str
) -> None:
    page = send(browser, browser.open(f"{link}/cards"), {**HANDS, "actions": "\n".join(PLAYS)})
    sheet = Result(**AT._asdict(), deal=1, places=(1, 2, 3, 4))
    store.tournaments.append(cup, [sheet], Author(), expected=None)
    assert send(browser, page, {"do": "enter"}).address == link
    assert results_of_cards(store, cup)[1].places == (1, 2, 3, 4)
    assert not store.counts().records


def test_who_left_a_deal_sits_in_the_next_one(store: Store, browser: Browser, cup: int, link: str) -> None:
    enter_cards(browser, link, ("1 D3", "2 leave", "3 leave", "4 leave"))
    page = enter_cards(browser, link)
    assert page.address == link
    assert [outcome.places for outcome in results_of_cards(store, cup).values()] == [(1, 4, 3, 2), (2, 4, 3, 1)]
    [first, second] = msgspec.json.decode(store.record(1).record)["deals"]
    assert "places" not in first
    assert second["places"] == [1, 4, 3, 2]
