"""Sheets of results: records from a spreadsheet in which a table kept its places or points."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec

from daifu.records import Record, loaded_record
from daifu.replay.text import Text
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.sheets.grid import CellError, SheetRefused
from daifu.schemas.sheets.layout import Columns, write_columns
from daifu.schemas.sheets.reading import read_sheet as read_results
from daifu.schemas.sources.items import SourceProblem, SourceRefused


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet of results says: a record an evening, and what is wrong with it.

    An error or a notice has a `cell`, a `code` and its sentence as `text`; the rows of errors are in no record.
    `questions` are what `columns` should answer, the map by which the next sheet is read alike.
    """

    records: tuple[Record, ...]
    errors: tuple[CellError, ...]
    notices: tuple[CellError, ...]
    questions: tuple[Text, ...]
    columns: Mapping[str, Any]


def read_sheet(
    source: bytes | str | PathLike[str],
    rules: str | None = None,
    *,
    columns: Mapping[str, Any] | None = None,
    sheet: str | None = None,
) -> Sheet:
    """What a sheet says that is in a file, or in bytes: CSV, TSV or XLSX, of whose workbook `sheet` is read.

    `rules` is the game, `columns` what else is known of the sheet, such as its `layout`. Raises `SourceRefused`.
    """
    said = {**(columns or {}), **({} if rules is None else {"rules": rules})}
    name = "" if isinstance(source, bytes) else fspath(source)
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    try:
        found = read_results(data, Columns().changed(said), sheet=sheet)
    except SheetRefused as refused:
        raise SourceRefused([SourceProblem(name, 0, refused.text)]) from refused
    records = tuple(loaded_record(decode_raw(evening.record)) for evening in found.evenings)
    return Sheet(
        records, found.errors, found.notices, found.questions, msgspec.json.decode(write_columns(found.columns))
    )
