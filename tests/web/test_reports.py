"""What is sent around: the report of an evening, final tables and charts as pictures, and previews of links."""

import json
import struct
from datetime import date

import pytest

from daifu.api.views.game_tables import MatchTable
from daifu.api.views.reports import Kept, Played, evening_report
from daifu.api.web import drawings
from daifu.data.ratings.values import Best, Feat, FeatHolder, FeatHolders
from daifu.data.store.store import Store
from daifu.data.store.values import SeasonTerms
from daifu.replay.text import Text
from daifu.schemas.judgement import judge_json
from tests.support.pages import Browser, Page
from tests.support.small_records import document
from tests.support.stores import ANN, judged_sitting

NAMES = ["Mu", "Jun*ko", "Shimo", "Aki"]
FAULTY = document(
    rules="dalmuti",
    players=NAMES,
    deals=[{"result": {"order": [1, 2, 3, 4], "points": [5, 3, 2, 1]}}],
    event={"name": "Friday club", "date": "2025-04-11"},
)
ORDERS = [[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 4, 3]]


def store_evening(store: Store) -> None:
    deals = [{"result": {"order": order}} for order in ORDERS]
    event = {"name": "Friday club", "date": "2025-04-04"}
    store.add(
        [judge_json(json.dumps(document(rules="dalmuti", players=NAMES, deals=deals, event=event)).encode())], ANN
    )


def test_a_report_tells_who_won_each_deal_and_the_longest_streak(browser: Browser, store: Store) -> None:
    store_evening(store)
    page = browser.open("/games/1/report")
    text = page.main.one("textarea", id="plain").text.strip()
    assert text.startswith("Friday club · 2025-04-04 · ")
    assert "Result 1. Mu 8 (2 first places) 2. Jun*ko 6 (1 first place)" in text
    assert "1: Mu > Jun*ko > Shimo > Aki" in text
    assert "Mu was first 2 times in a row, from deal 1 on" in text


def test_the_report_of_a_season_tells_streaks_and_faults_by_their_days(browser: Browser, store: Store) -> None:
    store_evening(store)
    store.add([judge_json(json.dumps(FAULTY).encode())], ANN)
    store.seasons.add(SeasonTerms("2025", rules="dalmuti"), ANN)
    text = browser.open("/seasons/1/report").main.one("textarea", id="plain").text
    assert "2025-04-04: Mu was first 2 times in a row, from deal 1 on" in text
    assert "Faults 2025-04-11: Deal 1: the written points 5 3 2 1 add up to 11, but by the rules to 6 – ignored" in text


def test_signs_of_markdown_in_names_are_escaped(browser: Browser, store: Store) -> None:
    store_evening(store)
    text = browser.open("/games/1/report").main.one("textarea", id="markdown").text
    assert "## Deals - 1: Mu \\> Jun\\*ko \\> Shimo \\> Aki" in text


def test_the_report_is_in_the_language_of_the_page(browser: Browser, store: Store) -> None:
    store_evening(store)
    page = browser.open("/games/1/report?lang=ja")
    assert "Muが1回目から2回連続で1位" in page.main.text


def test_what_seldom_happens_is_told_with_how_often_it_does() -> None:
    feats = FeatHolders({}, 0)
    table = MatchTable(1, 0, [], [], [], legal=True, faults=[], fault_count=0)

    def told(deals: int, usual: int) -> list[str]:
        kept = Kept({1}, feats, {}, {"revolutions": 2}, {"played": deals, "revolutions": usual})
        report = evening_report(Text("Friday", "金曜"), Played([], table, {}), kept)
        return [line.en for part in report.parts for line in part.lines]

    assert told(300, 10) == ["Revolutions: 2 (here once in 30 deals)"]
    assert told(300, 40) == []
    assert told(50, 1) == []


def test_a_record_of_the_store_that_was_broken_is_told_by_the_name_of_the_evening() -> None:
    best = FeatHolder("mu", Best(7.0, 1, date(2025, 4, 4)))
    table = MatchTable(1, 0, [], [], [], legal=True, faults=[], fault_count=0)
    for record, expected in ((1, ["Mu: 7 first places in a row, the longest streak here"]), (2, [])):
        kept = Kept({record}, FeatHolders({Feat.FIRST: [best]}, 0), {"mu": "Mu"}, {}, {"deals": 300})
        report = evening_report(Text("Friday", "金曜"), Played([], table, {}), kept)
        assert [line.en for part in report.parts for line in part.lines] == expected


CUP_NAMES = ["Mu", "Jun<ko", "Shimo", "Aki"]
DEAL = {"result": {"order": [2, 1, 3, 4]}}


@pytest.fixture
def evening(store: Store) -> int:
    """An evening of two deals, in a season."""
    store.seasons.add(SeasonTerms("2026"), ANN)
    event = {"name": "Friday", "date": "2026-11-27"}
    [outcome] = store.add([judged_sitting(players=CUP_NAMES, event=event, deals=[DEAL, DEAL])], ANN)
    return outcome.id


def preview(page: Page) -> dict[str, str]:
    """What other programs show of a link to the page."""
    named = {one.attributes.get("property", one.attributes.get("name", "")): one for one in page.all("meta")}
    return {name: one.attributes.get("content", "") for name, one in named.items()}


def size(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG."""
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("path", ["/games/1", "/games/1/report", "/games/1/evening", "/seasons/1", "/seasons/1/report"])
def test_a_link_to_results_is_shown_with_their_table(browser: Browser, evening: int, path: str) -> None:
    shown = preview(browser.open(path))
    assert "Jun<ko" in shown["description"]
    answer = browser.client.get(shown["og:image"].removeprefix("http://club.example"))
    assert (answer.mimetype, size(answer.data)) == ("image/png", (1200, 630)), evening


def test_a_game_under_other_rules_has_no_picture_of_its_own_table(browser: Browser, evening: int) -> None:
    page = browser.open(f"/games/{evening}/other-rules?rules=theater&option-joker_out=illegal&judge=yes")
    assert "table.png" not in preview(page).get("og:image", "")


def test_a_table_has_places_names_and_first_places(browser: Browser, evening: int) -> None:
    svg = browser.client.get(f"/games/{evening}/table.svg").get_data(as_text=True)
    told = [text.partition("</text>")[0].rpartition(">")[2] for text in svg.split("<text")[1:]]
    assert told[0] == "\u2068Friday · 2026-11-27 · Theater daihinmin\u2069"
    assert told[1:6] == ["2 deals", "first", "1", "\u2068Jun&lt;ko\u2069", "2"]


def test_a_preview_has_the_first_rows_and_the_saved_picture_all(samples: Browser) -> None:
    preview, whole = (
        samples.client.get(f"/tournaments/1/table.svg?shape={shape}").get_data(as_text=True)
        for shape in ("wide", "tall")
    )
    assert 'viewBox="0 0 960 504"' in preview
    assert ("… +12" in preview, "… +" in whole) == (True, False)
    assert whole.count("d-line") == 1 + 20


def test_a_picture_is_drawn_again_when_its_table_has_changed(
    browser: Browser, store: Store, evening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []

    def draw(svg: bytes, _scale: float) -> bytes:
        drawn.append(svg)
        return b"PNG"

    monkeypatch.setattr(drawings, "draw_png", draw)
    first, again = (browser.client.get(f"/games/{evening}/table.png") for _ in range(2))
    assert (len(drawn), first.headers["ETag"]) == (1, again.headers["ETag"])
    event = {"name": "Friday", "date": "2026-11-27"}
    store.add([judged_sitting(players=CUP_NAMES, event=event, deals=[DEAL] * 3)], ANN)
    browser.client.get(f"/games/{evening}/table.png")
    assert len(drawn) == 2


def test_a_game_without_results_has_no_table_to_draw(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judged_sitting(deals=[{}])], ANN)
    assert browser.client.get(f"/games/{outcome.id}/table.svg").status_code == 404
    assert preview(browser.open(f"/games/{outcome.id}"))["og:image"].endswith("/icon-512.png")


def test_a_link_to_a_player_is_shown_with_a_chart(samples: Browser) -> None:
    shown = preview(samples.open("/players/Haru"))
    path = shown["og:image"].removeprefix("http://localhost")
    assert path.startswith("/players/Haru/plots/rating.png")
    assert size(samples.client.get(path).data) == (1200, 630)
