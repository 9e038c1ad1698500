"""The pages on a phone as a device: without a connection, in its time zone, and as it is installed."""

import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

import httpx2
import pytest
from playwright.sync_api import Page, expect

from daifu.api.push import public_key
from daifu.data.store.open import open_store
from daifu.data.tournaments.settings import Settings
from tests.browser.conftest import OpenPage
from tests.browser.test_evenings import ENTER, open_evening, orders, tap_names
from tests.support.chromium import ALL_ROWS, PHONE, page_errors
from tests.support.processes import wait_until
from tests.support.running_service import RunningService, run_service
from tests.support.tournaments.store import BY_PLACE, make_cup


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
    expect(evening.get_by_role("heading", name="Deal 2", exact=True)).to_be_visible()
    assert evening.url.startswith(shown.partition("?")[0])
    assert orders(evening) == [[2, 1, 4, 3]]


def test_a_page_that_was_kept_says_so_where_the_device_takes_itself_for_connected(evening: Page) -> None:
    evening.add_init_script("Object.defineProperty(Navigator.prototype, 'onLine', {get: () => true})")
    evening.context.set_offline(True)
    evening.reload()
    expect(evening.locator("#offline")).to_be_visible()


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


_BROWSER: Final = """key => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const keys = { p256dh: key, auth: "AAECAwQFBgcICQoLDA0ODw" };
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: "https://push.example/a", keys }) });
}"""
"""What a browser does that reaches its push service, as that of tests does not."""


def test_a_phone_asks_for_notices_of_a_seat_and_shows_them(tmp_path: Path, open_page: OpenPage) -> None:
    with closing(open_store(tmp_path / "daifu.db")) as store:
        cup = make_cup(store, ("Mu", "Junko", "Shimo", "Aki"), Settings(scoring=BY_PLACE))
    with run_service(tmp_path, DAIFU_PUSH="push.example", DAIFU_PUBLIC_URL="https://daifu.example") as running:
        page = open_page(running.url, width=PHONE, workers="allow")
        page.context.add_init_script(f"({_BROWSER})('{public_key(b'any')}')")
        page.context.grant_permissions(["notifications"])
        page.goto(f"{running.url}/tournaments/{cup}/my-table/3")
        page.get_by_role("button", name="Tell me on this phone").click()
        expect(page.get_by_text("This phone tells you when a round is drawn")).to_be_visible()
        assert page_errors(page, ALL_ROWS) == []
        notice = {"title": "Round 2: table 1, seat 3", "body": "Shimo", "page": f"tournaments/{cup}/my-table/3"}
        deliver(page, running.url, notice)
        title = "navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) => all[0]?.title)"
        wait_until(lambda: page.evaluate(title) == notice["title"])
    with closing(open_store(tmp_path / "daifu.db")) as store:
        assert [phone.entrant for phone in store.push_subscriptions.all()] == [3]


def deliver(page: Page, origin: str, notice: dict[str, str]) -> None:
    """Give the worker of a page what its push service would bring."""
    session, numbers = page.context.new_cdp_session(page), list[str]()
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: numbers.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    message = {"origin": origin, "registrationId": numbers[-1], "data": json.dumps(notice)}
    session.send("ServiceWorker.deliverPushMessage", message)
