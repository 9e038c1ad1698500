"""The value of a figure with its numerator, denominator and interval, and the formulas that compute it."""

from collections.abc import Callable
from math import sqrt
from typing import Final, NamedTuple

from daifu.replay.figures.intervals import Interval

Number = int | float
"""Whole numbers stay whole, also in answers."""


class Value(NamedTuple):
    """The value of a figure: numerator / denominator = value, and the 95 % interval from `low` to `high`.

    `value` is None where the denominator is 0. `low` and `high` are None where too little is known for an interval, and
    for figures that have none.
    """

    numerator: Number
    denominator: Number
    value: float | None
    low: float | None
    high: float | None


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
