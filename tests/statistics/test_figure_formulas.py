"""What each kind of figure makes of its counters."""

from statistics import stdev, variance

import pytest

from schemas.statistics.values import (
    UNKNOWN,
    Formula,
    Value,
    amount,
    deviation,
    frequency,
    mean,
    mean_of_part,
    portion,
    share,
    total,
)


def test_a_total_is_exact() -> None:
    assert total(17, 0, 0, 1) == Value(17, 1, 17, 17, 17)


def test_points_are_counted_in_thousandths_and_shown_as_points() -> None:
    assert total(-12_500, 0, 0, 1000) == Value(-12.5, 1, -12.5, -12.5, -12.5)


def test_a_share_is_numerator_by_denominator() -> None:
    value = share(81, 263, 0, 1)
    assert (value.numerator, value.denominator) == (81, 263)
    assert value.value == pytest.approx(0.30799, abs=1e-5)
    assert (value.low, value.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_a_frequency_may_be_more_than_one() -> None:
    value = frequency(30, 10, 0, 1)
    assert value.value == 3
    assert value.low is not None
    assert value.high is not None
    assert 1 < value.low < 3 < value.high


def test_an_amount_in_larger_lots_has_a_wider_interval() -> None:
    one_by_one, at_once = amount(30, 10, 30, 1), amount(30, 10, 90, 1)
    assert one_by_one == frequency(30, 10, 0, 1)
    assert at_once.value == 3
    assert None not in (at_once.low, at_once.high, one_by_one.low, one_by_one.high)
    assert (at_once.high or 0) - (at_once.low or 0) > (one_by_one.high or 0) - (one_by_one.low or 0)


def test_faults_are_shown_for_a_thousand_actions() -> None:
    value = frequency(3, 600, 0, 1000)
    assert (value.numerator, value.denominator, value.value) == (3, 600, 5)
    assert value.low is not None
    assert value.high is not None
    assert value.low < 5 < value.high


def test_a_mean_has_an_interval_from_two_values_on() -> None:
    assert mean(3000, 1, 9_000_000, 1000) == Value(3, 1, 3, None, None)
    value = mean(4000, 2, 10_000_000, 1000)
    assert (value.numerator, value.denominator, value.value) == (4, 2, 2)
    assert (value.low, value.high) == pytest.approx((2 - 1.96, 2 + 1.96), abs=1e-4)


def test_the_mean_of_a_part_varies_as_the_whole_does() -> None:
    value = mean_of_part(8000, 4, 4_000_000, 1000)
    assert (value.numerator, value.denominator, value.value) == (8, 4, 2)
    assert (value.low, value.high) == pytest.approx((2 - 1.96, 2 + 1.96), abs=1e-4)


def test_the_mean_of_a_part_without_variance_has_no_interval() -> None:
    assert mean_of_part(8000, 4, 0, 1000) == Value(8, 4, 2, None, None)


def test_a_portion_is_a_mean_with_the_interval_of_a_share() -> None:
    value = portion(5000, 10, 0, 1000)
    assert (value.numerator, value.denominator, value.value) == (5, 10, 0.5)
    assert (value.low, value.high) == pytest.approx((0.2366, 0.7634), abs=5e-5)


def test_a_spread_tells_the_variance_by_numerator_and_denominator() -> None:
    points = [1, 2, 4, 9]
    value = deviation(sum(points) * 1000, 4, sum(point * point for point in points) * 10**6, 1000)
    assert value.denominator == 3
    assert value.numerator / value.denominator == pytest.approx(variance(points))
    assert value.value == pytest.approx(stdev(points))


def test_a_spread_of_two_values_has_no_interval() -> None:
    value = deviation(3, 2, 5, 1)
    assert value.value == pytest.approx(stdev([1, 2]))
    assert (value.low, value.high) == (None, None)


@pytest.mark.parametrize("formula", [share, frequency, amount, mean, mean_of_part, portion, deviation])
def test_no_counts_give_no_value(formula: Formula) -> None:
    assert formula(0, 0, 0, 1) == UNKNOWN


def test_events_without_a_denominator_have_no_value() -> None:
    assert frequency(2, 0, 0, 1) == amount(2, 0, 2, 1) == Value(2, 0, None, None, None)
