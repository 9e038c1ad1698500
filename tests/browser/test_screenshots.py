"""A chosen few pages look as they did when somebody last looked at them."""

from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.screenshots import FOLDER, KINDS, share_of_difference, take
from tests.support.running_service import RunningService

GREATEST_DIFFERENCE: Final = 0.003
"""What versions of Chromium may differ by. One line of text that has moved is more."""


@pytest.mark.parametrize("name", KINDS)
def test_a_page_looks_as_expected(chromium: Browser, samples: RunningService, tmp_path: Path, name: str) -> None:
    taken = take(chromium, samples, KINDS[name])
    difference = share_of_difference(taken, Image.open(FOLDER / f"{name}.png").convert("RGB"))
    if difference > GREATEST_DIFFERENCE:
        taken.save(tmp_path / f"{name}.png")
    assert difference <= GREATEST_DIFFERENCE, f"see {tmp_path}; python -m tests.browser.screenshots if it is meant"


def test_a_line_that_moves_is_a_difference() -> None:
    expected = Image.open(FOLDER / "standings.png").convert("RGB")
    moved = expected.copy()
    moved.paste(expected.crop((0, 100, expected.width, 110)), (0, 103))
    assert share_of_difference(moved, expected) > GREATEST_DIFFERENCE


def test_another_colour_is_a_difference() -> None:
    expected = Image.open(FOLDER / "standings.png").convert("RGB")
    darker = expected.point(lambda value: value - 32)
    assert share_of_difference(darker, expected) > GREATEST_DIFFERENCE
