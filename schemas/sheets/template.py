"""Empty sheets for the players of a club: CSV, or XLSX with lists of places and a column that checks."""

from collections.abc import Sequence
from typing import Final

from daifu.schemas.csv_text import csv_text
from daifu.schemas.sheets.grid import XLSX

TEMPLATE_TYPES: Final = {"csv": "text/csv", "xlsx": XLSX}
_WHAT: Final = "順位 / places: 1, 2, 3 …"
_HEADINGS: Final = ("日付", "回")
_NO_NAMES: Final = ("",) * 6


def template(players: Sequence[str], kind: str) -> bytes:
    """An empty sheet of layout P for these players, or with room for their names.

    What stands above the headings says that the cells are places.
    """
    players = players or _NO_NAMES
    headings = [*_HEADINGS, *players]
    if kind == "csv":
        return csv_text([_WHAT], [headings]).encode()
    from daifu.schemas.sheets.workbook import write_form  # noqa: PLC0415 - openpyxl is of an extra, and takes long to load

    first = len(_HEADINGS) + 1
    return write_form("順位", [[_WHAT], headings], range(first, first + len(players)))
