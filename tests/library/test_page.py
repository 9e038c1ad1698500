"""The page of the library: its examples, and the names that it lists."""

import doctest
import re
from pathlib import Path

import pytest

import daifu
from tests.support.project import PROJECT_ROOT, blocks, read_text, tables

PAGES = [PROJECT_ROOT / "docs" / name for name in ("library.md", "library.ja.md")]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def examples(page: Path) -> str:
    return "\n".join(block.text for block in blocks(read_text(page)) if block.language == "pycon")


@every_page
def test_every_example_prints_what_is_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT_ROOT)
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page.name, str(page), 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert (outcome.failed, "".join(report)) == (0, "")
    assert outcome.attempted > 0


def test_both_languages_have_the_same_examples() -> None:
    assert examples(PAGES[0]) == examples(PAGES[1])


@every_page
def test_the_table_lists_every_public_name_and_no_other(page: Path) -> None:
    table, *_ = tables(read_text(page))
    names = [name for row in table for name in re.findall(r"`(\w+)", row[0])]
    assert sorted(names) == sorted(daifu.__all__)
