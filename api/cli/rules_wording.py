"""The words of the rule pages in both languages."""

from typing import Final

from data import page_wording
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


def values(kind: str, default: str, rule: str) -> Text:
    """What an option can be, what it is by default, and the rule behind it."""
    described = page_wording.values(kind)
    en, ja = (text.replace("`", "") for text in described)  # the marks are those of Markdown
    return Text(f"{en}; default {default}; {rule}", f"{ja}。既定値は{default}。{rule}")
