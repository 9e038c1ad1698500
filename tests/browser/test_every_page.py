"""What holds of every page kind, and of the documentation of the API: axe finds nothing, nothing scrolls sideways."""

import json

import httpx2
import pytest
from playwright.sync_api import expect

from daifu.replay.games.catalogue import PROFILES
from tests.browser.conftest import OpenPage
from tests.support.chromium import (
    ALL_ROWS,
    FEW_ROWS,
    LAPTOP,
    PHONE,
    accessibility_errors,
    is_wider_than_its_window,
    page_errors,
    sign_in,
)
from tests.support.http_app import bearer_headers
from tests.support.running_service import RunningService
from tests.support.stores import raw_sitting

KINDS = (
    "/",
    "/games",
    "/games?player=nobody",
    "/search?q=ha",
    "/upload",
    "/sheets",
    "/write",
    "/sign-in",
    "/enter",
    "/nothing",
    "/games/1",
    "/games/1/revisions",
    "/games/1/explanations",
    "/games/1/evening",
    "/games/1/other-rules?rules=akagiri",
    "/games/110/deals/1/positions/2",
    "/games/110/report",
    "/games/110/deals/1/columns",
    "/games/110/deals/1/analysis",
    "/games/1?rules=theater",
    "/seasons",
    "/house-rules",
    "/house-rules/new?start=parlour",
    "/house-rules/new/dalmuti",
    "/house-rules/new?on=run_revolution&on=points&on=exchange&exchange.counts=two",
    "/house-rules/compare?one=official&other=uecda",
)


def deals_of_each_game(service: RunningService) -> list[str]:
    """A position in a sample of each game."""
    found = []
    for rules in PROFILES:
        query = {"rules": rules, "legal": "true", "limit": "1"}
        [record] = httpx2.get(f"{service.url}/v1/records", params=query).json()["records"]
        found.append(f"/games/{record['id']}/deals/2/positions/9")
    return found


@pytest.mark.parametrize(
    ("language", "scheme", "width", "rows"),
    [("en", "light", PHONE, FEW_ROWS), pytest.param("ja", "dark", LAPTOP, ALL_ROWS, marks=pytest.mark.soak)],
)
def test_axe_finds_nothing_and_no_page_is_too_wide(
    samples: RunningService, open_page: OpenPage, language: str, scheme: str, width: int, rows: int
) -> None:
    page = open_page(samples.url, language=language, scheme=scheme, width=width)
    found = {}
    for address in (*KINDS, *deals_of_each_game(samples)):
        page.goto(samples.url + address)
        found[address] = page_errors(page, rows)
    assert {address: errors for address, errors in found.items() if errors} == {}


def evening_pages(service: RunningService) -> list[str]:
    """The pages of an evening of each game, before its first deal, and of one of its players."""
    pages = ["/evenings", "/evenings/new", "/games/1/notes", "/people/same", "/players/A/changes", "/players/A/moves"]
    for rules, profile in PROFILES.items():
        record = raw_sitting(rules=rules, players=list("ABCDEFG")[: profile.players[0]], deals=[{}])
        sent = httpx2.post(f"{service.url}/v1/records", json=record, headers=bearer_headers(service.token))
        game = f"/games/{sent.json()['id']}/evening"
        pages += [f"/evenings/new?rules={rules}", game, f"{game}/1", f"{game}/1/cards"]
    return pages


@pytest.mark.soak
@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", LAPTOP), ("ja", "dark", PHONE)])
def test_axe_finds_nothing_on_pages_of_evenings(
    service: RunningService, open_page: OpenPage, language: str, scheme: str, width: int
) -> None:
    page = open_page(service.url, language=language, scheme=scheme, width=width)
    sign_in(page, service)
    found = {}
    for address in evening_pages(service):
        answer = page.goto(service.url + address)
        assert answer
        assert answer.ok
        found[address] = page_errors(page, ALL_ROWS)
    assert {address: errors for address, errors in found.items() if errors} == {}


def test_long_names_do_not_widen_a_page(service: RunningService, open_page: OpenPage) -> None:
    names = ["x" * 60, "長" * 60, "عربي" * 15, "<b>" * 20]
    event = {"name": "n" * 60, "round": "r" * 60}
    headers = bearer_headers(service.token)
    sent = httpx2.post(f"{service.url}/v1/records", json=raw_sitting(players=names, event=event), headers=headers)
    assert sent.status_code == 201, json.dumps(sent.json())
    game = f"/games/{sent.json()['id']}"
    page = open_page(service.url, width=PHONE)
    wide = []
    for address in ("/", "/games", game, f"{game}/deals/1/positions/2", "/search?q=xxx"):
        page.goto(service.url + address)
        wide += [address] if is_wider_than_its_window(page) else []
    assert wide == []
    assert accessibility_errors(page) == []


METHODS = frozenset({"get", "put", "post", "delete", "patch"})


def test_it_shows_every_operation_without_any_network(samples: RunningService, open_page: OpenPage) -> None:
    paths = httpx2.get(f"{samples.url}/openapi.json").json()["paths"]
    operations = sum(len(METHODS & item.keys()) for item in paths.values())
    page = open_page(f"{samples.url}/docs")
    expect(page.locator(".opblock-summary-path")).to_have_count(operations)
    expect(page.locator("body")).not_to_contain_text("Failed to load")
