"""The documents as a whole: two languages side by side, and links that lead somewhere."""

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from daifu.data.rulebooks.rules import load_rulebook, rulebook_names
from tests.support.markdown import (
    JAPANESE,
    blocks,
    documents,
    english_edition,
    headings,
    links,
    read_text,
    relative_path,
    tables,
)
from tests.support.project import PROJECT_ROOT

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
