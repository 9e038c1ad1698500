"""The rules of clubs: they are ticked, resolved, kept, changed, compared and downloaded, without a script."""

import json
from collections.abc import Mapping

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.data.stored_houses import house_presets
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.house_document import flattened, read_house
from daifu.schemas.judgement import judge_raw
from tests.store.test_statistics import house_evening
from tests.support.pages import Browser, Page
from tests.support.small_records import CUT
from tests.support.stores import ANN

DAIFUGO = PROFILES["daifugo"]
FIVE = ["revolution", "eight_cut", "spade3", "suit_lock", "fallen_daifugo"]


def filled_in(page: Page) -> MultiDict[str, str]:
    """The fields of the form as a browser would send them."""
    [form] = page.main.all("form", id="house")
    found = MultiDict[str, str]()
    for field in form.all("input"):
        if field.attributes.get("type") not in {"checkbox", "radio"} or "checked" in field.attributes:
            found.add(field["name"], field.attributes.get("value", ""))
    for field in form.all("select"):
        options = field.all("option")
        [chosen] = [one for one in options if "selected" in one.attributes] or options[:1]
        found.add(field["name"], chosen.attributes.get("value", chosen.text))
    return found


def press(browser: Browser, page: Page, action: str, fields: Mapping[str, str | list[str]]) -> TestResponse:
    """What a button of the form answers, after these fields were changed."""
    sent = filled_in(page)
    for name, value in fields.items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    headers = {**browser.headers, "Referer": f"{browser.url}/house-rules/new"}
    return browser.client.post(action, base_url=browser.url, data=sent, headers=headers, follow_redirects=True)


def fill_in(browser: Browser, start: str = "/house-rules/new", **fields: str | list[str]) -> Page:
    """The form after these fields were changed and it was sent."""
    return Page(press(browser, browser.open(start), "/house-rules/new", fields))


def keep(browser: Browser, start: str = "/house-rules/new", **fields: str | list[str]) -> Page:
    """The page of rules that were kept."""
    return Page(press(browser, browser.open(start), "/house-rules", {"name.en": "Friday", **fields}))


def address_of(page: Page) -> str:
    return page.answer.request.full_path


def ticked(page: Page) -> list[str]:
    return [box["value"] for box in page.main.all("input", name="on") if "checked" in box.attributes]


def test_what_is_ticked_shows_its_details_and_stands_on_the_sheet(browser: Browser) -> None:
    page = fill_in(browser, on=FIVE)
    assert ticked(page) == ["revolution", "spade3", "suit_lock", "eight_cut", "fallen_daifugo"]
    assert page.main.one("div", id="eight_cut").all("details")
    assert "Eight cut" in page.main.one("aside", id="sheet").text


def test_the_address_keeps_what_differs_from_the_usual(browser: Browser) -> None:
    page = fill_in(browser, on=FIVE, **{"name.ja": "金曜", "revolution.answer": "more", "revolution.least": "4"})
    assert "revolution.answer=more" in address_of(page)
    assert "revolution.least" not in address_of(page)
    assert browser.open(address_of(page)).main.one("input", id="name.ja")["value"] == "金曜"


def test_a_conflict_is_shown_beside_both_rules_with_buttons_that_resolve_it(browser: Browser) -> None:
    page = fill_in(browser, on="run_revolution")
    found = page.main.one("div", id="run_revolution").one("div", class_="problem")
    buttons = {button.text: button["value"] for button in found.all("button")}
    assert list(buttons) == ["Turn runs on", "Turn revolution by run off"]
    resolved = fill_in(browser, address_of(page), resolve=buttons["Turn runs on"])
    assert ticked(resolved) == ["runs", "run_revolution"]
    assert not resolved.main.all("div", class_="problem")


@pytest.mark.parametrize("name", house_presets())
def test_a_preset_is_filled_in_and_downloaded_without_loss(browser: Browser, name: str) -> None:
    page = browser.open(f"/house-rules/new?start={name}")
    sent = press(browser, page, "/house-rules/file", {"name.en": "Ours"})
    written = flattened(read_house(sent.data, is_toml=True), lambda _slug, _version: None)
    preset = house_presets()[name]
    assert (written.players, DAIFUGO.differences(written.rules)) == (preset.players, DAIFUGO.differences(preset.rules))


def test_rules_are_kept_and_shown_with_a_code(scorekeeper: Browser) -> None:
    page = keep(scorekeeper, on=FIVE)
    assert page.address == "/house-rules/friday/1"
    assert page.main.all("svg", class_="code")
    assert "Friday" in scorekeeper.open("/house-rules").main.text


def test_a_change_makes_a_new_version(scorekeeper: Browser) -> None:
    keep(scorekeeper, on=FIVE)
    page = keep(scorekeeper, "/house-rules/new?start=friday@1", on=["revolution"])
    assert page.address == "/house-rules/friday/2"
    assert "later version" in scorekeeper.open("/house-rules/friday/1").main.text
    different = scorekeeper.open("/house-rules/compare?one=friday@1&other=friday@2").main
    assert "Eight cut" in different.text
    assert "not played" in different.text


def test_a_version_is_withdrawn_by_a_button(scorekeeper: Browser) -> None:
    page = keep(scorekeeper, on=FIVE)
    page = scorekeeper.send(page, {}, f"{page.address}/withdraw")
    assert "was withdrawn" in page.main.text
    assert "Friday" not in scorekeeper.open("/house-rules").main.text


def test_a_game_is_looked_at_by_kept_rules(scorekeeper: Browser, store: Store) -> None:
    keep(scorekeeper, on=FIVE)
    store.add([judge_raw(CUT)], ANN)
    game = scorekeeper.open("/games/1")
    assert [link["href"] for link in game.main.all("a") if link.text == "Friday"] == ["/games/1?house=friday%401"]
    page = scorekeeper.open("/games/1/other-rules?rules=daifugo&house=friday@1&judge=yes")
    assert page.answer.request.full_path == "/games/1?house=friday%401"
    assert "Friday, version 1" in page.main.text


def test_options_of_another_game_are_named_kept_chosen_and_changed(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/house-rules/new/dalmuti")
    kept = scorekeeper.send(form, {"name": "Ours", "option-philosophical": "true"}, "/house-rules/new/dalmuti")
    assert kept.address == "/house-rules/ours/1"
    assert "Not as usual" in kept.main.text
    opening = scorekeeper.open("/evenings/new?rules=dalmuti&house=ours@1")
    players = ["A", "B", "C", "D"]
    sent = {"player": players, "house": "ours@1", "date": "2026-11-28", "opened": "2026-11-28T19:00:00Z"}
    scorekeeper.send(opening, sent, "/evenings/new")
    [record] = store.page(RecordFilter()).records
    assert json.loads(store.record(record.id).record)["options"] == {"philosophical": True}
    again = scorekeeper.open("/house-rules/new/dalmuti?start=ours@1")
    assert [
        one["value"] for one in again.main.all("input", name="option-philosophical") if "checked" in one.attributes
    ] == ["true"]
    changed = scorekeeper.send(again, {"name": "Ours", "option-score": "false"}, "/house-rules/new/dalmuti")
    assert changed.address == "/house-rules/ours/2"
    assert "Our options" in scorekeeper.open("/house-rules/new/dalmuti?start=ours@1").main.text
    assert scorekeeper.open("/house-rules/new/biga?start=ours@1").status == 404
    assert scorekeeper.open("/house-rules/new/daifugo").status == 404


def test_options_without_a_name_are_not_kept(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/house-rules/new/uecda")
    page = scorekeeper.send(form, {"name": " ", "option-jack_back": "true"}, "/house-rules/new/uecda")
    assert (page.status, "please give the rules a name" in page.main.text) == (422, True)
    assert not store.houses.page().houses


def test_another_club_s_name_is_not_taken(scorekeeper: Browser) -> None:
    assert keep(scorekeeper, on=FIVE).address == "/house-rules/friday/1"
    assert keep(scorekeeper, on="runs").address == "/house-rules/friday_2/1"


def test_rules_that_do_not_go_together_are_not_kept(scorekeeper: Browser, store: Store) -> None:
    page = keep(scorekeeper, on="run_revolution")
    assert page.status == 422
    assert "do not go together" in page.main.text
    assert not store.houses.page().houses


def test_what_cannot_be_read_stays_as_it_was_written_and_is_said_beside_its_field(browser: Browser) -> None:
    page = fill_in(browser, on="exchange", **{"exchange.counts": "two"})
    assert page.main.one("input", name="exchange.counts")["value"] == "two"
    assert page.main.one("div", id="exchange").all("p", class_="problem")


@pytest.mark.parametrize(
    "fields",
    [
        {"resolve": "[" * 10_000},
        {"resolve": '["runs","least","many"]'},
        {"resolve": '["nothing","",true]'},
        {"on": ["points"], "points.by_place": "own", "points.by_place.x": "1 2"},
        {"on": ["titles", "nothing"], "titles.table.9": "alt99"},
        {"least": "-1", "most": "999"},
        {"of": "nothing", "slug": "../tokens"},
    ],
)
def test_a_form_that_no_browser_makes_does_no_harm(browser: Browser, fields: dict[str, str | list[str]]) -> None:
    answer = press(browser, browser.open("/house-rules/new"), "/house-rules/new", fields)
    assert answer.status_code in {200, 400}


def test_only_a_scorekeeper_keeps_rules(browser: Browser) -> None:
    assert keep(browser, on=FIVE).status == 401


def test_the_form_speaks_without_ids(browser: Browser) -> None:
    page = fill_in(browser, on=[option.name for option in DAIFUGO.options])
    assert "_" not in page.main.text.replace("friday_table", "")
    assert "{" not in page.main.text
    assert "`" not in page.main.text


def test_house_rules_are_called_as_the_club_calls_them(browser: Browser, scorekeeper: Browser, store: Store) -> None:
    keep(scorekeeper, slug="club")
    store.add([house_evening((1, 2, 3))], ANN)
    assert browser.open("/rules/daifugo_club/ratings").main.one("h1").text == "Friday"


@pytest.mark.parametrize("part", ["statistics", "ratings", "leaderboard", "ratings?from=2020-01-01"])
def test_rules_that_are_kept_after_their_first_game_are_called_so_at_once(
    browser: Browser, scorekeeper: Browser, store: Store, part: str
) -> None:
    store.add([house_evening((1, 2, 3))], ANN)
    address = f"/rules/daifugo_club/{part}"
    assert "Friday" not in browser.open(address).main.one("h1").text
    keep(scorekeeper, slug="club")
    assert browser.open(address).main.one("h1").text == "Friday"


def test_a_house_has_its_own_rankings_and_players(browser: Browser, store: Store) -> None:
    store.add([house_evening((1, 2, 3)), house_evening((3, 2, 1), None, 2)], ANN)
    for part in ("statistics", "ratings", "leaderboard"):
        page = browser.open(f"/rules/daifugo_club/{part}")
        assert "club" in page.main.all("h1")[0].text
    assert browser.open("/players/Mu?rules=daifugo_club").answer.status_code == 200
    assert browser.open("/games?rules=daifugo_club").answer.status_code == 200
    sheet = browser.client.get("/rules/daifugo_club", base_url=browser.url)
    assert (sheet.status_code, sheet.headers["Location"]) == (302, "/house-rules/club")
    assert browser.client.get("/rules/akagiri_club/ratings", base_url=browser.url).status_code == 404
