"""Watching a deal: by keys, by the mouse, by itself, and without scripts; and what its analysis says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import ALL_ROWS, LAPTOP, PHONE, is_wider_than_its_window, page_errors
from tests.support.http_client import RECORDS
from tests.support.processes import wait_until
from tests.support.running_service import RunningService, http_client, run_service
from tests.support.small_records import LOST

DEAL = "/games/1/deals/1"


def expect_position(page: Page, at: int) -> None:
    """Wait until the position after `at` actions is shown, under its own address."""
    expect(page.locator(".controls .at b")).to_have_text(str(at))
    expect(page).to_have_url(re.compile(re.escape(f"{DEAL}/positions/{at}" if at else DEAL) + "$"))


def test_keys_step_through_a_deal(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        expect_position(page, at)
    page.keyboard.press("End")
    last = int(page.locator(".controls .at").inner_text().split("/")[1])
    expect_position(page, last)
    page.keyboard.press("ArrowRight")
    expect_position(page, last)


def test_keys_step_by_tricks(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.keyboard.press("ArrowDown")
    expect_position(page, 1)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".controls .at b")).not_to_have_text("1")
    expect(page.locator(".wide .d-set")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect_position(page, 1)


def test_a_key_steps_to_the_next_fault(samples: RunningService, open_tab: OpenPage) -> None:
    listed = open_tab(f"{samples.url}/games?legal=false&rules=theater")
    game = listed.locator("ul.games a").first.get_attribute("href")
    page = open_tab(f"{samples.url}{game}/deals/1")
    page.keyboard.press("f")
    expect(page.locator("li.fault q").first).to_be_visible()


def test_keys_in_a_field_are_text(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.get_by_role("searchbox").first.press_sequentially("fp")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("searchbox").first).to_have_value("fp")
    expect_position(page, 0)


def test_the_focus_stays_on_the_step_that_was_taken(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    expect_position(page, 1)
    expect(page.locator("#next")).to_be_focused()


def test_each_step_is_announced(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_contain_text("1. ")


def test_an_action_in_the_list_is_a_place_to_go_to(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.locator(".tricks a").nth(4).click()
    expect_position(page, 5)
    expect(page.locator(".tricks a").nth(4)).to_have_attribute("aria-current", "step")


def test_it_plays_by_itself_until_it_is_stopped(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.get_by_role("button", name="Auto").click()
    expect_position(page, 2)
    page.get_by_role("button", name="Auto").click()
    expect(page.get_by_role("button", name="Auto")).to_have_attribute("aria-pressed", "false")


def test_a_strip_is_dragged_along_to_any_position(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    strip = page.locator(".strip").bounding_box()
    assert strip
    y = strip["y"] + strip["height"] / 2
    page.mouse.move(strip["x"] + 5, y)
    page.mouse.down()
    page.mouse.move(strip["x"] + strip["width"] / 2, y, steps=5)
    actions = int(page.locator(".controls .at").inner_text().split("/")[1])
    expect_position(page, -(-actions // 2))
    page.mouse.move(strip["x"] + strip["width"] - 1, y, steps=5)
    page.mouse.up()
    expect_position(page, actions)


def test_a_swipe_on_the_table_is_a_step(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    swipe = """([from, to]) => {
        const table = document.querySelector(".table");
        const touch = x => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
        table.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch(from)] }));
        table.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [touch(to)] }));
    }"""
    page.evaluate(swipe, [300, 200])
    expect_position(page, 1)
    page.evaluate(swipe, [200, 300])
    expect_position(page, 0)


def test_a_seat_that_is_pressed_comes_near(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.locator(".wide [data-seat='2']").click()
    expect(page.locator(".wide [data-seat]").first).to_have_attribute("data-seat", "2")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".controls .at b")).to_have_text("1")
    expect(page.locator(".wide [data-seat]").first).to_have_attribute("data-seat", "2")


def test_the_link_that_is_shared_names_the_revision(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="✓")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{samples.url}{DEAL}?revision=1"


def test_a_step_changes_only_what_differs(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.evaluate("document.querySelectorAll('.wide .d-panel').forEach(panel => panel.kept = true)")
    page.keyboard.press("ArrowRight")
    expect_position(page, 1)
    assert page.evaluate("[...document.querySelectorAll('.wide .d-panel')].every(panel => panel.kept)")


def test_a_position_fits_on_a_phone_without_scrolling_and_weighs_little(
    samples: RunningService, open_page: OpenPage
) -> None:
    page = open_page(samples.url + f"{DEAL}/positions/20", width=PHONE)
    page.set_viewport_size({"width": PHONE, "height": 844})
    for part in (".table", ".told", ".strip", ".controls"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
    page.wait_for_load_state("networkidle")
    sent = page.evaluate("performance.getEntries().map(one => [one.initiatorType, one.transferSize || 0])")
    assert sum(size for kind, size in sent if kind != "fetch") < 60_000


@pytest.mark.parametrize(("width", "height"), [(PHONE, 844), (360, 640), (320, 568), (844, 390)])
def test_on_any_phone_a_disputed_play_is_told_without_scrolling(
    samples: RunningService, open_page: OpenPage, width: int, height: int
) -> None:
    listed = open_page(f"{samples.url}/games?legal=false&rules=theater", width=width)
    game = listed.locator("ul.games a").first.get_attribute("href")
    page = open_page(f"{samples.url}{game}/deals/1", width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("a#next-fault").click()
    expect(page.locator(".drawing:visible .d-fault")).to_have_count(1)
    assert not is_wider_than_its_window(page)
    for part in (".told .last", ".drawing:visible .d-fault", ".drawing:visible .d-turn", "#next", ".strip"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def test_the_legal_actions_stay_open_from_step_to_step(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.locator("#legal-switch").click()
    expect(page.locator("#legal li").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".controls .at b")).to_have_text("1")
    expect(page.locator("#legal li").first).to_be_visible()


def test_the_other_language_shows_the_same_position(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.keyboard.press("ArrowRight")
    expect_position(page, 1)
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator(".controls .at b")).to_have_text("1")


def test_reloading_shows_the_same_position(samples: RunningService, open_tab: OpenPage) -> None:
    page = open_tab(samples.url + DEAL)
    page.keyboard.press("ArrowRight")
    expect_position(page, 1)
    page.reload()
    expect_position(page, 1)


def test_without_scripts_every_step_is_a_link(samples: RunningService, open_page: OpenPage) -> None:
    page = open_page(samples.url + DEAL, scripts=False)
    page.locator("#next").click()
    expect_position(page, 1)
    page.locator("#next-trick").click()
    page.locator("#last").click()
    page.locator("#before").click()
    page.locator("#first").click()
    expect_position(page, 0)
    expect(page.locator("#play")).to_be_hidden()


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
