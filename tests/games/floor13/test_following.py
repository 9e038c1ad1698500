"""What answers what: F-ORDER-1, F-FOLLOW-1, F-RUN-2."""

import pytest

from tests.support.floor13 import FLAT, trick


def test_ranks_run_from_3_to_2() -> None:
    """F-ORDER-1."""
    climb = ("1 H3", "2 S4", "3 SK", "4 SA", "1 S2", "2 X")
    assert trick(*climb) == []


@pytest.mark.parametrize("answer", ["SK", "HK", "SJ", "D3"])
def test_a_single_has_to_be_strictly_stronger_and_suits_are_equal(answer: str) -> None:
    """F-ORDER-1, F-FOLLOW-1."""
    assert trick("1 DK", f"2 {answer} void") == ["2 not_stronger"]


def test_a_single_does_not_answer_a_pair() -> None:
    """F-FOLLOW-1."""
    assert trick("1 S4 H4", "2 SK void") == ["2 wrong_count"]


def test_a_pair_answers_a_pair() -> None:
    """F-FOLLOW-1."""
    assert trick("1 S4 H4", "2 S6 H6", "3 SK X") == []


@pytest.mark.parametrize(("led", "answer"), [("S4 H4 D4", "S5 S6 S7"), ("SK SA S2", "HK DK CK"), ("SK SA S2", "HK")])
def test_groups_and_runs_do_not_answer_each_other(led: str, answer: str) -> None:
    """F-FOLLOW-1."""
    assert trick(f"1 {led}", f"2 {answer} void") == ["2 wrong_kind"]


def test_only_the_next_run_answers_a_run() -> None:
    """F-RUN-2; the 5 skips player 2."""
    assert trick("1 H3 H4 H5", "3 D4 D5 D6") == []
    assert trick("1 H3 H4 H5", "3 D5 D6 D7 void") == ["3 run_not_next"]
    assert trick("1 H4 H5 H6", "3 D4 D5 D6 void") == ["3 run_not_next"]


def test_a_run_is_answered_by_one_of_the_same_length() -> None:
    """F-RUN-2."""
    assert trick("1 H3 H4 H5", "3 D4 D5 D6 D7 void") == ["3 wrong_count"]


def test_next_means_stronger_so_in_a_revolution_it_is_the_run_below() -> None:
    """F-RUN-2."""
    assert trick(*FLAT, "1 HQ HK HA", "1 name 4", "2 DJ DQ DK", hands=["?*9"] * 4, hand_size=9) == []
    assert trick(*FLAT, "1 H4 H5 X=H6", "3 D5 D6 D7 void", hands=["?*9"] * 4, hand_size=9) == ["3 run_not_next"]


def test_any_stronger_run_answers_where_the_option_says_so() -> None:
    """F-Q-25, option `run_follow`."""
    assert trick("1 H3 H4 H5", "3 DJ DQ DK", run_follow="higher") == []
    assert trick("1 H4 H5 H6", "3 D4 D5 D6 void", run_follow="higher") == ["3 not_stronger"]
    assert trick("1 H4 H5 H6", "3 D3 D4 D5 void", run_follow="higher") == ["3 not_stronger"]


def test_the_suit_of_the_answering_run_is_free() -> None:
    """F-Q-26."""
    assert trick("1 H3 H4 H5", "3 X=H4 X=H5 H6") == []
    assert trick("1 H3 H4 H5", "3 C4 C5 C6") == []


def test_the_suits_of_an_answering_double_run_are_free() -> None:
    """F-Q-27."""
    led = ("1 HJ DJ HQ DQ HK DK", "1 name 4", "1 name 6")
    assert trick(*led, "2 SQ CQ SK CK SA CA", hands=["?*14", "?*14"]) == []
    assert trick(*led, "2 SK CK SA CA S2 C2 void", hands=["?*14", "?*14"]) == ["2 run_not_next"]


def test_what_is_no_set_and_stands_is_answered_by_any_set_of_as_many_cards() -> None:
    """F-FOLLOW-1, and the record format on irregular sets."""
    assert trick("1 S4 CK H6", "2 D4 D5 D6") == ["1 not_a_combination"]
    assert trick("1 S4 CK H6", "2 SK HK DK") == ["1 not_a_combination"]
    assert trick("1 S4 CK H6", "2 S4 H4 void") == ["1 not_a_combination", "2 wrong_count"]


def test_what_is_no_set_has_no_effects() -> None:
    """F-FX-1: neither the 8 nor the 7 does anything."""
    assert trick("1 S8 H7", "1 give 2 S4 void", "1 S4 void") == [
        "1 not_a_combination",
        "1 effect_not_owed",
        "1 out_of_turn",
        "1 wrong_count",
    ]
