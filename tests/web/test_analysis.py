"""The page of the analysis of a deal: its job, turning points, the better line, the plot, cards and play."""

import json
from collections.abc import Iterator
from contextlib import closing
from functools import cache

import msgspec
import pytest

from daifu.data.analysis import AnalysisQueue
from daifu.data.store.jobs import JobState
from daifu.data.store.store import Store
from daifu.replay.analysis.deals import METHOD, effort_of
from daifu.schemas.analysis import deal_analyses
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.decode import load_raw_record
from tests.support.pages import Browser, Page
from tests.support.small_records import LOST
from tests.support.stores import ANN

ANALYSIS = "/games/1/deals/1/analysis"
PLAYOUTS = 100


@pytest.fixture
def game(store: Store) -> int:
    """A game that has not been analysed."""
    [outcome] = store.add([judge_json(json.dumps(LOST).encode())], ANN)
    return outcome.id


@pytest.fixture
def worker(store: Store) -> Iterator[AnalysisQueue]:
    """The queue as a worker has it."""
    with closing(AnalysisQueue(store, 0)) as queue:
        queue.become_worker()
        yield queue


@cache
def analysis() -> bytes:
    """The analysis of the game, which is made once for all tests."""
    record = load_raw_record(LOST)
    return msgspec.json.encode(list(deal_analyses(record, positions=100, effort=effort_of(PLAYOUTS))))


@pytest.fixture
def analysed(game: int, store: Store) -> int:
    """A game that has been analysed."""
    store.analyses.keep(game, 1, METHOD, analysis())
    return game


def buttons(page: Page) -> list[str]:
    return [button.text for button in page.main.all("button")]


@pytest.mark.usefixtures("game")
def test_a_scorekeeper_orders_an_analysis_and_sees_how_far_it_is(scorekeeper: Browser, worker: AnalysisQueue) -> None:
    page = scorekeeper.open(ANALYSIS)
    assert "has not been analysed yet" in page.main.text
    page = scorekeeper.send(page, {}, ANALYSIS)
    assert (page.address, buttons(page)) == (ANALYSIS, [])
    assert "waits for its turn" in page.main.text
    assert any("again.js" in script.attributes.get("src", "") for script in page.all("script"))
    worker.run_next()
    assert "Turning points" in scorekeeper.open(ANALYSIS).main.text


@pytest.fixture
def running(store: Store) -> None:
    """A game of three deals, of which the first two have been analysed; the second one is only a result."""
    [deal], result = LOST["deals"], {"result": {"order": [1, 2, 3]}}
    store.add([judge_json(json.dumps({**LOST, "deals": [deal, result, deal]}).encode())], ANN)
    store.jobs.order(1, 1, METHOD, ANN)
    job = store.jobs.take(METHOD, 1)
    assert job
    [done] = msgspec.json.decode(analysis(), type=list[msgspec.Raw])
    store.jobs.note(job, JobState.RUNNING, 2, 3, [bytes(done), b"{}"])


@pytest.mark.usefixtures("running")
def test_a_deal_is_shown_as_soon_as_it_is_analysed(browser: Browser) -> None:
    first = browser.open(ANALYSIS).main
    assert "Turning points" in first.text
    assert "The other deals are still being analysed: 2 of 3 are done." in first.text
    assert "Mu had a sure way to go out next" in first.text
    assert browser.open(f"{ANALYSIS}/4/1").status == 200
    assert browser.open("/games/1/deals/1/positions/4").main.all("rect", class_="turning")
    last = browser.open("/games/1/deals/3/analysis").main
    assert "2 of 3 deals are done" in last.text
    assert [link["href"] for link in last.one("nav", class_="deals").all("a")] == [ANALYSIS]
    assert "3回のうち2回が終わりました" in browser.open(f"{ANALYSIS}?lang=ja").main.text


@pytest.mark.usefixtures("game")
def test_a_visitor_cannot_order_an_analysis(browser: Browser) -> None:
    page = browser.open(ANALYSIS)
    assert buttons(page) == []
    assert "Scorekeepers can order the analysis." in page.main.text


@pytest.mark.usefixtures("game")
def test_a_cancelled_analysis_can_be_ordered_again(scorekeeper: Browser, worker: AnalysisQueue) -> None:
    worker.order(1, 1)
    worker.cancel(1, 1, "Bo")
    page = scorekeeper.open(ANALYSIS)
    assert "was cancelled by Bo" in page.main.text
    assert buttons(page) == ["Analyse all deals of this game"]


@pytest.mark.usefixtures("analysed")
def test_turning_points_say_whether_they_are_proven_or_estimated(browser: Browser) -> None:
    sections = {section.one("h3").text: section for section in browser.open(ANALYSIS).main.all("section", class_="box")}
    assert "proven" in sections["Action 4"].text
    assert "Mu had a sure way to go out next, without knowing the other hands" in sections["Action 4"].text.replace(
        "  ", " "
    )
    assert "estimated" in sections["Action 15"].text
    assert "standard error" in sections["Action 15"].text
    assert sections["Action 15"].one("h3").one("a")["href"] == "/games/1/deals/1/positions/14"


@pytest.mark.usefixtures("analysed")
def test_the_better_line_is_followed_by_links(browser: Browser) -> None:
    page = browser.open(f"{ANALYSIS}/4/0")
    visited = []
    while links := [link["href"] for link in page.main.all("a", id="next")]:
        [address] = links
        page = browser.open(address)
        visited.append(page.address)
        assert page.status == 200
    assert visited == [f"{ANALYSIS}/4/{at}" for at in range(1, 5)]
    assert "this is not what was played" in page.main.text
    assert "place 1" in page.main.all("desc")[0].text


@pytest.mark.usefixtures("analysed")
def test_steps_before_the_line_lead_to_the_deal_as_it_was_played(browser: Browser) -> None:
    [before] = browser.open(f"{ANALYSIS}/4/0").main.all("a", id="before")
    assert before["href"] == "/games/1/deals/1/positions/2"


@pytest.mark.usefixtures("analysed")
@pytest.mark.parametrize("address", [f"{ANALYSIS}/4/9", f"{ANALYSIS}/3/0", f"{ANALYSIS}/plots/luck.svg"])
def test_what_an_analysis_does_not_have_is_not_found(browser: Browser, address: str) -> None:
    assert browser.open(address).status == 404


@pytest.mark.usefixtures("analysed")
def test_a_row_for_each_player_splits_the_result(browser: Browser) -> None:
    [table] = [table for table in browser.open(ANALYSIS).main.all("table") if "Cards" in table.text]
    rows = [[cell.text for cell in row.elements if cell.tag in ("th", "td")] for row in table.all("tr")[1:]]
    assert [row[0] for row in rows] == ["Mu", "Junko", "Shimo"]
    assert {row[2] for row in rows} == {"place 1", "place 2", "place 3"}


@pytest.mark.usefixtures("analysed")
def test_the_plot_has_the_chance_of_each_player_at_each_position(browser: Browser) -> None:
    answer = browser.client.get(f"{ANALYSIS}/plots/chances.json")
    values = answer.get_json()["data"]["values"]
    assert [row["at"] for row in values] == list(range(len(LOST["deals"][0]["actions"]) + 1))
    assert all(sum(row[f"p{player}"] for player in (1, 2, 3)) == pytest.approx(1, abs=0.001) for row in values)
    assert [row["at"] for row in values if row["turn"]].count(14) == 1


@pytest.mark.usefixtures("analysed")
def test_another_plot_has_the_expected_places_until_the_end(browser: Browser) -> None:
    *_, last = browser.client.get(f"{ANALYSIS}/plots/places.json").get_json()["data"]["values"]
    assert [last[f"p{player}"] for player in (3, 1, 2)] == [1, 2, 3]


@pytest.mark.usefixtures("analysed")
def test_the_table_beside_the_plot_leads_to_the_positions(browser: Browser) -> None:
    links = [link["href"] for link in browser.open(ANALYSIS).main.one("figure", id="plot-chances").all("a")]
    assert "/games/1/deals/1/positions/7" in links


@pytest.mark.usefixtures("analysed")
def test_the_plot_is_drawn(browser: Browser) -> None:
    answer = browser.client.get(f"{ANALYSIS}/plots/chances.svg?theme=dark")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert "Shimo" in answer.get_data(as_text=True)


@pytest.mark.usefixtures("analysed")
def test_the_analysis_is_explained_in_japanese(browser: Browser) -> None:
    text = browser.read("ja").open(ANALYSIS).main.text
    assert "勝負の分かれ目" in text
    assert "標準誤差" in text


@pytest.mark.usefixtures("analysed")
def test_a_player_sees_their_mistakes_as_positions_to_try_again(browser: Browser) -> None:
    page = browser.open("/players/Shimo/analysis")
    assert "Those of the latest game that was analysed" in page.main.text
    links = [link["href"] for link in page.main.one("ol").all("a")]
    assert "/games/1/deals/1/positions/14?legal=true" in links
    assert all(browser.open(address).status == 200 for address in links)


@pytest.mark.usefixtures("analysed")
def test_a_player_sees_the_figures_of_their_analysed_deals(browser: Browser) -> None:
    names = [name.text for name in browser.open("/players/Shimo/analysis").main.all("dt")]
    assert names[:3] == ["analysed deals", "missed wins a deal", "proven wins that were played"]


@pytest.mark.usefixtures("game")
def test_a_player_without_analysed_games_is_told_how_to_order_one(browser: Browser) -> None:
    assert "scorekeepers order the analysis" in browser.open("/players/Shimo/analysis").main.text


@pytest.mark.usefixtures("game")
def test_a_player_who_has_not_played_a_game_has_no_analysis_of_it(browser: Browser) -> None:
    assert browser.open("/players/Shimo/analysis?rules=biga").status == 404


def test_a_corrected_record_has_to_be_analysed_again(analysed: int, store: Store, browser: Browser) -> None:
    assert store.analyses.find(analysed, 1, METHOD)
    corrected = {**LOST, "notes": "corrected"}
    store.revise(analysed, judge_json(json.dumps(corrected).encode()), ANN, expected=1)
    assert "has not been analysed yet" in browser.open(ANALYSIS).main.text
    assert "Turning points" in browser.open(f"{ANALYSIS}?revision=1").main.text


def test_a_deal_of_which_only_the_result_is_known_is_not_analysed(store: Store, browser: Browser) -> None:
    record = {**LOST, "deals": [{"result": {"order": [1, 2, 3]}}]}
    store.add([judge_json(json.dumps(record).encode())], ANN)
    assert browser.open(ANALYSIS).status == 404
