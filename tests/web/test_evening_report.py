"""The report of an evening, which is read and sent around."""

import json
from datetime import date

from daifu.api.views.game_tables import MatchTable
from daifu.api.views.reports import Kept, Played, evening_report
from daifu.data.ratings.values import Best, Feat, FeatHolder, FeatHolders
from daifu.data.store.store import Store
from daifu.data.store.values import SeasonTerms
from daifu.replay.text import Text
from daifu.schemas.judgement import judge_json
from tests.support.pages import Browser
from tests.support.small_records import document
from tests.support.stores import ANN

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
