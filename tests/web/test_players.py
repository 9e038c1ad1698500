"""Pages of players: figures with links to the games behind them, comparisons, and plots, drawn once for a version."""

import json
import os
import signal
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from daifu.api.web.pages import players
from daifu.api.web.plots.plot import Column, Plot
from daifu.api.web.plots.plot_process import PLOT_PROCESSES, draw_plot
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.replay.figures.figures import Figures, player_figures
from daifu.schemas.drawing.style import DARK, LIGHT
from daifu.schemas.judgement import judge_json
from tests.support.archives import sample_lines
from tests.support.http_client import court_evening
from tests.support.pages import Browser

HARU = "/players/Haru?rules=theater"
PLOTS = ("rating", "deals", "places", "titles", "seats", "opponents")


def test_the_list_has_all_players_as_links(samples: Browser) -> None:
    page = samples.open("/players")
    assert page.main.one("a", href="/players/Haru").text == "Haru"


def test_the_list_is_searched_by_a_part_of_a_name(samples: Browser) -> None:
    page = samples.open("/players?q=har")
    assert [link.text for link in page.main.all("a", class_="player")] == ["Haru"]


def test_a_search_that_finds_nobody_says_so(samples: Browser) -> None:
    assert "Nobody is called Zoltan" in samples.open("/players?q=Zoltan").main.text


def test_an_empty_store_has_no_players(browser: Browser) -> None:
    assert "Nobody has played yet" in browser.open("/players").main.text


def test_a_number_leads_to_the_games_behind_it(samples: Browser) -> None:
    page = samples.open(HARU)
    links = [link for link in page.main.all("a") if link["href"].startswith("/games?player=Haru&rules=theater")]
    assert len(links) > 10


def test_numbers_of_an_opponent_lead_to_the_games_of_both(samples: Browser) -> None:
    row = samples.open(HARU).main.one("figure", id="plot-opponents").one("tbody").all("tr")[0]
    opponent, *numbers = row.all("a")
    player = opponent["href"].removeprefix("/players/").partition("?")[0]
    assert [number["href"] for number in numbers] == [f"/games?player=Haru&against={player}&rules=theater"] * 2
    assert samples.open(numbers[0]["href"]).main.all("ul", class_="plain-list")


def test_every_figure_is_explained_by_a_sentence(samples: Browser) -> None:
    tables = samples.open(HARU).main.all("table", class_="figures")
    names = [head for table in tables for head in table.all("th", scope="row")]
    assert names
    assert all(name.one("span", class_="explanation").text for name in names)


def test_an_upload_of_another_game_does_not_make_a_page_anew(
    store: Store, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    [record] = sample_lines("theater")[:1]
    store.add([judge_json(record)], Author())
    store_deals_of(store, "Kaoru", "Maki", "Yui", "Ren")
    made = []

    def note(*values: Any) -> Figures:  # noqa: ANN401 - what the function takes
        made.append(values)
        return player_figures(*values)

    monkeypatch.setattr(players, "player_figures", note)
    address = f"/players/{json.loads(record)['players'][0]}"
    first = browser.open(address).main.text
    known = len(made)
    store_deals_of(store, "Kaoru", "Maki", "Yui", "Ren")
    assert browser.open(address).main.text == first
    assert len(made) == known > 0


def test_without_enough_deals_there_is_no_comparison_and_the_page_says_why(samples: Browser) -> None:
    page = samples.open(HARU)
    assert not page.main.all("span", class_="comparison")
    assert "it takes 20 decided deals" in page.main.text


@pytest.mark.parametrize("plot", PLOTS)
def test_each_plot_has_a_picture_in_both_themes_a_table_and_its_specification(samples: Browser, plot: str) -> None:
    figure = samples.open(HARU).main.one("figure", id=f"plot-{plot}")
    address = f"/players/Haru/plots/{plot}"
    assert figure.one("img")["src"] == f"{address}.svg?lang=en&rules=theater"
    dark = figure.one("source", media="(prefers-color-scheme: dark)")
    assert dark["srcset"] == f"{address}.svg?theme=dark&lang=en&rules=theater"
    assert figure.one("img")["alt"]
    assert figure.one("tbody").all("tr")
    assert len(figure.all("a", href=f"{address}.json?lang=en&rules=theater")) == 1


def test_the_specification_of_a_plot_has_the_rows_of_its_table(samples: Browser) -> None:
    answer = samples.client.get("/players/Haru/plots/deals.json?rules=theater")
    rows = samples.open(HARU).main.one("figure", id="plot-deals").one("tbody").all("tr")
    specification = json.loads(answer.get_data())
    assert specification["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    assert len(specification["data"]["values"]) == len(rows) == 8


def test_the_points_of_a_deal_lead_to_the_deal(samples: Browser) -> None:
    links = samples.open(HARU).main.one("figure", id="plot-deals").one("tbody").all("a")
    assert all(samples.open(link["href"]).status == 200 for link in links[:2])


def test_the_deals_of_a_day_are_in_the_order_of_their_times(store: Store, browser: Browser) -> None:
    for clock in ("T19:00", "T14:00", ""):
        event = {"name": "Friday court", "date": f"2026-07-31{clock}"}
        store.add(
            [
                judge_json(
                    json.dumps(
                        {**court_evening("1234", players=("Haru", "Natsu", "Aki", "Fuyu")), "event": event}
                    ).encode()
                )
            ],
            Author(),
        )
    rows = browser.open("/players/Haru").main.one("figure", id="plot-deals").one("tbody").all("a")
    games = [row["href"].split("/")[2] for row in rows]
    assert list(dict.fromkeys(games)) in (["2", "1", "3"], ["3", "1", "2"])


def test_a_plot_that_does_not_exist_is_not_found(samples: Browser) -> None:
    assert samples.open("/players/Haru/plots/luck.svg?rules=theater").status == 404


def test_without_a_game_the_one_played_most_is_shown(samples: Browser) -> None:
    page = samples.open("/players/Haru")
    assert page.main.one("a", href="/players/Haru?rules=theater").attributes["aria-current"] == "page"


def test_somebody_who_has_not_played_the_game_has_no_figures(samples: Browser) -> None:
    assert "Nothing has been counted yet" in samples.open("/players/Haru?rules=biga").main.text


def test_the_page_of_an_id_that_was_merged_is_that_of_the_person(store: Store, browser: Browser) -> None:
    store_deals_of(store, "Haru", "Natsu", "Aki", "Fuyu")
    store_deals_of(store, "haru2", "Natsu", "Aki", "Fuyu")
    store.people.merge("haru2", "Haru", Author(), "one person")
    page = browser.open("/players/haru2")
    assert page.address == "/players/Haru"
    assert "haru2 was merged into Haru" in page.main.text


def test_names_with_markup_are_shown_as_they_are(store: Store, browser: Browser) -> None:
    name = "<script>alert(1)</script>"
    store_deals_of(store, name, "Natsu", "Aki", "Fuyu")
    page = browser.open("/players")
    [link] = [link for link in page.main.all("a", class_="player") if link.text == name]
    assert browser.open(link["href"]).one("h1").text == name
    assert not page.main.all("script")


def test_an_unknown_player_is_not_found(samples: Browser) -> None:
    assert samples.open("/players/Zoltan").status == 404


def test_the_page_is_japanese_where_that_is_preferred(samples: Browser) -> None:
    page = samples.read("ja").open(HARU)
    assert page.one("html")["lang"] == "ja"
    assert "すべての指標" in page.main.text
    assert "All figures" not in page.main.text


_TABLES = count(1)


def store_deals_of(store: Store, *players: str, deals: int = 1) -> int:
    """Store an evening of The Great Dalmuti of these players, who finish as they are named; its id."""
    order = "".join(str(number) for number in range(1, len(players) + 1))
    event = {"name": "Friday court", "table": next(_TABLES)}
    record = court_evening(*[order] * deals, players=players, event=event)
    [outcome] = store.add([judge_json(json.dumps(record).encode())], Author())
    return outcome.id


PLOT = Plot(
    "Places",
    "How often each place was reached.",
    (Column("part", "place"), Column("value", "value")),
    [{"part": 1, "value": 0.5, "href": "/games"}, {"part": 2, "value": None}],
    lambda theme: {
        "mark": {"type": "bar", "color": theme.accent},
        "encoding": {"x": {"field": "part", "type": "ordinal"}, "y": {"field": "value", "type": "quantitative"}},
    },
)


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    PLOT_PROCESSES.end_idle()


def test_a_specification_is_drawn_as_svg() -> None:
    assert draw_plot(PLOT.encoded_specification()).startswith(b"<svg")


def test_a_process_that_was_lost_is_replaced() -> None:
    draw_plot(PLOT.encoded_specification())
    os.kill(PLOT_PROCESSES.call(os.getpid), signal.SIGKILL)
    assert draw_plot(PLOT.encoded_specification()).startswith(b"<svg")


def test_what_is_no_specification_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="conversion failed"):
        draw_plot(b'{"mark": 5}')


def test_a_plot_has_no_style_that_a_strict_policy_would_refuse() -> None:
    drawn = draw_plot(PLOT.encoded_specification(DARK))
    assert b"style=" not in drawn
    assert b"<script" not in drawn


def test_the_specification_has_data_without_links_and_the_colours_of_a_theme() -> None:
    light, dark = PLOT.specification(LIGHT), PLOT.specification(DARK)
    assert light["data"] == dark["data"] == {"values": [{"part": 1, "value": 0.5}, {"part": 2, "value": None}]}
    assert light["mark"]["color"] != dark["mark"]["color"]


def test_a_plot_for_phones_is_narrow_and_its_place_is_known_before() -> None:
    wide, narrow = (PLOT.encoded_specification(narrow=is_narrow) for is_narrow in (False, True))
    assert PLOT.size(narrow=True)[0] < 330 < PLOT.size()[0]
    assert b'width="3' in draw_plot(narrow)[:200]
    assert b'width="4' in draw_plot(wide)[:200]


def test_missing_values_are_empty_cells() -> None:
    assert PLOT.cells(PLOT.rows[1]) == ["2", ""]


def test_a_browser_that_has_the_plot_is_sent_nothing(samples: Browser) -> None:
    address = "/players/Haru/plots/places.svg?rules=theater"
    first = samples.client.get(address)
    again = samples.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, first.mimetype, again.status_code) == (200, "image/svg+xml", 304)
    assert first.get_data().startswith(b"<svg")


def test_a_plot_is_sent_packed(samples: Browser) -> None:
    headers = {**samples.headers, "Accept-Encoding": "gzip"}
    answer = samples.client.get("/players/Haru/plots/places.svg?rules=theater", headers=headers)
    assert answer.headers["Content-Encoding"] == "gzip"
