"""The value of a figure, with what it was made of and its interval, and the formulas that make it."""

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
"""Whole numbers stay whole, also on the way out."""


Numerator = Annotated[Number, Meta(description="What was counted, or summed up.", examples=[31])]
Denominator = Annotated[
    Number, Meta(description="In how many cases.", examples=[124], extra_json_schema={"type": "integer"})
]
Quotient = Annotated[float | None, Meta(description="The figure; null where nothing is known.", examples=[0.25])]
LowerEnd = Annotated[
    float | None,
    Meta(description="The lower end of its 95 % interval; null where too little is known.", examples=[0.18]),
]
UpperEnd = Annotated[
    float | None, Meta(description="The upper end of the interval; null where too little is known.", examples=[0.33])
]


class Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a figure comes to: numerator / denominator = value, and the 95 % interval from `low` to `high`.

    `value` is None where nothing is known, the denominator being 0; `low` and `high` are None where the counted
    deals are too few to tell how far the value can be trusted.
    """

    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


UNKNOWN: Final = Value(0, 0, None, None, None)
"""Nothing was counted."""

Formula = Callable[[Number, Number, Number, int], Value]
"""Makes a value of numerator, denominator, sum of squares (or variance), and the unit of the figure."""


def total(count: Number, _denominator: Number, _squares: Number, unit: int) -> Value:
    """What was counted, with certainty; `unit` of it make one."""
    exact = _in_units(count, unit)
    return Value(exact, 1, exact, exact, exact)


def share(count: Number, denominator: Number, _squares: Number, _unit: int) -> Value:
    """How many of the denominator the numerator is: a part of them."""
    if not denominator:
        return UNKNOWN
    low, high = proportion_interval(count, denominator)
    return Value(count, denominator, count / denominator, low, high)


def frequency(count: Number, denominator: Number, _squares: Number, unit: int) -> Value:
    """How often something came in `unit` of the denominator, where it may come more than once."""
    if not denominator:
        return UNKNOWN if not count else Value(count, 0, None, None, None)
    low, high = frequency_interval(count, denominator)
    return Value(count, denominator, unit * count / denominator, unit * low, unit * high)


def amount(sum_: Number, denominator: Number, squares: Number, unit: int) -> Value:
    """How much came in one of the denominator, `unit` of what was counted, where it comes several at once."""
    if not denominator:
        return UNKNOWN if not sum_ else Value(sum_, 0, None, None, None)
    low, high = amount_interval(sum_, squares, denominator)
    return Value(_in_units(sum_, unit), denominator, sum_ / denominator / unit, low / unit, high / unit)


def mean(sum_: Number, denominator: Number, squares: Number, unit: int) -> Value:
    """The mean of measured values, of which `unit` make one; with an interval from two values on."""
    if not denominator:
        return UNKNOWN
    middle = sum_ / denominator / unit
    if denominator == 1:
        return Value(_in_units(sum_, unit), 1, middle, None, None)
    low, high = mean_interval(sum_, squares, denominator)
    return Value(_in_units(sum_, unit), denominator, middle, low / unit, high / unit)


def mean_of_part(sum_: Number, denominator: Number, variance: Number, unit: int) -> Value:
    """The mean of some of the measured values, taken to vary as the whole of them do: by `variance`, 0 if unknown."""
    if not denominator:
        return UNKNOWN
    middle = sum_ / denominator / unit
    if not variance:
        return Value(_in_units(sum_, unit), denominator, middle, None, None)
    reach = part_mean_reach(variance, denominator) / unit
    return Value(_in_units(sum_, unit), denominator, middle, middle - reach, middle + reach)


def portion(sum_: Number, denominator: Number, _squares: Number, unit: int) -> Value:
    """The mean of values from 0 to 1, of which `unit` make 1.

    No such values vary more than those that are either 0 or 1, so the interval of a share is wide enough.
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
