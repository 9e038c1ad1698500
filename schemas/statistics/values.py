"""The value of a figure with its numerator, denominator and interval, and the formulas that compute it."""

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from schemas.statistics.intervals import (
    LEAST_FOR_DEVIATION_INTERVAL,
    amount_interval,
    deviation_interval,
    frequency_interval,
    mean_interval,
    part_mean_reach,
    proportion_interval,
    squared_deviations,
    standard_deviation,
)

Number = int | float
"""Whole numbers stay whole, also in answers."""


Numerator = Annotated[Number, Meta(description="The count, or the sum.", examples=[31])]
Denominator = Annotated[
    Number, Meta(description="The number of cases.", examples=[124], extra_json_schema={"type": "integer"})
]
Quotient = Annotated[float | None, Meta(description="The figure; null if nothing is known.", examples=[0.25])]
LowerEnd = Annotated[
    float | None,
    Meta(description="The lower end of its 95 % interval; null if too little is known.", examples=[0.18]),
]
UpperEnd = Annotated[
    float | None, Meta(description="The upper end of the interval; null if too little is known.", examples=[0.33])
]


class Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The value of a figure: numerator / denominator = value, and the 95 % interval from `low` to `high`.

    `value` is None where the denominator is 0. `low` and `high` are None where there are too few deals for an interval.
    """

    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


UNKNOWN: Final = Value(0, 0, None, None, None)
"""Nothing was counted."""

Formula = Callable[[Number, Number, Number, int], Value]
"""Computes a value from numerator, denominator, sum of squares (or variance), and the unit of the figure."""


def total(count: Number, _denominator: Number, _squares: Number, unit: int) -> Value:
    """A total, which is exact; `unit` of what was counted make one."""
    exact = _in_units(count, unit)
    return Value(exact, 1, exact, exact, exact)


def share(count: Number, denominator: Number, _squares: Number, _unit: int) -> Value:
    """The share of the denominator that the numerator is."""
    if not denominator:
        return UNKNOWN
    low, high = proportion_interval(count, denominator)
    return Value(count, denominator, count / denominator, low, high)


def frequency(count: Number, denominator: Number, _squares: Number, unit: int) -> Value:
    """How often something came for each `unit` of the denominator, in one of which it may come more than once."""
    if not denominator:
        return UNKNOWN if not count else Value(count, 0, None, None, None)
    low, high = frequency_interval(count, denominator)
    return Value(count, denominator, unit * count / denominator, unit * low, unit * high)


def amount(sum_: Number, denominator: Number, squares: Number, unit: int) -> Value:
    """How much came for each of the denominator, in units of `unit`, where it may come several at once."""
    if not denominator:
        return UNKNOWN if not sum_ else Value(sum_, 0, None, None, None)
    low, high = amount_interval(sum_, squares, denominator)
    return Value(_in_units(sum_, unit), denominator, sum_ / denominator / unit, low / unit, high / unit)


def mean(sum_: Number, denominator: Number, squares: Number, unit: int) -> Value:
    """The mean of measured values, in units of `unit`, with an interval from two values on."""
    if not denominator:
        return UNKNOWN
    middle = sum_ / denominator / unit
    if denominator == 1:
        return Value(_in_units(sum_, unit), 1, middle, None, None)
    low, high = mean_interval(sum_, squares, denominator)
    return Value(_in_units(sum_, unit), denominator, middle, low / unit, high / unit)


def mean_of_part(sum_: Number, denominator: Number, variance: Number, unit: int) -> Value:
    """The mean of a part of the measured values, with the variance of all of them; `variance` is 0 if unknown."""
    if not denominator:
        return UNKNOWN
    middle = sum_ / denominator / unit
    if not variance:
        return Value(_in_units(sum_, unit), denominator, middle, None, None)
    reach = part_mean_reach(variance, denominator) / unit
    return Value(_in_units(sum_, unit), denominator, middle, middle - reach, middle + reach)


def portion(sum_: Number, denominator: Number, _squares: Number, unit: int) -> Value:
    """The mean of values from 0 to 1, of which `unit` make 1.

    Values of 0 and 1 vary most, so the interval of a share is wide enough.
    """
    if not denominator:
        return UNKNOWN
    whole = _in_units(sum_, unit)
    low, high = proportion_interval(whole, denominator)
    return Value(whole, denominator, whole / denominator, low, high)


def deviation(sum_: Number, denominator: Number, squares: Number, unit: int) -> Value:
    """The standard deviation of measured values; numerator and denominator are those of the variance."""
    if denominator <= 1:
        return UNKNOWN
    numerator = squared_deviations(sum_, squares, denominator) / (unit * unit)
    middle = standard_deviation(sum_, squares, denominator) / unit
    if denominator < LEAST_FOR_DEVIATION_INTERVAL:
        return Value(numerator, denominator - 1, middle, None, None)
    low, high = deviation_interval(sum_, squares, denominator)
    return Value(numerator, denominator - 1, middle, low / unit, high / unit)


def _in_units(count: Number, unit: int) -> Number:
    return count if unit == 1 else count // unit if count % unit == 0 else count / unit
