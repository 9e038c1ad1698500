"""The definition of an exported table: its columns with their types and descriptions, and the source of its rows."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from daifu.replay.text import Text


class ColumnType(StrEnum):
    """The types of columns, by the names that they have in Arrow."""

    BOOL = "bool"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
    DECIMAL = "decimal128(38, 0)"
    FLOAT64 = "double"
    TEXT = "string"
    DAY = "date32"
    MOMENT = "timestamp[us, tz=UTC]"
    TEXTS = "list<string>"
    NUMBERS = "list<int16>"
    RANKS = "list<int16 or null>"
    POINTS = "list<double or null>"


class Column(NamedTuple):
    """A column; `optional` says whether its values may be null."""

    name: str
    type: ColumnType
    text: Text
    optional: bool = False


Row = tuple[object, ...]
"""The values of a row, in the order of its table's columns."""

RECORD: Final = Column("record", ColumnType.INT64, Text("The number of the record.", "棋譜の番号。"))
RULES: Final = Column("rules", ColumnType.TEXT, Text("The game, as records have it.", "ゲーム（棋譜での名前）。"))
DAY: Final = Column(
    "day",
    ColumnType.DAY,
    Text("The day of the event; null where the record names none.", "対局の日。棋譜に日までの記載がなければnull。"),
    optional=True,
)
DEAL: Final = Column("deal", ColumnType.INT32, Text("The number of the deal, from 1.", "回の番号（1から）。"))

RECORD_KEY: Final = (RECORD, RULES, DAY)
DEAL_KEY: Final = (*RECORD_KEY, DEAL)
"""The columns of the deal that a row belongs to, in every table."""

PLAYER: Final = Column("player", ColumnType.INT16, Text("The player number, from 1.", "プレイヤー番号（1から）。"))
PLAYER_ID: Final = Column("player_id", ColumnType.TEXT, Text("The id of the player.", "プレイヤーのID。"))
PERSON_ID: Final = Column(
    "person_id",
    ColumnType.TEXT,
    Text("The id that stands for the person after merges.", "統合後の本人を表すID。"),
)
ACTION: Final = Column(
    "action",
    ColumnType.INT32,
    Text("The place in the actions of the deal, from 0.", "その回の行動の中での位置（0から）。"),
)


Source = TypeVar("Source")


class Table(NamedTuple, Generic[Source]):
    """A table: its name, the description of a row, its columns, and the function that makes the rows of a source.

    `size` says for how many bytes a source counts in the size of a row group: for none where its rows are short.
    """

    name: str
    text: Text
    columns: tuple[Column, ...]
    rows: Callable[[Source], Iterator[Row]]
    size: Callable[[Source], int] = lambda _source: 0
