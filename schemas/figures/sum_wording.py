"""What the sums of counters are, for people."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

SUM_TEXTS: Final[Mapping[str, Text]] = {
    "begun": Text("`deals` + `undecided`: all deals.", "`deals` + `undecided`。すべての回の数。"),
    "placed": Text("All of `place.<place>`: deals that gave a place.", "`place.<place>` の合計。順位がついた回の数。"),
    "places": Text("These places added up.", "その順位の合計。"),
    "places_squared": Text("The squares of these places added up.", "その順位の2乗の合計。"),
    "turn.<from>": Text(
        "All of `turn.<from>.<to>` with one title before: deals begun with it.",
        "前の身分が同じ `turn.<from>.<to>` の合計。その身分で始めた回の数。",
    ),
    "turns": Text("All of `turn.<from>.<to>`.", "`turn.<from>.<to>` の合計。"),
    "turns_risen": Text("Those with a better title after.", "そのうち、身分が上がったもの。"),
    "turns_fallen": Text("Those with a lower title after.", "そのうち、身分が下がったもの。"),
    "turns_from_top": Text(
        "Those begun as daifugo, super daifugo or Greater Dalmuti: at the top.",
        "そのうち、大富豪、超大富豪、大ダルマチのどれか（最上位）で始めたもの。",
    ),
    "turns_kept_top": Text("Those begun and ended at the top.", "そのうち、最上位を守ったもの。"),
    "turns_from_below": Text("Those begun below the top.", "そのうち、最上位以外で始めたもの。"),
    "turns_to_top": Text("Those begun below the top and ended at it.", "そのうち、最上位以外から最上位になったもの。"),
    "turns_from_bottom": Text(
        "Those begun as daihinmin, super daihinmin or Greater Peon: at the bottom.",
        "そのうち、大貧民（超大貧民、ダルマチの大貧民を含む最下位）で始めたもの。",
    ),
    "turns_up_from_bottom": Text("Those begun at the bottom and ended above it.", "そのうち、最下位から脱したもの。"),
    "turns_from_above": Text("Those begun above the bottom.", "そのうち、最下位以外で始めたもの。"),
    "turns_to_bottom": Text(
        "Those begun above the bottom and ended at it.", "そのうち、最下位以外から最下位になったもの。"
    ),
    "passes_seen": Text(
        "`passes.able` + `passes.unable`: passes of hands that are known.",
        "`passes.able` + `passes.unable`。手札がわかっているパスの数。",
    ),
    "roles": Text("All of `role.<part>.deals`.", "`role.<part>.deals` の合計。"),
    "teams": Text("`partners` + `opponents`.", "`partners` + `opponents`。"),
    "points_variance": Text("The sample variance of the points of all deals.", "すべての回の得点の不偏分散。"),
    "standing_variance": Text(
        "The sample variance of the share of the others who did better, over all deals.",
        "自分より上位だった相手の割合の、すべての回にわたる不偏分散。",
    ),
}
"""By name; of the sums of each title, the one with a place for it."""
