"""95 % intervals around what was counted.

Each function takes whole numbers and returns the ends of an interval that contains the plain quotient.
"""

from math import sqrt
from typing import Final

Z: Final = 1.959963984540054
"""The normal quantile that leaves 2.5 % on either side."""

Z_SQUARED: Final = Z * Z
HALF_Z_SQUARED: Final = Z_SQUARED / 2
QUARTER_Z_SQUARED: Final = Z_SQUARED / 4

LEAST_FOR_DEVIATION_INTERVAL: Final = 3
"""With fewer values than these, the upper end for a spread would be meaningless."""

Interval = tuple[float, float]


def proportion_interval(count: float, total: float) -> Interval:
    """Wilson's score interval for `count` out of `total`, where 0 <= count <= total and total > 0.

    It stays between 0 and 1, and is meaningful also for none or all of `total`.
    """
    whole = total + Z_SQUARED
    middle = (count + HALF_Z_SQUARED) / whole
    reach = Z * sqrt(count * (total - count) / total + QUARTER_Z_SQUARED) / whole
    return middle - reach if count else 0.0, middle + reach if count < total else 1.0


def frequency_interval(count: float, total: float) -> Interval:
    """The Poisson score interval for events that may come several times in one of `total`.

    For rare events it agrees with Wilson's, but its end may exceed 1: one action can have two faults.
    """
    middle = count + HALF_Z_SQUARED
    reach = Z * sqrt(count + QUARTER_Z_SQUARED)
    return (middle - reach) / total if count else 0.0, (middle + reach) / total


def amount_interval(total: float, squares: float, count: float) -> Interval:
    """The interval for what comes in lots, such as cards: the lots are the events, and they differ in size.

    `squares` is the sum of the squares of the lots, or 0 where all came one by one. The lots are replaced by lots of
    one size with the same variance.
    """
    lot = squares / total if squares else 1.0
    low, high = frequency_interval(total / lot, count)
    return lot * low, lot * high


def mean_interval(total: float, squares: float, count: float) -> Interval:
    """The interval around the mean of `count` > 1 values with this sum and sum of squares, by their sample variance."""
    mean = total / count
    reach = Z * sqrt(squared_deviations(total, squares, count) / (count - 1) / count)
    return mean - reach, mean + reach


def part_mean_reach(variance: float, count: float) -> float:
    """How far an interval reaches to either side of the mean of `count` values, by the variance of all values."""
    return Z * sqrt(variance / count)


def deviation_interval(total: float, squares: float, count: float) -> Interval:
    """The interval around the standard deviation of at least `LEAST_FOR_DEVIATION_INTERVAL` values.

    It uses the chi-square quantiles of Wilson and Hilferty.
    """
    distances = squared_deviations(total, squares, count)
    return sqrt(distances / _chi_square(count - 1, Z)), sqrt(distances / _chi_square(count - 1, -Z))


def standard_deviation(total: float, squares: float, count: float) -> float:
    """The standard deviation of `count` > 1 values with this sum and sum of squares."""
    return sqrt(squared_deviations(total, squares, count) / (count - 1))


def squared_deviations(total: float, squares: float, count: float) -> float:
    """The sum of the squared distances from the mean. Whole numbers stay exact up to the division."""
    return (squares * count - total * total) / count


def _chi_square(freedom: float, z: float) -> float:
    step = 2 / (9 * freedom)
    return float(freedom * (1 - step + z * sqrt(step)) ** 3)
