"""The folders of the project and of the known cases beside it, and its documents as tests read them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PROJECT_ROOT: Final = Path(__file__).parents[2]
CORPUS: Final = PROJECT_ROOT.parent / "shared" / "corpus"
"""Cases with known outcomes and real logs. Tests of them are skipped if it is not there."""

JAPANESE: Final = ".ja.md"

FENCED: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A fenced block: what it is marked with, and what is in it."""

_HEADING: Final = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_FILE: Final = re.compile(r"`([\w-]+\.json)`")


class Heading(NamedTuple):
    """A heading, 1 being the title of the document."""

    level: int
    text: str

    @property
    def anchor(self) -> str:
        """What a link to it says behind the `#`."""
        return re.sub(r"[^\w\- ]", "", self.text.lower()).replace(" ", "-")


class Block(NamedTuple):
    """A fenced block; `file` is the file of JSON that was named last before it."""

    language: str
    text: str
    file: str


def documents() -> list[Path]:
    """Every document: those of the root, and all of docs/."""
    return sorted([*PROJECT_ROOT.glob("*.md"), *PROJECT_ROOT.glob("docs/**/*.md")])


def relative_path(document: Path) -> str:
    """The path of a document seen from the root."""
    return document.relative_to(PROJECT_ROOT).as_posix()


def read_text(document: Path) -> str:
    """What is in the document."""
    return document.read_text(encoding="utf-8")


def english_edition(document: Path) -> Path:
    """The English edition of a Japanese document."""
    return document.with_name(document.name.removesuffix(JAPANESE) + ".md")


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a document."""
    for found in FENCED.finditer(text):
        named = _FILE.findall(text[: found.start()])
        yield Block(found[1], found[2], named[-1] if named else "")


def prose(text: str) -> str:
    """A document without its fenced blocks."""
    return FENCED.sub("", text)


def headings(text: str) -> list[Heading]:
    """The headings of a document."""
    return [Heading(len(marks), words) for marks, words in _HEADING.findall(prose(text))]


def sections(text: str) -> list[str]:
    """What stands under each heading of the second level."""
    return re.split(r"^## .+$", prose(text), flags=re.MULTILINE)[1:]


def links(text: str) -> list[str]:
    """Where a document links to."""
    return _LINK.findall(prose(text))


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a document: rows of cells, without the headings and the line under them."""
    found = re.findall(r"(?:^\|.*\|\n)+", prose(text), re.MULTILINE)
    return [[_cells(row) for row in table.splitlines()[2:]] for table in found]


def names_in_backticks(cell: str) -> list[str]:
    """What a cell names, each in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]
