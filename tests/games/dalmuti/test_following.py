"""What answers what (D-FOLLOW)."""

import pytest

from tests.support.dalmuti import wrong


@pytest.mark.parametrize("answer", ["8 8", "7 J", "5 5", "1 J"])
def test_as_many_cards_of_a_better_rank_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert wrong("1 9 9", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["9 9", "9 J", "12 12"])
def test_an_equal_or_worse_rank_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert wrong("1 9 9", f"2 {answer}") == [(1, "not_stronger")]


@pytest.mark.parametrize("answer", ["8", "8 8 8", "8 J J"])
def test_another_number_of_cards_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert wrong("1 9 9", f"2 {answer}") == [(1, "wrong_count")]


def test_neither_count_nor_rank_makes_up_for_the_other() -> None:
    """D-FOLLOW-1: of two things wrong with a set against the top set the first is named."""
    assert wrong("1 9 9", "2 10") == [(1, "wrong_count")]


def test_the_other_jester_does_not_answer_a_jester() -> None:
    """D-FOLLOW-2."""
    assert wrong("1 J", "2 J") == [(1, "not_stronger")]


@pytest.mark.parametrize("led", ["12 12", "9 J", "2 2"])
def test_jesters_alone_answer_nothing(led: str) -> None:
    """D-FOLLOW-2."""
    assert wrong(f"1 {led}", "2 J J") == [(1, "not_stronger")]


@pytest.mark.parametrize(("led", "answer"), [("1", "J"), ("1 J", "2 2"), ("1 J J", "2 2 2")])
def test_nothing_answers_the_1(led: str, answer: str) -> None:
    """D-FOLLOW-3."""
    assert wrong(f"1 {led}", f"2 {answer}") == [(1, "not_stronger")]


def test_a_revolution_does_not_touch_the_ranks() -> None:
    """D-REV-5."""
    assert wrong("2 say revolution", "1 9", "2 8", "3 9") == [(3, "not_stronger")]
