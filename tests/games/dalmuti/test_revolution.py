"""Revolutions: no taxes, and for the Greater Peon's the places turn round (D-REV)."""

import pytest

from tests.support.games.dalmuti import (
    action_faults_in,
    faults_before_play,
    hidden_hands,
    partly_known_hands,
    report_of,
)
from tests.support.reports import fault_tuples, judge_deals

MISSING = [
    (0, 1, "exchange_missing"),
    (0, 2, "exchange_missing"),
    (0, 3, "exchange_missing"),
    (0, 4, "exchange_missing"),
]


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_a_player_dealt_both_jesters_may_call_a_revolution(player: int) -> None:
    """D-REV-1, D-Q-10."""
    known = ["5"] * 4
    known[player - 1] = "J J"
    assert faults_before_play(partly_known_hands(*known), f"{player} say revolution") == []


@pytest.mark.parametrize("cards", ["", "J"])
def test_without_both_jesters_a_revolution_is_false(cards: str) -> None:
    """D-REV-1."""
    assert faults_before_play(["J", f"{cards} 5 6", "7", "8"], "2 say revolution") == [(0, "false_declaration")]


def test_a_false_revolution_leaves_the_taxes_owed() -> None:
    """D-REV-1, D-TAX-1."""
    deal = {"hands": ["5 6", "J", "7", "8"], "actions": ["2 say revolution", "1 5"], "abandoned": True}
    assert [code for _, _, code in fault_tuples(judge_deals("dalmuti", [deal]))].count("exchange_missing") == 4


def test_both_jesters_may_be_kept_quiet_about() -> None:
    """D-REV-1: then the taxes go on."""
    deal = {"hands": partly_known_hands("J J"), "actions": ["1 9"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == MISSING


def test_a_revolution_calls_off_all_taxes() -> None:
    """D-REV-2, D-TAX-1."""
    assert faults_before_play(partly_known_hands("", "", "J J"), "3 say revolution", "1 9", "2 8", "3 7", "4 6") == []


def test_a_tax_after_a_revolution_is_not_owed() -> None:
    """D-REV-2."""
    hands = partly_known_hands("12 12", "", "J J", "1 2")
    assert faults_before_play(hands, "3 say revolution", "4 give 1 1 2") == [(1, "exchange_not_owed")]


def test_the_revolution_of_anybody_but_the_greater_peon_leaves_the_places() -> None:
    """D-REV-2, D-REV-3."""
    assert faults_before_play(partly_known_hands("J J"), "1 say revolution", "1 9", "2 8") == []


def test_the_greater_peon_turns_the_places_round() -> None:
    """D-REV-3, D-REV-4, D-Q-13: the Greater Peon leads, and the turn goes down the new places."""
    hands = partly_known_hands("", "", "", "J J")
    assert faults_before_play(hands, "4 say revolution", "4 9", "3 8", "2 7", "1 6", "4 5") == []
    assert faults_before_play(hands, "4 say revolution", "1 9") == [(1, "out_of_turn")]


def test_in_a_great_revolution_the_middle_merchant_stays() -> None:
    """D-REV-3, D-Q-12."""
    hands = partly_known_hands("", "", "", "", "J J", players=5)
    assert faults_before_play(hands, "5 say revolution", "5 9", "4 8", "3 7", "2 6", "1 5") == []


def test_a_great_revolution_turns_round_the_circle_that_is_played() -> None:
    """D-REV-4 `seat_direction`: place 2 now sits at the right of the new Greater Dalmuti."""
    hands = partly_known_hands("", "", "", "J J")
    actions = ("4 say revolution", "4 9", "1 8", "2 7", "3 6")
    assert faults_before_play(hands, *actions, seat_direction="ccw") == []


def test_after_a_great_revolution_no_tax_is_owed_either() -> None:
    """D-REV-3."""
    hands = partly_known_hands("12 12", "", "", "J J")
    assert faults_before_play(hands, "4 say revolution", "1 give 4 12 12") == [(1, "exchange_not_owed")]


def test_to_say_it_twice_does_not_turn_the_places_back() -> None:
    """D-REV-3."""
    hands = partly_known_hands("", "", "", "J J")
    assert faults_before_play(hands, "4 say revolution", "4 say revolution", "4 9", "3 8") == []


def test_a_revolution_after_a_tax_card_has_moved_is_late() -> None:
    """D-REV-1, D-Q-9."""
    hands = partly_known_hands("J J", "", "8", "1 2")
    assert faults_before_play(hands, "4 give 1 1 2", "1 say revolution") == [(1, "late_declaration")]


def test_a_gift_that_is_no_tax_makes_no_revolution_late() -> None:
    """D-REV-1: it is not owed, yet the card has moved."""
    hands = partly_known_hands("J J", "", "8", "1 2")
    assert faults_before_play(hands, "4 give 2 1 2", "1 say revolution") == [(0, "exchange_not_owed")]


def test_a_claim_both_false_and_late_is_late_only() -> None:
    """D-REV-1."""
    hands = ["5 6", "7", "8", "1 2 J"]
    assert faults_before_play(hands, "4 give 1 1 2", "2 say revolution") == [(1, "late_declaration")]


def test_a_late_revolution_changes_nothing() -> None:
    """D-REV-1."""
    hands = ["12 12 12", "9 9", "8 J", "1 2 J J"]
    taxes = ["4 give 1 1 2", "4 say revolution", "1 give 4 12 12", "3 give 2 8", "2 give 3 9"]
    assert faults_before_play(hands, *taxes, "1 12", "2 9") == [(1, "late_declaration")]


def test_a_revolution_after_the_first_play_is_late() -> None:
    """D-REV-1."""
    assert action_faults_in(report_of(["9 9", "J J", "7", "6"], "1 9", "2 say revolution")) == [(1, "late_declaration")]


def test_a_revolution_after_a_lead_that_counted_as_a_pass_is_late() -> None:
    """D-REV-1 `illegal_play`: play has begun."""
    hands = partly_known_hands("9 8", "J J")
    found = faults_before_play(hands, "1 9 8", "2 say revolution", illegal_play="pass")
    assert [code for _, code in found if code != "exchange_missing"] == ["not_a_combination", "late_declaration"]


def test_jesters_that_came_with_a_tax_make_no_revolution() -> None:
    """D-Q-9: the hand as dealt counts, and by then it is late."""
    hands = ["J 12 12", "9", "8", "J 2"]
    assert faults_before_play(hands, "4 give 1 2 J", "1 say revolution")[-1] == (1, "late_declaration")


def test_a_revolution_without_taxes_is_only_noted() -> None:
    """D-OPT-1."""
    hands = partly_known_hands("", "J J")
    assert faults_before_play(hands, "2 say revolution", "1 9", "2 8", first_hand_no_tax=True) == []


def test_a_great_revolution_turns_the_places_where_the_first_deal_has_no_taxes() -> None:
    """D-OPT-1."""
    hands = partly_known_hands("", "", "", "J J")
    assert faults_before_play(hands, "4 say revolution", "4 9", "3 8", first_hand_no_tax=True) == []


@pytest.mark.parametrize("word", ["no-revolution", "partner", "heart"])
def test_no_other_declaration_means_anything(word: str) -> None:
    """D-REV-1."""
    assert faults_before_play(hidden_hands(), f"1 say {word}") == [(0, "false_declaration")]


@pytest.mark.parametrize("word", ["up", "down", "flip"])
def test_the_ranks_cannot_be_turned(word: str) -> None:
    """D-REV-5."""
    assert action_faults_in(report_of(["9 9", "8", "7", "6"], "1 9", f"1 say {word}", "2 8")) == [
        (1, "effect_not_owed")
    ]
