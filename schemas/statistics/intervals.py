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
"""From fewer deals than these, a spread has no upper end worth showing."""

Interval = tuple[float, float]


def proportion_interval(count: float, total: float) -> Interval:
    """Wilson's score interval for `count` out of `total`, where 0 <= count <= total and total > 0.

    It never leaves 0 to 1, and says something sensible even where nothing or everything was counted.
    """
    whole = total + Z_SQUARED
    middle = (count + HALF_Z_SQUARED) / whole
    reach = Z * sqrt(count * (total - count) / total + QUARTER_Z_SQUARED) / whole
    return middle - reach if count else 0.0, middle + reach if count < total else 1.0


def frequency_interval(count: float, total: float) -> Interval:
    """The score interval for events that may come several times in one of `total`, as Poisson had it.

    Where they are rare it agrees with Wilson's, but it is not bound to 1: one action can have two faults.
    """
    middle = count + HALF_Z_SQUARED
    reach = Z * sqrt(count + QUARTER_Z_SQUARED)
    return (middle - reach) / total if count else 0.0, (middle + reach) / total


def amount_interval(total: float, squares: float, count: float) -> Interval:
    """For what comes in lots of several, such as cards: the lots are the events, and some are larger than others.

    `squares` is the sum of the squares of the lots, 0 where each came by itself. There are taken to be as many lots of
    one size as vary as much.
    """
    lot = squares / total if squares else 1.0
    low, high = frequency_interval(total / lot, count)
    return lot * low, lot * high


def mean_interval(total: float, squares: float, count: float) -> Interval:
    """Around the mean of `count` > 1 values with this sum and sum of squares, by their sample variance."""
    mean = total / count
    reach = Z * sqrt(squared_deviations(total, squares, count) / (count - 1) / count)
    return mean - reach, mean + reach


def part_mean_reach(variance: float, count: float) -> float:
    """How far an interval reaches to either side of the mean of `count` values, by the variance of all values."""
    return Z * sqrt(variance / count)


def deviation_interval(total: float, squares: float, count: float) -> Interval:
    """Around the standard deviation of these values, at least `LEAST_FOR_DEVIATION_INTERVAL` of them.

    The quantiles of chi-square are taken as Wilson and Hilferty approximate them.
    """
    distances = squared_deviations(total, squares, count)
    return sqrt(distances / _chi_square(count - 1, Z)), sqrt(distances / _chi_square(count - 1, -Z))


def standard_deviation(total: float, squares: float, count: float) -> float:
    """The standard deviation of `count` > 1 values with this sum and sum of squares."""
    return sqrt(squared_deviations(total, squares, count) / (count - 1))


def squared_deviations(total: float, squares: float, count: float) -> float:
    """The sum of the squared distances from the mean; whole numbers up to the one division, so that nothing is lost."""
    return (squares * count - total * total) / count


def _chi_square(freedom: float, z: float) -> float:
    step = 2 / (9 * freedom)
    return float(freedom * (1 - step + z * sqrt(step)) ** 3)
