"""Values that views are made of: plain JSON, and tables that are told as JSON or as CSV."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

import msgspec

from api.languages import LANGUAGES, Language
from data.tournaments.exact_numbers import encode_fraction
from replay.text import Text
from schemas.csv_text import Cell, csv_text
from schemas.http import answers

Json = dict[str, Any]


def json_value(value: object) -> Any:  # noqa: ANN401 - any JSON
    """A value of the state or of a standing with everything in it: parts by their names, fractions as they are told."""
    if isinstance(value, Mapping):
        return {str(name): json_value(part) for name, part in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return json_value(value._asdict())
    if isinstance(value, list | tuple):
        return [json_value(part) for part in value]
    if is_dataclass(value):
        return {field.name: json_value(getattr(value, field.name)) for field in fields(value)}
    return msgspec.to_builtins(value, enc_hook=encode_fraction)


def sentence(text: Text) -> answers.Text:
    """A sentence for people."""
    return answers.Text(*text)


def plain_json(value: object) -> Any:  # noqa: ANN401 - any JSON
    """An answer as the values that a client reads from its JSON."""
    return msgspec.json.decode(encode_json(value))


encode_json: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
"""Encodes an answer; fractions as `encode_fraction` writes them."""


class TableView(NamedTuple):
    """What is to be told: as a value for JSON, and as rows under columns, with names in a language of `Text`.

    A page of a list has the cursor of the one `after` it, as long as there is one.
    """

    value: Any
    columns: Sequence[str]
    rows: Callable[[int], Iterable[Sequence[Cell]]]
    after: str | None = None

    def as_json(self) -> bytes:
        """It for programs."""
        return encode_json(self.value)

    def as_csv(self, language: Language) -> str:
        """It for spreadsheets."""
        return csv_text(self.columns, self.rows(LANGUAGES.index(language)))
