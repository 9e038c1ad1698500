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
        "All of `turn.<from>.<to>` with one title before: deals begun with it and ended with any.",
        "前の身分が同じ `turn.<from>.<to>` の合計。その身分で始め、身分を得て終わった回の数。",
    ),
    "turns": Text("All of `turn.<from>.<to>`.", "`turn.<from>.<to>` の合計。"),
    "turns_risen": Text("Those with a better title after.", "そのうち、身分が上がったもの。"),
    "turns_fallen": Text("Those with a lower title after.", "そのうち、身分が下がったもの。"),
    "passes_seen": Text(
        "`passes.able` + `passes.unable`: passes of hands that are known.",
        "`passes.able` + `passes.unable`。手札が分かっているパスの数。",
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
