"""Evenings without a tournament: how they begin, what is entered deal by deal, and that nothing is entered twice."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import Author, RecordFilter
from daifu.schemas.judgement import judge_json
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
    [form] = [one for one in page.main.all("form", method="post") if one.all("input", name="seat")]
    seats = [field["value"] for field in form.all("input", name="seat")]
    return browser.send(page, {"seat": seats, **values}, form["action"])


def sit(browser: Browser, page: Page, values: Mapping[str, Any]) -> Page:
    """The page after somebody sat down, left, or took another seat."""
    [form, *_] = [one for one in page.main.all("form", method="post") if one["action"].endswith("/seats")]
    fields = {field["name"]: field["value"] for field in form.all("input", type="hidden")}
    headers = {**browser.headers, "Referer": f"{browser.url}{page.address}"}
    answer = browser.client.post(
        form["action"], base_url=browser.url, data={**fields, **values}, headers=headers, follow_redirects=True
    )
    return Page(answer)


def doubts(page: Page) -> list[str]:
    """What a page asks before something is stored."""
    return [one.text for one in page.main.one("ul", class_="doubts").all("li")]


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
    assert [seat.one("bdi").text for seat in evening.one("ul", class_="seats-of-form").all("li")] == NAMES
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


def test_a_log_with_the_time_of_a_server_is_no_last_time(scorekeeper: Browser, store: Store) -> None:
    store.add([judged_sitting(event={"date": "2026-07-03T01:16:26"})], ANN)
    assert "Same as last time" not in scorekeeper.open("/evenings/new").main.text
    store.add([judged_sitting("B", event={"date": "2026-07-03"})], ANN)
    assert "Same as last time" in scorekeeper.open("/evenings/new").main.text


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
    assert page.main.one("div", class_="said").one("p").text == "Deal 1 is entered."
    assert page.main.one("h2", id="deal").text == "Deal 2"


def test_the_next_deal_shows_titles_and_who_gives_which_cards_to_whom(scorekeeper: Browser, evening: Page) -> None:
    page = enter(scorekeeper, evening, ORDER)
    seats = [seat.text for seat in page.one("ul", class_="seats-of-form").all("li")]
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
        ({**ORDER, "place-1": "1"}, "Two players have place 1"),
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
    assert selected[:4] == ["1", "2", "3", "4"]
    assert [one.text for one in correction.main.one("ul", class_="seats-of-form").all("bdi")] == [
        "Junko",
        "Mu",
        "<b>Aki</b>",
        "Shimo",
    ]
    enter(scorekeeper, scorekeeper.open("/games/1/evening"), ORDER)
    page = enter(scorekeeper, correction, {**OTHER, "looked": "yes", "reason": "misheard"})
    assert page.main.one("div", class_="said").one("p").text == "Deal 1 is corrected."
    assert [deal["result"]["order"] for deal in deals(store)] == [[1, 2, 3, 4], [2, 1, 4, 3]]
    assert store.revisions(1)[-1].reason == "misheard"


def test_a_deal_can_be_broken_off(scorekeeper: Browser, store: Store, evening: Page) -> None:
    page = enter(scorekeeper, evening, {"broken_off": "yes"})
    assert doubts(page) == ["Deal 1 is broken off: nobody gets a place or points."]
    assert deals(store) == [{}]
    page = enter(scorekeeper, page, {"sure": "yes"})
    assert deals(store) == [{"abandoned": True}]
    assert page.main.one("div", class_="said").one("p").text == "Deal 1 is broken off."
    assert page.main.one("h2", id="deal").text == "Deal 2"


def test_points_are_entered_where_they_do_not_follow_from_the_places(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "biga", ["A", "B", "C", "D", "E"])
    points = {"points-1": "3", "points-2": "-1", "points-3": "-1", "points-4": "-1.5", "points-5": "0,5"}
    enter(scorekeeper, evening, {"place-1": "1", "place-2": "2", **points, "sure": "yes"})
    assert deals(store) == [{"result": {"order": [1, 2], "points": [3, -1, -1, -1.5, 0.5]}}]


def test_somebody_joins_and_somebody_rests(scorekeeper: Browser, store: Store) -> None:
    evening = enter(scorekeeper, open_evening(scorekeeper), ORDER)
    page = scorekeeper.send(evening, {"player": "Fuyu"}, "/games/1/evening/players")
    assert "Fuyu waits for a seat: the table is full." in page.main.text
    seated = sit(scorekeeper, page, {"join": "5", "instead_of": "1"})
    assert "Fuyu plays from the next deal, between" in seated.main.text
    enter(scorekeeper, seated, {"place-5": "1", "place-2": "2", "place-3": "3", "place-4": "4"})
    assert deals(store)[1] == {"seats": [5, 2, 3, 4], "result": {"order": [5, 2, 3, 4]}}


def test_earlier_points_have_room_for_somebody_who_joins(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "biga", ["A", "B", "C", "D", "E"])
    places = {f"place-{player}": str(player) for player in range(1, 6)}
    points = {f"points-{player}": "1" for player in range(1, 6)}
    page = enter(scorekeeper, evening, {**places, **points, "sure": "yes"})
    scorekeeper.send(page, {"player": "F"}, "/games/1/evening/players")
    assert deals(store)[0]["result"]["points"] == [1, 1, 1, 1, 1, None]


def test_a_wrong_number_of_seats_is_refused(scorekeeper: Browser, evening: Page) -> None:
    page = sit(scorekeeper, evening, {"seat": ["1", "2"]})
    assert page.status == 422
    assert page.main.one("div", role="alert").text == "This game is for 4 players; 2 have a seat"
    page = sit(scorekeeper, evening, {"seat": ["1", "2", "1", "3"]})
    assert page.main.one("div", role="alert").text == "Mu is on two seats"


def test_everybody_sees_an_evening_and_only_scorekeepers_enter(browser: Browser, evening: Page) -> None:
    page = browser.open(evening.address)
    assert page.status == 200
    assert not page.main.all("form", class_="places-form")
    assert browser.open("/games/1/evening/1").status == 401
    assert browser.open("/evenings/new").status == 401


def test_the_deal_that_is_due_is_not_among_the_results(scorekeeper: Browser, evening: Page) -> None:
    assert not evening.main.all("table")
    assert "No deal has been entered yet" in evening.main.text
    page = enter(scorekeeper, evening, ORDER)
    assert [one.text for one in page.main.one("thead").all("th")][:3] == ["Rank", "Player", "Total"]
    assert len(page.main.one("thead").all("th")) == 4
    assert [row.one("bdi").text for row in page.main.one("tbody").all("tr")] == NAMES


def test_an_evening_is_an_ordinary_game(scorekeeper: Browser, evening: Page) -> None:
    enter(scorekeeper, evening, ORDER)
    page = scorekeeper.open("/games/1")
    assert page.status == 200
    assert "no faults" in page.main.text
    assert page.main.all("a", href="/games/1/evening")


def test_a_deal_after_the_next_one_is_not_found(scorekeeper: Browser, evening: Page) -> None:
    assert evening.address
    assert scorekeeper.open("/games/1/evening/2").status == 404


def test_points_that_cannot_be_are_asked_before_they_are_stored(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "floor13", ["Mu", "Junko"])
    values = {"place-1": "1", "place-2": "2", "points-1": "-54", "points-2": "53"}
    page = enter(scorekeeper, evening, values)
    assert doubts(page) == ["Deal 1: the written points -54 53 add up to -1, but by the rules to 0 (F-SCORE-UNO)."]
    assert deals(store) == [{}]
    enter(scorekeeper, page, {"sure": "yes"})
    assert deals(store)[0]["result"] == {"order": [1, 2], "points": [-54, 53]}


def test_a_deal_without_its_points_is_asked_about(scorekeeper: Browser) -> None:
    evening = open_evening(scorekeeper, "biga", list("ABCDE"))
    page = enter(scorekeeper, evening, {f"place-{player}": str(player) for player in range(1, 6)})
    assert doubts(page)[0].startswith("No points are entered.")


def test_full_width_digits_are_taken(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "floor13", ["Mu", "Junko"])
    page = enter(scorekeeper, evening, {"place-1": "１", "place-2": "２", "points-1": "－５４", "points-2": "５４"})
    assert page.status == 200, page.main.text
    assert deals(store)[0]["result"] == {"order": [1, 2], "points": [-54, 54]}


def test_a_correction_says_what_it_changes_before_it_is_stored(
    scorekeeper: Browser, store: Store, evening: Page
) -> None:
    enter(scorekeeper, evening, ORDER)
    page = enter(scorekeeper, scorekeeper.open("/games/1/evening/1"), {**ORDER, "place-1": "1", "place-2": "2"})
    assert doubts(page) == ["Mu 2 → 1", "Junko 1 → 2"]
    assert deals(store)[0]["result"]["order"] == [2, 1, 4, 3]
    enter(scorekeeper, page, {"sure": "yes"})
    assert deals(store)[0]["result"]["order"] == [1, 2, 4, 3]


def test_the_last_change_is_undone_and_brought_back(scorekeeper: Browser, store: Store, evening: Page) -> None:
    page = enter(scorekeeper, evening, ORDER)
    entered: list[dict[str, Any]] = [{"result": {"order": [2, 1, 4, 3]}}]
    steps: list[list[dict[str, Any]]] = [[{}], entered]
    for found in steps:
        page = scorekeeper.send(page, {}, "/games/1/evening/undo")
        assert page.main.one("div", class_="said").one("p").text == "The last change is undone."
        assert deals(store) == found
    assert [one.reason for one in store.revisions(1)] == [None, None, "undone", "undone"]


def test_the_last_deal_is_removed_after_a_question(scorekeeper: Browser, store: Store, evening: Page) -> None:
    enter(scorekeeper, enter(scorekeeper, evening, ORDER), ORDER)
    page = enter(scorekeeper, scorekeeper.open("/games/1/evening/2"), {**ORDER, "remove": "yes"})
    assert doubts(page) == ["Deal 2 is removed. It stays in the history, and this can be undone."]
    page = enter(scorekeeper, page, {"sure": "yes", "remove": "yes"})
    assert page.main.one("div", class_="said").one("p").text == "Deal 2 is removed."
    assert len(deals(store)) == 1


def test_the_last_deal_is_removed_though_seats_of_the_next_are_stored(
    scorekeeper: Browser, store: Store, evening: Page
) -> None:
    page = enter(scorekeeper, evening, ORDER)
    scorekeeper.send(page, {"player": "Fuyu"}, "/games/1/evening/players")
    page = scorekeeper.open("/games/1/evening/1")
    assert page.main.all("button", name="remove")
    enter(scorekeeper, page, {"sure": "yes", "remove": "yes"})
    assert deals(store) == [{"seats": [1, 2, 3, 4]}]


def test_seats_that_the_rules_forbid_are_said_and_put_right(scorekeeper: Browser, store: Store) -> None:
    evening = open_evening(scorekeeper, "dalmuti", list("ABCDEF"))
    page = enter(scorekeeper, evening, {f"place-{player}": str(player) for player in range(1, 7)})
    page = sit(scorekeeper, page, {"seat": list("213456")})
    assert "by the ranking they should be \u2068A\u2069, \u2068B\u2069" in page.main.one("div", class_="problem").text
    page = enter(scorekeeper, page, {f"place-{player}": str(player) for player in range(1, 7)})
    assert doubts(page)[0].startswith("Deal 2: the seats are")
    assert len(deals(store)) == 2
    assert "result" not in deals(store)[1]
    page = sit(scorekeeper, scorekeeper.open("/games/1/evening"), {"by_rules": "yes"})
    assert deals(store)[1] == {"seats": [1, 2, 3, 4, 5, 6]}
    assert not page.main.all("div", class_="problem")


def test_who_leaves_has_no_seat_in_the_next_deal_on_any_phone(scorekeeper: Browser, browser: Browser) -> None:
    evening = open_evening(scorekeeper, "dalmuti", list("ABCDEF"))
    page = enter(scorekeeper, evening, {f"place-{player}": str(player) for player in range(1, 7)})
    page = sit(scorekeeper, page, {"leave": "3"})
    assert "C does not play the next deal." in page.main.text
    seats = browser.open("/games/1/evening").one("ol", class_="table-order")
    assert [one.one("bdi").text for one in seats.all("li")] == list("ABDEF")


def test_too_few_cannot_stay(scorekeeper: Browser, evening: Page) -> None:
    page = sit(scorekeeper, evening, {"leave": "1"})
    assert page.status == 422
    assert "too few players would be left" in page.main.one("div", role="alert").text.lower()


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
    assert page.main.one("div", role="alert").text.startswith("Several players left")
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


def test_an_evening_that_was_withdrawn_and_restored_is_shown(scorekeeper: Browser, store: Store, evening: Page) -> None:
    text = store.record(1).record
    store.withdraw(1, ANN, expected=1)
    store.revise(1, judge_json(text), ANN, expected=2)
    page = scorekeeper.open(evening.address)
    assert page.status == 200
    assert not page.main.all("form", action="/games/1/evening/undo")
