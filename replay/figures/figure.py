"""The definition of a figure: its group, its counters, its name; and families of figures."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Final, NamedTuple

from daifu.replay.figures.values import (
    FEWEST_CASES,
    Formula,
    IntervalOf,
    deviation,
    frequency,
    frequency_interval,
    mean,
    mean_interval,
    share_interval,
    total,
)
from daifu.replay.statistics.rows import MOST_SEATS_COUNTED
from daifu.replay.text import Text

RESULTS: Final = "results"
TITLES: Final = "titles"
SEATS: Final = "seats"
HANDS: Final = "hands"
BEFORE: Final = "before"
DEALER: Final = "dealer"
PLAY: Final = "play"
SETS: Final = "sets"
SPECIAL: Final = "special"
EXCHANGE: Final = "exchange"
ROLES: Final = "roles"
TIME: Final = "time"
FAULTS: Final = "faults"
ANALYSIS: Final = "analysis"
MEETINGS: Final = "meetings"

GROUPS: Final[Mapping[str, Text]] = {
    RESULTS: Text("Results", "成績"),
    TITLES: Text("Titles", "身分"),
    SEATS: Text("By seat", "席順別の成績"),
    HANDS: Text("By the strength of the hand dealt", "配られた手札の強さ別の成績"),
    BEFORE: Text("By the title before the deal", "始めたときの身分別の成績"),
    DEALER: Text("By the dealer", "ディーラーからの順番別の成績"),
    PLAY: Text("Play", "プレイ"),
    SETS: Text("Sets", "出した組"),
    SPECIAL: Text("Special cards and sets", "特別なカードと役"),
    EXCHANGE: Text("Exchange", "カードの交換"),
    ROLES: Text("Roles in Big A", "打大Aの役割"),
    TIME: Text("Time", "思考時間"),
    FAULTS: Text("Faults", "問題点"),
    ANALYSIS: Text("Analysed deals", "解析された回"),
    MEETINGS: Text("Against each other", "対戦成績"),
}

TOTAL: Final = "total"
SHARE: Final = "share"
FREQUENCY: Final = "frequency"
MEAN: Final = "mean"
SPREAD: Final = "spread"

FORMULAS: Final[Mapping[str, Formula]] = {
    TOTAL: total,
    SHARE: mean,
    FREQUENCY: frequency,
    MEAN: mean,
    SPREAD: deviation,
}

INTERVALS: Final[Mapping[str, IntervalOf]] = {
    SHARE: share_interval,
    FREQUENCY: frequency_interval,
    MEAN: mean_interval,
}
"""The intervals of the kinds that can have one."""

KINDS: Final[Mapping[str, Text]] = {
    TOTAL: Text("total", "合計"),
    SHARE: Text("share", "割合"),
    FREQUENCY: Text("frequency", "頻度"),
    MEAN: Text("mean", "平均"),
    SPREAD: Text("spread", "標準偏差"),
}

HIGH: Final = "high"
LOW: Final = "low"
NEITHER_END: Final = ""
"""The better end of a leaderboard. Most figures have none, and the highest stand first."""

LAST_PLACE: Final = float(MOST_SEATS_COUNTED)
"""The end of the range of places; a game has the number of its seats instead."""

THOUSAND: Final = 1000
"""Points are counted in thousandths, and faults are shown for 1,000 actions."""


class Figure(NamedTuple):
    """One figure.

    `numerator`, `denominator` and `squares` are names of counters, or of sums of counters (`plan.py`). `unit` is
    how many of what was counted make one (mean, spread, total), or the number of the denominator that a frequency is
    shown for. `squares` is the sum of the squares of what was counted, for a spread. `least` and `most` are the ends of
    the range of the values, and of their intervals; `among` is the counter of the deals in which it is counted.

    A figure has an interval where the products of its numerator and its denominator are counted
    (`daifu.replay.statistics.products`).
    """

    id: str
    group: str
    kind: str
    numerator: str
    denominator: str
    name: Text
    text: Text
    squares: str = ""
    unit: int = 1
    better: str = NEITHER_END
    least: float = -inf
    most: float = inf
    fewest: int = FEWEST_CASES
    among: str = "deals"


PartName = Callable[[str], Text | None]
"""The name of a part of an id; None where it is no such part."""


class Family(NamedTuple):
    """Figures that differ in one or two parts: one for each title, seat, kind of set, code of a fault.

    The texts of `pattern` have these parts in angle brackets (`turn.<from>.<to>`); `words` name them. A member is shown
    where it has been counted. A family without such parts is a single figure that is shown only where it was counted.
    """

    pattern: Figure
    words: Mapping[str, PartName]

    def has(self, id: str) -> bool:
        """Whether a figure of this id is of the family."""
        return self._parts(self.pattern.id, id) is not None

    @property
    def counter(self) -> str:
        """The pattern of the counters where members are shown.

        It is the denominator where each member has its own, so that 0 out of 20 is shown, and otherwise the numerator.
        """
        pattern = self.pattern
        has_own = pattern.denominator and _slots(pattern.denominator) == _slots(pattern.id)
        return pattern.denominator if has_own else pattern.numerator

    def member_for(self, counter: str) -> Figure | None:
        """The member that is shown where this counter has been counted, or None."""
        parts = self._parts(self.counter, counter)
        return None if parts is None else self._with(parts)

    def _parts(self, pattern: str, name: str) -> dict[str, str] | None:
        """The values of the parts in angle brackets, or None where the name does not fit the pattern."""
        expected, found = pattern.split("."), name.split(".")
        if len(expected) != len(found):
            return None
        named = {slot: part for slot, part in zip(expected, found, strict=True) if slot.startswith("<")}
        fixed = all(slot == part for slot, part in zip(expected, found, strict=True) if slot not in named)
        known = all(self.words[slot](part) is not None for slot, part in named.items())
        return named if fixed and known else None

    def _with(self, parts: Mapping[str, str]) -> Figure:
        pattern = self.pattern
        called = {slot: word for slot, part in parts.items() if (word := self.words[slot](part)) is not None}
        return pattern._replace(
            id=_fill(pattern.id, parts),
            numerator=_fill(pattern.numerator, parts),
            denominator=_fill(pattern.denominator, parts),
            squares=_fill(pattern.squares, parts),
            name=_fill_texts(pattern.name, called),
            text=_fill_texts(pattern.text, called),
        )


def _slots(pattern: str) -> set[str]:
    return {part for part in pattern.split(".") if part.startswith("<")}


def _fill(text: str, parts: Mapping[str, str]) -> str:
    for slot, part in parts.items():
        text = text.replace(slot, part)
    return text


def _fill_texts(text: Text, called: Mapping[str, Text]) -> Text:
    return Text(
        _fill(text.en, {slot: word.en for slot, word in called.items()}),
        _fill(text.ja, {slot: word.ja for slot, word in called.items()}),
    )
