"""Bringing games in a browser: chosen, dropped and pasted, or written by hand, with scripts and without."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.chromium import PHONE, sign_in
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService
from tests.support.stores import raw_sitting

FAULTY = PROJECT_ROOT / "data" / "samples" / "faulty.ndjson"

DROP = """([form, name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  form.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize("scripts", [True, False])
def test_files_are_uploaded_and_summed_up(service: RunningService, open_page: OpenPage, *, scripts: bool) -> None:
    page = open_page(f"{service.url}/upload", scripts=scripts)
    page.locator("main a.button").click()
    page.get_by_label("Your key").fill(service.token)
    page.locator("main button").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()
    page.get_by_label("Files", exact=True).set_input_files(FAULTY)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="What became of it")).to_be_visible()
    page.locator("#result a[href^='/games/']").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game ")


def test_text_is_pasted(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/upload")
    sign_in(page, service)
    page.reload()
    page.get_by_label("or text").fill(json.dumps(raw_sitting("pasted")))
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#result")).to_contain_text("new: 1")
    expect(page.get_by_role("heading", name="What became of it")).to_be_focused()


def test_files_are_dropped_and_problems_are_shown(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/upload")
    sign_in(page, service)
    page.reload()
    form = page.locator("#upload").element_handle()
    page.evaluate(DROP, [form, "evening.json", '{"format": "daifu/1"}'])
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#result")).to_contain_text("could not be read: 1")
    expect(page.locator("#result")).to_contain_text("evening.json")


def test_the_link_that_the_service_prints_signs_in(service: RunningService, open_page: OpenPage) -> None:
    link = next(line for line in service.greeting if line.startswith("sign in")).rpartition(" ")[2]
    page = open_page(link)
    page.locator("main button").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def test_signing_out_ends_the_session(service: RunningService, open_page: OpenPage) -> None:
    page = open_page(f"{service.url}/upload")
    sign_in(page, service)
    page.reload()
    page.get_by_role("link", name="Sign out").click()
    page.locator("main button").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


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
