"""The swap between merchants (D-OPT-4, D-Q-14)."""

import pytest

from tests.support.games.dalmuti import ActionFaults, faults_before_play, partly_known_hands
from tests.support.reports import fault_tuples, judge_deals

HANDS = partly_known_hands("", "", "3", "5", "7", "J J", players=7)
"""Players 3, 4 and 5 are the merchants."""


def swap(*actions: str, hands: list[str] = HANDS) -> ActionFaults:
    return faults_before_play(hands, *actions, merchant_exchange=True, first_hand_no_tax=True)


@pytest.mark.parametrize("other", [4, 5])
def test_the_best_merchant_swaps_a_card_with_any_other(other: int) -> None:
    """D-OPT-4."""
    card = {4: "5", 5: "7"}[other]
    assert swap(f"3 give {other} 3", f"{other} give 3 {card}") == []


def test_either_of_them_may_be_written_first() -> None:
    """D-OPT-4."""
    assert swap("4 give 3 5", "3 give 4 3", "1 9") == []


def test_cards_swapped_change_hands() -> None:
    """D-OPT-4."""
    hands = ["9", "9", "3", "5", "8", "8"]
    found = faults_before_play(hands, "3 give 4 3", "4 give 3 5", "3 3", merchant_exchange=True, first_hand_no_tax=True)
    assert found == [(2, "card_not_held"), (2, "out_of_turn")]


def test_without_the_option_merchants_swap_nothing() -> None:
    """D-OPT-4, D-TAX-7."""
    assert faults_before_play(HANDS, "3 give 4 3") == [(0, "exchange_not_owed")]


@pytest.mark.parametrize("gift", ["4 give 5 5", "3 give 2 3", "3 give 3 3", "1 give 3 9"])
def test_nobody_else_swaps(gift: str) -> None:
    """D-OPT-4: both are merchants, one of them the best."""
    assert swap(gift) == [(0, "exchange_not_owed")]


def test_there_is_one_swap_a_deal() -> None:
    """D-OPT-4."""
    assert swap("3 give 4 3", "4 give 3 5", "3 give 5 5") == [(2, "exchange_not_owed")]


def test_a_swap_is_of_one_card() -> None:
    """D-OPT-4."""
    hands = partly_known_hands("", "", "3 4", "5", players=7)
    assert swap("3 give 4 3 4", "4 give 3 5", hands=hands) == [(0, "exchange_wrong_count")]


def test_half_a_swap_is_missing_the_other_half() -> None:
    """D-Q-14."""
    deal = {"hands": HANDS, "actions": ["3 give 5 3", "1 9"], "abandoned": True}
    options = {"merchant_exchange": True, "first_hand_no_tax": True}
    assert fault_tuples(judge_deals("dalmuti", [deal], 7, options)) == [(1, 5, "exchange_missing")]


def test_no_swap_is_owed() -> None:
    """D-OPT-4: it is a right, not a tax."""
    assert swap("1 9") == []


def test_a_swap_after_the_first_play_is_not_owed() -> None:
    """D-OPT-4."""
    assert swap("1 9", "3 give 4 3") == [(1, "exchange_not_owed")]


def test_a_swap_does_not_make_a_revolution_late() -> None:
    """D-Q-14: it is no tax."""
    assert swap("3 give 4 3", "4 give 3 5", "6 say revolution") == []


def test_a_revolution_does_not_call_off_the_swap() -> None:
    """D-OPT-4."""
    assert swap("6 say revolution", "3 give 4 3", "4 give 3 5", "1 9") == []
    assert swap("3 give 4 3", "6 say revolution", "1 9") == [(2, "exchange_missing")]


def test_after_a_great_revolution_another_merchant_is_the_best() -> None:
    """D-OPT-4, D-REV-3: place 3 at that moment."""
    hands = partly_known_hands("", "", "3", "5", "7", "", "J J", players=7)
    assert swap("7 say revolution", "5 give 4 7", "4 give 5 5", hands=hands) == []
    assert swap("7 say revolution", "3 give 4 3", hands=hands) == [(1, "exchange_not_owed")]


def test_a_table_without_two_merchants_has_nobody_to_swap_with() -> None:
    """D-OPT-4."""
    assert swap("3 give 2 3", hands=partly_known_hands("", "", "3", players=5)) == [(0, "exchange_not_owed")]
