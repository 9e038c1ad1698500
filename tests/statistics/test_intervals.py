"""How much is known: the intervals around what was counted."""

from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schemas.statistics.intervals import (
    Z,
    amount_interval,
    deviation_interval,
    frequency_interval,
    mean_interval,
    proportion_interval,
    standard_deviation,
)

TOTALS = st.integers(1, 10**7)
MEASURED = st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=30)


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, int]:
    total = draw(TOTALS)
    return draw(st.integers(0, total)), total


def sums(values: list[int]) -> tuple[int, int, int]:
    return sum(values), sum(value * value for value in values), len(values)


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_wilsons_as_newcombe_printed_it(
    count: int, total: int, low: float, high: float
) -> None:
    assert proportion_interval(count, total) == pytest.approx((low, high), abs=5e-5)


@given(shares())
def test_the_interval_of_a_share_contains_it_and_stays_within_0_and_1(share: tuple[int, int]) -> None:
    count, total = share
    low, high = proportion_interval(count, total)
    assert 0 <= low <= count / total <= high <= 1


@given(shares(), st.integers(2, 100))
def test_the_interval_of_a_share_shrinks_with_more_deals(share: tuple[int, int], times: int) -> None:
    count, total = share
    low, high = proportion_interval(count, total)
    lower, higher = proportion_interval(count * times, total * times)
    assert higher - lower < high - low


@given(shares())
def test_what_was_not_counted_has_the_interval_turned_round(share: tuple[int, int]) -> None:
    count, total = share
    low, high = proportion_interval(count, total)
    assert proportion_interval(total - count, total) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_nothing_out_of_few_leaves_much_open_and_out_of_many_little() -> None:
    assert proportion_interval(0, 3)[1] > 0.5
    assert proportion_interval(0, 3000)[1] < 0.002


@pytest.mark.parametrize(
    ("count", "low", "high"), [(0, 0.0, 3.84), (1, 0.18, 5.66), (10, 5.43, 18.41), (100, 82.22, 121.62)]
)
def test_the_interval_of_a_frequency_is_the_score_interval_of_a_poisson_rate(
    count: int, low: float, high: float
) -> None:
    assert frequency_interval(count, 1) == pytest.approx((low, high), rel=5e-4, abs=5e-3)


@given(st.integers(0, 10**7), TOTALS)
def test_the_ends_of_a_frequency_are_the_rates_that_are_just_not_too_far(count: int, total: int) -> None:
    for rate in frequency_interval(count, total):
        if rate:
            assert abs(count - rate * total) == pytest.approx(Z * sqrt(rate * total), rel=1e-6)


@given(st.integers(0, 10**6), TOTALS, st.integers(2, 100))
def test_the_interval_of_a_frequency_contains_it_and_shrinks(count: int, total: int, times: int) -> None:
    low, high = frequency_interval(count, total)
    lower, higher = frequency_interval(count * times, total * times)
    assert 0 <= low <= count / total <= high
    assert higher - lower < high - low


def test_a_rare_event_is_known_as_well_by_either_way() -> None:
    assert frequency_interval(7, 10_000) == pytest.approx(proportion_interval(7, 10_000), rel=1e-3)


@given(st.integers(0, 10**6), TOTALS)
def test_what_comes_one_by_one_is_as_well_known_as_events(count: int, total: int) -> None:
    assert amount_interval(count, count, total) == frequency_interval(count, total)


@given(st.integers(0, 10**6), st.integers(2, 20), TOTALS)
def test_what_comes_in_lots_of_one_size_is_as_well_known_as_the_lots(lots: int, size: int, total: int) -> None:
    low, high = frequency_interval(lots, total)
    assert amount_interval(lots * size, lots * size**2, total) == pytest.approx(
        (size * low, size * high) if lots else (low, high)
    )


@given(MEASURED)
def test_the_interval_of_a_mean_reaches_as_far_as_the_standard_error_says(values: list[int]) -> None:
    low, high = mean_interval(*sums(values))
    error = stdev(values) / sqrt(len(values))
    assert (low, high) == pytest.approx((fmean(values) - Z * error, fmean(values) + Z * error), abs=1e-6)


@given(MEASURED)
def test_a_spread_is_the_sample_standard_deviation(values: list[int]) -> None:
    assert standard_deviation(*sums(values)) == pytest.approx(stdev(values), rel=1e-9, abs=1e-9)


@given(MEASURED)
def test_the_interval_of_a_spread_contains_it(values: list[int]) -> None:
    assume(len(set(values)) > 1)
    low, high = deviation_interval(*sums(values))
    assert 0 < low < standard_deviation(*sums(values)) < high


@pytest.mark.parametrize(
    ("count", "upper", "lower"), [(10, 19.023, 2.700), (31, 46.979, 16.791), (101, 129.561, 74.222)]
)
def test_the_interval_of_a_spread_is_that_of_the_tables_of_chi_square(count: int, upper: float, lower: float) -> None:
    values = [*range(count)]
    low, high = deviation_interval(*sums(values))
    freedom = count - 1
    assert low == pytest.approx(stdev(values) * sqrt(freedom / upper), rel=5e-3)
    assert high == pytest.approx(stdev(values) * sqrt(freedom / lower), rel=5e-3)


@given(MEASURED)
def test_values_that_are_all_the_same_leave_nothing_open(values: list[int]) -> None:
    same = [values[0]] * len(values)
    assert mean_interval(*sums(same)) == pytest.approx((values[0], values[0]))
    assert deviation_interval(*sums(same)) == (0, 0)
