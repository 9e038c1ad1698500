"""Passes that a record may leave out (D-OPT-8)."""

import pytest

from tests.support.dalmuti import Wrong, played, wrong, wrong_in

NOT_WRITTEN = [(1, "not_stronger"), (1, "out_of_turn")]


def leaving_out(hands: list[str], *actions: str) -> Wrong:
    return wrong_in(played(hands, *actions, implicit_passes=True))


@pytest.mark.parametrize("best", ["1", "1 J", "1 J J"])
def test_passes_on_a_1_may_be_left_out(best: str) -> None:
    """D-OPT-8, D-FOLLOW-3."""
    assert wrong(f"1 {best}", "1 12", implicit_passes=True) == []


def test_without_the_option_passes_are_written() -> None:
    """D-OPT-8."""
    assert wrong("1 1", "1 12") == NOT_WRITTEN


def test_passes_on_a_set_of_more_cards_than_anybody_holds_may_be_left_out() -> None:
    """D-OPT-8."""
    assert leaving_out(["9 9 9 12", "1 1", "2 2", "3"], "1 9 9 9", "1 12") == []


@pytest.mark.parametrize("hand", ["12 12 12", "? 12 12", "?*3"])
def test_passes_are_written_if_somebody_holds_enough_cards(hand: str) -> None:
    """D-OPT-8: it is the number that counts, known or not."""
    assert leaving_out(["9 9 9 12", hand, "2 2", "3"], "1 9 9 9", "1 12") == [(1, "out_of_turn"), (1, "wrong_count")]


def test_only_who_has_the_next_lead_may_leave_passes_out() -> None:
    """D-OPT-8."""
    assert wrong("1 1", "3 12", implicit_passes=True) == NOT_WRITTEN


def test_some_of_the_passes_may_be_written() -> None:
    """D-OPT-8."""
    assert wrong("1 1", "2 -", "3 -", "1 12", implicit_passes=True) == []
    assert wrong("1 1", "2 -", "3 -", "4 -", "1 12", implicit_passes=True) == []


def test_if_the_owner_is_out_his_successor_goes_on() -> None:
    """D-OPT-8, D-TRICK-3."""
    assert leaving_out(["1", "12 12", "12 12", "12 12"], "1 1", "2 12", "3 -") == []


def test_a_void_lead_ends_no_trick() -> None:
    """D-OPT-8."""
    assert wrong("1 1", "1 12 void", "2 -", "3 -", "4 -", "1 12", implicit_passes=True) == []


def test_passes_on_cards_that_are_no_set_may_be_left_out_too() -> None:
    """D-OPT-8: a first set that stood though it was none counts like one later in the deal."""
    assert leaving_out(["9 8 8 12", "1 1", "2 2", "3"], "1 9 8 8", "1 12") == [(0, "not_a_combination")]
