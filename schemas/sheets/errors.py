"""What is wrong with a sheet: why it cannot be read at all, and errors and notices by cell."""

from typing import NamedTuple

from daifu.replay.text import Text


class SheetRefused(ValueError):
    """A sheet that cannot be read as a whole; `code` names the reason, and `text` says it in both languages."""

    def __init__(self, code: str, en: str, ja: str) -> None:
        super().__init__(en)
        self.code = code
        self.text = Text(en, ja)


class CellError(NamedTuple):
    """An error or a notice: at a cell such as B7, or a whole row such as 7, its code and its sentence."""

    cell: str
    code: str
    text: Text


class Findings:
    """The errors of a sheet, at most one a cell."""

    def __init__(self) -> None:
        self._by_place: dict[tuple[int, int], CellError] = {}
        self._rows: set[int] = set()

    def add(self, row: int, column: int, code: str, en: str, ja: str) -> None:
        """Note an error at a cell, by the numbers of its row and column from 1; column 0 is the whole row."""
        at = f"{letters(column)}{row}" if column else str(row)
        self._by_place.setdefault((row, column), CellError(at, code, Text(en, ja)))
        self._rows.add(row)

    def in_row(self, row: int) -> bool:
        """Whether any cell of a row has an error."""
        return row in self._rows

    def sorted(self, first: int) -> tuple[CellError, ...]:
        """All errors from top to bottom, those in the column `first` before the others of their row."""
        places = sorted(self._by_place, key=lambda at: (at[0], at[1] != first, at[1]))
        return tuple(self._by_place[at] for at in places)


def letters(column: int) -> str:
    """The letters by which a spreadsheet names a column: A for 1, AA for 27."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
