"""The documents as a whole: two languages side by side, links that lead somewhere, generated pages."""

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from daifu.api.reference.pages import PARTS, pages
from daifu.api.settings import ALL_SETTINGS
from daifu.data.rulebooks.rules import load_rulebook, rulebook_names
from daifu.replay.games.catalogue import PROFILES
from tests.support.project import (
    JAPANESE,
    PROJECT_ROOT,
    blocks,
    documents,
    english_edition,
    headings,
    links,
    read_text,
    relative_path,
    tables,
)

DOCUMENTS = documents()
WRITTEN_BY_HAND = [document for document in DOCUMENTS if document.parent.name != "rules"]
IN_JAPANESE = [document for document in DOCUMENTS if document.name.endswith(JAPANESE)]
ENGLISH_ONLY = {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"}
"""Documents for those who work on the program; that on security has both languages in one."""

RULE_ID = re.compile(r"\b[DTAFBU](?:-[A-Z0-9]+)+\b")
ROW_OF_GAME = re.compile(r"^\| \[(\w+)\]", re.MULTILINE)

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=relative_path)
every_japanese_one = pytest.mark.parametrize("document", IN_JAPANESE, ids=relative_path)


def outline(document: Path) -> list[int]:
    return [heading.level for heading in headings(read_text(document))]


def shape(document: Path) -> list[tuple[int, set[int]]]:
    """Rows and columns of each table."""
    return [(len(table), {len(row) for row in table}) for table in tables(read_text(document))]


def test_every_document_for_users_is_there_in_both_languages() -> None:
    english = {relative_path(document) for document in DOCUMENTS} - {
        relative_path(document) for document in IN_JAPANESE
    }
    assert english - ENGLISH_ONLY == {relative_path(english_edition(document)) for document in IN_JAPANESE}


@every_japanese_one
def test_both_languages_have_the_same_headings(document: Path) -> None:
    assert outline(document) == outline(english_edition(document))


@every_japanese_one
def test_both_languages_have_the_same_tables(document: Path) -> None:
    assert shape(document) == shape(english_edition(document))


@every_japanese_one
def test_both_languages_have_the_same_examples_of_json(document: Path) -> None:
    def examples(one: Path) -> list[str]:
        return [block.text for block in blocks(read_text(one)) if block.language == "json"]

    assert examples(document) == examples(english_edition(document))


@every_japanese_one
def test_each_language_links_to_the_other(document: Path) -> None:
    english = english_edition(document)
    assert english.name in links(read_text(document))
    assert document.name in links(read_text(english))


@every_document
def test_a_document_has_one_title_and_skips_no_level(document: Path) -> None:
    levels = outline(document)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


@every_document
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    broken = [
        link for link in links(read_text(document)) if not link.startswith("https:") and not leads(document, link)
    ]
    assert broken == []


def leads(document: Path, link: str) -> bool:
    path, _sign, anchor = unquote(link).partition("#")
    target = document.parent / path if path else document
    if not target.is_file():
        return False
    return not anchor or anchor in {heading.anchor for heading in headings(read_text(target))}


@pytest.mark.parametrize("document", WRITTEN_BY_HAND, ids=relative_path)
def test_every_rule_that_is_named_is_in_a_rule_book(document: Path) -> None:
    known = {rule.id for name in rulebook_names() for rule in load_rulebook(name).rules}
    assert set(RULE_ID.findall(read_text(document))) <= known


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_every_game_is_in_the_table_of_the_first_page(name: str) -> None:
    assert sorted(ROW_OF_GAME.findall(read_text(PROJECT_ROOT / name))) == sorted(rulebook_names())


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


def test_what_is_generated_is_up_to_date() -> None:
    made = dict(pages(PROJECT_ROOT))
    assert [name for name, text in made.items() if read_text(PROJECT_ROOT / name) != text] == []


@pytest.mark.parametrize("part", PARTS)
def test_a_generated_part_stands_on_a_page_in_each_language(part: str) -> None:
    there = [page.name for page in documents() if f"<!-- made: {part} -->\n\n" in read_text(page)]
    assert len(there) == len({name.endswith(JAPANESE) for name in there}) == 2


@pytest.mark.parametrize("name", ["docs/service.md", "docs/service.ja.md"])
def test_the_page_on_the_service_names_only_settings_that_exist(name: str) -> None:
    named = {word for word in read_text(PROJECT_ROOT / name).replace("`", " ").split() if word.startswith("DAIFU_")}
    assert named
    assert named <= {setting.variable for setting in ALL_SETTINGS}
    assert tables(read_text(PROJECT_ROOT / name))
