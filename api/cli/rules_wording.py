"""The words of the rule pages in both languages."""

from typing import Final

from replay.text import Text

NAME: Final = Text("name", "名前")
GAME: Final = Text("game", "ゲーム")
PLAYERS: Final = Text("players", "人数")
RULE: Final = Text("rule", "規則")
FAULT: Final = Text("fault", "問題点")
SEVERITY: Final = Text("severity", "重さ")
SENTENCE: Final = Text("sentence", "文")

OPTIONS: Final = Text("Options", "オプション")
FAULTS: Final = Text("Faults", "問題点")
MORE: Final = Text(
    "daifu rules NAME tells the rules of one game.", "daifu rules 名前 で、そのゲームの規則を表示します。"
)

SECTIONS: Final = {
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


def values(kind: str, default: str, rule: str) -> Text:
    """What an option can be, what it is by default, and the rule behind it."""
    return Text(f"{kind}; default {default}; {rule}", f"{kind}、既定値は{default}、{rule}")
