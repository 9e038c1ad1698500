"""What answers what, and the suit lock: F-ORDER-1, F-FOLLOW-1, F-RUN-2, F-Q-28."""

import pytest

from tests.support.games.floor13 import REVOLUTION, trick_faults


def test_ranks_run_from_3_to_2() -> None:
    """F-ORDER-1."""
    climb = ("1 H3", "2 S4", "3 SK", "4 SA", "1 S2", "2 X")
    assert trick_faults(*climb) == []


@pytest.mark.parametrize("answer", ["SK", "HK", "SJ", "D3"])
def test_a_single_has_to_be_strictly_stronger_and_suits_are_equal(answer: str) -> None:
    """F-ORDER-1, F-FOLLOW-1."""
    assert trick_faults("1 DK", f"2 {answer} void") == ["2 not_stronger"]


def test_a_single_does_not_answer_a_pair() -> None:
    """F-FOLLOW-1."""
    assert trick_faults("1 S4 H4", "2 SK void") == ["2 wrong_count"]


def test_a_pair_answers_a_pair() -> None:
    """F-FOLLOW-1."""
    assert trick_faults("1 S4 H4", "2 S6 H6", "3 SK X") == []


@pytest.mark.parametrize(("led", "answer"), [("S4 H4 D4", "S5 S6 S7"), ("SK SA S2", "HK DK CK"), ("SK SA S2", "HK")])
def test_groups_and_runs_do_not_answer_each_other(led: str, answer: str) -> None:
    """F-FOLLOW-1."""
    assert trick_faults(f"1 {led}", f"2 {answer} void") == ["2 wrong_kind"]


def test_only_the_next_run_answers_a_run() -> None:
    """F-RUN-2; the 5 skips player 2."""
    assert trick_faults("1 H3 H4 H5", "3 D4 D5 D6") == []
    assert trick_faults("1 H3 H4 H5", "3 D5 D6 D7 void") == ["3 run_not_next"]
    assert trick_faults("1 H4 H5 H6", "3 D4 D5 D6 void") == ["3 run_not_next"]


def test_a_run_is_answered_by_one_of_the_same_length() -> None:
    """F-RUN-2."""
    assert trick_faults("1 H3 H4 H5", "3 D4 D5 D6 D7 void") == ["3 wrong_count"]


def test_next_means_stronger_so_in_a_revolution_it_is_the_run_below() -> None:
    """F-RUN-2."""
    assert trick_faults(*REVOLUTION, "1 HQ HK HA", "1 name 4", "2 DJ DQ DK", hands=["?*9"] * 4, hand_size=9) == []
    assert trick_faults(*REVOLUTION, "1 H4 H5 X=H6", "3 D5 D6 D7 void", hands=["?*9"] * 4, hand_size=9) == [
        "3 run_not_next"
    ]


def test_any_stronger_run_answers_where_the_option_says_so() -> None:
    """F-Q-25, option `run_follow`."""
    assert trick_faults("1 H3 H4 H5", "3 DJ DQ DK", run_follow="higher") == []
    assert trick_faults("1 H4 H5 H6", "3 D4 D5 D6 void", run_follow="higher") == ["3 not_stronger"]
    assert trick_faults("1 H4 H5 H6", "3 D3 D4 D5 void", run_follow="higher") == ["3 not_stronger"]


def test_the_suit_of_the_answering_run_is_free() -> None:
    """F-Q-26."""
    assert trick_faults("1 H3 H4 H5", "3 X=H4 X=H5 H6") == []
    assert trick_faults("1 H3 H4 H5", "3 C4 C5 C6") == []


def test_the_suits_of_an_answering_double_run_are_free() -> None:
    """F-Q-27."""
    led = ("1 HJ DJ HQ DQ HK DK", "1 name 4", "1 name 6")
    assert trick_faults(*led, "2 SQ CQ SK CK SA CA", hands=["?*14", "?*14"]) == []
    assert trick_faults(*led, "2 SK CK SA CA S2 C2 void", hands=["?*14", "?*14"]) == ["2 run_not_next"]


def test_what_is_no_set_and_stands_is_answered_by_any_set_of_as_many_cards() -> None:
    """F-FOLLOW-1, and the record format on irregular sets."""
    assert trick_faults("1 S4 CK H6", "2 D4 D5 D6") == ["1 not_a_combination"]
    assert trick_faults("1 S4 CK H6", "2 SK HK DK") == ["1 not_a_combination"]
    assert trick_faults("1 S4 CK H6", "2 S4 H4 void") == ["1 not_a_combination", "2 wrong_count"]


def test_what_is_no_set_has_no_effects() -> None:
    """F-FX-1: neither the 8 nor the 7 does anything."""
    assert trick_faults("1 S8 H7", "1 give 2 S4 void", "1 S4 void") == [
        "1 not_a_combination",
        "1 effect_not_owed",
        "1 out_of_turn",
        "1 wrong_count",
    ]


def locked(*actions: str) -> list[str]:
    """What is wrong after two spades in a row."""
    return trick_faults("1 S4", "2 S6", *actions, suit_lock=True)


def test_two_singles_of_one_suit_lock_the_trick_to_it() -> None:
    """F-Q-28."""
    assert locked("3 SK") == []
    assert locked("3 HK void") == ["3 suit_lock"]


def test_without_the_option_nothing_locks() -> None:
    """F-Q-28."""
    assert trick_faults("1 S4", "2 S6", "3 HK") == []


def test_passes_in_between_do_not_matter() -> None:
    """F-Q-28."""
    assert trick_faults("1 S4", "2 draw", "3 S6", "4 HK void", suit_lock=True) == ["4 suit_lock"]


def test_the_lock_ends_with_the_trick() -> None:
    """F-Q-28."""
    assert locked("3 S8", "3 H4", "4 DK") == []


def test_two_suits_do_not_lock() -> None:
    """F-Q-28."""
    assert trick_faults("1 S4", "2 H6", "3 SK", suit_lock=True) == []


def test_pairs_do_not_lock() -> None:
    """F-Q-28."""
    assert trick_faults("1 S4 H4", "2 S6 H6", "3 DK CK", suit_lock=True) == []


def test_a_joker_is_free_of_the_lock() -> None:
    """F-Q-28."""
    assert locked("3 X") == []


def test_so_is_a_spade_3_upon_it() -> None:
    """F-Q-28."""
    assert trick_faults("1 H4", "2 H6", "3 X", "4 S3", "4 S4", suit_lock=True) == []


def test_so_is_a_sandstorm() -> None:
    """F-Q-28, F-SAND-1."""
    assert locked("3 H3 D3 C3", "3 H4") == []


def test_a_card_of_another_suit_that_stands_leaves_the_lock_as_it_was() -> None:
    """F-Q-28, and the record format on faulty sets that stand."""
    assert locked("3 HK", "4 HA void", "4 SA") == ["3 suit_lock", "4 suit_lock"]


def test_a_faulty_single_that_stands_counts_for_the_lock() -> None:
    """F-Q-28, and the record format on faulty sets that stand."""
    assert trick_faults("1 S6", "2 S4", "3 HK void", suit_lock=True) == ["2 not_stronger", "3 suit_lock"]
