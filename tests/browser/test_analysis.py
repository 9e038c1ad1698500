"""The pages of an analysis: ordered by a button, free of errors that axe finds, and no wider than a phone."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import OpenPage
from tests.support.chromium import ALL_ROWS, LAPTOP, PHONE, page_errors
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


@pytest.mark.parametrize(
    ("language", "scheme", "width"),
    [pytest.param("en", "light", LAPTOP, marks=pytest.mark.soak), ("ja", "dark", PHONE)],
)
def test_axe_finds_nothing_and_no_page_is_too_wide(
    analysed: RunningService, open_page: OpenPage, language: str, scheme: str, width: int
) -> None:
    page = open_page(analysed.url + ANALYSIS, language=language, scheme=scheme, width=width)
    page.locator("summary").first.click()
    assert page_errors(page, ALL_ROWS) == []
    for address in (f"{ANALYSIS}/4/2", "/players/Shimo/analysis"):
        page.goto(analysed.url + address)
        assert page_errors(page, ALL_ROWS) == []


def test_the_better_line_is_stepped_through_without_scripts(analysed: RunningService, open_page: OpenPage) -> None:
    page = open_page(analysed.url + ANALYSIS, scripts=False)
    page.locator("ol.laid a").first.click()
    page.locator("#next").click()
    assert page.url.endswith(f"{ANALYSIS}/4/2")
