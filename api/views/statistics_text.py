"""The text of statistics for the command line and for pages: headings, values, intervals and fractions."""

from typing import Final

from daifu.replay.figures.figure import SHARE, Figure
from daifu.replay.text import Text

FIGURE: Final = Text("figure", "指標")
VALUE: Final = Text("value", "値")
INTERVAL: Final = Text("95 % interval", "95%信頼区間")
FRACTION: Final = Text("made of", "内訳")
OPPONENT: Final = Text("against", "相手")
TITLE_BEFORE: Final = Text("title before", "直前の身分")
TRANSITIONS: Final = Text("Transitions between titles", "身分の移り変わり")
HARDEST_RULES: Final = Text("Rules broken most often (per 1,000 actions)", "最も破られた規則（1,000行動あたり）")
RULE: Final = Text("rule", "規則")
LAST_PLACES: Final = Text("last places", "最近の順位")
PLACE: Final = Text("place", "順位")
PLAYER: Final = Text("player", "プレイヤー")
DEALS: Final = Text("deals", "回数")
SKILL: Final = Text("skill", "実力値")
ESTIMATE: Final = Text("estimate", "推定値")
MODEL_RANGE: Final = Text("range by the model", "モデルによる範囲")
GROUP: Final = Text("group", "グループ")
GROUPS_APART: Final = Text(
    "not everybody has met, also not by way of others; only the ratings within a group can be compared",
    "ほかの人を通じても同卓したことのない人がいます。比べられるのは同じグループの中のレーティングだけです",
)
CHANGE: Final = Text("change", "変化")
BEFORE: Final = Text("before", "前")
DAY: Final = Text("day", "日付")
RECORD: Final = Text("record", "棋譜")
STREAKS: Final = {
    "first": Text("first places in a row, ongoing", "継続中の連続1位"),
    "last": Text("last places in a row, ongoing", "継続中の連続最下位"),
    "longest_first": Text("longest streak of first places", "連続1位の最長"),
    "longest_last": Text("longest streak of last places", "連続最下位の最長"),
    "longest_reign": Text("longest reign", "最高位の最長在位"),
    "peak": Text("highest skill", "実力値の最高"),
}
"""The names of streaks by the fields of `Form`."""
FEATS: Final = {
    "first": Text("Longest streaks of first places", "連続1位"),
    "last": Text("Longest streaks of last places", "連続最下位"),
    "reign": Text("Longest reigns", "最高位の在位"),
    "skill": Text("Highest skills", "実力値の最高"),
}
"""The names of what players hold records in."""


def deals_behind_text(deals: int) -> Text:
    """The note that ratings lack this many deals."""
    return Text(f"deals not counted yet: {deals}", f"まだ反映されていない回：{deals}回")


def value_text(number: float | None, figure: Figure | None) -> str:
    """A value of a figure, or a bound of its interval."""
    if number is None:
        return ""
    if figure and figure.kind == SHARE:
        return f"{100 * number:.1f} %"
    return str(number) if isinstance(number, int) else f"{number:.2f}"


def number_text(number: float) -> str:
    """A number that belongs to no figure."""
    return str(int(number)) if number == int(number) else f"{number:.2f}"


def interval_text(low: float | None, high: float | None, figure: Figure | None) -> str:
    """An interval; empty where there is none or where it is a single value."""
    return "" if low is None or low == high else f"{value_text(low, figure)} – {value_text(high, figure)}"


def fraction_text(numerator: float, denominator: float) -> str:
    """Numerator and denominator."""
    shown = str(numerator) if isinstance(numerator, int) else f"{numerator:g}"
    return shown if denominator == 1 else f"{shown} / {denominator}"
