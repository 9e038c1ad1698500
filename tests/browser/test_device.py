"""The pages on a phone as a device: without a connection, in its time zone, and as it is installed."""

from datetime import datetime

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_evenings import ENTER, open_evening, orders, tap_names
from tests.support.chromium import PHONE
from tests.support.running_service import RunningService


@pytest.fixture
def evening(service: RunningService, open_page: OpenPage) -> Page:
    """The page of a new evening on a phone that keeps pages."""
    page = open_page(service.url, width=PHONE, workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    open_evening(page, service)
    return page


def test_a_reload_without_a_connection_shows_the_page_and_what_is_entered_is_sent_later_once(evening: Page) -> None:
    shown = evening.url
    evening.context.set_offline(True)
    evening.reload()
    expect(evening.locator("#offline")).to_be_visible()
    tap_names(evening, 2, 1, 4)
    evening.locator(ENTER).click()
    expect(evening.locator(".kept")).to_be_visible()
    evening.reload()
    expect(evening.locator(".kept")).to_be_visible()
    evening.context.set_offline(False)
    expect(evening.get_by_role("heading", name="Deal 2", exact=True)).to_be_visible(timeout=20_000)
    assert evening.url.startswith(shown.partition("?")[0])
    assert orders(evening) == [[2, 1, 4, 3]]


def test_after_signing_out_no_page_is_kept(evening: Page, service: RunningService) -> None:
    shown = evening.url
    evening.goto(f"{service.url}/sign-out")
    evening.click("main button")
    evening.wait_for_load_state()
    assert evening.evaluate("caches.has('pages')") is False
    evening.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        evening.goto(shown)


def test_times_are_shown_in_the_zone_of_the_device(samples: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{samples.url}/games/1/revisions")
    time = page.locator("main time").first
    stored = datetime.fromisoformat(time.get_attribute("datetime") or "")
    expect(time).to_have_text(
        page.evaluate(
            "at => new Date(at).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short'})", stored.isoformat()
        )
    )
    expect(time).to_have_attribute("title", f"{stored:%Y-%m-%d %H:%M} UTC")


def test_the_pages_can_be_installed(samples: RunningService) -> None:
    manifest = httpx2.get(f"{samples.url}/manifest.webmanifest").json()
    sizes = [icon["sizes"] for icon in manifest["icons"]]
    assert (manifest["display"], sizes) == ("standalone", ["192x192", "512x512"])
    for icon in manifest["icons"]:
        assert httpx2.get(f"{samples.url}/{icon['src']}").headers["Content-Type"] == "image/png"
    for name in ("sw.js", "favicon.ico", "apple-touch-icon.png", "robots.txt"):
        assert httpx2.get(f"{samples.url}/{name}").status_code == 200
