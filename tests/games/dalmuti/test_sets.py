"""What a set is, and what answers what (D-SET, D-RANK, D-FOLLOW)."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from tests.support.games.dalmuti import action_faults, action_faults_in, report_of


@pytest.mark.parametrize("cards", ["9", "12 12", "5 5 5", "12 12 12 12 12 12 12 12 12 12 12 12"])
def test_cards_of_one_rank_are_a_set_however_many(cards: str) -> None:
    """D-SET-1."""
    assert action_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["8 7", "3 4 5", "1 2", "12 12 11"])
def test_cards_of_two_ranks_are_no_set(cards: str) -> None:
    """D-SET-1, D-SET-4."""
    assert action_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["8 7 J", "8 7 J J", "1 2 J"])
def test_a_jester_does_not_join_two_ranks(cards: str) -> None:
    """D-SET-4."""
    assert action_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("answer", ["7 J", "7 7", "1 J"])
def test_a_jester_takes_the_rank_of_the_cards_it_joins(answer: str) -> None:
    """D-SET-2, D-Q-3."""
    assert action_faults("1 8 J", f"2 {answer}") == []


def test_both_jesters_may_join_one_set() -> None:
    """D-SET-2."""
    assert action_faults("1 8 8 8", "2 7 J J") == []


@pytest.mark.parametrize("answer", ["8 8", "9 J", "12 12"])
def test_a_set_with_a_jester_is_only_as_good_as_its_rank(answer: str) -> None:
    """D-SET-2, D-FOLLOW-1."""
    assert action_faults("1 8 J", f"2 {answer}") == [(1, "not_stronger")]


def test_a_jester_alone_is_worse_than_a_12() -> None:
    """D-SET-3, D-RANK-1."""
    assert action_faults("1 J", "2 12") == []
    assert action_faults("1 12", "2 J") == [(1, "not_stronger")]


def test_two_jesters_are_a_pair_of_the_worst_rank() -> None:
    """D-SET-3, D-Q-2."""
    assert action_faults("1 J J", "2 12 12") == []
    assert action_faults("1 12 12", "2 J J") == [(1, "not_stronger")]
    assert action_faults("1 J J", "2 12") == [(1, "wrong_count")]


def test_a_set_larger_than_the_hand_has_cards_of_it_is_not_held() -> None:
    """D-Q-19: no set is too large by itself."""
    deal = report_of(["9 9", "8", "7", "6"], "1 9 9 9")
    assert action_faults_in(deal) == [(0, "card_not_held")]


def test_a_jester_is_not_said_to_be_anything() -> None:
    """D-Q-3: a set with jesters has only one reading, so there is no sign for it."""
    assert PROFILES["dalmuti"].lexicon.stand_ins == {}


@pytest.mark.parametrize("answer", ["8 8", "7 J", "5 5", "1 J"])
def test_as_many_cards_of_a_better_rank_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["9 9", "9 J", "12 12"])
def test_an_equal_or_worse_rank_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == [(1, "not_stronger")]


@pytest.mark.parametrize("answer", ["8", "8 8 8", "8 J J"])
def test_another_number_of_cards_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == [(1, "wrong_count")]


def test_neither_count_nor_rank_makes_up_for_the_other() -> None:
    """D-FOLLOW-1: of two things wrong with a set against the top set the first is named."""
    assert action_faults("1 9 9", "2 10") == [(1, "wrong_count")]


def test_the_other_jester_does_not_answer_a_jester() -> None:
    """D-FOLLOW-2."""
    assert action_faults("1 J", "2 J") == [(1, "not_stronger")]


@pytest.mark.parametrize("led", ["12 12", "9 J", "2 2"])
def test_jesters_alone_answer_nothing(led: str) -> None:
    """D-FOLLOW-2."""
    assert action_faults(f"1 {led}", "2 J J") == [(1, "not_stronger")]


@pytest.mark.parametrize(("led", "answer"), [("1", "J"), ("1 J", "2 2"), ("1 J J", "3 3 3")])
def test_nothing_answers_the_1(led: str, answer: str) -> None:
    """D-FOLLOW-3."""
    assert action_faults(f"1 {led}", f"2 {answer}") == [(1, "not_stronger")]


def test_a_revolution_does_not_touch_the_ranks() -> None:
    """D-REV-5."""
    assert action_faults("2 say revolution", "1 9", "2 8", "3 9") == [(3, "not_stronger")]
