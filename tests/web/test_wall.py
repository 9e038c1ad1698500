"""The wall: which screens there are, whose turn it is, and how the browser keeps up."""

import pytest

from daifu.api.web.pages.tournaments import wall
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import ClockSet, Result, RoundClosed, WallSet
from daifu.data.tournaments.settings import Settings
from tests.support.pages import Browser, Page
from tests.support.tournaments.store import BY_PLACE, make_cup

NAMES = tuple(f"Player {number:02}" for number in range(1, 17))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let walls show the present version each time."""
    monkeypatch.setattr(wall, "FRESH_SECONDS", 1e-9)


@pytest.fixture
def cup(store: Store) -> int:
    """A cup of sixteen whose second round is drawn while two tables of the first one are still playing."""
    cup = make_cup(store, NAMES, Settings(scoring=BY_PLACE), rounds=2)
    results = [Result(stage=1, round=1, table=table, places=(1, 2, 3, 4)) for table in (1, 2)]
    store.tournaments.append(cup, results, Author(), expected=None)
    return cup


def screen(browser: Browser, cup: int, number: int) -> Page:
    return browser.open(f"/tournaments/{cup}/wall?screen={number}")


def test_standings_come_before_tables_that_play_and_the_seats_of_the_next_round(browser: Browser, cup: int) -> None:
    headings = [screen(browser, cup, number).main.one("h2").text for number in (1, 2, 3)]
    assert headings == ["Final, after round 1", "Still playing", "Round 2: who sits where"]


def test_the_tables_without_a_result_are_still_playing(browser: Browser, cup: int) -> None:
    tables = [entry.one("strong").text for entry in screen(browser, cup, 2).main.all("li")]
    assert tables == ["Table 3", "Table 4"]


def test_the_seats_of_the_next_round_are_by_name(browser: Browser, cup: int) -> None:
    seats = screen(browser, cup, 3).main.all("li")
    assert [entry.one("span").text for entry in seats] == list(NAMES)
    assert seats[4].one("strong").text == "Table 2, seat 1"


def test_forty_lines_take_two_screens_of_two_columns(store: Store, browser: Browser) -> None:
    large = make_cup(store, [f"Player {number:02}" for number in range(1, 41)], Settings(scoring=BY_PLACE))
    pages = [screen(browser, large, number) for number in (1, 2)]
    assert [[len(table.all("tr")) - 1 for table in page.main.all("table")] for page in pages] == [[10, 10], [10, 10]]


def test_screens_take_turns_by_the_time_alone(browser: Browser, cup: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for turn in range(4):
        monkeypatch.setattr(wall, "current_time", lambda turn=turn: 4_000_000_000 + turn * wall.SECONDS_A_SCREEN)
        shown.append(browser.open(f"/tournaments/{cup}/wall").main.text)
    assert shown[0] == shown[3]
    assert len(set(shown)) == 3


def test_the_browser_is_told_to_reload_and_gets_nothing_new_while_nothing_changes(browser: Browser, cup: int) -> None:
    first = screen(browser, cup, 1).answer
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in first.text
    again = browser.client.get(
        f"/tournaments/{cup}/wall?screen=1", headers={**browser.headers, "If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_result_is_on_the_next_page_that_is_loaded(store: Store, browser: Browser, cup: int) -> None:
    assert "2 tables are still playing" in screen(browser, cup, 1).text
    store.tournaments.append(cup, [Result(stage=1, round=1, table=3, places=(4, 3, 2, 1))], Author(), expected=None)
    assert "1 table is still playing" in screen(browser, cup, 1).text


def test_many_results_within_a_moment_are_shown_together(
    store: Store, browser: Browser, cup: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 100.0
    monkeypatch.setattr(wall, "FRESH_SECONDS", 0.5)
    monkeypatch.setattr(wall, "monotonic", lambda: moment)
    assert "2 tables are still playing" in screen(browser, cup, 1).text
    for table in (3, 4):
        result = Result(stage=1, round=1, table=table, places=(4, 3, 2, 1))
        store.tournaments.append(cup, [result], Author(), expected=None)
        assert "2 tables are still playing" in screen(browser, cup, 1).text
    moment += wall.FRESH_SECONDS
    assert "still playing" not in screen(browser, cup, 1).text


def test_the_clock_of_a_round_begins_when_the_round_before_is_closed(
    store: Store, browser: Browser, cup: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = [Result(stage=1, round=1, table=table, places=(1, 2, 3, 4)) for table in (3, 4)]
    version = store.tournaments.append(cup, [*rest, RoundClosed(stage=1, round=1)], Author(), expected=None)
    [entry] = store.tournaments.log(cup, version - 1)
    monkeypatch.setattr(wall, "current_time", lambda: entry.at + 12 * 60 + 5)
    header = browser.open(f"/tournaments/{cup}/wall?minutes=40").one("header")
    assert header.one("strong").text == "28 min left"


def test_the_clock_that_the_desk_starts_counts_down_and_stands_while_it_is_paused(
    store: Store, scorekeeper: Browser, browser: Browser, cup: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "current_time", lambda: 4_000_000_000)
    page = scorekeeper.open(f"/tournaments/{cup}/clock")
    page = scorekeeper.send(page, {"act": "start", "minutes": "25"}, f"/tournaments/{cup}/clock")
    monkeypatch.setattr(wall, "current_time", lambda: 4_000_000_061)
    assert screen(browser, cup, 1).one("strong", class_="clock").text == "23:59"
    scorekeeper.send(page, {"act": "pause"}, f"/tournaments/{cup}/clock")
    monkeypatch.setattr(wall, "current_time", lambda: 4_000_000_500)
    assert "23:59 paused" in screen(browser, cup, 1).one("header").text
    scorekeeper.send(page, {"act": "extend"}, f"/tournaments/{cup}/clock")
    assert store.tournaments.present(cup).state.clock.left == 28 * 60 + 59


def test_time_is_up_when_the_clock_has_run_down_and_a_closed_round_has_no_clock(
    store: Store, browser: Browser, cup: int
) -> None:
    store.tournaments.append(cup, [ClockSet(until=1)], Author(), expected=None)
    assert "time is up" in screen(browser, cup, 1).one("header").text
    rest = [Result(stage=1, round=1, table=table, places=(1, 2, 3, 4)) for table in (3, 4)]
    store.tournaments.append(cup, [*rest, RoundClosed(stage=1, round=1)], Author(), expected=None)
    assert "time is up" not in screen(browser, cup, 1).one("header").text


def test_walls_show_the_pages_that_the_desk_chose(
    store: Store, scorekeeper: Browser, browser: Browser, cup: int
) -> None:
    page = scorekeeper.open(f"/tournaments/{cup}/clock")
    scorekeeper.send(page, {"pages": "seats"}, f"/tournaments/{cup}/wall")
    assert store.tournaments.present(cup).state.wall == ("seats",)
    assert "1/1" in screen(browser, cup, 1).text
    store.tournaments.append(cup, [WallSet()], Author(), expected=None)
    assert "1/3" in screen(browser, cup, 1).text


def test_only_scorekeepers_set_the_clock(reader: Browser, cup: int) -> None:
    assert reader.open(f"/tournaments/{cup}/clock").status == 403


def test_the_clock_starts_with_the_usual_minutes_where_none_can_be_read(
    store: Store, scorekeeper: Browser, cup: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "current_time", lambda: 1_000)
    page = scorekeeper.open(f"/tournaments/{cup}/clock")
    scorekeeper.send(page, {"act": "start", "minutes": "9" * 5000}, f"/tournaments/{cup}/clock")
    assert store.tournaments.present(cup).state.clock.until == 1_000 + 40 * 60
