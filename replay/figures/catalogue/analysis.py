"""Analysed deals: proven wins, what actions changed, and what was luck or play.

Few deals are analysed, so a player has these figures where some of theirs were.
"""

from typing import Final

from daifu.replay.figures.figure import ANALYSIS, FREQUENCY, HIGH, LOW, MEAN, NEITHER_END, SHARE, TOTAL, Family, Figure
from daifu.replay.statistics.results import VALUE_UNIT
from daifu.replay.text import Text

_HUNDRED: Final = 100
"""Values of results are shown from 0, for the last place, to 100."""


def _mean_value(id: str, denominator: str, name: Text, text: Text, better: str = NEITHER_END) -> Figure:
    """The mean of differences of values, which are counted under the id of the figure."""
    return Figure(
        id,
        ANALYSIS,
        MEAN,
        id,
        denominator,
        name,
        text,
        unit=VALUE_UNIT // _HUNDRED,
        better=better,
        least=-_HUNDRED,
        most=_HUNDRED,
        among="analysed",
    )


_WIN_FIGURES: Final = (
    Figure(
        "analysed",
        ANALYSIS,
        TOTAL,
        "analysed",
        "",
        Text("analysed deals", "解析された回"),
        Text(
            "Deals that were analysed, where the player had a choice or the result was split into luck and play.",
            "解析された回のうち、本人に選択の余地があったか、結果が運とプレイに分けられたもの。",
        ),
    ),
    Figure(
        "wins.missed",
        ANALYSIS,
        FREQUENCY,
        "wins.missed",
        "analysed",
        Text("missed wins a deal", "1回あたりの逃した上がり"),
        Text(
            "How often the player could force to go out next, and could not any more after their action. Each one is "
            "proven with all hands known, so nobody need have seen it at the table.",
            "次の上がりを確定できたのに、その行動で確定できなくなった回数。全員の手札がわかっているものとして証明したもので、"
            "対局中に気づけたとはかぎりません。",
        ),
        better=LOW,
        among="analysed",
    ),
    Figure(
        "wins.played",
        ANALYSIS,
        SHARE,
        "wins.played",
        "wins",
        Text("proven wins that were played", "証明された上がりのうち守った割合"),
        Text(
            "Of the actions before which the player could force to go out next, those after which they still could. "
            "The others are missed wins.",
            "次の上がりを確定できた局面での行動のうち、その後も確定できたものの割合。残りは逃した上がりです。",
        ),
        better=HIGH,
        among="analysed",
    ),
    Figure(
        "accuracy",
        ANALYSIS,
        SHARE,
        "choices.accurate",
        "choices",
        Text("accuracy", "正確さ"),
        Text(
            "Of the actions with a choice, those to which no other was better by more than twice its standard error. "
            "It is an estimate by playouts, which know what the player could know.",
            "選択の余地がある行動のうち、ほかの行動のほうが標準誤差の2倍を超えてよい、ということのなかったものの割合。"
            "本人が知りえたことだけを使ったプレイアウトによる推定です。",
        ),
        better=HIGH,
        among="analysed",
    ),
)

_VALUE_FIGURES: Final = (
    _mean_value(
        "swing",
        "choices",
        Text("swing of an action", "1行動あたりの変化"),
        Text(
            "What an action changed in the estimated value of the player's result, from 0 for the last place to 100 "
            "for the first: the mean of actions with a choice.",
            "選択の余地がある行動による、結果の価値（最下位は0、1位は100）の推定値の変化の平均。",
        ),
        HIGH,
    ),
    _mean_value(
        "luck",
        "luck.deals",
        Text("luck a deal", "1回あたりの運"),
        Text(
            "What seat and cards together gave to the value of a result, from 0 for the last place to 100 for the "
            "first.",
            "席と手札が合わせてもたらした、結果の価値（最下位は0、1位は100）の分。",
        ),
    ),
    _mean_value(
        "luck.seat",
        "luck.deals",
        Text("luck of the seat a deal", "1回あたりの席の運"),
        Text(
            "The part of the luck that the seat gave, with its title, exchange and lead. Who did well before sits "
            "well.",
            "運のうち、身分、交換、親を含む席による分。前の回の成績がよければ、よい席になります。",
        ),
    ),
    _mean_value(
        "luck.cards",
        "luck.deals",
        Text("luck of the cards a deal", "1回あたりの手札の運"),
        Text(
            "The part of the luck that the cards gave: how much better the hands were than random ones in the same "
            "seats. Over many deals it comes to 0.",
            "運のうち、同じ席で無作為に配られた手札に比べて、手札がよかった分。回を重ねると0に近づきます。",
        ),
    ),
    _mean_value(
        "luck.play",
        "luck.deals",
        Text("play a deal", "1回あたりのプレイ"),
        Text(
            "How much better the results were than what seat and cards were worth. It holds the player's decisions and "
            "those of the others, so an interval around 0 says that nothing is known yet.",
            "結果が、席と手札による見込みよりどれだけよかったか。本人とほかの人の判断を含むので、区間が0をまたぐうちは、"
            "まだ何ともいえません。",
        ),
        HIGH,
    ),
    _mean_value(
        "luck.adjusted",
        "luck.deals",
        Text("adjusted result", "運を除いた結果"),
        Text(
            "The value of a result, from 0 for the last place to 100 for the first, without what seat and cards gave, "
            "and without half of what the actions of others gave this player beyond an equal share. It varies less "
            "than the result, so that fewer deals tell who plays well.",
            "結果の価値（最下位は0、1位は100）から、席と手札の分と、ほかの人の行動が均等な分け前を超えて本人にもたらした分の"
            "半分とを除いたもの。結果そのものよりばらつきが小さく、少ない回数で実力がわかります。",
        ),
        HIGH,
    )._replace(most=2 * _HUNDRED),
)

ANALYSIS_FAMILIES: Final = tuple(Family(figure, {}) for figure in (*_WIN_FIGURES, *_VALUE_FIGURES))
"""Each of them is one figure, which is shown where it was counted."""
