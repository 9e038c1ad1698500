"""The groups that figures are shown in."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

RESULTS: Final = "results"
TITLES: Final = "titles"
SEATS: Final = "seats"
HANDS: Final = "hands"
BEFORE: Final = "before"
DEALER: Final = "dealer"
PLAY: Final = "play"
SETS: Final = "sets"
SPECIAL: Final = "special"
EXCHANGE: Final = "exchange"
ROLES: Final = "roles"
TIME: Final = "time"
FAULTS: Final = "faults"
MEETINGS: Final = "meetings"

GROUPS: Final[Mapping[str, Text]] = {
    RESULTS: Text("Results", "成績"),
    TITLES: Text("Titles", "身分"),
    SEATS: Text("By seat", "席順別の成績"),
    HANDS: Text("By the strength of the hand dealt", "配られた手札の強さ別の成績"),
    BEFORE: Text("By the title before the deal", "始めたときの身分別の成績"),
    DEALER: Text("By the dealer", "ディーラーからの順番別の成績"),
    PLAY: Text("Play", "プレイ"),
    SETS: Text("Sets", "出した組"),
    SPECIAL: Text("Special cards and sets", "特別な札と役"),
    EXCHANGE: Text("Exchange", "札の交換"),
    ROLES: Text("Roles in Big A", "打大Aの役割"),
    TIME: Text("Time", "思考時間"),
    FAULTS: Text("Faults", "問題点"),
    MEETINGS: Text("Against each other", "対戦成績"),
}
