"""Play: leads, tricks, passes and sets laid, special cards and the exchange, time to think, and faults."""

from typing import Final

from daifu.replay.figures.figure import (
    EXCHANGE,
    FAULTS,
    FREQUENCY,
    LOW,
    MEAN,
    PLAY,
    SETS,
    SHARE,
    SPECIAL,
    SPREAD,
    THOUSAND,
    TIME,
    Family,
    Figure,
)
from daifu.replay.figures.names import call, card_count, code, effect, rule, set_kind
from daifu.replay.figures.values import FEWEST_RARE_CASES
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
        FREQUENCY,
        "jokers",
        "played",
        Text("jokers a deal", "1回あたりのジョーカー"),
        Text("Jokers spent in sets.", "組に使ったジョーカーの枚数。"),
        fewest=FEWEST_RARE_CASES,
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
            "ジョーカーを使った直後に手札に残っていた枚数の平均。早く使うほど多くなります。",
        ),
        least=0,
        fewest=FEWEST_RARE_CASES,
    ),
)

EXCHANGE_FIGURES: Final = (
    Figure(
        "gifts.given",
        EXCHANGE,
        FREQUENCY,
        "gifts.given.cards",
        "played",
        Text("cards given a deal", "1回あたりに渡した枚数"),
        Text("Cards given to other players.", "ほかのプレイヤーに渡したカードの枚数。"),
    ),
    Figure(
        "gifts.received",
        EXCHANGE,
        FREQUENCY,
        "gifts.received.cards",
        "played",
        Text("cards received a deal", "1回あたりに受け取った枚数"),
        Text("Cards received from other players.", "ほかのプレイヤーから受け取ったカードの枚数。"),
    ),
    Figure(
        "gifts.given.strength",
        EXCHANGE,
        MEAN,
        "gifts.given.strength",
        "gifts.given.cards",
        Text("strength of the cards given", "渡したカードの強さ"),
        Text(
            "The mean share of the pack that is weaker than a card given: 0 for the weakest, near 1 for the best.",
            "渡したカードより弱いカードが全体に占める割合の平均。最も弱いカードで0、強いほど1に近くなります。",
        ),
        unit=THOUSAND,
    ),
    Figure(
        "gifts.received.strength",
        EXCHANGE,
        MEAN,
        "gifts.received.strength",
        "gifts.received.cards",
        Text("strength of the cards received", "受け取ったカードの強さ"),
        Text(
            "The mean share of the pack that is weaker than a card received.",
            "受け取ったカードより弱いカードが全体に占める割合の平均。",
        ),
        unit=THOUSAND,
    ),
)


def _count_per_deal(counter: str, name: Text, text: Text) -> Figure:
    """How often a counter comes in a deal that is known action by action."""
    return Figure(counter, SPECIAL, FREQUENCY, counter, "played", name, text)


GAME_FIGURES: Final = (
    _count_per_deal(
        "revolutions.greater",
        Text("greater revolutions a deal", "1回あたりの大革命"),
        Text(
            "Revolutions of the Greater Peon, which turn all places.",
            "大貧民（グレーターピーオン）が起こし、全員の席次を逆にした革命の数。",
        ),
    ),
    _count_per_deal(
        "ittsu", Text("ittsu a deal", "1回あたりのイッツー"), Text("Ittsu shown.", "イッツーを見せて上がった数。")
    ),
    _count_per_deal(
        "fallen",
        Text("falls from the top a deal", "1回あたりの都落ち"),
        Text("Daifugos who fell to the last place by the option.", "オプションの都落ちで最下位になった数。"),
    ),
    _count_per_deal(
        "captures",
        Text("captures a deal", "1回あたりに奪った組"),
        Text("Sets of fours that carried off the set under them.", "4の組で下の組を奪った数。"),
    ),
    _count_per_deal(
        "announced",
        Text("announcements a deal", "1回あたりの名乗り"),
        Text("Partners who made themselves known before play.", "プレイの前にパートナーとして名乗った数。"),
    ),
    _count_per_deal(
        "flips",
        Text("orders flipped a deal", "1回あたりの逆転"),
        Text("Orders turned by a jack.", "Jで強弱を逆にした数。"),
    ),
    _count_per_deal(
        "draws.cards",
        Text("cards drawn a deal", "1回あたりに引いた枚数"),
        Text("Cards drawn from the stock.", "山札から引いた札の枚数。"),
    ),
    _count_per_deal(
        "discards",
        Text("cards thrown away a deal", "1回あたりに捨てた枚数"),
        Text("Cards thrown away for 10s.", "10の効果で捨てたカードの枚数。"),
    ),
    _count_per_deal(
        "bombs.hit",
        Text("cards bombed away a deal", "1回あたりに落とした枚数"),
        Text(
            "Known cards that bombs took from the hands of others.",
            "ボンバーでほかのプレイヤーの手札から落とした枚数。",
        ),
    ),
    _count_per_deal(
        "bombs.own",
        Text("own cards bombed a deal", "1回あたりの自爆枚数"),
        Text("Known cards that bombs cost their own player.", "自分のボンバーで自分の手札から落ちた枚数。"),
    ),
    _count_per_deal(
        "bombs.suffered",
        Text("cards lost to bombs a deal", "1回あたりに落とされた枚数"),
        Text("Known cards lost to bombs of others.", "ほかのプレイヤーのボンバーで手札から落とされた枚数。"),
    ),
)

GAME_FAMILIES: Final = (
    Family(
        _count_per_deal(
            "effect.<what>",
            Text("<what>, a deal", "1回あたりの<what>"),
            Text("Sets or cards laid with this effect: <what>.", "この効果（<what>）のある組やカードを出した数。"),
        ),
        {"<what>": effect},
    ),
    Family(
        _count_per_deal(
            "call.<what>",
            Text("calls <what>, a deal", "1回あたりの「<what>」の宣言"),
            Text("Calls on jacks: <what>.", "Jで「<what>」と宣言した数。"),
        ),
        {"<what>": call},
    ),
)
