"""Intervals hold the truth about as often as they say, for players of equal strength (all games: `make soak`)."""

import pytest

from tests.support.interval_coverage import Design, is_expected, measure

FEW_TABLES = 200


@pytest.mark.untraced
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    design = Design(10, one_sitting=True)
    found = measure("dalmuti", design, FEW_TABLES)
    assert {"place.mean", "first", "leads", "passes.able", "cards.set"} <= found.keys()
    assert [id for id, one in found.items() if not is_expected("dalmuti", id, design, one)] == []
