"""What each kind of figure makes of its counters."""

from statistics import stdev, variance

import pytest

from daifu.replay.figures.values import UNKNOWN, Formula, Value, deviation, frequency, mean, total


def test_a_total_is_exact() -> None:
    assert total(17, 0, 0, 1, None) == Value(17, 1, 17, 17, 17)


def test_points_are_counted_in_thousandths_and_shown_as_points() -> None:
    assert total(-12_500, 0, 0, 1000, None) == Value(-12.5, 1, -12.5, -12.5, -12.5)
    assert mean(8000, 4, 0, 1000, (1000, 3000)) == Value(8, 4, 2, 1, 3)


def test_a_share_is_numerator_by_denominator() -> None:
    assert mean(3, 12, 0, 1, (0.1, 0.5)) == Value(3, 12, 0.25, 0.1, 0.5)


def test_faults_are_shown_for_a_thousand_actions() -> None:
    assert frequency(3, 600, 0, 1000, (0.001, 0.01)) == Value(3, 600, 5, 1, 10)


@pytest.mark.parametrize("formula", [mean, frequency])
def test_a_figure_without_an_interval_has_no_ends(formula: Formula) -> None:
    assert formula(3, 12, 0, 1, None) == Value(3, 12, 0.25, None, None)


def test_a_spread_tells_the_variance_by_numerator_and_denominator() -> None:
    points = [1, 2, 4, 9]
    value = deviation(sum(points) * 1000, 4, sum(point * point for point in points) * 10**6, 1000, None)
    assert value.denominator == 3
    assert value.numerator / value.denominator == pytest.approx(variance(points))
    assert value.value == pytest.approx(stdev(points))
    assert (value.low, value.high) == (None, None)


@pytest.mark.parametrize("formula", [frequency, mean, deviation])
def test_no_counts_give_no_value(formula: Formula) -> None:
    assert formula(0, 0, 0, 1, None) == UNKNOWN


def test_events_without_a_denominator_have_no_value() -> None:
    assert frequency(2, 0, 0, 1, None) == Value(2, 0, None, None, None)
