"""Writing a game by hand on a phone: read while one writes, and by the button where there are no scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import PHONE
from tests.support.running_service import RunningService

GAME = "fu/1\nrules akagiri\nplayers A, B, C\ndeal\n1| ♠3 ♠4 ハート9\n2| D6KCT\n3| H5D2C5\n1: ♠4 ♦6 ♦2\n"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_text_is_read_while_it_is_written_or_by_the_button(
    samples: RunningService, open_page: OpenPage, *, scripts: bool
) -> None:
    page = open_page(f"{samples.url}/write", width=PHONE, scripts=scripts)
    page.get_by_label("Text").fill(GAME)
    if not scripts:
        page.get_by_role("button", name="Read").click()
    expect(page.locator("#read pre")).to_contain_text("1:S4 D6 D2")
    page.get_by_label("Text").fill(GAME.replace("♦2", "♦"))
    if not scripts:
        page.get_by_role("button", name="Read").click()
    expect(page.locator("#read .problem")).to_contain_text("line 8, column 10")


def test_the_button_stands_clear_of_the_text(samples: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{samples.url}/write", width=PHONE)
    text, button = page.get_by_label("Text").bounding_box(), page.get_by_role("button", name="Read").bounding_box()
    assert text
    assert button
    assert button["y"] - text["y"] - text["height"] >= 8
