"""Play: leads, tricks, passes and sets laid; how long players think, and their faults."""

from typing import Final

from daifu.replay.figures.figure import (
    FAULTS,
    FREQUENCY,
    LOW,
    MEAN,
    PLAY,
    SETS,
    SHARE,
    SPREAD,
    THOUSAND,
    TIME,
    Family,
    Figure,
)
from daifu.replay.figures.names import card_count, code, rule, set_kind
from daifu.replay.text import Text

PLAY_FIGURES: Final = (
    Figure(
        "actions",
        PLAY,
        FREQUENCY,
        "actions",
        "played",
        Text("actions a deal", "1回あたりの行動数"),
        Text(
            "Actions of every kind: plays, passes, gifts, words and all others.",
            "出す、パス、交換、宣言など、すべての行動の数。",
        ),
    ),
    Figure(
        "leads",
        PLAY,
        FREQUENCY,
        "leads",
        "played",
        Text("leads a deal", "1回あたりの親の数"),
        Text("Tricks led to.", "親として最初の組を出した場の数。"),
    ),
    Figure(
        "leads.won",
        PLAY,
        SHARE,
        "leads.won",
        "leads",
        Text("leads that won the trick", "親で場を取った割合"),
        Text("Of the tricks led to, those that the leader won.", "親になった場のうち、そのまま自分が取った割合。"),
    ),
    Figure(
        "tricks",
        PLAY,
        FREQUENCY,
        "tricks",
        "played",
        Text("tricks won a deal", "1回あたりに取った場"),
        Text("Tricks won, the last set being the winner's.", "取った場の数（最後の組を出して場が流れたもの）。"),
    ),
    Figure(
        "passes",
        PLAY,
        FREQUENCY,
        "passes",
        "played",
        Text("passes a deal", "1回あたりのパス"),
        Text("Passes on the player's own turn.", "手番でパスをした数。"),
    ),
    Figure(
        "passes.able",
        PLAY,
        SHARE,
        "passes.able",
        "passes_seen",
        Text("passes with an answer in hand", "出せたのにパスした割合"),
        Text(
            "Of the passes with a hand that is known, those where a legal answer was in it.",
            "手札が分かっているパスのうち、規則どおりに出せる組を持っていた割合。",
        ),
    ),
    Figure(
        "passes.unseen",
        PLAY,
        SHARE,
        "passes.unseen",
        "passes",
        Text("passes with unknown cards", "手札が不明なパスの割合"),
        Text(
            "Of the passes, those where unknown cards in hand decide whether they held a legal set.",
            "手札に不明なカードがあり、出せたかどうかを判断できないパスの割合。",
        ),
    ),
)

SET_FIGURES: Final = (
    Figure(
        "sets",
        SETS,
        FREQUENCY,
        "sets",
        "played",
        Text("sets a deal", "1回あたりに出した組"),
        Text("Sets of cards laid.", "出した組の数。"),
    ),
    Figure(
        "cards",
        SETS,
        FREQUENCY,
        "cards",
        "played",
        Text("cards a deal", "1回あたりに出した枚数"),
        Text("Cards laid in sets.", "組として出したカードの枚数。"),
    ),
    Figure(
        "cards.set",
        SETS,
        MEAN,
        "cards",
        "sets",
        Text("cards a set", "1組の枚数"),
        Text("How many cards a set has.", "1組あたりの枚数。"),
        least=1,
    ),
)

SET_FAMILIES: Final = (
    Family(
        Figure(
            "set.<kind>.<count>",
            SETS,
            SHARE,
            "set.<kind>.<count>",
            "sets",
            Text("<kind> of <count>", "<kind>（<count>）"),
            Text(
                "Of the sets laid, those of this kind (<kind>) with this number of cards: <count>.",
                "出した組のうち、<count>の<kind>の割合。",
            ),
        ),
        {"<kind>": set_kind, "<count>": card_count},
    ),
)

TIME_FIGURES: Final = (
    Figure(
        "time.mean",
        TIME,
        MEAN,
        "time",
        "timed",
        Text("seconds an action", "1行動あたりの秒数"),
        Text("The mean time of the actions whose time is known.", "時間の記録がある行動にかかった秒数の平均。"),
        unit=THOUSAND,
        least=0,
    ),
    Figure(
        "time.spread",
        TIME,
        SPREAD,
        "time",
        "timed",
        Text("spread of the seconds", "秒数の標準偏差"),
        Text("The standard deviation of these times.", "行動にかかった秒数の標準偏差。"),
        squares="time_squared",
        unit=THOUSAND,
    ),
)

FAULT_FIGURES: Final = (
    Figure(
        "faults",
        FAULTS,
        FREQUENCY,
        "faults",
        "actions",
        Text("faults for 1,000 actions", "1000行動あたりの問題点"),
        Text("Faults of every kind.", "問題点の総数。"),
        unit=THOUSAND,
        better=LOW,
    ),
)

FAULT_FAMILIES: Final = (
    Family(
        Figure(
            "faults.<code>",
            FAULTS,
            FREQUENCY,
            "faults.<code>",
            "actions",
            Text("<code>, for 1,000 actions", "1000行動あたりの<code>"),
            Text("Faults of this kind: <code>.", "この種類の問題点（<code>）の数。"),
            unit=THOUSAND,
            better=LOW,
        ),
        {"<code>": code},
    ),
    Family(
        Figure(
            "rule.<rule>",
            FAULTS,
            FREQUENCY,
            "rule.<rule>",
            "actions",
            Text("<rule> for 1,000 actions", "1000行動あたりの <rule>"),
            Text("Faults under the rule <rule>.", "規則 <rule> に反した問題点の数。"),
            unit=THOUSAND,
            better=LOW,
        ),
        {"<rule>": rule},
    ),
)
