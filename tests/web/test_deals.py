"""The table action by action: what the page of a position shows, in every game, and where its links lead."""

import json
from typing import Any
from unittest.mock import Mock

import pytest

from daifu.api.views import game_tables
from daifu.api.web.pages.games import deals
from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.position import legal_texts
from tests.support.pages import Browser, Element, Page
from tests.support.stores import ANN, judged_sitting


def game_of(store: Store, rules: str) -> tuple[int, list[dict[str, Any]]]:
    """The newest sample of a game with several deals, and its deals."""
    for listed in store.page(RecordFilter(rules=rules, legal=True)).records:
        deals = json.loads(store.record(listed.id).record)["deals"]
        if len(deals) > 1 and "actions" in deals[1]:
            return listed.id, deals
    raise AssertionError(rules)


def table(page: Page) -> Element:
    """The drawing for wide windows."""
    return page.one("svg", class_="wide")


def signs(page: Page) -> list[str]:
    """What holds for all, as the drawing says it."""
    return [sign.text for sign in table(page).all("g", class_="d-sign")]


def seats(page: Page) -> list[Element]:
    return table(page).all("g", class_="d-seat")


def hand(seat: Element) -> list[str]:
    """The cards that are drawn at a seat."""
    uses = seat.one("g", class_="d-hand").all("use")
    return [use["href"].removeprefix("#c-") for use in uses if use["href"].startswith("#c-")]


def step(page: Page, name: str) -> str:
    """Where a step leads."""
    return page.one("a", id=name)["href"]


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.soak)])
@pytest.mark.parametrize("rules", PROFILES)
def test_every_position_of_a_deal_is_shown_in_every_game(
    watcher: Browser, sample_games: Store, rules: str, language: str
) -> None:
    game, deals = game_of(sample_games, rules)
    actions = deals[1]["actions"]
    page = watcher.read(language).open(f"/games/{game}/deals/2")
    for at in range(0, len(actions) + 1, 7):
        page = watcher.open(f"/games/{game}/deals/2/positions/{at}")
        assert page.status == 200
        assert len(seats(page)) == len(deals[1]["hands"]) - deals[1]["hands"].count(None)
        assert len(page.one("ol", class_="tricks").all("a")) == len(actions)
        assert len(page.all("a", **{"aria-current": "step"})) == (1 if at else 0)


@pytest.mark.parametrize("rules", PROFILES)
def test_the_hands_are_those_of_the_record(watcher: Browser, sample_games: Store, rules: str) -> None:
    game, deals = game_of(sample_games, rules)
    page = watcher.open(f"/games/{game}/deals/1")
    shown = {int(seat["data-seat"]): hand(seat) for seat in seats(page)}
    held = {player: hand.split() for player, hand in enumerate(deals[0]["hands"], 1) if hand}
    assert {player: sorted(cards) for player, cards in shown.items()} == {
        player: sorted(cards) for player, cards in held.items()
    }


def test_following_the_links_visits_every_position_once(watcher: Browser, sample_games: Store) -> None:
    game, deals = game_of(sample_games, "theater")
    page, visited = watcher.open(f"/games/{game}/deals/1"), 1
    while page.all("a", id="next"):
        page, visited = watcher.open(step(page, "next")), visited + 1
    assert visited == len(deals[0]["actions"]) + 1
    assert step(page, "first") == f"/games/{game}/deals/1"


def test_the_steps_by_tricks_lead_to_leads(watcher: Browser, sample_games: Store) -> None:
    game, _ = game_of(sample_games, "theater")
    page = watcher.open(f"/games/{game}/deals/1/positions/1")
    leads = []
    while page.all("a", id="next-trick"):
        page = watcher.open(step(page, "next-trick"))
        leads.append(page.address)
        assert len(table(page).all("g", class_="d-set")) == 1
    tricks = [one for one in page.one("ol", class_="tricks").content if isinstance(one, Element)]
    assert len(leads) == len(tricks) - 1
    assert step(page, "trick-before") == leads[-2]


def test_the_last_action_is_told_as_a_sentence(watcher: Browser, sample_games: Store) -> None:
    game, deals = game_of(sample_games, "dalmuti")
    at = deals[1]["actions"].index(next(one for one in deals[1]["actions"] if one.endswith(" -"))) + 1
    page = watcher.open(f"/games/{game}/deals/2/positions/{at}")
    assert page.one("p", class_="last").text.startswith(f"{at}. ")
    assert page.one("p", class_="last").text.endswith("passes")


FAULTY = {
    "hands": ["D3 ?*12", "?*13", "?*13", "?*14"],
    "actions": ["1 D3 # fast", "2 H3", "3 -"],
    "abandoned": True,
}


@pytest.fixture
def faulty(store: Store) -> int:
    """A game with a comment and a fault in its second action."""
    [outcome] = store.add([judged_sitting(players=["Mu", "Junko", "Shimo", "Aki"], deals=[FAULTY])], ANN)
    return outcome.id


def test_a_fault_is_explained_with_its_rule(browser: Browser, faulty: int) -> None:
    fault = browser.open(f"/games/{faulty}/deals/1/positions/2").one("li", class_="fault")
    assert fault.one("b").text == "✗ 3 is not stronger than the 3 on the table"
    assert fault.one("a")["href"] == "/rules/theater#T-FOLLOW-1"
    assert len(fault.one("q").text) > 20
    assert [tag.text for tag in fault.all("span", class_="tag")] == ["illegal", "stands"]


def test_a_fault_is_explained_in_the_language_of_the_page(browser: Browser, faulty: int) -> None:
    fault = browser.read("ja").open(f"/games/{faulty}/deals/1/positions/2").one("li", class_="fault")
    assert fault.one("b").text == "✗ 3は場の3より強くありません"


def test_faulty_actions_are_marked_and_can_be_stepped_to(browser: Browser, faulty: int) -> None:
    page = browser.open(f"/games/{faulty}/deals/1")
    assert [link["href"] for link in page.all("a", class_="faulty")] == [f"/games/{faulty}/deals/1/positions/2"]
    assert step(page, "next-fault") == f"/games/{faulty}/deals/1/positions/2"
    last = browser.open(f"/games/{faulty}/deals/1/positions/3")
    assert step(last, "fault-before") == f"/games/{faulty}/deals/1/positions/2"
    assert last.all("a", id="next-fault") == []


def test_a_comment_is_shown_with_its_action(browser: Browser, faulty: int) -> None:
    assert "# fast" in browser.open(f"/games/{faulty}/deals/1/positions/1").main.text


def test_unknown_cards_are_counted(browser: Browser, faulty: int) -> None:
    seat = seats(browser.open(f"/games/{faulty}/deals/1"))[0]
    assert hand(seat) == ["D3", "back"]
    assert seat["data-unknown"] == "12"
    assert "×12" in seat.text
    assert "13 cards" in seat.text


def test_whose_turn_it_is_and_who_has_passed_can_be_seen(browser: Browser, faulty: int) -> None:
    page = browser.open(f"/games/{faulty}/deals/1/positions/3")
    assert "Aki" in table(page).one("g", class_="d-turn").text
    assert ["Shimo" in seat.text for seat in table(page).all("g", class_="d-shut_out")] == [True]


def test_a_fault_stands_below_its_cards(browser: Browser, faulty: int) -> None:
    drawn = table(browser.open(f"/games/{faulty}/deals/1/positions/2"))
    assert drawn.one("g", class_="d-faulty")["data-set"] == "H3"
    assert drawn.one("g", class_="d-fault").text == "3 is not stronger than the 3 on the table"


def test_another_player_can_sit_nearest_and_suits_have_four_colours(browser: Browser, faulty: int) -> None:
    page = browser.open(f"/games/{faulty}/deals/1/positions/1?seat=3&colours=four")
    assert seats(page)[0]["data-seat"] == "3"
    assert "four" in table(page)["class"].split()
    assert "seat=3&colours=four" in step(page, "next")


def test_legal_actions_are_listed_on_request_and_from_step_to_step(browser: Browser, faulty: int) -> None:
    page = browser.open(f"/games/{faulty}/deals/1/positions/3")
    assert not page.main.one("section", id="legal").all("li")
    page = browser.open(page.main.one("a", id="legal-switch")["href"])
    assert "Aki passes" in [one.text for one in page.main.one("section", id="legal").all("li")]
    assert "legal=true" in page.main.one("a", id="before")["href"]
    assert "legal" not in page.main.one("a", id="permalink")["href"]


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """The function that finds legal actions, with the number of its calls."""
    found = Mock(side_effect=legal_texts)
    monkeypatch.setattr(deals, "legal_texts", found)
    return found


def test_legal_actions_are_found_once_for_all_who_look_in_a_language(
    browser: Browser, faulty: int, search: Mock
) -> None:
    address = f"/games/{faulty}/deals/1/positions/1?legal=true"
    pages = [browser.open(address), browser.open(f"{address}&lang=ja"), browser.open(f"{address}&lang=en")]
    assert search.call_count == 2
    assert all(page.main.one("section", id="legal").all("li") for page in pages)


@pytest.mark.parametrize("asked", ["rules=akagiri", 'options={"illegal_play":"pass"}'])
def test_other_rules_have_legal_actions_of_their_own(browser: Browser, faulty: int, asked: str, search: Mock) -> None:
    for query in ("legal=true", f"legal=true&{asked}"):
        assert browser.open(f"/games/{faulty}/deals/1/positions/1?{query}").status == 200
    assert search.call_count == 2


def test_what_only_a_game_has_is_shown(watcher: Browser, sample_games: Store) -> None:
    game, _ = game_of(sample_games, "biga")
    assert any("declarer" in sign for sign in signs(watcher.open(f"/games/{game}/deals/2/positions/12")))
    game, _ = game_of(sample_games, "floor13")
    assert any("stock" in sign for sign in signs(watcher.open(f"/games/{game}/deals/2/positions/5")))


def test_an_exchange_that_is_owed_is_told(watcher: Browser, sample_games: Store) -> None:
    game, _ = game_of(sample_games, "dalmuti")
    page = watcher.open(f"/games/{game}/deals/2")
    assert any("1 card: of the hand as dealt" in sign for sign in signs(page))
    assert table(page).all("path", class_="d-gift")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_position_is_a_picture_that_previews_show(browser: Browser, faulty: int, kind: str) -> None:
    page = browser.open(f"/games/{faulty}/deals/1/positions/2")
    [shown] = [one["content"] for one in page.all("meta") if one.attributes.get("property") == "og:image"]
    assert shown.endswith(f"/games/{faulty}/deals/1/positions/2.png")
    answer = browser.client.get(f"/games/{faulty}/deals/1/positions/2.{kind}?theme=dark")
    assert answer.status_code == 200
    assert answer.data.startswith({"svg": b"<svg ", "png": b"\x89PNG"}[kind])


def test_a_position_under_other_rules_keeps_them_in_its_links(browser: Browser, faulty: int) -> None:
    page = browser.open(f'/games/{faulty}/deals/1?options={{"illegal_play":"pass"}}')
    assert "not those of the record" in page.main.text
    after = browser.open(step(page, "next-fault"))
    assert "counts as a pass" in after.one("li", class_="fault").text


def test_other_rules_that_do_not_fit_are_refused(browser: Browser, faulty: int) -> None:
    page = browser.open(f"/games/{faulty}/deals/1?rules=dalmuti")
    assert page.status == 422
    assert page.main.all("li")


def test_the_link_to_a_position_names_the_revision(browser: Browser, store: Store, faulty: int) -> None:
    link = browser.open(f"/games/{faulty}/deals/1/positions/2").one("a", id="permalink")["href"]
    changed = json.loads(store.record(faulty).record)
    changed["deals"][0]["actions"][1] = "2 H4"
    store.revise(faulty, judged_sitting(players=changed["players"], deals=changed["deals"]), ANN, expected=1)
    assert browser.open(f"/games/{faulty}/deals/1/positions/2").all("li", class_="fault") == []
    page = browser.open(link)
    assert len(page.all("li", class_="fault")) == 1
    assert "revision 1, which is not the latest" in page.main.text


@pytest.mark.parametrize("address", ["deals/2", "deals/1/positions/4", "deals/0", "deals/1/positions/01"])
def test_a_position_that_is_not_there_is_not_found(browser: Browser, faulty: int, address: str) -> None:
    assert browser.open(f"/games/{faulty}/{address}").status == 404


def test_a_deal_without_actions_shows_its_result(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judged_sitting(deals=[{"result": {"order": [2, 1, 4, 3]}}])], ANN)
    page = browser.open(f"/games/{outcome.id}/deals/1")
    assert "Only the result" in page.main.text
    assert page.all("ol", class_="tricks") == []


def test_of_a_long_deal_the_actions_around_the_position_are_listed(
    browser: Browser, faulty: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_tables, "MOST_STEPS", 2)
    page = browser.open(f"/games/{faulty}/deals/1/positions/3")
    assert len(page.one("ol", class_="tricks").all("a")) == 2
    assert "The deal has 3 actions" in page.main.text
