"""The value of a figure: the formulas that compute it, and its 95 % interval, by how much it varies from day to day.

The deals of a day depend on each other: it is days of players that are taken to be independent of each other
(`daifu.replay.statistics.products`).
"""

from collections.abc import Callable
from math import isinf, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959963984540054
"""The normal quantile that leaves 2.5 % on either side."""

Z_SQUARED: Final = Z * Z

ENOUGH_DAYS: Final = 10
ENOUGH_CASES: Final = 500
"""With fewer days or a smaller denominator, how much days vary is taken from all players of the game.

Where values are skewed, the variation that few of them show depends on their mean. By Cochran's rule (Sampling
Techniques, 1977, 2.15) 25 times the square of the skewness are enough, which is 2 to 4 for the cards that players keep.
"""
ENOUGH_OF_GAME: Final = 20
"""With fewer days in the game, there is no interval."""
FEWEST_CASES: Final = 5
"""Where fewer cases are to be expected, there is none, either."""
FEWEST_RARE_CASES: Final = 20
"""The same for what is spread so unevenly that the mean of few cases is not nearly normal."""
FEWEST_OF_EITHER_KIND: Final = 2
"""Where fewer cases of a share, or fewer of the others, are to be expected, the count has so few likely values that no
interval holds 95 % of them."""
LEAST_ERRORS: Final = 3
"""Where a mean lies fewer standard errors from an end of its range, it is not nearly normal."""
LEAST_VARIANCE: Final = 5
"""Where counts vary by less than this variance, few of them are likely: a correction of skewness does not help."""

Interval = tuple[float, float]


class Products(NamedTuple):
    """The sums over days of x * x, x * n and n * n, where x is a numerator in a day and n its denominator."""

    squares: int
    mixed: int
    counts: int


class Variation(NamedTuple):
    """How much a quotient varies from day to day.

    `variance` is that of the sum of a day about the mean, for one of the denominator; without dependence it is the
    variance of one value. `mean` is the quotient that it was found with, `days` their number: of days that
    differ in length, that of equal ones which tell as much.
    """

    variance: float
    mean: float
    days: float


def variation(total: float, count: float, products: Products) -> Variation | None:
    """How much `total` / `count` varies; None where that cannot be told from these days."""
    if not count or not products.counts:
        return None
    days = count**2 / products.counts
    deviations = products.squares * count**2 - 2 * total * count * products.mixed + total**2 * products.counts
    if days <= 1 or deviations <= 0:
        return None
    return Variation(deviations / count**3 / (1 - 1 / days), total / count, days)


def student_t(freedom: float) -> float:
    """The quantile of Student's t that leaves 2.5 % on either side, by the expansion of Cornish and Fisher.

    From 9 degrees of freedom on, the error is below 0.001 %.
    """
    z, z2 = Z, Z_SQUARED
    terms = (
        z * (z2 + 1) / 4,
        z * ((5 * z2 + 16) * z2 + 3) / 96,
        z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
        z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


IntervalOf = Callable[[float, float, Variation], Interval]
"""The interval around `total` / `count`, by a variation that was found in these or in other days."""


def mean_interval(total: float, count: float, known: Variation) -> Interval:
    """The interval around the mean of `count` values with this sum."""
    mean, reach = total / count, student_t(known.days - 1) * sqrt(known.variance / count)
    return mean - reach, mean + reach


def is_nearly_normal(count: float, known: Variation, least: float, most: float) -> bool:
    """Whether the mean of `count` values between `least` and `most` is nearly normal.

    Long runs of values near either end can make it anything but that. Values without two ends are taken to be so.
    """
    if isinf(least) or isinf(most):
        return True
    return min(known.mean - least, most - known.mean) >= LEAST_ERRORS * sqrt(known.variance / count)


def share_interval(total: float, count: float, known: Variation) -> Interval:
    """Wilson's score interval for `total` out of `count`, both made smaller by the design effect.

    The design effect is how many times more the share varies than that of independent cases. A few cases are never
    taken for more than they are (Korn and Graubard, Survey Methodology 24, 1998). The interval stays between 0 and 1,
    and is meaningful also for none or all.
    """
    design_effect = known.variance / (known.mean * (1 - known.mean))
    share, cases = total / count, _independent_cases(count, design_effect, known)
    variance = cases * known.mean * (1 - known.mean)
    if variance < LEAST_VARIANCE:
        cases = min(cases, count)

    def end(z: float) -> float:
        """The share from which the one found is `z` standard errors away."""
        reach = z * sqrt(cases * share * (1 - share) + z * z / 4)
        return (cases * share + z * z / 2 + reach) / (cases + z * z)

    def skewness(share: float) -> float:
        return (1 - 2 * share) / sqrt(cases * share * (1 - share))

    low = _corrected(end, skewness, variance, -Z) if total else 0.0
    return low, _corrected(end, skewness, variance, Z) if total < count else 1.0


def frequency_interval(total: float, count: float, known: Variation) -> Interval:
    """The score interval for how often something comes in one of `count`, where it may come any number of times.

    It is that of a Poisson rate, with a dispersion: how many times more, or less, the number varies than one of
    independent events.
    """
    dispersion = known.variance / known.mean
    rate, cases = total / count, _independent_cases(count, dispersion, known)

    def end(z: float) -> float:
        """The rate from which the one found is `z` standard errors away."""
        return rate + z * z / 2 / cases + z * sqrt(rate / cases + z * z / 4 / cases**2)

    def skewness(rate: float) -> float:
        return max(0.0, 2 - 1 / dispersion) / sqrt(cases * rate)

    variance = cases * known.mean
    low = _corrected(end, skewness, variance, -Z) if total else 0.0
    return low, _corrected(end, skewness, variance, Z)


def _independent_cases(count: float, effect: float, known: Variation) -> float:
    """The number of independent cases that tell as much, fewer where the variation is found from few days."""
    return count / effect * (Z / student_t(known.days - 1)) ** 2


def _corrected(end: Callable[[float], float], skewness: Callable[[float], float], variance: float, z: float) -> float:
    """An end of an interval, corrected for the skewness there (Cornish and Fisher) where counts vary enough."""
    plain = end(z)
    return plain if variance < LEAST_VARIANCE else end(z - (Z_SQUARED - 1) / 6 * skewness(plain))


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
