"""Points: B-SCORE."""

from itertools import permutations

import pytest

from tests.support.biga import ended, found

PAIRS = [
    ([1, 3], 3, -3, 6),
    ([3, 1], 3, -3, 6),
    ([1, 2, 3], 2, -2, 4),
    ([3, 2, 1], 2, -2, 4),
    ([1, 2, 4, 3], 1, -1, 2),
    ([3, 2, 4, 1], 1, -1, 2),
    ([1, 2, 4, 5], 0, 0, 0),
    ([3, 2, 4, 5], 0, 0, 0),
    ([2, 1, 3], 0, 0, 0),
    ([2, 3, 4, 1], 0, 0, 0),
    ([2, 4, 1, 3], 0, 0, 0),
    ([2, 1, 4, 5], -1, 1, -2),
    ([2, 3, 4, 5], -2, 2, -4),
    ([2, 4, 1, 5], -1, 1, -2),
    ([2, 4, 3, 5], -2, 2, -4),
    ([2, 4, 5], -3, 3, -6),
]
"""In what order they go out, 3 being the partner of 1, and what partner, defenders and declarer get if he is hidden."""


@pytest.mark.parametrize(("order", "partner", "defender", "declarer"), PAIRS)
def test_a_hidden_partner_gets_one_unit_and_the_declarer_two(
    order: list[int], partner: int, defender: int, declarer: int
) -> None:
    """B-SCORE-1, B-Q-23."""
    report = ended(order, partner=3)
    assert (report.points, found(report)) == ([declarer, defender, partner, defender, defender], [])


@pytest.mark.parametrize(("order", "unit", "defender", "declarer"), PAIRS)
def test_an_announced_partner_shares_three_units_each(
    order: list[int], unit: int, defender: int, declarer: int
) -> None:
    """B-SCORE-2, B-OPEN-1: each defender pays two."""
    report = ended(order, "3 say partner", partner=3)
    assert declarer == 2 * unit
    assert report.points == [3 * unit, 2 * defender, 3 * unit, 2 * defender, 2 * defender]


@pytest.mark.parametrize(
    ("order", "declarer", "defender"),
    [([1], 32, -8), ([2, 1], 0, 0), ([2, 3, 1], 0, 0), ([2, 3, 4, 1], 0, 0), ([2, 3, 4, 5], -32, 8)],
)
def test_a_lone_declarer_wins_first_and_loses_last(order: list[int], declarer: int, defender: int) -> None:
    """B-SCORE-3, B-SCORE-4, B-SOLO-1: twice as much if he showed both Big As before play."""
    assert ended(order, partner=None).points == [declarer, *[defender] * 4]
    assert ended(order, "1 show HA", partner=None).points == [2 * declarer, *[2 * defender] * 4]


def test_with_the_option_a_shown_solo_must_be_first() -> None:
    """B-Q-24."""
    assert ended([1], "1 show HA", partner=None, solo_shown_first_only=True).points == [64, *[-16] * 4]
    assert ended([2], "1 show HA", partner=None, solo_shown_first_only=True).points == [-64, *[16] * 4]


def test_with_the_option_a_hidden_solo_scores_as_ever() -> None:
    """B-Q-24."""
    assert ended([1], partner=None, solo_shown_first_only=True).points == [32, *[-8] * 4]
    assert ended([2, 1], partner=None, solo_shown_first_only=True).points == [0] * 5


def test_one_printed_row_that_does_not_add_up_can_be_chosen() -> None:
    """B-SCORE-5: partner second, declarer fifth."""
    assert ended([2, 3, 4, 5], partner=3, seed_literal_p2d5=True).points == [-4, 1, -2, 1, 1]


@pytest.mark.parametrize("order", [[2, 1, 4, 5], [2, 4, 3, 5], [2, 4, 5], [1, 3]])
def test_the_option_changes_no_other_row(order: list[int]) -> None:
    """B-SCORE-5."""
    assert ended(order, partner=3, seed_literal_p2d5=True).points == ended(order, partner=3).points


def test_the_option_does_not_touch_announced_partners() -> None:
    """B-SCORE-5."""
    assert ended([2, 3, 4, 5], "3 say partner", partner=3, seed_literal_p2d5=True).points == [-6, 4, -6, 4, 4]


@pytest.mark.parametrize("words", [[], ["4 say partner"]])
def test_every_result_adds_up_to_nothing(words: list[str]) -> None:
    """B-SCORE-5, B-Q-25."""
    for order in permutations(range(1, 6)):
        last = next(at for at in range(1, 6) if {1, 4} <= set(order[:at]) or {2, 3, 5} <= set(order[:at]))
        points = ended(order[:last], *words, partner=4).points
        assert sum(value or 0 for value in points) == 0
        assert None not in points
