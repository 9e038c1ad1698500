"""How deals ended: places, points and cards left."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import (
    HIGH,
    LOW,
    MEAN,
    SHARE,
    SPREAD,
    THOUSAND,
    TOTAL,
    Family,
    Figure,
)
from schemas.figures.groups import RESULTS
from schemas.figures.words import number

RESULT_FIGURES: Final = (
    Figure(
        "deals",
        RESULTS,
        TOTAL,
        "deals",
        "",
        Text("deals", "決着した回数"),
        Text("Deals that were decided.", "決着がついた回の数。"),
    ),
    Figure(
        "undecided",
        RESULTS,
        SHARE,
        "undecided",
        "begun",
        Text("deals left undecided", "未決着率"),
        Text(
            "Of all deals, those that ended before they were decided.", "全体のうち、決着がつかずに終わった回の割合。"
        ),
    ),
    Figure(
        "place.mean",
        RESULTS,
        MEAN,
        "places",
        "placed",
        Text("mean place", "平均順位"),
        Text("The mean of the places, 1 being the best.", "順位の平均。1が最もよい。"),
        squares="places_squared",
        better=LOW,
    ),
    Figure(
        "place.relative",
        RESULTS,
        MEAN,
        "standing",
        "deals",
        Text("relative place", "相対順位"),
        Text(
            "The mean share of the others who did better: 0 for the first, 1 for the last, at tables of any size.",
            "自分より上位だった相手の割合の平均。人数にかかわらず1位は0、最下位は1。",
        ),
        squares="standing_squared",
        unit=THOUSAND,
        better=LOW,
    ),
    Figure(
        "first",
        RESULTS,
        SHARE,
        "first",
        "deals",
        Text("first places", "1位率"),
        Text("Of the deals, those won.", "1位になった回の割合。"),
        better=HIGH,
    ),
    Figure(
        "last",
        RESULTS,
        SHARE,
        "last",
        "deals",
        Text("last places", "最下位率"),
        Text("Of the deals, those that ended on the last place.", "最下位になった回の割合。"),
        better=LOW,
    ),
    Figure(
        "points",
        RESULTS,
        TOTAL,
        "points",
        "",
        Text("points", "総得点"),
        Text("All points together.", "得点の合計。"),
        unit=THOUSAND,
        better=HIGH,
    ),
    Figure(
        "points.mean",
        RESULTS,
        MEAN,
        "points",
        "scored",
        Text("points a deal", "平均得点"),
        Text("The mean of the points of a deal.", "1回あたりの得点の平均。"),
        squares="points_squared",
        unit=THOUSAND,
        better=HIGH,
    ),
    Figure(
        "points.spread",
        RESULTS,
        SPREAD,
        "points",
        "scored",
        Text("spread of the points", "得点の標準偏差"),
        Text("The standard deviation of the points of a deal.", "1回ごとの得点の標準偏差。"),
        squares="points_squared",
        unit=THOUSAND,
    ),
    Figure(
        "left.mean",
        RESULTS,
        MEAN,
        "left",
        "left.deals",
        Text("cards left", "平均残り枚数"),
        Text("Cards still in hand when the deal ended.", "回が終わったときに手札に残っていた枚数の平均。"),
        squares="left_squared",
        better=LOW,
    ),
    Figure(
        "left.spread",
        RESULTS,
        SPREAD,
        "left",
        "left.deals",
        Text("spread of the cards left", "残り枚数の標準偏差"),
        Text("The standard deviation of the cards left.", "終わったときの残り枚数の標準偏差。"),
        squares="left_squared",
    ),
    Figure(
        "won.leading",
        RESULTS,
        SHARE,
        "won.leading",
        "won",
        Text("first out after leading", "親で上がった1位の割合"),
        Text(
            "Of the deals won by going out first, those where the last set was a lead.",
            "最初に上がった回のうち、最後の組を親として出して上がった割合。",
        ),
    ),
)

RESULT_FAMILIES: Final = (
    Family(
        Figure(
            "place.<place>",
            RESULTS,
            SHARE,
            "place.<place>",
            "deals",
            Text("place <place>", "<place>位"),
            Text("Of the deals, those that ended in place <place>.", "<place>位になった回の割合。"),
        ),
        {"<place>": number},
    ),
)
