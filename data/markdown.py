"""Markdown tables and the file names of generated pages, which exist in English and Japanese."""

from collections.abc import Iterable
from typing import Final

from daifu.replay.text import Text


def table(columns: Iterable[Text], rows: Iterable[tuple[str, ...]], language: int) -> str:
    """A table: its headings, and the rows in this language."""
    headings = [column[language] for column in columns]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, ["---"] * len(headings), *rows))


EN, JA = range(2)
"""Where the languages stand in a `Text`."""

LANGUAGE_NAMES: Final = Text("English", "日本語")
FILE_ENDINGS: Final = Text(".md", ".ja.md")
"""How the names of the pages end."""
