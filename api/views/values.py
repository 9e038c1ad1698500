"""Values that views are made of: plain JSON, and tables that are sent as JSON, CSV or XLSX."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

import msgspec

from daifu.api.languages import LANGUAGES, Language
from daifu.data.tournaments.changes import encode_fraction
from daifu.replay.text import Text
from daifu.schemas import answer
from daifu.schemas.csv_text import Cell, csv_text

Json = dict[str, Any]
_SHEET: Final = "daifu"
"""The name of the sheet in a workbook."""


def json_value(value: object) -> Any:  # noqa: ANN401 - any JSON
    """A value of a state as plain JSON: named tuples and dataclasses by their fields, fractions as in answers."""
    if isinstance(value, Mapping):
        return {str(name): json_value(part) for name, part in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return json_value(value._asdict())
    if isinstance(value, list | tuple):
        return [json_value(part) for part in value]
    if is_dataclass(value):
        return {field.name: json_value(getattr(value, field.name)) for field in fields(value)}
    return msgspec.to_builtins(value, enc_hook=encode_fraction)


def sentence(text: Text) -> answer.Text:
    """A sentence for people."""
    return answer.Text(*text)


def plain_json(value: object) -> Any:  # noqa: ANN401 - any JSON
    """An answer as the values that a client reads from its JSON."""
    return msgspec.json.decode(encode_json(value))


encode_json: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
"""Encodes an answer; fractions as `encode_fraction` writes them."""


class TableView(NamedTuple):
    """An answer for JSON, and the same as rows under columns for spreadsheets, with names in a language.

    `after` is the cursor of the next page of a list, if there is one.
    """

    value: Any
    columns: Sequence[str]
    rows: Callable[[int], Iterable[Sequence[Cell]]]
    after: str | None = None

    def as_json(self) -> bytes:
        """The answer as JSON."""
        return encode_json(self.value)

    def as_csv(self, language: Language) -> str:
        """The rows as CSV."""
        return csv_text(self.columns, self.rows(LANGUAGES.index(language)))

    def as_xlsx(self, language: Language) -> bytes:
        """The rows as a workbook. Raises `ModuleNotFoundError` where openpyxl is not installed."""
        from daifu.schemas.sheets.workbook import write_workbook  # noqa: PLC0415 - openpyxl is of an extra, and takes long to load

        return write_workbook(_SHEET, [self.columns, *self.rows(LANGUAGES.index(language))])
