"""Chromium, and services on stores of their own. Without Chromium all tests here are skipped."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.support.chromium import CHROMIUM, LAPTOP, NO_CHROMIUM, run_chromium
from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, run_service

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium, which reaches nothing but services on this machine."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    expect.set_options(timeout=WAIT_SECONDS * 1_000)
    with run_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with the sample games, for tests that only read."""
    with run_service(tmp_path_factory.mktemp("samples"), DAIFU_SAMPLES="yes", DAIFU_RATE_ADDRESS="0") as running:
        yield running


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service to which tests upload, each with what it needs."""
    with run_service(tmp_path_factory.mktemp("service"), DAIFU_RATE_ADDRESS="0") as running:
        yield running


_EXPECTED: Final = (
    "Failed to load resource: the server responded with a status of 4",
    "Failed to load resource: net::ERR_INTERNET_DISCONNECTED",
    "Failed to load resource: net::ERR_CONNECTION_REFUSED",
)
"""What Chromium says of a page that describes an error, or without a connection or a service."""


def _is_complaint(said: ConsoleMessage) -> bool:
    return said.type == "error" and not said.text.startswith(_EXPECTED)


def _note_complaints(page: Page, complaints: list[str]) -> None:
    """Note here what scripts of the page fail at, and what is forbidden to them."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if _is_complaint(said) else None)


@pytest.fixture(scope="session")
def _tab(chromium: Browser) -> tuple[Page, list[str]]:
    """A tab that stays open, and what is complained of in it."""
    page = chromium.new_page(locale="en", viewport={"width": LAPTOP, "height": 900}, service_workers="block")
    complaints: list[str] = []
    _note_complaints(page, complaints)
    return page, complaints


@pytest.fixture
def open_tab(_tab: tuple[Page, list[str]]) -> Iterator[OpenPage]:
    """Opens an address in a tab that tests share which only read; as `open_page` else, with its default settings.

    A browser of its own takes the processor a second. Cookies of an earlier test are gone.
    """
    page, complaints = _tab
    page.context.clear_cookies()

    def open_in_tab(url: str) -> Page:
        page.goto(url)
        return page

    yield open_in_tab
    said = complaints.copy()
    complaints.clear()
    assert said == []


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[OpenPage]:
    """Opens an address in a browser of its own; fails at the end if a script failed or was forbidden.

    `language`, `width` in pixels, `scheme`, `scripts` and `workers` say what the browser is like. By default it has no
    service workers: what they send does not pass through the routes of tests.
    """
    contexts = []
    complaints: list[str] = []

    def open_in_browser(
        url: str,
        *,
        language: str = "en",
        width: int = LAPTOP,
        scheme: Literal["light", "dark"] = "light",
        scripts: bool = True,
        workers: Literal["allow", "block"] = "block",
    ) -> Page:
        context = chromium.new_context(
            locale=language,
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
            service_workers=workers,
        )
        contexts.append(context)
        page = context.new_page()
        _note_complaints(page, complaints)
        page.goto(url)
        return page

    yield open_in_browser
    for context in contexts:
        context.close()
    assert complaints == []
