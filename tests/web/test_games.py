"""Lists of games, a game deal by deal, its history, and other rules, whose options are told in words."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import MultiDict

from daifu.api.web.entry.option_forms import Control, option_control, option_fields, read_option
from daifu.api.web.pages.games import games
from daifu.data.store.store import Store
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option, Value
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import REASON_LENGTH
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.limits import NOTES_LENGTH
from tests.support.pages import Browser
from tests.support.small_records import CUT, json_bytes
from tests.support.stores import ANN, judged_sitting

WRITTEN = {"result": {"order": [2, 1, 4, 3], "points": [1, 2, -2, -1]}}


def add(store: Store, table: str = "A", **fields: object) -> int:
    [outcome] = store.add([judged_sitting(table, **fields)], ANN)  # type: ignore[arg-type]
    return outcome.id


def test_the_list_has_the_newest_first_and_is_paged(browser: Browser, store: Store) -> None:
    ids = [add(store, str(table)) for table in range(5)]
    page = browser.open("/games?limit=3")
    links = [one.all("a")[0]["href"] for one in page.one("ul", class_="games").all("li")]
    assert links == [f"/games/{id}" for id in ids[:1:-1]]
    second = browser.open(page.one("a", rel="next")["href"])
    assert len(second.one("ul", class_="games").all("li")) == 2
    assert second.all("a", rel="next") == []
    assert second.one("a", rel="first")["href"] == "/games?limit=3"


def test_a_filter_is_kept_in_its_form(watcher: Browser) -> None:
    page = watcher.open("/games?rules=biga&player=Hugo&legal=true&from=2025-01-01")
    assert page.one("ul", class_="games").all("li")
    form = page.main.one("form")
    assert form.one("input", name="player")["value"] == "Hugo"
    chosen = [one["value"] for one in form.all("option") if "selected" in one.attributes]
    assert chosen == ["biga", "true"]


def test_a_filter_that_finds_nothing_says_so(browser: Browser) -> None:
    assert "No games match." in browser.open("/games?player=nobody").main.text


def test_empty_fields_of_the_filter_do_not_restrict(browser: Browser, store: Store) -> None:
    add(store)
    assert browser.open("/games?rules=&player=&from=&legal=").one("ul", class_="games").all("li")


def test_a_game_shows_places_points_and_totals_deal_by_deal(browser: Browser, store: Store) -> None:
    id = add(store, deals=[WRITTEN, WRITTEN], players=["Mu", "Junko", "Shimo", "Aki"])
    table = browser.open(f"/games/{id}").main.one("table")
    rows = [[cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")]
    assert [row[1] for row in rows] == ["1. 2 total 2 daifugo", "1. 2 total 4 daifugo"]
    assert table.one("tfoot").all("td")[1].text == "4 rank 1"


def test_many_deals_come_in_pages(browser: Browser, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "DEALS_A_PAGE", 3)
    id = add(store, deals=[WRITTEN] * 7)
    page = browser.open(f"/games/{id}?start=4")
    assert [row.one("a").text for row in page.main.one("tbody").all("tr")] == ["4", "5", "6"]
    assert page.one("a", rel="next")["href"] == f"/games/{id}?start=7"
    assert page.main.one("tbody").all("td")[0].text == "2. 1 total 4 fugo"


def test_a_deal_is_found_by_its_number(browser: Browser, store: Store) -> None:
    id = add(store, deals=[WRITTEN] * 3)
    assert browser.open(f"/games/{id}/deals?number=2").address == f"/games/{id}/deals/2"


def test_faults_lead_to_their_positions(watcher: Browser) -> None:
    page = watcher.open("/games?legal=false&rules=theater")
    game = watcher.open(page.one("ul", class_="games").all("a")[0]["href"])
    links = [link["href"] for link in game.main.all("a") if "/positions/" in link["href"]]
    assert watcher.open(links[0]).all("li", class_="fault")


def test_the_history_says_what_each_revision_changed(browser: Browser, store: Store) -> None:
    id = add(store, deals=[WRITTEN], players=["Mu", "Junko", "Shimo", "Aki"])
    other = judged_sitting(deals=[{"result": {"order": [1, 2, 4, 3]}}], players=["Mu", "Junko", "Shimo", "Aki"])
    store.revise(id, other, ANN, expected=1, reason="<b>wrong</b> sheet")
    page = browser.open(f"/games/{id}/revisions")
    first, second = page.main.one("ol").content[1], page.main.one("ol").content[3]
    assert not isinstance(first, str)
    assert not isinstance(second, str)
    assert "Revision 1" in first.text
    assert "<b>wrong</b> sheet" in second.text
    assert "Junko › Mu › Aki › Shimo → Mu › Junko › Aki › Shimo" in second.text.replace("  ", " ")
    assert browser.open(f"/games/{id}?revision=1").main.all("p", class_="notice")


def test_under_other_rules_a_game_says_where_the_table_begins_to_differ(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judge_json(json_bytes(CUT))], ANN)
    asked = urlencode({"options": json.dumps({"eight_cut": True})})
    places = browser.open(f"/games/{outcome.id}?{asked}").main.one("ol", class_="plain-list").all("li")
    assert "Deal 1, action 1" in places[0].text
    assert "whose turn it is, whether the trick goes on" in places[0].text
    assert places[0].all("a")[1]["href"] == f"/games/{outcome.id}/deals/1/positions/1"


def test_the_rules_that_explain_a_game_lead_to_it_under_them(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judge_json(json_bytes(CUT))], ANN)
    page = browser.open(f"/games/{outcome.id}/explanations")
    assert page.main.all("b")[0].text == "eight cut"
    [link, *_others] = [one["href"] for one in page.main.all("a", class_="button")]
    assert browser.open(link).main.all("span", class_="good")


def test_long_names_and_many_players_are_shown(browser: Browser, store: Store) -> None:
    id = add(store, players=["x" * 200, "長" * 200, "عربي" * 30, "b"])
    assert browser.open(f"/games/{id}").status == 200
    assert json.loads(store.record(id).record)["players"][0] in browser.open(f"/games/{id}").main.text


def test_a_search_for_thousands_of_digits_finds_nothing(browser: Browser, store: Store) -> None:
    game = add(store)
    assert browser.open(f"/search?q={game}").main.all("a", href=f"/games/{game}")
    found = browser.open("/search?q=" + "9" * 5_000)
    assert (found.status, found.main.all("a", href=f"/games/{game}")) == (200, [])


def test_a_game_is_judged_by_options_that_are_chosen_in_words(browser: Browser, store: Store) -> None:
    game = add(store)
    page = browser.open(f"/games/{game}/other-rules?rules=theater")
    assert [one.text for one in page.main.all("fieldset")[0].all("span", class_="usual")] == ["(usual)"]
    answer = browser.open(f"/games/{game}/other-rules?rules=theater&option-joker_out=illegal&judge=yes")
    assert answer.address == f"/games/{game}"
    assert "Going out with the joker (the place is the same): a forbidden play" in answer.main.text


def test_the_way_back_leads_nowhere_else(browser: Browser, store: Store) -> None:
    assert browser.open(f"/games/{add(store)}/other-rules?back=/tokens").status == 404


def test_a_game_is_withdrawn_with_a_reason_and_brought_back(scorekeeper: Browser, store: Store) -> None:
    game = add(store)
    asked = scorekeeper.open(scorekeeper.open(f"/games/{game}").main.one("a", href=f"/games/{game}/withdraw")["href"])
    assert scorekeeper.send(asked, {"reason": " "}).status == 422
    done = scorekeeper.send(asked, {"reason": "opened by mistake"})
    assert done.main.one("h1").text == f"Game {game} is withdrawn"
    assert scorekeeper.open(f"/games/{game}").status == 410
    back = scorekeeper.send(scorekeeper.open(f"/games/{game}/withdraw"), {})
    assert (back.status, back.address) == (200, f"/games/{game}")
    assert [one.reason for one in store.revisions(game)] == [None, "opened by mistake", "it counts after all"]


def test_a_reason_that_is_too_long_is_refused_and_kept_to_be_shortened(scorekeeper: Browser, store: Store) -> None:
    game, reason = add(store), "x" * (REASON_LENGTH + 1)
    page = scorekeeper.send(scorekeeper.open(f"/games/{game}/withdraw"), {"reason": reason})
    assert page.status == 422
    assert "A reason has at most 500 characters" in page.main.one("p", role="alert").text
    assert page.main.one("input", name="reason")["value"] == reason
    assert store.latest(game) == 1


def test_a_game_that_went_on_meanwhile_is_not_withdrawn(scorekeeper: Browser, store: Store) -> None:
    game = add(store)
    asked = scorekeeper.open(f"/games/{game}/withdraw")
    store.revise(game, judged_sitting(notes="more"), ANN, expected=1, reason="a slip")
    assert scorekeeper.send(asked, {"reason": "a mistake"}).status == 409
    assert store.latest(game) == 2


def test_a_revision_of_thousands_of_digits_is_none(scorekeeper: Browser, store: Store) -> None:
    game = add(store)
    asked = scorekeeper.open(f"/games/{game}/withdraw")
    sent = {"reason": "a mistake", "revision": "9" * 5_000}
    assert scorekeeper.send(asked, sent).status == 409
    assert store.latest(game) == 1


def test_a_scorekeeper_writes_notes_that_everybody_reads(scorekeeper: Browser, browser: Browser, store: Store) -> None:
    game = add(store, notes="Rain")
    page = scorekeeper.open(f"/games/{game}/notes")
    assert page.main.one("textarea").text.strip() == "Rain"
    scorekeeper.send(page, {"before": "Rain", "notes": "Rain.\r\nHaru brought cake "}, f"/games/{game}/notes")
    assert "Haru brought cake" in browser.open(f"/games/{game}").main.text
    assert json.loads(store.record(game).record)["notes"] == "Rain.\nHaru brought cake"
    scorekeeper.send(page, {"before": "Rain", "notes": "Sun"}, f"/games/{game}/notes")
    assert json.loads(store.record(game).record)["notes"] == "Rain.\nHaru brought cake"
    scorekeeper.send(page, {"before": "Rain.\r\nHaru brought cake", "notes": ""}, f"/games/{game}/notes")
    assert "notes" not in json.loads(store.record(game).record)
    assert len(store.revisions(game)) == 3


def test_notes_that_somebody_else_has_changed_are_shown_beside_one_s_own(scorekeeper: Browser, store: Store) -> None:
    game = add(store, notes="Rain")
    page = scorekeeper.send(
        scorekeeper.open(f"/games/{game}/notes"), {"before": "", "notes": "Sun"}, f"/games/{game}/notes"
    )
    assert page.status == 409
    assert "Rain" in page.main.one("div", role="alert").text
    assert page.main.one("textarea").text.strip() == "Sun"


def test_notes_that_are_too_long_are_refused_and_not_cut(scorekeeper: Browser, store: Store) -> None:
    game = add(store, notes="Rain")
    form = scorekeeper.open(f"/games/{game}/notes")
    too_long = {"before": "Rain", "notes": "x" * (NOTES_LENGTH + 1)}
    assert scorekeeper.send(form, too_long, f"/games/{game}/notes").status == 422
    assert json.loads(store.record(game).record)["notes"] == "Rain"


def test_only_scorekeepers_write_notes(browser: Browser, store: Store) -> None:
    game = add(store)
    assert browser.open(f"/games/{game}/notes").status == 401
    assert "Write notes" not in browser.open(f"/games/{game}").main.text


NOT_FOR_PEOPLE = re.compile(r"[{}`_]|\b(true|false|null|cw|ccw)\b(?! team)")
VALUES: dict[str, list[Value]] = {
    "exchange_counts": [[2, 1], []],
    "counts": [[], [2, 3]],
    "title_table": ["alt4", ["alt3", "alt6b"]],
    "table": ["alt4", ["alt3", "alt6b"]],
    "by_place": ["titles", [5, 4, 3, 2, 1], {"4": [3, 2, 1, 0], "5": [4, 3, 2, 1, 0]}],
    "title_points": [{"daifugo": 3, "fugo": -1}],
    "cards": [["S3"], ["S3", "CT"], ["joker", "8", "S3"], []],
    "stops": [[8, "2"]],
    "hand_size": [7],
    "stop_after": [20],
}


def plain_options() -> Iterator[tuple[str, Option]]:
    """Every option and parameter that has a control of its own."""
    for profile in PROFILES.values():
        for option in profile.options:
            for one in option.parts() or (option,):
                if "object of parameters" not in one.kind:
                    yield f"{profile.name}-{option.name}-{one.name}", one


EVERY = [pytest.param(option, id=name) for name, option in plain_options()]


def texts(control: Control) -> Iterator[Text]:
    yield control.label
    if control.hint:
        yield control.hint
    yield from (one.text for one in control.choices)
    for one in control.below:
        yield from texts(one)


def values(option: Option) -> list[Value]:
    """Some values of an option: its default, those that a control offers, and longer ones."""
    offered = [one.value for one in option_control(option, "x", option.default).choices]
    read: list[Value] = [read_option(option, "x", MultiDict([("x", one)])) for one in offered]
    return [one for one in (option.default, *read, *VALUES.get(option.name, ())) if option.accepts(one)]


@pytest.mark.parametrize("option", EVERY)
def test_each_value_is_told_in_words_and_read_as_it_was_sent(option: Option) -> None:
    for value in values(option):
        control = option_control(option, "x", value)
        for text in texts(control):
            assert text.en
            assert text.ja
            assert not NOT_FOR_PEOPLE.search(text.en + text.ja), text
        assert read_option(option, "x", MultiDict(option_fields(option, "x", value))) == value


@pytest.mark.parametrize("option", EVERY)
def test_the_default_is_chosen_and_what_is_not_sent_is_the_default(option: Option) -> None:
    control = option_control(option, "x", option.default)
    if control.kind in {"radio", "select"}:
        assert [one.is_usual for one in control.choices] == [one.is_chosen for one in control.choices]
        assert sum(one.is_chosen for one in control.choices) == 1
    assert read_option(option, "x", MultiDict()) == option.default


@pytest.mark.parametrize("text", ["♠3 ♣10", "S3、C10", "スペード3 クラブ10"])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    cards = next(part for option in PROFILES["daifugo"].options if option.name == "spade3" for part in option.parts())
    assert read_option(cards, "x", MultiDict([("x", text)])) == ["S3", "CT"]
