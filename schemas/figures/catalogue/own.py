"""What only some games have: effects of cards, calls, captures, draws from a stock."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import AMOUNT, FREQUENCY, Family, Figure
from schemas.figures.groups import SPECIAL
from schemas.figures.words import call, effect


def _a_deal(counter: str, name: Text, text: Text) -> Figure:
    """How often a counter comes in a deal that is known action by action."""
    return Figure(counter, SPECIAL, FREQUENCY, counter, "played", name, text)


def _lots_a_deal(counter: str, name: Text, text: Text) -> Figure:
    """How much comes in such a deal, several at once."""
    return Figure(counter, SPECIAL, AMOUNT, counter, "played", name, text, squares=f"{counter}_squared")


OWN_FIGURES: Final = (
    _a_deal(
        "revolutions.greater",
        Text("greater revolutions a deal", "1回あたりの大革命"),
        Text(
            "Revolutions of the Greater Peon, which turn all places.",
            "大貧民（グレーターピーオン）が起こし、全員の席次を逆にした革命の数。",
        ),
    ),
    _a_deal("ittsu", Text("ittsu a deal", "1回あたりのイッツー"), Text("Ittsu shown.", "イッツーを見せて上がった数。")),
    _a_deal(
        "fallen",
        Text("falls from the top a deal", "1回あたりの都落ち"),
        Text("Daifugos who fell to the last place by the option.", "オプションの都落ちで最下位になった数。"),
    ),
    _a_deal(
        "captures",
        Text("captures a deal", "1回あたりに奪った組"),
        Text("Sets of fours that carried off the set under them.", "4の組で下の組を奪った数。"),
    ),
    _a_deal(
        "announced",
        Text("announcements a deal", "1回あたりの名乗り"),
        Text("Partners who made themselves known before play.", "プレイの前にパートナーとして名乗った数。"),
    ),
    _a_deal(
        "flips",
        Text("orders flipped a deal", "1回あたりの逆転"),
        Text("Orders turned by a jack.", "Jで強弱を逆にした数。"),
    ),
    _lots_a_deal(
        "draws.cards",
        Text("cards drawn a deal", "1回あたりに引いた枚数"),
        Text("Cards drawn from the stock.", "山札から引いた札の枚数。"),
    ),
    _lots_a_deal(
        "discards",
        Text("cards thrown away a deal", "1回あたりに捨てた枚数"),
        Text("Cards thrown away for 10s.", "10の効果で捨てた札の枚数。"),
    ),
    _lots_a_deal(
        "bombs.hit",
        Text("cards bombed away a deal", "1回あたりに落とした枚数"),
        Text(
            "Known cards that bombs took from the hands of others.",
            "ボンバーでほかのプレイヤーの手札から落とした枚数。",
        ),
    ),
    _lots_a_deal(
        "bombs.own",
        Text("own cards bombed a deal", "1回あたりの自爆枚数"),
        Text("Known cards that bombs cost their own player.", "自分のボンバーで自分の手札から落ちた枚数。"),
    ),
    _lots_a_deal(
        "bombs.suffered",
        Text("cards lost to bombs a deal", "1回あたりに落とされた枚数"),
        Text("Known cards lost to bombs of others.", "ほかのプレイヤーのボンバーで手札から落とされた枚数。"),
    ),
)

OWN_FAMILIES: Final = (
    Family(
        _lots_a_deal(
            "effect.<what>",
            Text("<what>, a deal", "1回あたりの<what>"),
            Text("Sets or cards laid with this effect: <what>.", "この効果（<what>）のある組や札を出した数。"),
        ),
        {"<what>": effect},
    ),
    Family(
        _a_deal(
            "call.<what>",
            Text("calls <what>, a deal", "1回あたりの「<what>」の宣言"),
            Text("Calls on jacks: <what>.", "Jで「<what>」と宣言した数。"),
        ),
        {"<what>": call},
    ),
)
