"""The documentation of the API, which needs nothing but the service."""

import httpx2
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.running_service import RunningService

METHODS = frozenset({"get", "put", "post", "delete", "patch"})


def test_it_shows_every_operation_without_any_network(samples: RunningService, open_page: OpenPage) -> None:
    paths = httpx2.get(f"{samples.url}/openapi.json").json()["paths"]
    operations = sum(len(METHODS & item.keys()) for item in paths.values())
    page = open_page(f"{samples.url}/docs")
    expect(page.locator(".opblock-summary-path")).to_have_count(operations)
    expect(page.locator("body")).not_to_contain_text("Failed to load")
