"""Pieces of Markdown that pages in both languages are made of."""

from collections.abc import Iterable

from replay.text import Text


def table(columns: Iterable[Text], rows: Iterable[tuple[str, ...]], language: int) -> str:
    """A table: its headings, and the rows in this language."""
    headings = [column[language] for column in columns]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, ["---"] * len(headings), *rows))
