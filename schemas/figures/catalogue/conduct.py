"""How long players think, and what goes wrong."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import FREQUENCY, LOW, MEAN, SPREAD, THOUSAND, Family, Figure
from schemas.figures.groups import FAULTS, TIME
from schemas.figures.words import code, rule

TIME_FIGURES: Final = (
    Figure(
        "time.mean",
        TIME,
        MEAN,
        "time",
        "timed",
        Text("seconds an action", "1行動あたりの秒数"),
        Text("The mean time of the actions whose time is known.", "時間の記録がある行動にかかった秒数の平均。"),
        squares="time_squared",
        unit=THOUSAND,
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
            Text("<code> for 1,000 actions", "1000行動あたりの <code>"),
            Text("Faults of the code <code>.", "コードが <code> の問題点の数。"),
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
