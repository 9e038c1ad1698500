"""The words of a drawn position, in both languages."""

from typing import Final

from replay.text import Text

PLAYER: Final = Text("player", "プレイヤー")
TITLE: Final = Text("title", "身分")
COUNT: Final = Text("cards", "枚数")
HAND: Final = Text("hand", "手札")
STATE: Final = Text("state", "状態")

TURN: Final = Text("turn", "手番")
TO_BEAT: Final = Text("to beat", "場の札")
TRICK: Final = Text("this trick", "この場")
ORDER: Final = Text("order", "強さ")
DIRECTION: Final = Text("direction", "進行")
LOCK: Final = Text("suit lock", "縛り")

FIRST_TO_ACT: Final = Text("the first to act", "最初に動いた人")
OVER: Final = Text("none, the deal is over", "なし（この回は終了）")
NOTHING: Final = Text("nothing: the turn leads", "なし（手番が親）")
NORMAL: Final = Text("normal", "通常")
TURNED: Final = Text("turned", "逆転")
TURNED_NOW: Final = Text("turned for this trick", "この場だけ逆転")
NORMAL_NOW: Final = Text("normal for this trick", "この場だけ通常")
DOWNWARDS: Final = Text("down this list", "上の表を下へ")
UPWARDS: Final = Text("up this list", "上の表を上へ")
PASSED: Final = Text("passed", "パス")
SUNK: Final = Text("sunk", "転落")

JUST_NOW: Final = Text("Just now", "直前の行動")
WHOLE_DEAL: Final = Text("The whole deal", "この回全体")
LEGAL: Final = Text("Legal now", "いまできること")
NONE: Final = Text("none", "なし")
NOT_PLAYED: Final = Text("Only the result of this deal was recorded.", "この回は結果だけが記録されている。")


def heading(rules: str, deal: int, deals: int, at: int, actions: int) -> Text:
    """The heading of a position: game, deal and action, counted from 1."""
    return Text(
        f"{rules}, deal {deal} of {deals}, after action {at} of {actions}",
        f"{rules}、{deals}回中{deal}回目、行動{actions}件中{at}件目の直後",
    )


def finished(place: int) -> Text:
    """The state of a player without cards."""
    return Text(f"out, number {place}", f"{place}番目に上がり")
