"""Evenings without a tournament: how they begin, what is entered deal by deal, and that nothing is entered twice."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from daifu.data.store.interface import Store
from daifu.data.store.values import Author, RecordFilter
from tests.support.houses import add_club
from tests.support.pages import Browser, Page
from tests.support.stores import ANN, judged_sitting

NAMES = ["Mu", "Junko", "Shimo", "<b>Aki</b>"]
ORDER = {"place-1": "2", "place-2": "1", "place-3": "4", "place-4": "3"}
OTHER = {"place-1": "1", "place-2": "2", "place-3": "3", "place-4": "4"}


def open_evening(
    browser: Browser, rules: str = "theater", names: list[str] = NAMES, fields: Mapping[str, str] | None = None
) -> Page:
    """The page of a new evening."""
    form = browser.open(f"/evenings/new?rules={rules}")
    return browser.send(form, {"player": names, "name": "Thursday club", **(fields or {})}, "/evenings/new")


def enter(browser: Browser, page: Page, values: dict[str, str]) -> Page:
    """The page after a result was entered."""
    [form] = page.main.all("form", class_="places-form")
    seats = [field["value"] for field in form.all("input", name="seat")]
    return browser.send(page, {"seat": seats, **values}, form["action"])


def deals(store: Store) -> list[dict[str, Any]]:
    """The deals of the only record."""
    found: list[dict[str, Any]] = msgspec.json.decode(store.record(1).record)["deals"]
    return found


@pytest.fixture
def evening(scorekeeper: Browser) -> Page:
    """The page of an evening before its first deal."""
    return open_evening(scorekeeper)


def test_an_evening_begins_with_the_players_at_the_table(evening: Page) -> None:
    assert evening.address == "/games/1/evening"
    assert evening.one("h1").text == "Evening: Thursday club"
    assert [seat.one("bdi").text for seat in evening.one("ol", class_="table-order").all("li")] == NAMES
    assert evening.main.one("h2", id="deal").text == "Deal 1"


def test_the_same_form_opens_one_evening(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/evenings/new?rules=theater")
    sent = [scorekeeper.send(form, {"player": NAMES}, "/evenings/new").address for _ in range(2)]
    assert sent == ["/games/1/evening"] * 2
    assert store.latest(1) == 1


def test_two_evenings_that_begin_alike_are_two_records(scorekeeper: Browser) -> None:
    assert open_evening(scorekeeper, fields={"opened": "2026-11-22T19:00:00+00:00"}).address == "/games/1/evening"
    assert open_evening(scorekeeper, fields={"opened": "2026-11-22T21:00:00+00:00"}).address == "/games/2/evening"


def test_options_are_chosen_at_the_beginning(scorekeeper: Browser, store: Store) -> None:
    open_evening(scorekeeper, fields={"option-jokers": "2", "option-eleven_back": "false"})
    assert msgspec.json.decode(store.record(1).record)["options"] == {"jokers": 2, "eleven_back": False}


def test_what_is_usual_is_not_written_into_the_record(scorekeeper: Browser, store: Store) -> None:
    open_evening(scorekeeper, fields={"option-jokers": "1", "option-eleven_back": "true", "option-pass_reset": "never"})
    assert msgspec.json.decode(store.record(1).record)["options"] == {"pass_reset": "never"}


def test_an_evening_is_played_by_the_rules_of_a_club(scorekeeper: Browser, store: Store) -> None:
    add_club(store, Author("Ann"))
    form = scorekeeper.open("/evenings/new?rules=daifugo&house=club@1")
    scorekeeper.send(form, {"player": NAMES, "house": "club@1"}, "/evenings/new")
    record = msgspec.json.decode(store.record(1).record)
    assert (record["options"], record["house"]["id"]) == (
        {"jokers": {"count": 2}, "revolution": True, "eight_cut": True},
        "club",
    )


def test_an_evening_may_begin_with_rules_to_begin_with(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/evenings/new?rules=daifugo")
    scorekeeper.send(form, {"player": NAMES, "house": "official"}, "/evenings/new")
    record = msgspec.json.decode(store.record(1).record)
    assert record["options"]["eight_cut"] == {"in_runs": False}
    assert "house" not in record


def test_an_evening_begins_like_an_earlier_one(scorekeeper: Browser, evening: Page) -> None:
    assert evening.address == "/games/1/evening"
    [link] = [one for one in scorekeeper.open("/evenings/new?rules=theater").main.all("a") if "like=" in one["href"]]
    form = scorekeeper.open(link["href"]).main
    assert [field["value"] for field in form.all("input", name="player")] == NAMES
    assert form.one("input", name="name")["value"] == "Thursday club"


def test_the_options_of_an_earlier_evening_are_chosen_again(scorekeeper: Browser) -> None:
    open_evening(scorekeeper, fields={"option-jokers": "2"})
    assert (
        scorekeeper.open("/evenings/new?rules=theater&like=1").main.one("input", name="option-jokers")["value"] == "2"
    )
    assert scorekeeper.open("/evenings/new?rules=akagiri&like=1").status == 404


def test_the_page_of_an_evening_names_the_rules_of_the_club(scorekeeper: Browser, store: Store) -> None:
    add_club(store, Author("Ann"))
    form = scorekeeper.open("/evenings/new?rules=daifugo")
    page = scorekeeper.send(form, {"player": NAMES, "house": "club@1"}, "/evenings/new")
    assert page.main.one("a", href="/house-rules/club/1").text == "The club, version 1"


def test_too_few_players_are_refused_with_what_was_filled_in(scorekeeper: Browser) -> None:
    page = open_evening(scorekeeper, names=["Mu", "Junko"])
    assert page.status == 422
    assert "4 seated players" in page.main.one("div", role="alert").text
    assert [field["value"] for field in page.main.all("input", name="player")] == ["Mu", "Junko", "", ""]


def test_a_result_is_stored_by_player(scorekeeper: Browser, store: Store, evening: Page) -> None:
    page = enter(scorekeeper, evening, ORDER)
    assert deals(store) == [{"result": {"order": [2, 1, 4, 3]}}]
    assert page.main.one("p", class_="good").text == "Deal 1 is entered."
    assert page.main.one("h2", id="deal").text == "Deal 2"


def test_the_next_deal_shows_titles_and_who_gives_which_cards_to_whom(scorekeeper: Browser, evening: Page) -> None:
    page = enter(scorekeeper, evening, ORDER)
    seats = [seat.text for seat in page.one("ol", class_="table-order").all("li")]
    assert seats[0].startswith("Mu fugo")
    assert seats[1].startswith("Junko daifugo")
    gifts = [gift.text for gift in page.one("ul", class_="gifts").all("li")]
    assert "Shimo gives Junko 2 cards: the strongest ones" in gifts
    assert "Junko gives Shimo 2 cards: any" in gifts


def test_the_last_player_needs_no_place(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, evening, {**ORDER, "place-3": ""})
    assert deals(store)[0]["result"]["order"] == [2, 1, 4, 3]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({**ORDER, "place-1": "1"}, "two players have place 1"),
        ({**ORDER, "place-1": "", "place-3": ""}, "2 players have no place yet; the places must be 1 to 4"),
        ({}, "4 players have no place yet; the places must be 1 to 4"),
    ],
)
def test_impossible_places_are_refused(
    scorekeeper: Browser, store: Store, evening: Page, values: dict[str, str], sentence: str
) -> None:
    page = enter(scorekeeper, evening, values)
    assert page.status == 422
    assert page.main.one("div", role="alert").text == sentence
    assert deals(store) == [{}]


def test_the_same_result_sent_again_is_entered_once(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, evening, ORDER)
    assert enter(scorekeeper, evening, ORDER).status == 200
    second = scorekeeper.open("/games/1/evening")
    for _ in range(2):
        enter(scorekeeper, second, OTHER)
    assert [deal["result"]["order"] for deal in deals(store)] == [[2, 1, 4, 3], [1, 2, 3, 4]]
    assert store.latest(1) == 3


def test_another_result_of_the_same_deal_replaces_nothing(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, evening, ORDER)
    page = enter(scorekeeper, evening, OTHER)
    assert page.status == 409
    assert page.main.one("h2", id="deal").text == "Correct deal 1"
    assert deals(store)[0]["result"]["order"] == [2, 1, 4, 3]


def test_an_earlier_deal_is_corrected_while_others_go_on(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, evening, ORDER)
    correction = scorekeeper.open("/games/1/evening/1")
    selected = [one["value"] for one in correction.main.all("option") if "selected" in one.attributes]
    assert selected[:4] == ["2", "1", "4", "3"]
    enter(scorekeeper, scorekeeper.open("/games/1/evening"), ORDER)
    enter(scorekeeper, correction, {**OTHER, "reason": "misheard"})
    assert [deal["result"]["order"] for deal in deals(store)] == [[1, 2, 3, 4], [2, 1, 4, 3]]
    assert store.revisions(1)[-1].reason == "misheard"


def test_a_deal_can_be_broken_off(scorekeeper: Browser, store: Store, evening: Page) -> None:
    page = enter(scorekeeper, evening, {"broken_off": "yes"})
    assert deals(store) == [{"abandoned": True}]
    assert page.main.one("h2", id="deal").text == "Deal 2"


def test_points_are_entered_where_they_do_not_follow_from_the_places(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "biga", ["A", "B", "C", "D", "E"])
    points = {"points-1": "3", "points-2": "-1", "points-3": "-1", "points-4": "-1.5", "points-5": "0,5"}
    enter(scorekeeper, evening, {"place-1": "1", "place-2": "2", **points})
    assert deals(store) == [{"result": {"order": [1, 2], "points": [3, -1, -1, -1.5, 0.5]}}]


def test_somebody_joins_and_somebody_rests(scorekeeper: Browser, store: Store) -> None:
    evening = enter(scorekeeper, open_evening(scorekeeper), ORDER)
    page = scorekeeper.send(evening, {"player": "Fuyu"}, "/games/1/evening/players")
    assert "Fuyu" in page.main.text
    seated = scorekeeper.open("/games/1/evening?seat=5&seat=2&seat=3&seat=4")
    enter(scorekeeper, seated, {"place-5": "1", "place-2": "2", "place-3": "3", "place-4": "4"})
    assert deals(store)[1] == {"seats": [5, 2, 3, 4], "result": {"order": [5, 2, 3, 4]}}


def test_earlier_points_have_room_for_somebody_who_joins(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "biga", ["A", "B", "C", "D", "E"])
    places = {f"place-{player}": str(player) for player in range(1, 6)}
    page = enter(scorekeeper, evening, {**places, **{f"points-{player}": "1" for player in range(1, 6)}})
    scorekeeper.send(page, {"player": "F"}, "/games/1/evening/players")
    assert deals(store)[0]["result"]["points"] == [1, 1, 1, 1, 1, None]


def test_a_wrong_number_of_seats_is_refused(scorekeeper: Browser, evening: Page) -> None:
    page = scorekeeper.open(f"{evening.address}?seat=1&seat=2")
    assert page.status == 400
    assert "expected 4 players, found 2" in page.main.text


def test_everybody_sees_an_evening_and_only_scorekeepers_enter(browser: Browser, evening: Page) -> None:
    page = browser.open(evening.address)
    assert page.status == 200
    assert not page.main.all("form", method="post")
    assert browser.open("/games/1/evening/1").status == 401
    assert browser.open("/evenings/new").status == 401


def test_the_deal_that_is_due_is_not_among_the_results(scorekeeper: Browser, evening: Page) -> None:
    assert not evening.main.all("table")
    assert "No deal has been entered yet" in evening.main.text
    page = enter(scorekeeper, evening, ORDER)
    assert len(page.main.one("tbody").all("tr")) == 1
    assert [cell.text for cell in page.main.one("tfoot").all("td")][-2:] == ["0", ""]


def test_an_evening_is_an_ordinary_game(scorekeeper: Browser, evening: Page) -> None:
    enter(scorekeeper, evening, ORDER)
    page = scorekeeper.open("/games/1")
    assert page.status == 200
    assert "no faults" in page.main.text
    assert page.main.all("a", href="/games/1/evening")


def test_a_deal_after_the_next_one_is_not_found(scorekeeper: Browser, evening: Page) -> None:
    assert evening.address
    assert scorekeeper.open("/games/1/evening/2").status == 404


def test_points_that_do_not_add_up_are_told_after_they_were_entered(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "floor13", ["Mu", "Junko"])
    page = enter(scorekeeper, evening, {"place-1": "1", "place-2": "2", "points-1": "-54", "points-2": "53"})
    assert "add up to -1, but by the rules to 0" in page.main.one("p", class_="problem").text
    assert deals(store)[0]["result"] == {"order": [1, 2], "points": [-54, 53]}


def test_points_alone_are_a_result(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "floor13", ["Mu", "Junko"])
    page = enter(scorekeeper, evening, {"points-1": "54", "points-2": "-54"})
    assert deals(store)[0]["result"] == {"points": [54, -54]}
    assert page.main.one("h2", id="deal").text == "Deal 2"
    assert not page.main.all("p", class_="problem")


def test_who_left_has_the_last_place(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, evening, {"place-1": "2", "place-4": "1", "left-2": "yes"})
    assert deals(store)[0]["result"]["order"] == [4, 1, 3, 2]


def test_of_several_who_left_the_places_have_to_be_said(scorekeeper: Browser, store: Store, evening: Page) -> None:
    page = enter(scorekeeper, evening, {"place-1": "1", "left-2": "yes", "left-3": "yes"})
    assert page.main.one("div", role="alert").text.startswith("several players left")
    enter(scorekeeper, page, {"place-1": "1", "place-3": "3", "left-2": "yes", "left-3": "yes"})
    assert deals(store)[0]["result"]["order"] == [1, 4, 3, 2]


def test_the_others_sit_at_the_next_deal_where_they_are_enough(scorekeeper: Browser) -> None:
    evening = open_evening(scorekeeper, "akagiri")
    page = enter(scorekeeper, evening, {"place-1": "1", "place-3": "2", "left-2": "yes"})
    assert [field["value"] for field in page.main.all("input", name="seat")] == ["1", "3", "4"]


def test_in_a_game_of_teams_nobody_is_marked_as_having_left(scorekeeper: Browser) -> None:
    evening = open_evening(scorekeeper, "biga", [*NAMES, "Fuyu"])
    assert not evening.main.all("input", name="left-1")


def test_the_list_has_the_evening_in_progress_on_top_and_then_the_newest(scorekeeper: Browser, store: Store) -> None:
    for day in ("2020-01-01", "2020-01-02"):
        store.add([judged_sitting(event={"name": f"Club of {day}", "date": day})], ANN)
    store.add([judged_sitting(event={"name": "Cup", "date": "2020-01-03", "round": 1})], ANN)
    assert open_evening(scorekeeper, fields={"date": datetime.now(UTC).date().isoformat()}).status == 200
    page = scorekeeper.open("/evenings").main
    assert "Thursday club" in page.one("section", class_="box").text
    assert page.one("section", class_="box").one("a", class_="button").text == "Enter deal 1"
    assert [one.one("b").text for one in page.one("ul", class_="plain-list").all("li")] == [
        "Club of 2020-01-02",
        "Club of 2020-01-01",
    ]


def test_a_latecomer_joins_dalmuti_among_the_merchants(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "dalmuti", list("ABCDEF"))
    page = enter(scorekeeper, evening, {f"place-{player}": str(player) for player in range(1, 7)})
    page = scorekeeper.send(page, {"player": "G"}, "/games/1/evening/players")
    assert deals(store)[1] == {"seats": [1, 2, 3, 4, 7, 5, 6]}
    enter(scorekeeper, page, {f"place-{player}": str(player) for player in range(1, 8)})
    assert store.page(RecordFilter()).records[0].faults == {}
    assert [one.kind for one in store.revisions(1)] == ["created", "deal", "seated", "deal"]
