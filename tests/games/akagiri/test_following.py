"""What may be laid on what (A-FOLLOW)."""

import pytest

from tests.support.games.akagiri import REVOLUTION, action_faults
from tests.support.reports import fault_tuples, judge_deals


def test_a_single_is_answered_by_a_stronger_one() -> None:
    """A-FOLLOW-1."""
    assert action_faults("1 S5", "2 S6") == []


@pytest.mark.parametrize("card", ["H5", "H4"])
def test_an_equal_or_weaker_single_is_no_answer(card: str) -> None:
    """A-FOLLOW-1."""
    assert action_faults("1 S5", f"2 {card}") == [(1, "not_stronger")]


def test_in_a_revolution_the_lower_single_is_stronger() -> None:
    """A-FOLLOW-1, A-RANK-2."""
    assert action_faults(*REVOLUTION, "1 S5", "2 S4") == []
    assert action_faults(*REVOLUTION, "1 S5", "2 S6") == [(5, "not_stronger")]


def test_a_pair_is_answered_by_a_stronger_pair() -> None:
    """A-FOLLOW-2."""
    assert action_faults("1 S5 H5", "2 S6 H6") == []
    assert action_faults("1 S5 H5", "2 D5 C5") == [(1, "not_stronger")]


def test_a_pair_does_not_answer_a_triple() -> None:
    """A-FOLLOW-2."""
    assert action_faults("1 S5 H5 D5", "2 S6 H6") == [(1, "wrong_count")]


def test_a_single_is_a_group_of_one() -> None:
    """A-FOLLOW-1: on a pair it has the wrong count."""
    assert action_faults("1 S5 H5", "2 S6") == [(1, "wrong_count")]


def test_a_step_of_one_rank_is_enough_for_a_run_of_any_suit() -> None:
    """A-FOLLOW-3."""
    assert action_faults("1 H5 H6 H7", "2 C6 C7 C8") == []
    assert action_faults("1 H5 H6 H7", "2 S5 S6 S7") == [(1, "not_stronger")]


def test_a_run_is_answered_by_a_run_of_its_length() -> None:
    """A-FOLLOW-3."""
    assert action_faults("1 H5 H6 H7", "2 S7 S8 S9 ST") == [(1, "wrong_count")]


def test_nothing_beats_the_run_up_to_the_2() -> None:
    """A-FOLLOW-3."""
    assert action_faults("1 HK HA H2", "2 SK SA S2") == [(1, "not_stronger")]


def test_in_a_revolution_a_step_down_is_enough() -> None:
    """A-Q-10."""
    assert action_faults(*REVOLUTION, "1 SJ SQ SK", "2 HT HJ HQ") == []
    assert action_faults(*REVOLUTION, "1 ST SJ SQ", "2 HJ HQ HK") == [(5, "not_stronger")]


def test_in_a_revolution_every_run_beats_the_one_up_to_the_2() -> None:
    """A-Q-10."""
    assert action_faults(*REVOLUTION, "1 SK SA S2", "2 HQ HK HA", "3 D3 D4 D5", "4 C3 C4 C5") == [(7, "not_stronger")]


@pytest.mark.parametrize(("top", "answer"), [("H5 H6 H7", "S6 D6 C6"), ("S5 H5 D5", "C6 C7 C8"), ("S5", "C6 C7 C8")])
def test_groups_and_runs_never_answer_each_other(top: str, answer: str) -> None:
    """A-FOLLOW-4."""
    assert action_faults(f"1 {top}", f"2 {answer}") == [(1, "wrong_kind")]


def test_a_faulty_set_stands_and_is_the_one_to_beat() -> None:
    """Nobody noticed: the 4 lies on the 5, and the next 5 beats it."""
    assert action_faults("1 S5", "2 S4", "3 H5") == [(1, "not_stronger")]


def test_an_irregular_set_is_answered_by_any_set_of_as_many_cards() -> None:
    assert action_faults("1 S3 H5 D7", "2 C3 H3 D3") == [(0, "not_a_combination")]
    assert action_faults("1 S3 H5 D7", "2 C3 C4 C5") == [(0, "not_a_combination")]
    assert action_faults("1 S3 H5 D7", "2 C3 H3") == [(0, "not_a_combination"), (1, "wrong_count")]


def test_a_faulty_play_counts_as_a_pass_where_the_table_plays_so() -> None:
    """Option illegal_play."""
    faults = action_faults("1 S5", "2 S4", "3 -", "4 -", "1 H3", illegal_play="pass")
    assert faults == [(1, "not_stronger")]


def test_a_faulty_lead_that_counts_as_a_pass_hands_the_lead_on() -> None:
    """Option illegal_play."""
    assert action_faults("1 S5 H6", "2 S3", illegal_play="pass") == [(0, "not_a_combination")]


def test_a_void_play_is_reported_and_changes_nothing() -> None:
    assert action_faults("1 S5", "2 S4 void", "2 S6") == [(1, "not_stronger")]


def test_cards_that_are_not_in_the_hand_are_reported() -> None:
    deal = {
        "dealer": 1,
        "hands": ["S3 S5 S6", "H3 H5 H6", "D3 D5 D6"],
        "actions": ["1 S3", "2 H9"],
        "abandoned": True,
    }
    assert fault_tuples(judge_deals("akagiri", [deal], players=3)) == [
        (None, None, "bad_deal"),
        (1, 2, "card_not_held"),
    ]
