"""Special cards and sets, and the exchange."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import AMOUNT, FREQUENCY, MEAN, PORTION, THOUSAND, Figure
from schemas.figures.groups import EXCHANGE, SPECIAL

SPECIAL_FIGURES: Final = (
    Figure(
        "bombs",
        SPECIAL,
        FREQUENCY,
        "bombs",
        "played",
        Text("bombs a deal", "1回あたりの爆弾"),
        Text("Bombs laid.", "爆弾を出した数。"),
    ),
    Figure(
        "revolutions",
        SPECIAL,
        FREQUENCY,
        "revolutions",
        "played",
        Text("revolutions made a deal", "1回あたりに起こした革命"),
        Text("Revolutions made.", "革命を起こした数。"),
    ),
    Figure(
        "revolutions.suffered",
        SPECIAL,
        FREQUENCY,
        "revolutions.suffered",
        "played",
        Text("revolutions suffered a deal", "1回あたりに起こされた革命"),
        Text(
            "Revolutions that others made while the player was still in.",
            "自分が上がる前に、ほかのプレイヤーが革命を起こした数。",
        ),
    ),
    Figure(
        "jokers",
        SPECIAL,
        AMOUNT,
        "jokers",
        "played",
        Text("jokers a deal", "1回あたりのジョーカー"),
        Text("Jokers spent in sets.", "組に使ったジョーカーの枚数。"),
        squares="jokers_squared",
    ),
    Figure(
        "jokers.left",
        SPECIAL,
        MEAN,
        "jokers.left",
        "jokers",
        Text("cards left after a joker", "ジョーカーを使った時の残り枚数"),
        Text(
            "How many cards were left in hand after a joker was spent: many where jokers go early.",
            "ジョーカーを使った直後に手札に残っていた枚数の平均。早く使うほど多くなる。",
        ),
        squares="jokers.left_squared",
    ),
)

EXCHANGE_FIGURES: Final = (
    Figure(
        "gifts.given",
        EXCHANGE,
        AMOUNT,
        "gifts.given.cards",
        "played",
        Text("cards given a deal", "1回あたりに渡した枚数"),
        Text("Cards given to other players.", "ほかのプレイヤーに渡した札の枚数。"),
        squares="gifts.given.cards_squared",
    ),
    Figure(
        "gifts.received",
        EXCHANGE,
        AMOUNT,
        "gifts.received.cards",
        "played",
        Text("cards received a deal", "1回あたりに受け取った枚数"),
        Text("Cards received from other players.", "ほかのプレイヤーから受け取った札の枚数。"),
        squares="gifts.received.cards_squared",
    ),
    Figure(
        "gifts.given.strength",
        EXCHANGE,
        PORTION,
        "gifts.given.strength",
        "gifts.given.cards",
        Text("strength of the cards given", "渡した札の強さ"),
        Text(
            "The mean share of the pack that is weaker than a card given: 0 for the weakest, near 1 for the best.",
            "渡した札より弱い札が全体に占める割合の平均。最も弱い札で0、強いほど1に近い。",
        ),
        unit=THOUSAND,
    ),
    Figure(
        "gifts.received.strength",
        EXCHANGE,
        PORTION,
        "gifts.received.strength",
        "gifts.received.cards",
        Text("strength of the cards received", "受け取った札の強さ"),
        Text(
            "The mean share of the pack that is weaker than a card received.",
            "受け取った札より弱い札が全体に占める割合の平均。",
        ),
        unit=THOUSAND,
    ),
)
