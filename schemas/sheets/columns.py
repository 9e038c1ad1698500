"""What is known of a sheet before it is read: the map `daifu-columns/1`, which is kept for the next sheet."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape, Name, PlayerShape
from daifu.schemas.sheets.dates import DateOrder
from daifu.schemas.sheets.errors import SheetRefused

Layout = Literal["P", "N", "S", "L", "T"]
LAYOUTS: Final[dict[Layout, Text]] = {
    "P": Text("a column a player: places", "プレイヤーごとの列に順位"),
    "N": Text("a column a place: names", "順位ごとの列に名前"),
    "S": Text("a column a player: points", "プレイヤーごとの列に点数"),
    "L": Text("a row a player in a game", "1行に1人の1回分"),
    "T": Text("a column a player: titles", "プレイヤーごとの列に身分"),
}
"""The layouts, with what their cells hold."""

MAP_FORMAT: Final = "daifu-columns/1"
_LETTERS: Final = re.compile("[A-Za-z]{1,3}")


class Columns(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a sheet is read. Columns are named by their letters; what is missing is recognised.

    `players` are those of columns, `names` those of names that are written in cells and headings. `skip` are further
    words that begin rows of totals. `year` is that of dates without one.
    """

    format: Literal["daifu-columns/1"] = MAP_FORMAT
    layout: Layout | None = None
    sheet: str | None = None
    date: str | None = None
    game: str | None = None
    table: str | None = None
    players: dict[str, Name | PlayerShape] = msgspec.field(default_factory=dict)
    names: dict[str, Name | PlayerShape] = msgspec.field(default_factory=dict)
    skip: list[str] = msgspec.field(default_factory=list)
    rules: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    house: HouseShape | None = None
    event: dict[str, Any] = msgspec.field(default_factory=dict)
    evening: Literal["date"] = "date"
    date_order: DateOrder | None = None
    year: int | None = None
    lowest_wins: bool = False

    def changed(self, said: Mapping[str, Any]) -> "Columns":
        """The map with these values, which may be texts, in place of its own. Raises `SheetRefused`."""
        try:
            return msgspec.convert({**msgspec.to_builtins(self), **said}, Columns, strict=False)
        except msgspec.ValidationError as error:
            raise _bad_map(error) from error

    def numbered_players(self) -> Iterator[tuple[int, str | PlayerShape]]:
        """The players by the numbers of their columns, from 1. Raises `SheetRefused`."""
        return ((column_number(text), entry) for text, entry in self.players.items())


def column_number(text: str) -> int:
    """The number of the column with these letters, from 1. Raises `SheetRefused`."""
    if not _LETTERS.fullmatch(text):
        raise SheetRefused(
            "bad_map",
            f"expected the letters of a column, found {text!r}",
            f"列の文字が必要ですが、「{text}」とあります",
        )
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def read_columns(text: bytes) -> Columns:
    """A map from its JSON. Raises `SheetRefused`."""
    try:
        return msgspec.json.decode(text, type=Columns)
    except msgspec.MsgspecError as error:
        raise _bad_map(error) from error


def _bad_map(error: msgspec.MsgspecError) -> SheetRefused:
    return SheetRefused("bad_map", f"the map cannot be read: {error}", f"対応表を読めません：{error}")


def write_columns(columns: Columns) -> bytes:
    """A map as JSON; what was left open is left out."""
    return msgspec.json.encode({"format": MAP_FORMAT, **msgspec.to_builtins(columns)})
