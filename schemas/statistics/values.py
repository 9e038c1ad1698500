"""The value of a figure with its numerator, denominator and interval, and the formulas that compute it."""

from collections.abc import Callable
from math import sqrt
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from schemas.statistics.intervals import Interval

Number = int | float
"""Whole numbers stay whole, also in answers."""


Numerator = Annotated[Number, Meta(description="The count, or the sum.", examples=[31])]
Denominator = Annotated[
    Number, Meta(description="The number of cases.", examples=[124], extra_json_schema={"type": "integer"})
]
Quotient = Annotated[float | None, Meta(description="The figure; null if nothing is known.", examples=[0.25])]
LowerEnd = Annotated[
    float | None,
    Meta(description="The lower end of its 95 % interval; null if there is none.", examples=[0.18]),
]
UpperEnd = Annotated[
    float | None, Meta(description="The upper end of the interval; null if there is none.", examples=[0.33])
]


class Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The value of a figure: numerator / denominator = value, and the 95 % interval from `low` to `high`.

    `value` is None where the denominator is 0. `low` and `high` are None where too little is known for an interval, and
    for figures that have none.
    """

    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


UNKNOWN: Final = Value(0, 0, None, None, None)
"""Nothing was counted."""

Formula = Callable[[Number, Number, Number, int, Interval | None], Value]
"""Computes a value from numerator, denominator, sum of squares, the unit of the figure, and the interval as counted."""


def total(count: Number, _denominator: Number, _squares: Number, unit: int, _interval: Interval | None) -> Value:
    """A total, which is exact; `unit` of what was counted make one."""
    exact = _in_units(count, unit)
    return Value(exact, 1, exact, exact, exact)


def frequency(count: Number, denominator: Number, _squares: Number, unit: int, interval: Interval | None) -> Value:
    """How much came for each `unit` of the denominator, in one of which it may come any number of times."""
    if not denominator:
        return UNKNOWN if not count else Value(count, 0, None, None, None)
    value = unit * count / denominator
    if interval is None:
        return Value(count, denominator, value, None, None)
    return Value(count, denominator, value, unit * interval[0], unit * interval[1])


def mean(sum_: Number, denominator: Number, _squares: Number, unit: int, interval: Interval | None) -> Value:
    """The mean of measured values, of which `unit` make one; with a unit of 1, the share of the denominator."""
    if not denominator:
        return UNKNOWN
    whole, value = _in_units(sum_, unit), sum_ / denominator / unit
    if interval is None:
        return Value(whole, denominator, value, None, None)
    return Value(whole, denominator, value, interval[0] / unit, interval[1] / unit)


def deviation(sum_: Number, denominator: Number, squares: Number, unit: int, _interval: Interval | None) -> Value:
    """The standard deviation of measured values; numerator and denominator are those of the variance."""
    if denominator <= 1:
        return UNKNOWN
    distances = (squares * denominator - sum_ * sum_) / denominator / (unit * unit)
    return Value(distances, denominator - 1, sqrt(distances / (denominator - 1)), None, None)


def _in_units(count: Number, unit: int) -> Number:
    return count if unit == 1 else count // unit if count % unit == 0 else count / unit
