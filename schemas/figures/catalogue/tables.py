"""What is told of a profile as a whole only: how long its deals are."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import MEAN, SPREAD, Figure
from schemas.figures.groups import RESULTS

TABLE_ONLY: Final = (
    Figure(
        "length.mean",
        RESULTS,
        MEAN,
        "length",
        "finished",
        Text("length of a deal", "1回の長さ"),
        Text("The mean number of actions of a decided deal.", "決着した回の行動数の平均。"),
        squares="length_squared",
    ),
    Figure(
        "length.spread",
        RESULTS,
        SPREAD,
        "length",
        "finished",
        Text("spread of the lengths", "長さの標準偏差"),
        Text("The standard deviation of the numbers of actions.", "決着した回の行動数の標準偏差。"),
        squares="length_squared",
    ),
)
