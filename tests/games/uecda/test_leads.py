"""Who opens the game: the diamond 3 (U-LEAD-1)."""

import pytest

from tests.support.records import judged
from tests.support.uecda import exchanging, passes, played, wrong, wrong_in

HANDS = ["S9 ST", "H4 H5", "D3 D5", "C4 C5", "S4 S5"]


def test_the_holder_of_the_diamond_3_leads_what_he_likes() -> None:
    """U-LEAD-1: the lead need not contain it."""
    assert wrong_in(played(HANDS, "3 D3")) == []
    assert wrong_in(played(HANDS, "3 D5")) == []


def test_nobody_else_leads() -> None:
    """U-LEAD-1."""
    assert wrong_in(played(HANDS, "1 S9")) == [(0, "out_of_turn")]


def test_if_all_pass_before_any_set_the_holder_of_the_diamond_3_leads_again() -> None:
    """U-LEAD-1, U-PASS-1."""
    assert wrong_in(played(HANDS, *passes(3, 4, 5, 1, 2), "3 D5")) == []
    assert wrong_in(played(HANDS, *passes(3, 4, 5, 1, 2), "4 C4")) == [(5, "out_of_turn")]


def test_if_all_pass_and_the_last_leader_is_out_the_next_seat_leads() -> None:
    """U-LEAD-1."""
    hands = ["D3", "H4 H5", "S3 D5", "C4 C5", "S4 S5"]
    assert wrong_in(played(hands, "1 D3", *passes(2, 3, 4, 5), *passes(2, 3, 4, 5), "2 H4")) == []


def test_the_diamond_3_may_change_hands_in_the_exchange() -> None:
    """U-LEAD-1: its holder after the exchange leads."""
    hands = ["D3 D4 D5", "H4 H5", "C7 C9", "C4 C5", "S4 S5 S6"]
    assert exchanging(hands, "5 give 1 S6 S5", "1 give 5 D3 D4", "2 give 4 H4", "4 give 2 C5", "5 D3") == []
    assert exchanging(hands, "5 give 1 S6 S5", "1 give 5 D4 D5", "2 give 4 H4", "4 give 2 C5", "1 D3") == []


def test_a_taken_back_gift_leaves_the_lead_where_it_was() -> None:
    """U-LEAD-1."""
    hands = ["D3 D4 D5", "H4 H5", "C7 C9", "C4 C5", "S4 S5 S6"]
    gifts = ("5 give 1 S6 S5", "1 give 5 D3 D4 void", "1 give 5 D4 D5", "2 give 4 H4", "4 give 2 C5")
    assert exchanging(hands, *gifts, "1 D3") == []


@pytest.mark.parametrize("first", [1, 4])
def test_if_no_hand_names_the_diamond_3_whoever_acts_first_leads(first: int) -> None:
    """U-LEAD-1."""
    assert wrong(f"{first} S4", f"{first + 1} H5") == []
    assert wrong(f"{first} -", f"{first + 1} H5") == []


def test_hands_after_the_exchange_tell_who_leads() -> None:
    """U-LEAD-1."""
    deal = {"hands": HANDS, "hands_are": "exchanged", "places": [1, 2, 3, 4, 5], "actions": ["3 D5"]}
    assert wrong_in(judged("uecda", [deal], 5).deals[0]) == []
