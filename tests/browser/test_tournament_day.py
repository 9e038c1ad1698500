"""An organiser runs a tournament of forty from an empty store to the final table with few clicks."""

from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, expect

from daifu.data.store.open import open_store
from daifu.data.tournaments.state import TableId
from tests.browser.conftest import OpenPage
from tests.support.chromium import LAPTOP, PHONE, page_errors, sign_in
from tests.support.http_app import bearer_headers
from tests.support.pages import table_link
from tests.support.running_service import RunningService, run_service

MOST_CLICKS = 60
"""The most clicks of the desk apart from results."""
TAPS_A_TABLE = 4
"""The most names that are tapped at a table: the last place fills itself."""
MANY_ROWS = 60
FIRST_NAMES = ("Aoi", "Ren", "Yui", "Sora", "Mio")
LAST_NAMES = ("Abe", "Doi", "Endo", "Goto", "Ito", "Kato", "Mori", "Noda")
PEOPLE = tuple(f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES)


class Desk:
    """The laptop of the organiser, whose clicks are counted: those for results, and the others."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.errors: dict[str, list[str]] = {}

    def click(self, name: str, role: str = "button") -> None:
        """Click what has this name, which leads to another page or another state of this one."""
        found = self.page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type] # a role
        found.click()
        self.page.wait_for_load_state()
        self.clicks += 1

    def looks_right(self) -> None:
        """Note what axe finds wrong with the page, once a kind of page."""
        if (title := self.page.title()) not in self.errors:
            self.errors[title] = page_errors(self.page, MANY_ROWS)

    def enter_results(self) -> None:
        """Enter the results of all tables of the round, by taps, once the round is shown."""
        expect(self.page.locator(".desk-table .places-form").first).to_be_visible()
        while self.page.locator(".desk-table .places-form").count():
            before = self.page.locator(".desk-table .places-form").count()
            form = self.page.locator(".desk-table .places-form").first
            taps = form.locator(".tap")
            for seat in range(taps.count() - 1):
                taps.nth(seat).click()
            assert taps.count() - 1 <= TAPS_A_TABLE
            form.get_by_role("button", name="Enter", exact=True).click()
            expect(self.page.locator(".desk-table .places-form")).to_have_count(before - 1)


def create(desk: Desk) -> None:
    """Three answers, and a list of names."""
    page = desk.page
    desk.click("A new tournament", "link")
    page.get_by_label("Name of the tournament").fill("Two days")
    page.get_by_label("Game, or rules of a club").select_option("dalmuti")
    page.get_by_label("People at a table").fill("4")
    page.get_by_label("Rounds (empty").fill("2")
    page.get_by_label("Preliminaries, and a final of the best").check()
    desk.clicks += 2
    desk.looks_right()
    desk.click("Create, and add people")
    page.get_by_label("Names, one a line").fill("\n".join(PEOPLE))
    desk.click("Add")
    expect(page.locator("#check-in .name-buttons li")).to_have_count(len(PEOPLE))
    desk.looks_right()


def check_in(desk: Desk, open_page: OpenPage, url: str) -> None:
    """All but the last one tap their own name at the door."""
    desk.page.get_by_text("At the door: people tap their own name").click()
    desk.clicks += 1
    link = desk.page.get_by_role("link", name="The page for the door").get_attribute("href")
    door = open_page(f"{url}{link}", width=PHONE)
    for name in PEOPLE[:-1]:
        door.get_by_role("button", name=name).click()
        expect(door.get_by_role("status")).to_contain_text(name)


def add_latecomer(desk: Desk) -> None:
    """Somebody comes late, and plays in the rounds that have not begun."""
    desk.click("People", "link")
    desk.page.get_by_label("Names, one a line").fill("Late Comer")
    desk.click("Add")
    desk.click("Draw the rounds again that have not begun")
    desk.click("Desk", "link")
    expect(desk.page.get_by_text("Late Comer").first).to_be_visible()


def let_somebody_go(desk: Desk, name: str) -> None:
    """Somebody does not come any more before a round."""
    desk.click("People", "link")
    desk.click(name, "link")
    desk.looks_right()
    desk.click("Leaves, or did not come")
    desk.click("Desk", "link")
    desk.click("Draw these again")


def swap_first_two_of_a_result(desk: Desk) -> None:
    """A result is corrected from what is stored, after what it would move was shown."""
    desk.click("correct", "link")
    desk.looks_right()
    taps = desk.page.locator(".places-form .tap")
    for seat in (0, 1):
        taps.nth(seat).click()
        desk.clicks += 1
    desk.click("Correct")
    expect(desk.page.get_by_role("heading", name="is this right?")).to_be_visible()
    desk.looks_right()
    desk.click("Yes")


def give_penalty(desk: Desk, name: str) -> None:
    """Somebody gets a penalty."""
    page = desk.page
    desk.click("Jobs", "link")
    desk.looks_right()
    desk.click("Give a penalty or a bonus", "link")
    who = page.locator("#field-entrant")
    who.select_option(who.locator("option", has_text=name).get_attribute("value"))
    page.get_by_label("Points").fill("2")
    page.get_by_label("Why").fill("late at the table")
    desk.clicks += 1
    desk.looks_right()
    desk.click("Give a penalty or a bonus")
    desk.click("Yes")


def test_forty_people_play_two_days_with_few_clicks(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, width=LAPTOP)
    sign_in(page, service)
    page.goto(f"{service.url}/tournaments")
    desk = Desk(page)
    create(desk)
    check_in(desk, open_page, service.url)
    desk.click("Desk", "link")
    expect(page.get_by_role("region", name="What now?")).to_contain_text(PEOPLE[-1])
    desk.looks_right()
    desk.click("Draw without those who are not here")
    desk.looks_right()
    desk.enter_results()
    desk.click("Confirm the round")
    add_latecomer(desk)
    let_somebody_go(desk, PEOPLE[3])
    desk.enter_results()
    swap_first_two_of_a_result(desk)
    give_penalty(desk, PEOPLE[0])
    desk.click("Confirm the round")
    lot, final = (page.get_by_role("button", name=name) for name in ("Draw the lot", "Open the final"))
    expect(lot.or_(final)).to_be_visible()
    if lot.count():
        desk.click("Draw the lot")
    desk.click("Open the final: the best 8")
    desk.click("Draw the rounds")
    for _ in range(2):
        desk.enter_results()
        desk.click("Confirm the round")
    desk.click("Finish the tournament")
    desk.click("The final table", "link")
    expect(page.locator("table.standing tbody tr")).to_have_count(len(PEOPLE) + 1)
    assert desk.clicks < MOST_CLICKS
    assert {title: errors for title, errors in desk.errors.items() if errors} == {}


@pytest.mark.soak
def test_eight_phones_the_desk_and_the_wall_go_on_after_the_service_was_killed_in_a_round(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with run_service(tmp_path, DAIFU_RATE_ADDRESS="0") as first:
        cup = drawn_cup(first)
        office = open_page(first.url)
        sign_in(office, first)
        office.goto(f"{first.url}/tournaments/{cup}/desk")
        wall = open_page(f"{first.url}/tournaments/{cup}/wall")
        with closing(open_store(tmp_path / "daifu.db")) as store:
            links = [table_link(store, cup, TableId(1, 1, table)) for table in range(1, 9)]
        phones = [open_page(first.url + link, width=PHONE) for link in links]
        for phone in phones[:4]:
            enter_by_phone(phone)
    with run_service(tmp_path, DAIFU_PORT=str(urlsplit(first.url).port), DAIFU_RATE_ADDRESS="0"):
        for phone in phones[4:]:
            enter_by_phone(phone)
        expect(wall.locator("footer")).to_contain_text("All results are in")
        office.reload()
        office.get_by_role("button", name="Confirm the round").click()
        expect(office.get_by_role("region", name="What now?")).to_contain_text("All rounds are played.")


def drawn_cup(service: RunningService) -> int:
    """A tournament of 32 whose only round is drawn."""
    headers = bearer_headers(service.token)
    settings = {"scoring": {"by": "place", "worth": [[3, 2, 1, 0]]}}
    created = httpx2.post(
        f"{service.url}/v1/tournaments", json={"name": "Cup", "rules": "theater", "settings": settings}, headers=headers
    )
    cup: int = created.json()["id"]
    tables = [list(range(first, first + 4)) for first in range(1, 33, 4)]
    changes = [
        *({"change": "entered", "name": name} for name in PEOPLE[:32]),
        {"change": "stage_opened", "name": "Rounds", "rounds": 1},
        {"change": "drawn", "stage": 1, "round": 1, "tables": tables, "method": "by hand"},
    ]
    address = f"{service.url}/v1/tournaments/{cup}/changes"
    assert httpx2.post(address, json=changes, headers={**headers, "If-Match": '"1"'}).status_code == 200
    return cup


def enter_by_phone(phone: Page) -> None:
    """The first three of a table are tapped; the last place fills itself."""
    for seat in range(3):
        phone.locator(".tap").nth(seat).click()
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_role("button", name="Yes, enter it").click()
    expect(phone.get_by_role("status").filter(has_text="is entered")).to_be_visible()
