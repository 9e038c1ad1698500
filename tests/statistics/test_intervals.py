"""How much is known: the intervals around what was counted."""

from collections.abc import Sequence
from math import comb, inf, sqrt
from statistics import fmean, stdev, variance

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.figures.values import (
    IntervalOf,
    Products,
    Variation,
    Z,
    frequency_interval,
    is_nearly_normal,
    mean_interval,
    share_interval,
    student_t,
    variation,
)

TOTALS = st.integers(1, 10**7)
MEASURED = st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=30)
SITTINGS = st.lists(st.tuples(st.integers(0, 100), st.integers(1, 20)), min_size=2, max_size=30)
"""The numerator and the denominator of each day."""

MANY = 10**9
"""A number of days so large that their variation is known exactly."""


def products(days: Sequence[tuple[int, int]]) -> Products:
    return Products(sum(x * x for x, _ in days), sum(x * n for x, n in days), sum(n * n for _, n in days))


def varied(days: Sequence[tuple[int, int]]) -> Variation | None:
    return variation(sum(x for x, _ in days), sum(n for _, n in days), products(days))


def independent_cases(share: float, times: float = 1) -> Variation:
    """The variation of a share of independent cases, or `times` times that."""
    return Variation(times * share * (1 - share), share, MANY)


def independent_events(rate: float, times: float = 1) -> Variation:
    """The variation of a Poisson rate, or `times` times that."""
    return Variation(times * rate, rate, MANY)


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, int]:
    total = draw(TOTALS)
    return draw(st.integers(0, total)), total


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(2, 4.3027), (3, 3.1824), (9, 2.262157), (19, 2.093024), (39, 2.022691), (99, 1.984217), (1e9, 1.959964)],
)
def test_the_quantiles_are_those_of_the_tables_of_students_t(freedom: float, quantile: float) -> None:
    assert student_t(freedom) == pytest.approx(quantile, rel=1e-2 if freedom < 9 else 1e-5)


@given(MEASURED)
def test_days_of_one_deal_vary_as_deals_do(values: list[int]) -> None:
    assume(len(set(values)) > 1)
    known = varied([(value, 1) for value in values])
    assert known is not None
    assert known.variance == pytest.approx(variance(values))
    assert (known.mean, known.days) == pytest.approx((fmean(values), len(values)))


@given(MEASURED, st.integers(2, 20))
def test_equal_days_vary_as_their_sums_do(values: list[int], deals: int) -> None:
    assume(len(set(values)) > 1)
    known = varied([(value, deals) for value in values])
    assert known is not None
    assert known.variance == pytest.approx(variance(values) / deals)
    assert known.days == pytest.approx(len(values))


def test_a_long_day_among_short_ones_tells_hardly_more_than_one() -> None:
    known = varied([(50, 100), (1, 1), (0, 1)])
    assert known is not None
    assert known.days == pytest.approx(1.04, abs=0.01)


@given(SITTINGS)
def test_the_variation_is_that_of_the_numerators_about_the_common_quotient(days: list[tuple[int, int]]) -> None:
    known = varied(days)
    assume(known is not None)
    assert known is not None
    count, quotient = sum(n for _, n in days), sum(x for x, _ in days) / sum(n for _, n in days)
    squares = sum((x - quotient * n) ** 2 for x, n in days)
    assert known.variance == pytest.approx(squares / count / (1 - sum(n * n for _, n in days) / count**2))


@pytest.mark.parametrize("days", [[], [(3, 4)], [(1, 2), (2, 4)], [(0, 1)] * 9])
def test_where_days_do_not_differ_nothing_is_known(days: list[tuple[int, int]]) -> None:
    assert varied(days) is None


@given(MEASURED)
def test_the_interval_of_a_mean_is_students_t(values: list[int]) -> None:
    assume(len(set(values)) > 1)
    known = varied([(value, 1) for value in values])
    assert known is not None
    reach = student_t(len(values) - 1) * stdev(values) / sqrt(len(values))
    mean = fmean(values)
    assert mean_interval(sum(values), len(values), known) == pytest.approx((mean - reach, mean + reach), abs=1e-6)


def test_the_interval_of_few_independent_cases_is_wilsons_as_newcombe_printed_it() -> None:
    assert share_interval(1, 29, independent_cases(1 / 29)) == pytest.approx((0.0061, 0.1718), abs=5e-5)


@pytest.mark.parametrize(("count", "total"), [(81, 263), (15, 148), (8, 40), (190, 200)])
def test_an_end_of_an_interval_of_more_cases_leaves_a_fortieth_beyond_it(count: int, total: int) -> None:
    """The mid-P interval: half of the cases in which the same count is found lie beyond."""
    low, high = share_interval(count, total, independent_cases(count / total))
    for share, beyond in ((low, range(count + 1, total + 1)), (high, range(count))):
        chances = [comb(total, k) * share**k * (1 - share) ** (total - k) for k in (*beyond, count)]
        assert sum(chances) - chances[-1] / 2 == pytest.approx(0.025, abs=2e-3)


def test_none_out_of_few_leaves_much_open_and_out_of_many_little() -> None:
    assert share_interval(0, 20, independent_cases(0.2)) == pytest.approx((0, 0.1611), abs=5e-5)
    assert share_interval(0, 3, independent_cases(0.2))[1] > 0.5
    assert share_interval(0, 3000, independent_cases(0.2))[1] < 0.002


@given(shares(), st.floats(0.01, 0.99), st.floats(0.1, 20))
def test_the_interval_of_a_share_contains_it_and_stays_within_0_and_1(
    share: tuple[int, int], mean: float, effect: float
) -> None:
    low, high = share_interval(*share, independent_cases(mean, effect))
    assert 0 <= low <= share[0] / share[1] <= high <= 1 + 1e-12


@given(shares(), st.floats(0.1, 20))
def test_what_was_not_counted_has_the_interval_turned_round(share: tuple[int, int], effect: float) -> None:
    count, total = share
    known = independent_cases(0.3, effect)
    low, high = share_interval(count, total, known)
    assert share_interval(total - count, total, known) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_a_design_effect_of_4_leaves_a_quarter_of_the_cases() -> None:
    assert share_interval(80, 400, independent_cases(0.2, 4)) == pytest.approx(
        share_interval(20, 100, independent_cases(0.2))
    )


@pytest.mark.parametrize(
    ("count", "low", "high"), [(0, 0.0, 3.84), (1, 0.18, 5.66), (10, 5.43, 18.41), (100, 82.22, 121.62)]
)
def test_the_interval_of_independent_events_is_the_score_interval_of_a_poisson_rate(
    count: int, low: float, high: float
) -> None:
    interval = frequency_interval(count, 1, independent_events(5))
    assert interval == pytest.approx((low, high), rel=5e-4, abs=5e-3)


def test_what_comes_more_evenly_than_independent_events_is_known_better() -> None:
    even, chance = (frequency_interval(300, 100, independent_events(3, times)) for times in (0.25, 1))
    assert even[1] - even[0] == pytest.approx((chance[1] - chance[0]) / 2, rel=0.01)


@given(st.integers(0, 10**7), TOTALS, st.floats(0.1, 20))
def test_the_interval_of_a_frequency_contains_it_and_is_not_below_0(count: int, total: int, times: float) -> None:
    low, high = frequency_interval(count, total, independent_events(1.5, times))
    assert 0 <= low <= count / total <= high


@pytest.mark.parametrize("interval", [mean_interval, share_interval, frequency_interval])
@given(st.integers(1, 1000), st.integers(2, 100))
def test_an_interval_shrinks_with_more_deals_and_with_more_days(interval: IntervalOf, count: int, times: int) -> None:
    known = Variation(0.2, 0.25, 10)
    low, high = interval(count, 1000, known)
    for lower, higher in (
        interval(count * times, 1000 * times, known),
        interval(count, 1000, known._replace(days=10 * times)),
    ):
        assert higher - lower < high - low


def test_the_interval_of_a_mean_is_as_wide_as_the_normal_one_where_the_variation_is_known() -> None:
    assert mean_interval(500, 100, Variation(4, 5, MANY)) == pytest.approx((5 - Z * 0.2, 5 + Z * 0.2))


def test_a_few_cases_are_not_taken_for_more_than_they_are() -> None:
    few = share_interval(0, 10, independent_cases(0.25, 0.8))
    assert few == pytest.approx(share_interval(0, 10, independent_cases(0.25)))


def test_many_cases_may_tell_more_than_as_many_independent_ones() -> None:
    few, many = (
        share_interval(100, 400, independent_cases(0.25)),
        share_interval(100, 400, independent_cases(0.25, 0.8)),
    )
    assert few[0] < many[0] < many[1] < few[1]


def test_a_mean_is_nearly_normal_if_three_standard_errors_stay_within_the_range_of_values() -> None:
    varied_little, varied_much = (Variation(variance, 3, MANY) for variance in (4.4, 4.6))
    assert is_nearly_normal(10, varied_little, 1, 5)
    assert not is_nearly_normal(10, varied_much, 1, 5)


def test_a_mean_of_values_without_an_upper_end_is_taken_to_be_nearly_normal() -> None:
    assert is_nearly_normal(1, Variation(100, 3, MANY), 0, inf)
