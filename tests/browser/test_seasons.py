"""A season from its form to paper, in Chromium."""

import httpx2

from tests.browser.conftest import OpenPage
from tests.store.test_seasons import raw_evening
from tests.support.chromium import ALL_ROWS, PHONE, page_errors, sign_in
from tests.support.http_app import bearer_headers
from tests.support.running_service import RunningService

PEOPLE = [f"Person {number}" for number in range(1, 31)]


def test_a_season_is_made_with_three_taps_and_printed_on_one_sheet(
    service: RunningService, open_page: OpenPage
) -> None:
    for week in range(40):
        came = [PEOPLE[(week * 7 + seat * 5) % len(PEOPLE)] for seat in range(4)]
        day, points = f"2026-{week // 4 + 1:02}-{week % 4 * 7 + 1:02}", dict(zip(came, (3, 2, 1, 0), strict=True))
        record = raw_evening(day, points, event="Court")
        httpx2.post(f"{service.url}/v1/records", json=record, headers=bearer_headers(service.token)).raise_for_status()
    page = open_page(service.url, width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/seasons")
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Only evenings with this name").fill("Court")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("region", name="Table of the season").get_by_role("row").count() == 1 + len(PEOPLE)
    page.get_by_text("As a table").click()
    assert page_errors(page, ALL_ROWS) == []
    page.goto(page.url)
    page.locator(".plot img").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
