"""Seasons on the pages: made, changed and removed, with table, race and report."""

from datetime import date

import pytest

from daifu.api.web.plots.plot_process import PLOT_PROCESSES
from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter, SeasonTerms
from tests.store.test_seasons import FIRST, FRIDAY, SECOND, SPRING, play
from tests.support.pages import Browser, Page
from tests.support.stores import ANN
from tests.support.tables import csv_cells, workbook_cells

_LEADERS = "/rules/theater/leaderboard?season=1"
NEW = {"name": "Fridays", "from": "2026-01-01", "to": "2026-06-30", "event": "Friday", "best": "2", "least": "1"}


@pytest.fixture
def season(store: Store) -> int:
    """A season of three evenings of which each player's two best count."""
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-09", SECOND)
    play(store, "2026-01-16", FIRST, FIRST)
    return store.seasons.add(SPRING._replace(rules=None), ANN).id


def rows(page: Page) -> list[list[str]]:
    return [[cell.text for cell in row.elements if cell.tag in {"th", "td"}] for row in page.main.all("tr")]


def test_a_season_is_made_with_three_taps(scorekeeper: Browser, store: Store) -> None:
    none = scorekeeper.open("/seasons")
    form = scorekeeper.open(none.main.one("a", class_="button")["href"])
    assert form.main.one("input", name="from")["value"].endswith("-01-01")
    made = scorekeeper.send(form, NEW, "/seasons/new")
    assert (made.address, made.main.one("h1").text) == ("/seasons/1", "Fridays")
    assert store.seasons.find(1).terms == SPRING._replace(name="Fridays", event="Friday", rules=None)


@pytest.mark.parametrize(("typed", "kept"), [("ｆｒｉｄａｙ ", "Friday"), ("Fridays", "Fridays"), ("FRIDAY", "FRIDAY")])
def test_the_name_of_an_event_is_spelt_as_games_have_it(
    scorekeeper: Browser, store: Store, typed: str, kept: str
) -> None:
    play(store, "2026-01-02", FIRST, event="FRIDAY")
    play(store, "2026-01-09", FIRST)
    scorekeeper.send(scorekeeper.open("/seasons/new"), NEW | {"event": typed}, "/seasons/new")
    assert store.seasons.find(1).terms.event == kept


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": " "}, "Please give the season a name."),
        ({"to": "2025-12-31"}, "The last day is before the first one."),
        ({"from": "soon"}, "This is no day: soon."),
        ({"best": "0"}, "Please give a number of evenings from 1."),
        ({"rules": "chess"}, "This game is not known."),
    ],
)
def test_what_is_no_season_comes_back_with_what_was_filled_in(
    scorekeeper: Browser, wrong: dict[str, str], sentence: str
) -> None:
    page = scorekeeper.send(scorekeeper.open("/seasons/new"), NEW | wrong)
    assert (page.status, page.main.one("div", role="alert").text) == (422, sentence)
    assert page.main.one("input", name="event")["value"] == "Friday"


def test_a_season_is_changed_and_removed(scorekeeper: Browser, store: Store, season: int) -> None:
    form = scorekeeper.open(f"/seasons/{season}/edit")
    changed = scorekeeper.send(form, NEW | {"name": "Winter", "to": "", "best": ""}, f"/seasons/{season}/edit")
    assert (changed.main.one("h1").text, store.seasons.find(season).terms.until) == ("Winter", None)
    gone = scorekeeper.send(form, {}, f"/seasons/{season}/remove")
    assert (gone.address, store.seasons.all(), len(store.page(RecordFilter()).records)) == ("/seasons", [], 3)
    assert scorekeeper.open(f"/seasons/{season}").status == 404


def test_only_scorekeepers_see_how_to_change_a_season(browser: Browser, season: int) -> None:
    assert "Change" not in browser.open("/seasons").main.text
    assert browser.open(f"/seasons/{season}/edit").status == 401


def test_the_table_and_the_evenings_are_shown_with_the_rules_by_which_they_were_made(
    browser: Browser, season: int
) -> None:
    page = browser.open(f"/seasons/{season}")
    table = rows(page)
    assert table[0][:5] == ["Place", "Player", "Points", "Evenings", "1st"]
    assert table[1] == ["1", "A", "9", "3", "3", "1", "0", "1.25", "2", "4"]
    assert ["A", "3", "(2)", "6"] in table
    assert "Only the 2 best evenings of each count" in page.main.text
    assert "With equal points" in page.main.text


def test_past_seasons_are_one_tap_away(browser: Browser, store: Store, season: int) -> None:
    store.seasons.add(SeasonTerms("Later", FRIDAY.since), ANN)
    page = browser.open("/seasons")
    assert page.main.one("h1").text == "Later"
    assert {link["href"] for link in page.main.one("nav", class_="tabs").all("a")} == {
        f"/seasons/{season}",
        "/seasons/2",
    }


def test_a_season_of_several_games_has_a_table_for_each(browser: Browser, store: Store, season: int) -> None:
    play(store, "2026-02-01", {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0}, rules="uecda")
    links = [link["href"] for link in browser.open(f"/seasons/{season}").main.one("nav", class_="tabs").all("a")]
    assert links == [f"/seasons/{season}?rules=theater", f"/seasons/{season}?rules=uecda"]
    assert len(rows(browser.open(links[1]))) == len(rows(browser.open(links[0]))) + 1 - 3


def test_the_race_is_drawn_with_a_table_of_its_numbers(browser: Browser, season: int) -> None:
    page = browser.open(f"/seasons/{season}")
    picture = browser.client.get(page.main.one("img")["src"])
    assert picture.get_data(as_text=True).startswith("<svg")
    assert ["2026-01-16", "9", "7", "3", "0"] in rows(page)
    assert browser.client.get(f"/seasons/{season}/plots/race.json").status_code == 200
    assert browser.client.get(f"/seasons/{season}/plots/pie.svg").status_code == 404
    PLOT_PROCESSES.end_idle()


def test_the_table_is_saved_as_a_spreadsheet(browser: Browser, season: int) -> None:
    links = {link.text: link["href"] for link in browser.open(f"/seasons/{season}").main.all("a")}
    found = csv_cells(browser.client.get(links["CSV"]).get_data())
    assert [row[:3] for row in found[1:3]] == [[1, "A", "A"], [2, "B", "B"]]
    assert workbook_cells(browser.client.get(links["Excel"]).get_data()) == found


@pytest.mark.parametrize(
    ("language", "line"), [("en", "1. A 9 (3 evenings, 3 deals won)"), ("ja", "1位 A 9点（参加3回、1位3回）")]
)
def test_the_report_is_copied_as_text(browser: Browser, season: int, language: str, line: str) -> None:
    text = browser.read(language).open(f"/seasons/{season}/report").main.one("textarea", id="plain").text
    assert line in text
    assert "2026-01-16" in text


def test_leaderboards_statistics_and_ratings_are_of_a_season(browser: Browser, store: Store, season: int) -> None:
    play(store, "2026-08-01", FIRST)
    leaders = browser.open(browser.open(f"/seasons/{season}").main.one("a", class_="plain", href=_LEADERS)["href"])
    assert [one.text for one in leaders.main.all("option", selected="")][1:] == ["Spring"]
    board = browser.open(f"/rules/theater/leaderboard?figure=first&least=1&season={season}")
    assert {row[-1] for row in rows(board)[1:]} == {"4"}
    figures = browser.open(f"/rules/theater/statistics?season={season}")
    assert [row[1] for row in rows(figures) if row[0].startswith("deals ")][:1] == ["4"]
    changes = browser.open(f"/rules/theater/ratings?least=1&season={season}")
    assert rows(changes)[0] == ["Place", "Player", "Change", "Before", "After", "Deals"]
    links = {link.text: link["href"] for link in changes.main.all("a")}
    assert csv_cells(browser.client.get(links["CSV"]).get_data())[0][3] == "change"


def test_the_first_page_leads_to_the_season_that_runs(browser: Browser, store: Store, season: int) -> None:
    assert season == 1
    page = browser.open("/")
    assert [link.text for link in page.main.all("a", href="/seasons/1")] == ["Spring", "The whole season"]
    assert rows(page)[1][:3] == ["1", "A", "9"]
    store.seasons.remove(season, ANN)
    assert browser.open("/").main.all("a", href="/seasons/1") == []


def test_the_home_page_leads_to_earlier_seasons_before_the_new_one_has_results(
    browser: Browser, store: Store, season: int
) -> None:
    new = store.seasons.add(SeasonTerms("Now", date(2026, 7, 1)), ANN).id
    page = browser.open("/")
    assert [link.text for link in page.main.all("a", href=f"/seasons/{season}")] == ["Spring"]
    assert [link.text for link in page.main.all("a", href=f"/seasons/{new}")] == ["Now"]


def test_a_name_in_the_table_leads_to_what_that_player_did_in_the_season(
    browser: Browser, store: Store, season: int
) -> None:
    play(store, "2026-08-01", FIRST)
    page = browser.open(browser.open(f"/seasons/{season}").main.all("a", class_="player")[0]["href"])
    keys = dict(zip((key.text for key in page.main.all("dt")), (key.text for key in page.main.all("dd")), strict=True))
    assert (page.main.one("h1").text, keys["deals"]) == ("A", "4")
    everything = browser.open(page.main.all("a")[0]["href"])
    assert "5" in [key.text for key in everything.main.all("dd")]
    links = {link.text: link["href"] for link in page.main.all("a")}
    rows_of_file = {row[0]: row for row in csv_cells(browser.client.get(links["CSV"]).get_data())}
    assert rows_of_file["deals"][5] == 4
    assert "There are no such deals." in browser.open("/players/A?to=2020-01-01").main.text
