"""The columns of what is exported: of the tables of records, and of standings."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from daifu.data.markdown import table
from daifu.replay.text import Text
from daifu.schemas.parquet.record_tables import EXPORTED_TABLES
from daifu.schemas.parquet.standings import MEETING_COLUMNS, STANDING_COLUMNS, TEAM_COLUMNS
from daifu.schemas.parquet.table import Column

_HEADINGS: Final = (Text("column", "列"), Text("type", "型"), Text("null", "null"), Text("what it is", "内容"))


def export_sections(language: int) -> str:
    """A section for each table of records."""
    return "\n\n".join(
        f"### {one.name}\n\n{one.text[language]}\n\n{_column_table(one.columns, language)}"
        for one in EXPORTED_TABLES.values()
    )


def _column_table(columns: Iterable[Column], language: int) -> str:
    rows = (
        (f"`{one.name}`", f"`{one.type}`", Text("may be", "あり")[language] if one.optional else "", one.text[language])
        for one in columns
    )
    return table(_HEADINGS, rows, language)


standing_table: Final = partial(_column_table, STANDING_COLUMNS)
meeting_table: Final = partial(_column_table, MEETING_COLUMNS)
team_table: Final = partial(_column_table, TEAM_COLUMNS)
