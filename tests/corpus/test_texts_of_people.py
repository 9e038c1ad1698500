"""Texts that people wrote and that were refused once: they are read, or told what they are and the way out."""

import re
from pathlib import Path
from typing import Final

import pytest

from daifu.schemas.fu.spelling import respell, spell
from tests.support.command_line import daifu
from tests.support.project import CORPUS

FOUND: Final = CORPUS.parent / "found"
NOTATION: Final = CORPUS.parent / "notation.md"
TOLD: Final = {
    "fail-09.log": (2, ":61: expected a line %00006%points%"),
    "fail-10.dat": (2, ":615: expected text, found a NUL byte"),
    "fail-12.log": (2, "this looks like shift_jis: read it with --encoding shift_jis"),
    "fail-25.json": (0, "/deals/0/actions/0: read '1 d3' as 1 D3"),
}
"""What is said of a file that is not simply read, and whether a part of it cannot be read."""

pytestmark = pytest.mark.skipif(not FOUND.is_dir(), reason="the texts of people are not beside the project")


def files() -> list[Path]:
    return [path for path in sorted(FOUND.glob("*.*")) if path.suffix not in {".md", ".sh"}]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_a_file_that_was_refused_is_read_or_told_what_it_is(path: Path) -> None:
    result = daifu("check", path)
    code, said = TOLD.get(path.name, (0, ""))
    assert said in result.stderr
    assert (result.exit_code == 2) == (code == 2)


def spellings() -> list[tuple[str, str]]:
    """The inputs of the notation whose reading needs no table, each with its reading."""
    [line] = [line for line in NOTATION.read_text().splitlines() if line.startswith("Fifteen inputs")] or [""]
    return [(text, read) for text, read in re.findall(r"`([^`]+)` → `([^`]+)`", line) if "<" not in read]


@pytest.mark.parametrize(("text", "read"), spellings() if NOTATION.is_file() else [])
def test_what_stands_on_rule_pages_is_spelt_as_cards(text: str, read: str) -> None:
    words = [spell(word, suited=True) for word in respell(text, (), draws=False)]
    assert " ".join(word.act for word in words) == read
