"""A club ticks its rules on a phone: the page follows each change by itself, and the sheet is one page of paper."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import PHONE, accessibility_errors, sign_in
from tests.support.running_service import RunningService

RULES = (
    *("jokers", "runs", "revolution", "run_revolution", "eight_cut", "nine_pair", "jack_back"),
    *("spade3", "seven_give", "ten_discard", "suit_lock", "finish_ban", "exchange", "titles"),
)


def pages_of_paper(page: Page) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


def test_a_club_s_rules_are_ticked_kept_and_printed(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, language="ja", width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/house-rules/new")
    page.fill("[id='name.ja']", "編集部")
    for rule in RULES:
        page.check(f"input[name=on][value={rule}]")
    expect(page.locator("#count")).to_contain_text(f"{len(RULES)}個のルール")
    page.select_option("select[name=least]", "4")
    page.click("#jokers summary")
    page.fill("[name='jokers.count']", "4")
    page.click("#revolution summary")
    page.check("[name='revolution.answer'][value=as_many]")
    page.click("#nine_pair summary")
    page.check("[name='nine_pair.counts'][value='3']")
    page.check("[name='nine_pair.counts'][value='4']")
    page.click("#finish_ban summary")
    page.uncheck("[name='finish_ban.cards'][value=joker]")
    expect(page.locator("#sheet")).to_contain_text("禁止するもの：2。")
    assert accessibility_errors(page) == []
    page.click("text=このルールを保存")
    expect(page.locator("footer", has_text="e1f4edaa")).to_be_visible()
    assert pages_of_paper(page) == 1


def test_a_button_resolves_a_conflict_at_once(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/house-rules/new", width=PHONE)
    page.check("input[name=on][value=run_revolution]")
    page.click("#run_revolution .problem button >> nth=0")
    expect(page.locator("input[name=on][value=runs]")).to_be_checked()
    expect(page.locator(".problem")).to_have_count(0)
