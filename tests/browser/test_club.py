"""A new club in Chromium: from the link of the first start to its first deal, and a phone that signs in by a code."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import ALL_ROWS, LAPTOP, PHONE, page_errors
from tests.support.running_service import RunningService, run_service

PEOPLE = ("Haru", "Tom", "Ken", "Mei", "Zoë", "花子")
MOST_TAPS = 12
"""From the link to the first deal, names not counted."""


@pytest.fixture
def new_service(tmp_path: Path) -> Iterator[RunningService]:
    """A service on a store that nobody has opened yet."""
    with run_service(tmp_path, DAIFU_RATE_ADDRESS="0", DAIFU_PUBLIC_URL="http://club.example") as running:
        yield running


def first_link(service: RunningService) -> str:
    """The link that signs in, which the service printed with its public address."""
    printed = next(line for line in service.greeting if line.startswith("sign in")).rpartition(" ")[2]
    return service.url + printed.removeprefix("http://club.example")


def test_a_new_club_enters_its_first_deal_with_few_taps(new_service: RunningService, open_page: OpenPage) -> None:
    page = open_page(new_service.url, width=PHONE)
    taps = 0

    def tap(target: str) -> None:
        nonlocal taps
        assert page_errors(page, ALL_ROWS) == []
        page.locator(target).first.click()
        taps += 1

    page.goto(first_link(new_service))
    tap("main button")
    page.fill("input[name=name]", "Friday court")
    page.select_option("select[name=rules]", "dalmuti")
    page.fill("textarea", "\n".join(PEOPLE))
    tap("main button")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday court")
    tap("main a.button:not(.plain)")
    tap(".change-form > button")
    for seat in range(5):
        page.locator(".tap").nth(seat).click()
        taps += 1
    tap(".places-form > button:not(.plain)")
    expect(page.locator(".said p")).to_have_text("Deal 1 is entered.")
    assert taps <= MOST_TAPS
    page.goto(new_service.url)
    expect(page.locator("main a.button:not(.plain)")).to_have_text("Enter deal 2")
    assert page_errors(page, ALL_ROWS) == []


def test_a_phone_signs_in_by_a_code_and_a_closed_club_shows_strangers_the_door(
    new_service: RunningService, open_page: OpenPage
) -> None:
    laptop = open_page(new_service.url, width=LAPTOP, language="ja", scheme="dark")
    laptop.goto(first_link(new_service))
    laptop.click("main button")
    laptop.fill("input[name=name]", "金曜会")
    laptop.check("input[value=members]")
    laptop.click("main button")
    laptop.goto(f"{new_service.url}/tokens")
    laptop.fill("input[name=name]", "ハルのスマホ")
    laptop.click(".box button")
    assert page_errors(laptop, ALL_ROWS) == []
    link = laptop.locator(".sign-in-code a").get_attribute("href")
    phone = open_page(new_service.url, width=PHONE, language="ja")
    phone.goto(f"{new_service.url}/games")
    expect(phone.get_by_role("heading", level=1)).to_have_text("成績を見るにはログインしてください")
    assert page_errors(phone, ALL_ROWS) == []
    phone.goto(f"{new_service.url}{link}")
    assert page_errors(phone, ALL_ROWS) == []
    phone.click("main button")
    expect(phone.get_by_role("link", name="例会を始める")).to_be_visible()
