"""The page about the export, with the columns of each table."""

from api import export_wording as wording
from data.markdown import table
from data.page_wording import EN, ENDINGS, JA, LANGUAGE_NAMES
from schemas.parquet.columns import Column
from schemas.parquet.tables import TABLES, RecordTable


def export_page(language: int) -> str:
    """The page in this language."""
    other = JA if language == EN else EN
    parts = [
        f"# {wording.TITLE[language]}",
        f"[{LANGUAGE_NAMES[other]}](export{ENDINGS[other]})",
        wording.ABOUT[language],
        f"## {wording.TABLES[language]}",
        wording.ABOUT_TABLES[language],
        *(_section(one, language) for one in TABLES.values()),
    ]
    return "\n\n".join(parts) + "\n"


def _section(one: RecordTable, language: int) -> str:
    rows = (_row(column, language) for column in one.columns)
    return "\n\n".join([f"### {one.name}", one.text[language], table(wording.COLUMNS, rows, language)])


def _row(column: Column, language: int) -> tuple[str, ...]:
    optional = wording.OPTIONAL[language] if column.optional else ""
    return f"`{column.name}`", f"`{column.type}`", optional, column.text[language]
