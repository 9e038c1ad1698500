"""Play: leads, tricks, passes, and the sets laid."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import AMOUNT, FREQUENCY, MEAN, SHARE, Family, Figure
from schemas.figures.groups import PLAY, SETS
from schemas.figures.words import kind_of_set, many

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
            "Of the passes, those of hands with unknown cards, where nobody can say what would have answered.",
            "手札に不明な札があり、出せたかどうかを判断できないパスの割合。",
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
        AMOUNT,
        "cards",
        "played",
        Text("cards a deal", "1回あたりに出した枚数"),
        Text("Cards laid in sets.", "組として出した札の枚数。"),
        squares="cards_squared",
    ),
    Figure(
        "cards.set",
        SETS,
        MEAN,
        "cards",
        "sets",
        Text("cards a set", "1組の枚数"),
        Text("How many cards a set has.", "1組あたりの枚数。"),
        squares="cards_squared",
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
            Text("<kind> of <count>", "<kind>（<count>枚）"),
            Text(
                "Of the sets laid, those of this kind (<kind>) with so many cards: <count>.",
                "出した組のうち、<count>枚の<kind>の割合。",
            ),
        ),
        {"<kind>": kind_of_set, "<count>": many},
    ),
)
