"""How two players did in the deals that both sat in, from the view of one of them."""

from typing import Final

from daifu.replay.figures.figure import HIGH, LOW, MEAN, MEETINGS, SHARE, THOUSAND, TOTAL, Figure
from daifu.replay.text import Text

PAIR_FIGURES: Final = (
    Figure(
        "deals",
        MEETINGS,
        TOTAL,
        "deals",
        "",
        Text("deals together", "同卓の回数"),
        Text("Decided deals that both sat in.", "2人がともに参加し、決着がついた回の数。"),
    ),
    Figure(
        "higher",
        MEETINGS,
        SHARE,
        "higher",
        "deals",
        Text("placed higher", "相手より上位だった割合"),
        Text("Of these deals, those with a better place than the other.", "同卓のうち、相手より上位だった割合。"),
        better=HIGH,
    ),
    Figure(
        "lower",
        MEETINGS,
        SHARE,
        "lower",
        "deals",
        Text("placed lower", "相手より下位だった割合"),
        Text("Of these deals, those with a worse place than the other.", "同卓のうち、相手より下位だった割合。"),
        better=LOW,
    ),
    Figure(
        "equal",
        MEETINGS,
        SHARE,
        "equal",
        "deals",
        Text("neither ahead", "優劣なしの割合"),
        Text(
            "Of these deals, those in which both had the same place, or neither had one.",
            "同卓のうち、同順位だったか、どちらにも順位がつかなかった割合。",
        ),
    ),
    Figure(
        "points",
        MEETINGS,
        TOTAL,
        "points",
        "",
        Text("points ahead", "得点差の合計"),
        Text("All points of the one minus those of the other.", "自分の得点から相手の得点を引いた差の合計。"),
        unit=THOUSAND,
        better=HIGH,
    ),
    Figure(
        "points.mean",
        MEETINGS,
        MEAN,
        "points",
        "scored",
        Text("points ahead a deal", "得点差の平均"),
        Text("The mean of the points ahead in a deal.", "1回あたりの得点差の平均。"),
        unit=THOUSAND,
        better=HIGH,
    ),
    Figure(
        "partners",
        MEETINGS,
        SHARE,
        "partners",
        "teams",
        Text("as partners", "味方だった割合"),
        Text(
            "Of the deals whose teams are known, those on the same side.",
            "チームが分かっている回のうち、味方だった割合。",
        ),
    ),
    Figure(
        "opponents",
        MEETINGS,
        SHARE,
        "opponents",
        "teams",
        Text("as opponents", "敵だった割合"),
        Text(
            "Of the deals whose teams are known, those on different sides.",
            "チームが分かっている回のうち、敵だった割合。",
        ),
    ),
)
