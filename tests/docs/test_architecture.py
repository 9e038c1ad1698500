"""Every file and folder that the pages for developers name is there."""

import re
from pathlib import Path

import pytest

from daifu.replay.games.catalogue import PROFILES
from tests.support.markdown import read_text
from tests.support.project import PROJECT_ROOT

PAGES = [
    PROJECT_ROOT / "docs" / "architecture.md",
    PROJECT_ROOT / "CONTRIBUTING.md",
    PROJECT_ROOT / "README.md",
    PROJECT_ROOT / "README.ja.md",
]
PACKAGES = ("api", "bench", "daifu", "data", "docs", "replay", "schemas", "tests")
SECTIONS = {
    "The engine": ["replay", "."],
    "The store": ["data/store", "data/store/sql", "data/store/sqlite", "data/store/postgresql", "."],
    "Views, service and command line": ["api/http", "api/http/gunicorn", "api/web", "api/cli", "."],
    "Tournaments": ["data/tournaments", "."],
    "Statistics": ["replay/statistics", "replay/figures", "data/store/sql/statistics", "."],
    "Archives": ["data/archive", "."],
}
"""The folders in which a section names files without saying so again."""

FILE = re.compile(r"`([\w/.<>]+(?:\.py|\.md|\.toml|\.yaml|/))`")


def named_files(text: str) -> list[str]:
    return [name for found in FILE.findall(text) for name in spelled_out(found)]


def spelled_out(name: str) -> list[str]:
    """The path for each game where it stands for all of them."""
    placeholder = re.search(r"<\w+>", name)
    return [name.replace(placeholder[0], game) for game in PROFILES] if placeholder else [name]


def starts_at_root(name: str) -> bool:
    return name.split("/", maxsplit=1)[0] in PACKAGES and "/" in name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_exists(page: Path) -> None:
    paths = [name for name in named_files(read_text(page)) if starts_at_root(name)]
    assert paths
    assert [name for name in paths if not (PROJECT_ROOT / name).exists()] == []


@pytest.mark.parametrize("title", SECTIONS)
def test_every_file_of_a_section_exists(title: str) -> None:
    section = read_text(PAGES[0]).split(f"\n## {title}\n")[1].split("\n## ")[0]
    names = named_files(section)
    assert names
    folders = [PROJECT_ROOT / folder for folder in SECTIONS[title]]
    assert [name for name in names if not any((folder / name).exists() for folder in folders)] == []
