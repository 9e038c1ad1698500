"""A deal that is entered card by card: the answers that are offered, how they are judged, and what is stored."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from daifu.api.web.responses import isolated
from daifu.data.store.store import Store
from daifu.replay.games.catalogue import PROFILES
from tests.support.pages import Browser, Page

CARDS = "/games/1/evening/1/cards"
NAMES = ["Mu", "Junko", "Shimo", "Aki"]
HANDS = {"hand-1": "D3 S5", "hand-2": "S4 H5", "hand-3": "H6 C7", "hand-4": "D8 C9"}


def open_evening(browser: Browser, rules: str = "theater", names: list[str] = NAMES) -> None:
    """Open an evening."""
    browser.send(browser.open(f"/evenings/new?rules={rules}"), {"player": names}, "/evenings/new")


def send(browser: Browser, page: Page, values: Mapping[str, Any]) -> Page:
    """The page after a button of the form was pressed, with these fields changed."""
    [form] = page.main.all("form", class_="cards-form")
    seats = [field["value"] for field in form.all("input", name="seat")]
    hands = {field["name"]: field["value"] for field in form.all("input") if field["name"].startswith("hand-")}
    return browser.send(page, {"seat": seats, **hands, **values}, form["action"])


def answers(page: Page) -> list[str]:
    """The legal answers that are offered, as records write them."""
    return [button["value"] for button in page.main.all("button", name="add")]


def deals(store: Store) -> list[dict[str, Any]]:
    """The deals of the only record."""
    found: list[dict[str, Any]] = msgspec.json.decode(store.record(1).record)["deals"]
    return found


@pytest.fixture
def first(scorekeeper: Browser) -> Page:
    """The page of the first deal of an evening, before its hands are known."""
    open_evening(scorekeeper)
    return scorekeeper.open(CARDS)


@pytest.fixture
def dealt(scorekeeper: Browser, first: Page) -> Page:
    """The same with known hands of two cards."""
    return send(scorekeeper, first, {**HANDS, "do": "hands"})


@pytest.mark.parametrize(
    ("rules", "names"),
    [(rules, [f"P{number}" for number in range(max(4, PROFILES[rules].players[0]))]) for rules in PROFILES],
)
def test_each_game_can_be_begun_with_unknown_hands(scorekeeper: Browser, rules: str, names: list[str]) -> None:
    open_evening(scorekeeper, rules, names)
    page = scorekeeper.open(CARDS)
    assert page.status == 200
    assert not page.main.all("div", role="alert")
    assert page.main.all("input", name="card")


def test_unknown_hands_have_as_many_cards_as_are_dealt(first: Page) -> None:
    hands = [field["value"] for field in first.main.all("input") if field["name"].startswith("hand-")]
    assert hands == ["?*14", "?*13", "?*13", "?*13"]


def test_the_legal_answers_of_a_known_hand_are_offered(scorekeeper: Browser, dealt: Page) -> None:
    page = send(scorekeeper, dealt, {"add": "1 D3"})
    assert answers(page) == ["2 S4", "2 H5", "2 -"]
    assert "turn Junko" in page.main.text


def test_of_an_unknown_hand_every_answer_is_offered_that_it_may_have(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {"add": "1 DT"})
    offered = answers(page)
    assert {"2 SJ", "2 C2", "2 X", "2 -"} <= set(offered)
    assert not {"2 S9", "2 HT", "2 DT"} & set(offered)


def test_a_card_that_was_played_is_not_offered_again(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, send(scorekeeper, first, {"add": "1 DT"}), {"add": "2 SJ"})
    chosen = [field["value"] for field in page.main.all("input", name="card")]
    assert "DT" not in chosen
    assert "SJ" not in chosen
    assert "HT" in chosen


def test_chosen_cards_are_played_by_whom_the_form_names(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {"card": ["S5", "H5"], "who": "3", "do": "play"})
    assert page.main.one("input", name="actions")["value"] == "3 S5 H5"


def test_a_faulty_play_is_explained_with_its_rule(scorekeeper: Browser, dealt: Page) -> None:
    page = send(scorekeeper, send(scorekeeper, dealt, {"add": "1 S5"}), {"typed": "2 S4"})
    [fault, *_] = page.main.all("li", class_="fault")
    assert "is not stronger than" in fault.text or "opening" in page.main.text
    assert page.main.all("button", value="void")


def test_a_play_that_was_taken_back_is_marked(scorekeeper: Browser, dealt: Page) -> None:
    faulty = send(scorekeeper, send(scorekeeper, dealt, {"add": "1 D3"}), {"typed": "3 C7"})
    page = send(scorekeeper, faulty, {"do": "void"})
    assert page.main.one("input", name="actions")["value"].splitlines() == ["1 D3", "3 C7 void"]


def test_an_entry_is_undone(scorekeeper: Browser, dealt: Page) -> None:
    page = send(scorekeeper, send(scorekeeper, dealt, {"add": "1 D3"}), {"do": "undo"})
    assert page.main.one("input", name="actions")["value"] == ""


@pytest.mark.parametrize("typed", ["1 Z9", "9 D3", "<b>"])
def test_an_action_that_cannot_be_read_is_left_out_and_explained(scorekeeper: Browser, dealt: Page, typed: str) -> None:
    page = send(scorekeeper, dealt, {"typed": typed})
    assert page.status == 422
    assert page.main.one("div", role="alert").text
    assert page.main.one("input", name="actions")["value"] == ""


def test_a_hand_that_cannot_be_read_is_explained(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {"hand-2": "nonsense", "do": "hands"})
    assert page.status == 422
    assert page.main.one("input", name="hand-2")["value"] == "nonsense"


def test_a_deal_is_stored_and_decided_by_its_cards(scorekeeper: Browser, store: Store, dealt: Page) -> None:
    page = dealt
    for action in ("1 D3", "2 H5", "3 H6", "4 D8", "4 C9", "1 -", "2 -", "3 -", "1 S5", "2 -", "3 C7", "2 -"):
        page = send(scorekeeper, page, {"typed": action})
    assert not store.revisions(1)[1:]
    page = send(scorekeeper, page, {"do": "enter"})
    assert page.address == "/games/1/evening"
    [deal] = deals(store)
    assert deal["hands"] == list(HANDS.values())
    assert deal["actions"][:3] == ["1 D3", "2 H5", "3 H6"]


def test_a_deal_that_is_not_over_is_continued_later(scorekeeper: Browser, store: Store, dealt: Page) -> None:
    send(scorekeeper, send(scorekeeper, dealt, {"add": "1 D3"}), {"do": "enter"})
    assert deals(store)[0]["actions"] == ["1 D3"]
    assert scorekeeper.open("/games/1/evening").main.one("h2", id="deal").text == "Deal 1"
    page = scorekeeper.open(CARDS)
    assert answers(page) == ["2 S4", "2 H5", "2 -"]
    send(scorekeeper, send(scorekeeper, page, {"add": "2 H5"}), {"do": "enter"})
    assert deals(store)[0]["actions"] == ["1 D3", "2 H5"]


def test_the_same_deal_sent_again_is_stored_once(scorekeeper: Browser, store: Store, dealt: Page) -> None:
    page = send(scorekeeper, dealt, {"add": "1 D3"})
    for _ in range(2):
        assert send(scorekeeper, page, {"do": "enter"}).status == 200
    assert store.latest(1) == 2


def test_the_gifts_of_the_next_deal_are_offered(scorekeeper: Browser, store: Store, first: Page) -> None:
    assert first.status == 200
    order = {f"place-{player}": str(player) for player in range(1, 5)}
    evening = scorekeeper.open("/games/1/evening")
    scorekeeper.send(evening, {"seat": ["1", "2", "3", "4"], **order}, "/games/1/evening/1")
    page = scorekeeper.open("/games/1/evening/2/cards")
    assert [one.text for one in page.main.all("button", value="give-4-1")] == [
        f"{isolated('Aki')} gives these to {isolated('Mu')}"
    ]
    page = send(scorekeeper, page, {"card": ["D2", "X"], "do": "give-4-1"})
    assert page.main.one("input", name="actions")["value"] == "4 give 1 D2 X"
    assert deals(store)[1:] == []


def test_a_deal_with_cards_is_corrected_card_by_card(scorekeeper: Browser, dealt: Page) -> None:
    page = send(scorekeeper, send(scorekeeper, dealt, {"add": "1 D3"}), {"broken_off": "yes"})
    assert page.main.one("h2", id="deal").text == "Deal 2"
    assert scorekeeper.open("/games/1/evening/1").address == CARDS


def test_only_scorekeepers_enter_cards(browser: Browser, first: Page) -> None:
    assert first.status == 200
    assert browser.open(CARDS).status == 401


def test_somebody_leaves_the_table(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {"who": "2", "do": "leave"})
    assert page.main.one("input", name="actions")["value"] == "2 leave"
    assert "Junko leaves the deal" in page.main.text
    over = send(scorekeeper, page, {"actions": "2 leave\n3 leave", "who": "4", "do": "leave"})
    assert "none, the deal is over" in over.main.text


def test_the_next_deal_has_to_seat_who_left(scorekeeper: Browser, store: Store, first: Page) -> None:
    page = first
    for who, pressed in (("2", "leave"), ("3", "leave"), ("4", "leave"), ("1", "enter")):
        actions = page.main.one("input", name="actions")["value"]
        page = send(scorekeeper, page, {"who": who, "do": pressed, "actions": actions})
    next_deal = scorekeeper.open(CARDS.replace("evening/1", "evening/2"))
    assert next_deal.status == 200
    send(scorekeeper, next_deal, {"typed": "1 D3", "do": "enter"})
    assert deals(store)[1]["seats"] == [1, 2, 3, 4]


def test_hands_may_be_spelt_as_people_write_them(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {**HANDS, "hand-1": "♦3 スペード5", "hand-2": "s4 h10 ?", "do": "hands"})
    assert [page.main.one("input", name=f"hand-{number}")["value"] for number in (1, 2)] == ["D3 S5", "S4 HT ?"]
    assert "was read as S4 HT ?." in page.main.text


def test_an_action_may_be_typed_as_people_write_it_and_the_page_says_how_it_was_read(
    scorekeeper: Browser, dealt: Page
) -> None:
    page = send(scorekeeper, dealt, {"typed": "1: ♦3"})
    assert page.main.one("input", name="actions")["value"] == "1 D3"
    assert "“1: ♦3” was read as 1 D3." in page.main.text


def test_hands_are_picked_by_tapping_their_cards(scorekeeper: Browser, first: Page) -> None:
    offered = [box["value"] for box in first.main.all("input", name="picked")]
    assert len(offered) == 53
    page = send(scorekeeper, first, {"picked": ["D3", "S5"], "do": "hand-1"})
    assert page.main.one("input", name="hand-1")["value"] == "D3 S5 ?*12"
    assert not [box for box in page.main.all("input", name="picked") if box["value"] in {"D3", "S5"}]
    page = send(scorekeeper, page, {"picked": ["H5"], "do": "hand-1"})
    assert page.main.one("input", name="hand-1")["value"] == "D3 S5 H5 ?*11"


def test_the_actions_so_far_stand_beside_the_table(scorekeeper: Browser, dealt: Page) -> None:
    page = send(scorekeeper, send(scorekeeper, dealt, {"add": "1 D3"}), {"add": "2 S4"})
    actions = page.main.one("section", class_="done-actions").all("li")
    assert [one["value"] for one in actions] == ["2", "1"]
    assert "Junko plays" in actions[0].text


def test_an_error_in_a_hand_names_the_player_and_the_card_that_may_be_meant(scorekeeper: Browser, first: Page) -> None:
    page = send(scorekeeper, first, {"hand-3": "S3 h5z", "do": "hands"})
    text = page.main.one("div", class_="problem", role="alert").text
    assert text.startswith("The hand of Shimo: there should be cards of this game here, not 'h5z'")
    assert text.endswith("H5Z: did you mean H5?")
