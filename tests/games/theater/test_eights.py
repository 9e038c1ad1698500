"""Eights end the trick: T-8."""

import pytest

from tests.support.theater import trick


@pytest.mark.parametrize(
    ("led", "eights"), [("S5", "S8"), ("S7 H7", "S8 H8"), ("S7 H7 D7", "S8 H8 D8")], ids=["one", "two", "three"]
)
def test_eights_end_the_trick_and_their_player_leads(led: str, eights: str) -> None:
    """T-8-1, T-Q-12."""
    assert trick(f"1 {led}", f"2 {eights}", "2 S4") == []
    assert trick(f"1 {led}", f"2 {eights}", "3 S9") == ["3 out_of_turn"]


def test_eights_that_are_led_leave_the_lead_where_it_is() -> None:
    """T-8-1."""
    assert trick("1 S8 D8", "1 S4") == []


def test_four_eights_turn_the_order_first_and_then_cut() -> None:
    """T-REV-4, T-Q-12."""
    assert trick("1 S8 H8 D8 C8", "1 S9", "2 S4") == []


@pytest.mark.parametrize(
    "cards",
    ["S7 S8 S9", "S7 S8 S9 H7 H8 H9", "S7 H7 D7 S8 H8 D8 S9 H9 D9"],
    ids=["run", "ipeiko", "sanrenko"],
)
def test_an_eight_in_a_longer_set_does_not_cut(cards: str) -> None:
    """T-8-2, T-Q-13."""
    assert trick(f"1 {cards}", "2 -", "3 -", "4 -", "1 S4") == []


def test_eights_have_to_beat_what_lies_there() -> None:
    """T-Q-14."""
    assert trick("1 S9 H9", "2 S8 D8") == ["2 not_stronger"]


def test_down_eights_beat_nines_and_cut() -> None:
    """T-Q-14, T-8-1."""
    assert trick("1 SK HK DK CK", "2 -", "3 -", "4 -", "1 S9 H9", "2 S8 D8", "2 S4") == []


def test_eights_that_were_too_weak_but_stood_cut_all_the_same() -> None:
    """T-8-1: a faulty set that stands has all its effects."""
    assert trick("1 S9 H9", "2 S8 D8", "2 S4") == ["2 not_stronger"]
