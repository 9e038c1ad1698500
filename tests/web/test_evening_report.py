"""The report of an evening, which is read and sent around."""

import json

from daifu.data.store.interface import Store
from daifu.schemas.judgement import judge_json
from tests.support.pages import Browser
from tests.support.small_records import document
from tests.support.stores import ANN

NAMES = ["Mu", "Jun*ko", "Shimo", "Aki"]
ORDERS = [[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 4, 3]]


def store_evening(store: Store) -> None:
    deals = [{"result": {"order": order}} for order in ORDERS]
    event = {"name": "Friday club", "date": "2025-04-04"}
    store.add([judge_json(json.dumps(document(rules="dalmuti", players=NAMES, deals=deals, event=event)).encode())], ANN)


def test_a_report_tells_who_won_each_deal_and_the_longest_streak(browser: Browser, store: Store) -> None:
    store_evening(store)
    page = browser.open("/games/1/report")
    text = page.main.one("textarea", id="plain").text.strip()
    assert text.startswith("Friday club · 2025-04-04 · ")
    assert "Result\n1. Mu 8 (2 first places)\n2. Jun*ko 6 (1 first place)" in text
    assert "1: Mu > Jun*ko > Shimo > Aki" in text
    assert "Mu was first 2 times in a row, from deal 1 on" in text


def test_signs_of_markdown_in_names_are_escaped(browser: Browser, store: Store) -> None:
    store_evening(store)
    text = browser.open("/games/1/report").main.one("textarea", id="markdown").text
    assert "## Deals\n\n- 1: Mu \\> Jun\\*ko \\> Shimo \\> Aki" in text


def test_the_report_is_in_the_language_of_the_page(browser: Browser, store: Store) -> None:
    store_evening(store)
    page = browser.open("/games/1/report?lang=ja")
    assert "Muが1回目から2回連続で1位" in page.main.text
