"""A club in Chromium: from the first start to its first deal, its people, seasons and rules."""

import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import httpx2
import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from daifu.data.pictures import MOST_PICTURE
from tests.browser.conftest import OpenPage
from tests.store.test_seasons import raw_evening
from tests.support.chromium import ALL_ROWS, LAPTOP, PHONE, accessibility_errors, page_errors, sign_in
from tests.support.http_app import bearer_headers
from tests.support.running_service import RunningService, run_service
from tests.support.stores import raw_sitting

PEOPLE = ("Haru", "Tom", "Ken", "Mei", "Zoë", "花子")
MOST_TAPS = 12
"""From the link to the first deal, names not counted."""


@pytest.fixture
def new_service(tmp_path: Path) -> Iterator[RunningService]:
    """A service on a store that nobody has opened yet."""
    with run_service(tmp_path, DAIFU_RATE_ADDRESS="0", DAIFU_PUBLIC_URL="http://club.example") as running:
        yield running


def first_link(service: RunningService) -> str:
    """The link that signs in, which the service printed with its public address."""
    printed = next(line for line in service.greeting if line.startswith("sign in")).rpartition(" ")[2]
    return service.url + printed.removeprefix("http://club.example")


def test_a_new_club_enters_its_first_deal_with_few_taps(new_service: RunningService, open_page: OpenPage) -> None:
    page = open_page(new_service.url, width=PHONE)
    taps = 0

    def tap(target: str) -> None:
        nonlocal taps
        assert page_errors(page, ALL_ROWS) == []
        page.locator(target).first.click()
        taps += 1

    page.goto(first_link(new_service))
    tap("main button")
    page.fill("input[name=name]", "Friday court")
    page.select_option("select[name=rules]", "dalmuti")
    page.fill("textarea", "\n".join(PEOPLE))
    tap("main button")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday court")
    tap("main a.button:not(.plain)")
    tap(".change-form > button")
    for seat in range(5):
        page.locator(".tap").nth(seat).click()
        taps += 1
    tap(".places-form > button:not(.plain)")
    expect(page.locator(".said p")).to_have_text("Deal 1 is entered.")
    assert taps <= MOST_TAPS
    page.goto(new_service.url)
    expect(page.locator("main a.button:not(.plain)")).to_have_text("Enter deal 2")
    assert page_errors(page, ALL_ROWS) == []


def test_a_phone_signs_in_by_a_code_and_a_closed_club_shows_strangers_the_door(
    new_service: RunningService, open_page: OpenPage
) -> None:
    laptop = open_page(new_service.url, width=LAPTOP, language="ja", scheme="dark")
    laptop.goto(first_link(new_service))
    laptop.click("main button")
    laptop.fill("input[name=name]", "金曜会")
    laptop.check("input[value=members]")
    laptop.click("main button")
    laptop.goto(f"{new_service.url}/tokens")
    laptop.fill("input[name=name]", "ハルのスマホ")
    laptop.click(".box button")
    assert page_errors(laptop, ALL_ROWS) == []
    link = laptop.locator(".sign-in-code a").get_attribute("href")
    phone = open_page(new_service.url, width=PHONE, language="ja")
    phone.goto(f"{new_service.url}/games")
    expect(phone.get_by_role("heading", level=1)).to_have_text("成績を見るにはログインしてください")
    assert page_errors(phone, ALL_ROWS) == []
    phone.goto(f"{new_service.url}{link}")
    assert page_errors(phone, ALL_ROWS) == []
    phone.click("main button")
    expect(phone.get_by_role("link", name="例会を始める")).to_be_visible()


def photograph(path: Path) -> Path:
    """A large photograph, as a phone makes it, which says where it was taken."""
    noise = Image.frombytes("RGB", (600, 300), random.Random(1).randbytes(600 * 300 * 3))
    about = Image.Exif()
    about[0x010E] = "taken at home"
    noise.resize((2_000, 1_000)).save(path, "JPEG", quality=95, exif=about)
    assert path.stat().st_size > MOST_PICTURE
    return path


def test_a_photograph_is_made_small_and_forgets_where_it_was_taken(
    service: RunningService, open_page: OpenPage, tmp_path: Path
) -> None:
    headers = bearer_headers(service.token)
    httpx2.post(f"{service.url}/v1/records", json=raw_sitting(), headers=headers).raise_for_status()
    page = open_page(service.url, width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/players/Mu/changes")
    page.set_input_files("input[type=file]", photograph(tmp_path / "photograph.jpg"))
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/players/Mu*")
    address = page.locator("img[src*=picture]").first.get_attribute("src")
    sent = page.request.get(f"{service.url}{address}").body()
    assert Image.open(BytesIO(sent)).size == (192, 192)
    assert b"taken at home" not in sent


SEASON_PEOPLE = [f"Person {number}" for number in range(1, 31)]


def test_a_season_is_made_with_three_taps_and_printed_on_one_sheet(
    service: RunningService, open_page: OpenPage
) -> None:
    for week in range(40):
        came = [SEASON_PEOPLE[(week * 7 + seat * 5) % len(SEASON_PEOPLE)] for seat in range(4)]
        day, points = f"2026-{week // 4 + 1:02}-{week % 4 * 7 + 1:02}", dict(zip(came, (3, 2, 1, 0), strict=True))
        record = raw_evening(day, points, event="Court")
        httpx2.post(f"{service.url}/v1/records", json=record, headers=bearer_headers(service.token)).raise_for_status()
    page = open_page(service.url, width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/seasons")
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Only evenings with this name").fill("Court")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("region", name="Table of the season").get_by_role("row").count() == 1 + len(SEASON_PEOPLE)
    page.get_by_text("As a table").click()
    assert page_errors(page, ALL_ROWS) == []
    page.goto(page.url)
    page.locator(".plot img").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


RULES = (
    *("jokers", "runs", "revolution", "run_revolution", "eight_cut", "nine_pair", "jack_back"),
    *("spade3", "seven_give", "ten_discard", "suit_lock", "finish_ban", "exchange", "titles"),
)


def pages_of_paper(page: Page) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


def test_a_club_s_rules_are_ticked_kept_and_printed(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(service.url, language="ja", width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/house-rules/new")
    page.fill("[id='name.ja']", "編集部")
    for rule in RULES:
        page.check(f"input[name=on][value={rule}]")
    expect(page.locator("#count")).to_contain_text(f"{len(RULES)}個のルール")
    page.select_option("select[name=least]", "4")
    page.click("#jokers summary")
    page.fill("[name='jokers.count']", "4")
    page.click("#revolution summary")
    page.check("[name='revolution.answer'][value=as_many]")
    page.click("#nine_pair summary")
    page.check("[name='nine_pair.counts'][value='3']")
    page.check("[name='nine_pair.counts'][value='4']")
    page.click("#finish_ban summary")
    page.uncheck("[name='finish_ban.cards'][value=joker]")
    expect(page.locator("#sheet")).to_contain_text("禁止するもの：2。")
    assert accessibility_errors(page) == []
    page.click("text=このルールを保存")
    expect(page.locator("footer", has_text="e1f4edaa")).to_be_visible()
    assert pages_of_paper(page) == 1


def test_a_tick_counts_though_the_page_grows_while_it_is_pressed(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/house-rules/new", width=PHONE)
    held: list[Route] = []
    page.route("**/house-rules/new", lambda route: held.append(route))  # noqa: PLW0108 - it has to be a function
    first, second = page.locator("input[name=on]").nth(0), page.locator("input[name=on]").nth(1)
    first.check()
    second.hover()
    page.mouse.down()
    with page.expect_response("**/house-rules/new"):
        held.pop().continue_()
    page.wait_for_timeout(200)
    page.unroute("**/house-rules/new")
    page.mouse.up()
    expect(second).to_be_checked()
    expect(page.locator("#count")).to_contain_text("2 rules")


def test_a_button_resolves_a_conflict_at_once(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/house-rules/new", width=PHONE)
    page.check("input[name=on][value=run_revolution]")
    page.click("#run_revolution .problem button >> nth=0")
    expect(page.locator("input[name=on][value=runs]")).to_be_checked()
    expect(page.locator(".problem")).to_have_count(0)
