"""The one stylesheet: its parts use the scale of sizes and spaces, and all of them are in it."""

import re
from importlib import resources

import pytest

from daifu.api.web import assets

FOLDER = resources.files("daifu.api.web") / "assets" / "style"
PARTS = {file.name.removesuffix(".css"): file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
SPACES = re.compile(r"(?<![\w-])(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z-]+)?: ([^;}]*)")
MOST_BYTES = 60_000


def test_each_part_is_in_the_stylesheet() -> None:
    served = assets.send_asset(assets.assets_version(), assets.STYLE).get_data(as_text=True)
    assert [name for name, text in PARTS.items() if text not in served] == []
    assert len(served.encode()) < MOST_BYTES


@pytest.mark.parametrize("name", sorted(PARTS))
def test_letters_have_a_size_of_the_scale(name: str) -> None:
    sizes = re.findall(r"font-size: ([^;}]*)", PARTS[name])
    assert [size for size in sizes if re.fullmatch(r"[\d.]+(rem|px)", size.strip()) and size.strip() != "1rem"] == []


@pytest.mark.parametrize("name", sorted(PARTS))
def test_spaces_below_two_lines_are_of_the_scale(name: str) -> None:
    values = [value for found in SPACES.findall(PARTS[name]) for value in re.findall(r"([\d.]+)rem", found)]
    assert [value for value in values if float(value) <= 2.1] == []
