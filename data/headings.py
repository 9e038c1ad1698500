"""What the sections of a rule book are called."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

SECTION_HEADINGS: Final[Mapping[str, Text]] = {
    "table": Text("Players and cards", "人数と札"),
    "deal": Text("Deal", "配り方"),
    "titles": Text("Titles", "身分"),
    "exchange": Text("Exchange", "札の交換"),
    "declarations": Text("Declarations", "宣言"),
    "melds": Text("Sets of cards", "役"),
    "following": Text("Following", "出し方"),
    "special": Text("Special cards", "特殊な札"),
    "passing": Text("Passing", "パス"),
    "tricks": Text("Tricks", "場"),
    "finishing": Text("Finishing", "上がり"),
    "scoring": Text("Scoring", "得点"),
    "options": Text("What options change", "オプションによる変更"),
    "next": Text("The next deal", "次の回"),
}
