"""The pages of an analysis: ordered by a button, free of errors that axe finds, and no wider than a phone."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import OpenPage
from tests.support.chromium import PHONE, accessibility_errors, is_wider_than_its_window
from tests.support.http_client import RECORDS
from tests.support.processes import wait_until
from tests.support.running_service import RunningService, http_client, run_service
from tests.support.small_records import LOST

ANALYSIS = "/games/1/deals/1/analysis"


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service that has analysed its only game."""
    variables = {"DAIFU_ANALYSIS_WORKERS": "1", "DAIFU_ANALYSIS_PLAYOUTS": "40"}
    with run_service(tmp_path_factory.mktemp("analysed"), **variables) as running, http_client(running) as client:
        client.post(RECORDS, json=LOST).raise_for_status()
        job = client.post(f"{RECORDS}/1/analysis").headers["Location"]
        wait_until(lambda: client.get(job).json()["state"] == "done")
        yield running


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing(analysed: RunningService, open_page: OpenPage, language: str, scheme: str) -> None:
    page = open_page(analysed.url + ANALYSIS, language=language, scheme=scheme)
    page.locator("summary").first.click()
    assert accessibility_errors(page) == []
    for address in (f"{ANALYSIS}/4/2", "/players/Shimo/analysis"):
        page.goto(analysed.url + address)
        assert accessibility_errors(page) == []


def test_no_page_is_wider_than_a_phone(analysed: RunningService, open_page: OpenPage) -> None:
    page = open_page(analysed.url + ANALYSIS, width=PHONE)
    assert not is_wider_than_its_window(page)
    for address in (f"{ANALYSIS}/4/2", "/players/Shimo/analysis"):
        page.goto(analysed.url + address)
        assert not is_wider_than_its_window(page)


def test_the_better_line_is_stepped_through_without_scripts(analysed: RunningService, open_page: OpenPage) -> None:
    page = open_page(analysed.url + ANALYSIS, scripts=False)
    page.locator("ol.laid a").first.click()
    page.locator("#next").click()
    assert page.url.endswith(f"{ANALYSIS}/4/2")
