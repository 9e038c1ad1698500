"""What a column is: its name, the type of its values, and a sentence on what they are."""

from enum import StrEnum
from typing import Final, NamedTuple

from replay.text import Text


class Type(StrEnum):
    """The types of columns, by the names that they have in Arrow."""

    BOOL = "bool"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
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
    type: Type
    text: Text
    optional: bool = False


Row = tuple[object, ...]
"""The values of a row, in the order of its table's columns."""

RECORD: Final = Column("record", Type.INT64, Text("The number of the record.", "棋譜の番号。"))
RULES: Final = Column("rules", Type.TEXT, Text("The game, as records have it.", "ゲーム（棋譜での名前）。"))
DAY: Final = Column(
    "day",
    Type.DAY,
    Text("The day of the event; null where the record names none.", "対局の日。棋譜に日までの記載がなければnull。"),
    optional=True,
)
DEAL: Final = Column("deal", Type.INT32, Text("The number of the deal, from 1.", "回の番号（1から）。"))

OF_RECORD: Final = (RECORD, RULES, DAY)
OF_DEAL: Final = (*OF_RECORD, DEAL)
"""What tells in every table which deal a row belongs to."""

PLAYER: Final = Column("player", Type.INT16, Text("The player number, from 1.", "プレイヤー番号（1から）。"))
PLAYER_ID: Final = Column("player_id", Type.TEXT, Text("The id of the player.", "プレイヤーのID。"))
ACTION: Final = Column(
    "action",
    Type.INT32,
    Text("The place in the actions of the deal, from 0.", "その回の行動の中での位置（0から）。"),
)
