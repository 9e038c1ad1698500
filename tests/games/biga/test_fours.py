"""Fours carry off what they are laid on: B-FOUR."""

import pytest

from tests.support.games.biga import broken_off_deal, fault_places, passes_of, player_faults, trick_faults

HANDS = ["HA S8 H8 D8 C8 S9", "S4 H4 D4 S5", "S6 H6 D6", "HA S7", "C4 C4 ST"]
"""Player 1 declares and leads eights, player 2 captures them with fours."""


def of_a_rank(rank: str, count: int) -> str:
    """Cards of a rank."""
    return " ".join([suit + rank for suit in "SHDCSHDC"][:count])


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_fours_one_card_fewer_answer_three_to_six_of_a_rank(count: int) -> None:
    """B-FOUR-1, B-FOUR-4."""
    assert trick_faults(f"1 {of_a_rank('8', count)}", f"2 {of_a_rank('4', count - 1)}") == []


def test_fours_of_another_count_are_the_set_that_they_are() -> None:
    """B-FOUR-1."""
    assert trick_faults("1 S8 H8 D8 C8", "2 S4 H4") == ["2 wrong_kind"]
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4") == ["2 bomb_not_allowed"]
    assert trick_faults("1 S8 H8 D8", "2 S4 H4 D4") == ["2 not_stronger"]


def test_other_ranks_capture_nothing() -> None:
    """B-FOUR-1."""
    assert trick_faults("1 S8 H8 D8", "2 S9 H9") == ["2 wrong_kind"]


def test_the_captured_set_goes_into_the_hand_of_the_captor() -> None:
    """B-FOUR-2, B-Q-16."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4", *passes_of(3, 4, 5, 1)]
    assert player_faults(broken_off_deal(HANDS, *actions, "2 S8 H8 D8 C8")) == []
    assert player_faults(broken_off_deal(HANDS, *actions, "2 S4")) == ["2 card_not_held"]


def test_the_fours_stay_as_an_ordinary_set_of_their_size() -> None:
    """B-FOUR-3."""
    assert trick_faults("1 S8 H8 D8", "2 S4 H4", "3 S5 H5") == []
    assert trick_faults("1 S8 H8 D8", "2 S4 H4", "3 S5 S6 S7") == ["3 wrong_kind"]
    assert trick_faults("1 S8 H8 D8 C8", "2 S4 H4 D4", "3 S5 H5 D5") == []
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4 C4", "3 S5 H5 D5 C5") == []
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4 C4", "3 S5 H5 D5") == ["3 bomb_not_allowed"]


def test_fours_may_be_captured_themselves() -> None:
    """B-FOUR-5."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4", "3 -", "4 -", "5 C4 C4"]
    assert player_faults(broken_off_deal(HANDS, *actions, *passes_of(1, 2, 3, 4), "5 S4 H4 D4")) == []


def test_only_the_top_set_is_captured() -> None:
    """B-FOUR-9: the set beneath it stays where it is."""
    hands = ["HA S9", "S8 H8 D8", "C4 C4 S7", "HA", "ST"]
    actions = ["1 show HA", "1 S9", "2 S8 H8 D8", "3 C4 C4", *passes_of(4, 5, 1)]
    assert player_faults(broken_off_deal(hands, *actions, "3 S8 H8 D8")) == []
    assert player_faults(broken_off_deal(hands, *actions, "3 S9")) == ["3 card_not_held"]


def test_a_single_four_captures_nothing() -> None:
    """B-FOUR-9."""
    assert trick_faults("1 S8 H8", "2 S4") == ["2 wrong_kind"]


@pytest.mark.parametrize("count", [7, 8])
def test_seven_or_eight_of_a_rank_cannot_be_captured(count: int) -> None:
    """B-FOUR-6."""
    assert trick_faults(f"1 {of_a_rank('8', count)}", f"2 {of_a_rank('4', count - 1)}") == ["2 bad_capture"]


@pytest.mark.parametrize(
    ("top", "fours", "code"),
    [
        ("XS XB XB", "S4 H4", "wrong_kind"),
        ("XS XS XB XB", "S4 H4 D4", "bomb_not_allowed"),
        ("S5 S6 S7", "S4 H4", "wrong_kind"),
        ("S5 S6 S7", "S4 H4 D4", ""),
        ("S8 H8 D8 C8 S9 H9 D9 C9", "S4 H4 D4 C4 S4 H4 D4", ""),
    ],
)
def test_fours_on_jokers_and_sequences_are_judged_as_the_set_they_are(top: str, fours: str, code: str) -> None:
    """B-FOUR-6."""
    assert trick_faults(f"1 {top}", f"2 {fours}") == ([f"2 {code}"] if code else [])


def test_a_seven_that_is_captured_unnoticed_is_in_the_captors_hand() -> None:
    """B-FOUR-6."""
    seven, fours = "S8 H8 D8 C8 S8 H8 D8", "S4 H4 D4 C4 S4 H4"
    hands = ["HA S9 " + seven, fours + " S5", "S6", "HA", "S7"]
    actions = ["1 show HA", f"1 {seven}", f"2 {fours}", *passes_of(3, 4, 5, 1), f"2 {seven}"]
    assert player_faults(broken_off_deal(hands, *actions)) == ["2 bad_capture"]


def test_a_capture_that_is_taken_back_moves_no_card() -> None:
    """B-FOUR-2."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4 void", *passes_of(2, 3, 4, 5), "1 S9", "2 S8"]
    assert player_faults(broken_off_deal(HANDS, *actions)) == ["2 card_not_held", "2 not_stronger"]


def test_only_cards_that_were_there_are_captured() -> None:
    """B-FOUR-2: a set may stand although its player had not all of it."""
    hands = ["HA S8 H8 S9", "S4 H4 S5", "S6", "HA", "S7"]
    actions = ["1 show HA", "1 S8 H8 D8", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 S8 H8", *passes_of(3, 4, 5, 1), "2 D8"]
    assert fault_places(broken_off_deal(hands, *actions)) == [(1, 1, "card_not_held"), (12, 2, "card_not_held")]


def test_a_player_who_went_out_with_the_captured_set_stays_out() -> None:
    """B-FOUR-7, B-Q-15."""
    hands = ["HA S5 S6", "S8 H8 D8", "S4 H4 S7", "HA", "S9"]
    report = broken_off_deal(
        hands, "1 show HA", "1 S5", "2 S8 H8 D8", "3 S4 H4", *passes_of(4, 5), "1 -", "3 S8 H8 D8", "2 S8"
    )
    assert report.order == [2]
    assert player_faults(report) == ["2 action_after_out"]


def test_nobody_goes_out_by_a_capture() -> None:
    """B-FOUR-8: the cards come into the hand before it is checked for being empty."""
    hands = ["HA S8 H8 D8 S9", "S4 H4", "S6", "HA", "S7"]
    report = broken_off_deal(hands, "1 show HA", "1 S8 H8 D8", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 S8 H8 D8")
    assert (report.order, player_faults(report)) == ([2], [])


def test_passes_are_counted_anew_after_a_capture() -> None:
    """B-Q-17."""
    hands = [*HANDS[:4], "C4 C4 D4 ST"]
    actions = ["1 show HA", "1 S8 H8 D8 C8", *passes_of(2, 3, 4), "5 C4 C4 D4", *passes_of(1, 2, 3)]
    assert player_faults(broken_off_deal(hands, *actions, "4 -", "5 ST")) == []
    assert player_faults(broken_off_deal(hands, *actions, "5 ST")) == ["5 out_of_turn", "5 wrong_kind"]


def test_a_captured_big_ace_makes_nobody_a_partner_but_serves_its_new_owner() -> None:
    """B-TEAM-2, B-Q-14."""
    hands = ["HA SA DA S5", "S4 H4 HA S6", "S7 S8", "S9", "ST"]
    actions = ["1 show HA", "1 HA SA DA", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 HA HA", *passes_of(3, 4, 5, 1)]
    assert player_faults(broken_off_deal(hands, *actions, "2 SA", "3 -")) == []


def test_fours_capture_nothing_on_a_set_that_is_no_combination() -> None:
    """B-FOUR-1: only the count is asked there."""
    assert trick_faults("1 S8 H8 D9", "2 S4 H4") == ["1 not_a_combination", "2 wrong_count"]
