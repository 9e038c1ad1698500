"""Tournaments in Chromium: every page kind, the entry at the table by phone, the wall, and paper."""

import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from daifu.api.web.pages.tournaments.wall import SECONDS_A_SCREEN
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import AnyChange, Finished, Result, RoundClosed, WallSet
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import TableId
from tests.browser.conftest import OpenPage
from tests.support.chromium import (
    ALL_ROWS,
    FEW_ROWS,
    LAPTOP,
    PHONE,
    Connection,
    accessibility_errors,
    page_errors,
    sign_in,
    stop_reloads,
)
from tests.support.http_app import bearer_headers
from tests.support.pages import table_link
from tests.support.running_service import RunningService, run_service
from tests.support.tournaments.store import BY_PLACE, make_cup

KINDS = (
    "/players",
    "/players?q=nobody-of-this-name",
    "/players/Kenji?rules=uecda",
    "/players/Kenji?rules=biga",
    "/rules",
    "/rules/theater",
    "/rules/uecda/statistics",
    "/rules/uecda/ratings",
    "/rules/uecda/leaderboard",
    "/tournaments",
    "/tournaments/1",
    "/tournaments/1/entrants/7",
    "/tournaments/1/rounds/1/2",
    "/tournaments/1/my-table",
    "/tournaments/1/my-table/2",
    "/tournaments/1/head-to-head",
    "/tournaments/1/referee",
    "/tournaments/1/log",
    "/tournaments/1/wall?screen=1",
    "/tournaments/1/paper",
    "/tournaments/1/name-cards",
    "/tournaments/1/certificates",
    "/tournaments/1/report",
    "/tournaments/1/rounds/1/2/sheets",
    "/tournaments/1/rounds/1/2/seats",
)
FORMS = (
    "/evenings/new",
    "/evenings/new?rules=akagiri",
    "/games/1/evening",
    "/tokens",
    "/club",
    "/tournaments/new",
    "/tournaments/new?rules=akagiri",
    "/tournaments/1/clock",
    "/tournaments/1/draw",
    "/tournaments/1/changes",
    "/tournaments/1/changes/award",
    "/tournaments/1/settings",
    "/tournaments/1/people",
    "/tournaments/1/people/1",
    "/tournaments/1/desk",
    "/tournaments/1/rounds/1/2/tables/1",
)
NAMES = ("Haru", "שלום עולם", "長" * 60, "<script>alert(1)</script>")
WATCHED_SECONDS = 300


class Cup(NamedTuple):
    """A running service with a tournament of one table in its first round, and the link of that table."""

    url: str
    number: int
    link: str

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results of the table."""
        told = httpx2.get(f"{self.url}/v1/tournaments/{self.number}").json()
        found: list[dict[str, Any]] = told["stages"][0]["rounds"][0]["tables"][0]["results"]
        return found


@pytest.fixture
def cup(service: RunningService, request: pytest.FixtureRequest) -> Cup:
    """A cup whose only table plays two deals."""
    headers = bearer_headers(service.token)
    settings = {"scoring": {"by": "place", "worth": [[3, 2, 1, 0]]}, "deals": 2}
    new = {"name": request.node.name, "rules": "theater", "settings": settings}
    created = httpx2.post(f"{service.url}/v1/tournaments", json=new, headers=headers)
    assert created.status_code == 201, created.text
    number = created.json()["id"]
    changes = [
        *({"change": "entered", "name": name} for name in NAMES),
        {"change": "stage_opened", "name": "Final"},
        {"change": "drawn", "stage": 1, "round": 1, "tables": [[1, 2, 3, 4]], "method": "by hand"},
    ]
    changed = httpx2.post(
        f"{service.url}/v1/tournaments/{number}/changes", json=changes, headers={**headers, "If-Match": '"1"'}
    )
    assert changed.status_code == 200, changed.text
    with closing(open_store(service.log.parent / "daifu.db")) as store:
        link = service.url + table_link(store, number, TableId(1, 1, 1))
    return Cup(service.url, number, link)


def tap_names(page: Page, *seats: int) -> None:
    """Tap names in the order of their places."""
    for seat in seats:
        page.locator(".tap").nth(seat - 1).click()


@pytest.mark.parametrize(
    ("language", "scheme", "width", "rows"),
    [
        pytest.param("en", "light", LAPTOP, ALL_ROWS, marks=pytest.mark.soak, id="laptop"),
        pytest.param("ja", "dark", PHONE, FEW_ROWS, id="phone"),
    ],
)
def test_axe_finds_nothing_and_no_page_is_too_wide(
    samples: RunningService, open_page: OpenPage, language: str, scheme: str, width: int, rows: int
) -> None:
    page = open_page(samples.url, language=language, scheme=scheme, width=width)
    stop_reloads(page, "**/wall?*")
    found = {}
    for address in KINDS:
        page.goto(samples.url + address)
        found[address] = page_errors(page, rows)
    sign_in(page, samples)
    for address in FORMS:
        page.goto(samples.url + address)
        found[address] = page_errors(page, rows)
    assert {address: errors for address, errors in found.items() if errors} == {}


def test_the_plots_of_a_player_are_drawn(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(f"{samples.url}/players/Kenji?rules=uecda")
    pictures = page.locator(".plot img")
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    widths = page.evaluate("[...document.querySelectorAll('.plot img')].map((picture) => picture.naturalWidth)")
    assert len(widths) == 6
    assert all(width > 0 for width in widths)


def test_a_result_is_entered_by_tapping_names_in_their_order(cup: Cup, open_page: OpenPage) -> None:
    page = open_page(cup.link, width=PHONE)
    assert accessibility_errors(page) == []
    tap_names(page, 3, 1, 4, 2)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    assert accessibility_errors(page) == []
    page.get_by_role("button", name="Yes, enter it").click()
    expect(page.get_by_role("status")).to_contain_text("Deal 1 is entered.")
    assert [result["places"] for result in cup.results] == [[2, 4, 1, 3]]


def test_without_scripts_a_result_is_entered_by_lists(cup: Cup, open_page: OpenPage) -> None:
    page = open_page(cup.link, width=PHONE, scripts=False)
    for seat, place in enumerate("2413", 1):
        page.select_option(f"select[name=place-{seat}]", place)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Yes, enter it").click()
    assert [result["places"] for result in cup.results] == [[2, 4, 1, 3]]


def test_a_result_is_kept_without_a_connection_and_sent_once_when_there_is_one(cup: Cup, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 900})
    connection = Connection(page, "**/tables/**")
    page.goto(cup.link)
    connection.lose()
    tap_names(page, 1, 2, 3, 4)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("status")).to_contain_text("kept on this phone")
    assert cup.results == []
    connection.restore()
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()
    assert [result["places"] for result in cup.results] == [[1, 2, 3, 4]]
    page.close()


def test_the_wall_shows_a_result_that_a_phone_enters(cup: Cup, open_page: OpenPage) -> None:
    walls = [open_page(f"{cup.url}/tournaments/{cup.number}/wall?screen=1", scripts=False) for _ in range(2)]
    phone = open_page(cup.link, width=PHONE)
    tap_names(phone, 4, 3, 2, 1)
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_role("button", name="Yes, enter it").click()
    for wall in walls:
        expect(wall.locator("tbody tr").first).to_contain_text(NAMES[3])


@pytest.mark.soak
def test_a_draw_and_the_clock_reach_phones_and_walls_by_themselves(
    service: RunningService, open_page: OpenPage
) -> None:
    headers = bearer_headers(service.token)
    settings = {"scoring": {"by": "place", "worth": [[3, 2, 1, 0]]}}
    new = {"name": "Cup with phones", "rules": "theater", "settings": settings}
    number = httpx2.post(f"{service.url}/v1/tournaments", json=new, headers=headers).json()["id"]
    stage = {"change": "stage_opened", "name": "Final", "sizes": [4]}
    changes = [*({"change": "entered", "name": f"Player {one}"} for one in range(1, 9)), stage]
    url = f"{service.url}/tournaments/{number}"
    httpx2.post(f"{service.url}/v1/tournaments/{number}/changes", json=changes, headers={**headers, "If-Match": '"1"'})
    phones = [open_page(f"{url}/my-table/{entrant}", width=PHONE) for entrant in (1, 5)]
    walls = [open_page(f"{url}/wall?screen=2", scripts=scripts) for scripts in (True, False)]
    office = open_page(service.url)
    sign_in(office, service)
    office.goto(f"{url}/draw")
    office.get_by_role("button", name="Draw and look at it").click()
    expect(office.locator("main")).to_contain_text("No draw can be better.")
    for phone in phones:
        expect(phone.locator(".large")).to_have_text("Your next table is not drawn yet.")
    office.get_by_role("button", name="Take this draw").click()
    office.goto(f"{url}/clock")
    office.get_by_role("button", name="Start").click()
    for phone in phones:
        expect(phone.locator(".large")).to_contain_text("seat")
        expect(phone.locator(".clock")).to_contain_text("39:")
    for wall in walls:
        expect(wall.locator(".clock")).to_contain_text("39:")
        expect(wall.locator(".seats li")).to_have_count(8)
    office.get_by_role("button", name="Pause").click()
    for wall in walls:
        expect(wall.locator("header")).to_contain_text("paused")


@pytest.mark.soak
@pytest.mark.parametrize("finished", [False, True])
def test_walls_take_turns_for_five_minutes(tmp_path: Path, open_page: OpenPage, *, finished: bool) -> None:
    names = [f"Player {number:03}" for number in range(132)]
    with closing(open_store(tmp_path / "daifu.db")) as store:
        cup = make_cup(store, names, Settings(scoring=BY_PLACE))
        results = [Result(stage=1, round=1, table=table, places=(1, 2, 3, 4)) for table in range(1, 34)]
        last: list[AnyChange] = (
            [RoundClosed(stage=1, round=1), Finished()] if finished else [WallSet(pages=("standing",))]
        )
        store.tournaments.append(cup, [*results, *last], Author(), expected=None)
    with run_service(tmp_path, DAIFU_RATE_ADDRESS="0") as running:
        walls = [open_page(f"{running.url}/tournaments/{cup}/wall", scripts=scripts) for scripts in (True, False)]
        turns: list[list[tuple[float, str]]] = [[] for _ in walls]
        begin = time.monotonic()
        while (now := time.monotonic() - begin) < WATCHED_SECONDS:
            for wall, seen in zip(walls, turns, strict=True):
                number = wall.locator("footer .minor").last.inner_text()
                if not seen or seen[-1][1] != number:
                    seen.append((now, number))
            walls[0].wait_for_timeout(200)
    for seen in turns:
        assert {number for _, number in seen} == {f"{number}/6" for number in range(1, 7)}
        lasted = [after - before for (before, _), (after, _) in pairwise(seen[1:])]
        assert len(lasted) >= WATCHED_SECONDS / SECONDS_A_SCREEN - 3
        assert all(SECONDS_A_SCREEN - 3 < one < SECONDS_A_SCREEN + 3 for one in lasted)


def test_the_sheets_of_a_round_are_printed_two_a_page(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(f"{samples.url}/tournaments/1/rounds/1/2/sheets")
    printed = page.pdf(format="A4")
    assert printed.count(b"/Type /Page\n") == 3


def test_each_certificate_is_a_page(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(f"{samples.url}/tournaments/1/certificates")
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") == page.locator(".certificate").count()


def test_a_standing_is_printed_without_menus(samples: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{samples.url}/tournaments/1")
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation").filter(visible=True).count()
    expect(page.locator("table.standing")).to_be_visible()
