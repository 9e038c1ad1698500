"""An evening in Chromium: opened, entered deal by deal on a phone, corrected, and kept without a connection."""

import re
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import ALL_ROWS, LAPTOP, PHONE, Connection, accessibility_errors, page_errors, sign_in
from tests.support.http_client import Json
from tests.support.running_service import RunningService

COURT = ("Haru", "Tom", "Ken", "Mei", "Zoë", "花子")
NAMES = ("Haru", "שלום עולם", "長" * 60, "<script>alert(1)</script>")
ENTER = ".places-form > button:not(.plain)"


def open_evening(page: Page, service: RunningService) -> None:
    """Sign in and open an evening."""
    sign_in(page, service)
    page.goto(f"{service.url}/evenings/new?rules=theater")
    for seat, name in enumerate(NAMES):
        page.locator("input[name=player]").nth(seat).fill(name)
    page.locator(".change-form button").click()


@pytest.fixture
def evening(service: RunningService, open_page: OpenPage) -> Page:
    """The page of a new evening on a phone."""
    page = open_page(service.url, width=PHONE)
    open_evening(page, service)
    return page


def deals(page: Page) -> list[Json]:
    """The deals of the record that the page is about."""
    address = urlsplit(page.url)
    record = httpx2.get(f"{address.scheme}://{address.netloc}/v1/records/{address.path.split('/')[2]}").json()
    found: list[Json] = record["deals"]
    return found


def orders(page: Page) -> list[list[int]]:
    """The orders of the deals that were entered."""
    return [deal["result"]["order"] for deal in deals(page) if "result" in deal]


def tap_names(page: Page, *seats: int) -> None:
    """Tap names in the order of their places."""
    for seat in seats:
        page.locator(".tap").nth(seat - 1).click()


class Taps:
    """Taps on a page, which are counted."""

    def __init__(self) -> None:
        self.count = 0

    def tap(self, *targets: Locator) -> None:
        for target in targets:
            target.click()
            self.count += 1

    def taken(self) -> int:
        """How many there were since this was last asked."""
        count, self.count = self.count, 0
        return count


def test_a_scorekeeper_enters_corrects_and_undoes_with_few_taps(service: RunningService, open_page: OpenPage) -> None:
    page, taps = open_page(service.url, width=PHONE), Taps()
    sign_in(page, service)
    page.goto(f"{service.url}/evenings/new?rules=dalmuti")
    for seat, name in enumerate(COURT):
        page.locator("input[name=player]").nth(seat).fill(name)
    said, enter, names = page.locator(".said p"), page.locator(ENTER), page.locator(".tap")
    taps.tap(page.locator(".change-form button").last, *(names.nth(seat) for seat in (2, 0, 4, 1, 3)), enter)
    expect(said).to_have_text("Deal 1 is entered.")
    assert taps.taken() <= 12
    taps.tap(*(names.nth(seat) for seat in range(5)), enter)
    expect(said).to_have_text("Deal 2 is entered.")
    assert taps.taken() <= 7
    assert page_errors(page, ALL_ROWS) == []
    page.reload()

    taps.tap(
        page.get_by_role("link", name="3. \u2068Zoë\u2069, deal 2: correct"), page.locator(".tap", has_text="Haru")
    )
    expect(page.locator(".changes")).to_have_text("Zoë 3 → 2, Haru 2 → 3")
    assert page_errors(page, ALL_ROWS) == []
    taps.tap(enter)
    expect(said).to_have_text("Deal 2 is corrected.")
    assert taps.taken() == 3

    taps.tap(page.locator(".who-plays summary").first)
    page.fill(".who-plays input[name=player]", "Yuki")
    taps.tap(page.get_by_role("button", name="Joins"))
    expect(said).to_contain_text("Yuki plays from the next deal, between Tom and Mei. Title: Merchant.")
    assert taps.taken() <= 3
    assert page_errors(page, ALL_ROWS) == []
    page.locator("button[name=broken_off]").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    assert page_errors(page, ALL_ROWS) == []
    page.get_by_role("link", name="No, back").click()
    page.get_by_role("button", name="Undo the last change").click()
    expect(said).to_have_text("The last change is undone.")
    assert orders(page) == [[3, 1, 5, 2, 4, 6], [3, 5, 1, 2, 4, 6]]


def test_a_mouse_drags_a_name_to_its_place(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, width=LAPTOP)
    sign_in(page, service)
    page.goto(f"{service.url}/evenings/new?rules=dalmuti")
    for seat, name in enumerate(("Aldo", "Bruno", "Carla", "Dmitri", "Esther", "Fabio")):
        page.locator("input[name=player]").nth(seat).fill(name)
    page.locator(".change-form button").last.click()
    tap_names(page, 1, 2, 3, 4, 5)
    page.locator(ENTER).click()
    page.get_by_role("link", name=re.compile("^1\\. .*: correct")).click()
    rows = page.locator(".tap")
    last = rows.nth(5).inner_text()
    rows.nth(5).drag_to(rows.nth(1))
    expect(rows.nth(1)).to_contain_text(last.lstrip("0123456789").strip())
    expect(page.locator(".changes")).to_contain_text("6 → 2")
    page.locator(ENTER).click()
    expect(page.locator(".said p")).to_have_text("Deal 1 is corrected.")
    assert orders(page) == [[1, 6, 2, 3, 4, 5]]


def test_without_scripts_a_deal_is_entered_by_lists(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, width=PHONE, scripts=False)
    open_evening(page, service)
    for player, place in enumerate("2143", 1):
        page.select_option(f"select[name=place-{player}]", place)
    page.locator(ENTER).click()
    expect(page.get_by_role("heading", name="Deal 2", exact=True)).to_be_visible()
    assert orders(page) == [[2, 1, 4, 3]]


def test_keys_alone_enter_a_deal(evening: Page) -> None:
    evening.locator(".tap").first.focus()
    for _ in NAMES:
        evening.keyboard.press("Enter")
        evening.keyboard.press("Tab")
    evening.keyboard.press("Enter")
    expect(evening.get_by_role("heading", name="Deal 2", exact=True)).to_be_visible()
    assert orders(evening) == [[1, 2, 3, 4]]


def test_a_result_is_kept_without_a_connection_and_entered_once(service: RunningService, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 900})
    connection = Connection(page, "**/games/**")
    open_evening(page, service)
    connection.lose()
    tap_names(page, 1, 2, 3, 4)
    page.locator(ENTER).click()
    expect(page.locator(".kept")).to_be_visible()
    assert orders(page) == []
    connection.restore()
    expect(page.get_by_role("heading", name="Deal 2", exact=True)).to_be_visible()
    assert orders(page) == [[1, 2, 3, 4]]
    page.close()


def choose(page: Page, *cards: str) -> None:
    """Choose cards in the grid of a deal that is entered card by card."""
    for card in cards:
        page.locator(".choice", has=page.locator(f"input[name=card][value={card}]")).first.click()


def test_a_deal_is_entered_card_by_card_and_kept_without_a_connection(
    service: RunningService, chromium: Browser
) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 900})
    connection = Connection(page, "**/games/**")
    open_evening(page, service)
    page.get_by_role("link", name="Card by card").click()
    page.wait_for_url("**/cards?*")
    assert page_errors(page, ALL_ROWS) == []
    choose(page, "S5", "H5")
    page.get_by_role("button", name="Play these").click()
    expect(page.locator(".last")).to_contain_text("1. Haru plays")
    choose(page, "S6")
    expect(page.locator(".choice.unfit", has=page.locator("input[name=card][value=H7]"))).to_have_count(1)
    expect(page.locator(".choice.unfit", has=page.locator("input[name=card][value=H6]"))).to_have_count(0)
    page.locator("input[name=typed]").fill("2 S4 H4")
    choose(page, "S6")
    page.locator("input[name=typed]").press("Enter")
    expect(page.locator(".fault", has_text="4-4 is not stronger than the 5-5 on the table")).to_be_visible()
    assert accessibility_errors(page) == []
    connection.lose()
    page.get_by_role("button", name="Store it so far").click()
    expect(page.locator(".kept")).to_be_visible()
    connection.restore()
    page.wait_for_url("**/games/*/evening?done=begun&who=1")
    [deal] = deals(page)
    assert deal["actions"] == ["1 S5 H5", "2 S4 H4"]
    page.close()


def test_without_scripts_a_deal_is_entered_card_by_card(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, width=PHONE, scripts=False)
    open_evening(page, service)
    page.get_by_role("link", name="Card by card").click()
    choose(page, "S5")
    page.get_by_role("button", name="Play these").click()
    page.get_by_role("button", name=f"{NAMES[1]} passes").click()
    page.get_by_role("button", name="Store it so far").click()
    [deal] = deals(page)
    assert deal["actions"] == ["1 S5", "2 -"]


def test_what_is_kept_without_a_connection_is_asked_about_when_it_is_sent(
    service: RunningService, chromium: Browser
) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 900})
    connection = Connection(page, "**/games/**")
    open_evening(page, service)
    connection.lose()
    page.locator("button[name=broken_off]").click()
    expect(page.locator(".kept")).to_be_visible()
    connection.restore()
    expect(page.locator(".doubts")).to_contain_text("Deal 1 is broken off")
    page.get_by_role("button", name="Yes, store it").click()
    expect(page.locator(".said p")).to_have_text("Deal 1 is broken off.")
    assert deals(page) == [{"abandoned": True}]
    page.close()
