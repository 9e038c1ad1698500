"""Chromium for tests of pages: where it is, how it is started, and what is checked in it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.support.running_service import RunningService

CHROMIUM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NO_CHROMIUM: Final = "there is no Chromium on this machine: install Debian's package chromium"

ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""It reaches nothing but services on this machine."""

PHONE: Final = 390
LAPTOP: Final = 1280
"""Widths in pixels."""

RETRY_MILLISECONDS: Final = 4_000
"""After how long a page tries again that has no connection; scripts have the same."""

FEW_ROWS: Final = 4
ALL_ROWS: Final = 1_000_000
"""How many rows of each table and list axe looks at."""

_REMOVE_ROWS: Final = """rows => {
    for (const list of document.querySelectorAll("tbody, ol, ul"))
        [...list.children].slice(rows).forEach(row => row.remove())
}"""

_FIND_VIOLATIONS: Final = "axe.run({ resultTypes: ['violations'] }).then(results => results.violations)"
"""What `Axe` of axe_playwright_python asks for, too. But it has all that is right sent, too, which takes long."""


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Chromium, which reaches nothing but services on this machine. Raises `SystemExit` where there is none."""
    if CHROMIUM is None:
        raise SystemExit(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


def sign_in(page: Page, service: RunningService) -> None:
    """Sign in as the admin of a service. The requests share the cookies of the page, which shows what it showed."""
    address = f"{service.url}/sign-in"
    token = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', page.request.get(address).text())
    assert token
    sent = page.request.post(
        address, form={"csrf_token": token[1], "secret": service.token}, headers={"Referer": address}
    )
    assert sent.ok, sent.text()


def stop_reloads(page: Page, addresses: str) -> None:
    """Keep pages at these addresses from reloading themselves, so that they can be looked at for longer."""

    def fulfill(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "refresh"}
        route.fulfill(response=answer, headers=headers)

    page.route(addresses, fulfill)


def accessibility_errors(page: Page) -> list[str]:
    """What axe finds wrong with a page as it is shown now: the rule, and the elements."""
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_FIND_VIOLATIONS)
    return [f"{one['id']}: {node['html']} {node['failureSummary']}" for one in found for node in one["nodes"]]


def page_errors(page: Page, rows: int) -> list[str]:
    """What axe finds wrong with a page, and whether it is too wide. Axe looks at this many rows of each table and list.

    The rows of a table are all made by the same lines of a template, and axe takes seconds for a long one. A page
    may be too wide until its style has come.
    """
    page.wait_for_load_state()
    too_wide = ["too wide"] * is_wider_than_its_window(page)
    page.evaluate(_REMOVE_ROWS, rows)
    return accessibility_errors(page) + too_wide


def is_wider_than_its_window(page: Page) -> bool:
    """Whether a page has to be scrolled sideways."""
    wider: bool = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return wider


class Connection:
    """The connection of a page to some addresses. It is made before the page is opened, and can be lost later.

    All requests pass here from the start: Chromium goes on sending for a moment when a route is added to an open page.
    """

    def __init__(self, page: Page, addresses: str) -> None:
        self._page = page
        self._is_lost = False
        page.clock.install()
        page.route(addresses, self._send)

    def lose(self) -> None:
        """Let no request through."""
        self._is_lost = True

    def restore(self) -> None:
        """Let all requests through again. The seconds after which the page tries again are over at once."""
        self._is_lost = False
        self._page.clock.fast_forward(RETRY_MILLISECONDS)

    def _send(self, route: Route) -> None:
        if self._is_lost:
            route.abort()
        else:
            route.continue_()
