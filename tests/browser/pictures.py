"""Takes the pictures of the README anew: a position of a sample game, and the plots of a player.

python -m tests.browser.pictures
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.support.chromium import run_chromium
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import run_service

FOLDER = PROJECT_ROOT / "docs" / "images"
WIDTH, HEIGHT = 1280, 800


def take_pictures() -> None:
    """Write the pictures into the folder of the documentation."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_service(Path(folder), DAIFU_SAMPLES="yes") as service,
        run_chromium() as browser,
    ):
        page = browser.new_page(locale="en", viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{service.url}/games?rules=theater&legal=true")
        game = page.locator(".games a").first.get_attribute("href")
        page.goto(f"{service.url}{game}/deals/2/positions/23")
        take(page, "body", "game.png")
        page.goto(f"{service.url}/players/Kenji?rules=uecda")
        take(page, "#plot-rating", "player.png")


def take(page: Page, first: str, name: str) -> None:
    """Write a picture of a page that begins a little above an element."""
    page.locator(first).first.evaluate("(element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 12)")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / name)


if __name__ == "__main__":
    take_pictures()
