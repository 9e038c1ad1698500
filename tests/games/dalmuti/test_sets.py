"""What a set is (D-SET, D-RANK)."""

import pytest

from replay.games.catalogue import PROFILES
from tests.support.dalmuti import played, wrong, wrong_in


@pytest.mark.parametrize("cards", ["9", "12 12", "5 5 5", "12 12 12 12 12 12 12 12 12 12 12 12"])
def test_cards_of_one_rank_are_a_set_however_many(cards: str) -> None:
    """D-SET-1."""
    assert wrong(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["8 7", "3 4 5", "1 2", "12 12 11"])
def test_cards_of_two_ranks_are_no_set(cards: str) -> None:
    """D-SET-1, D-SET-4."""
    assert wrong(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["8 7 J", "8 7 J J", "1 2 J"])
def test_a_jester_does_not_join_two_ranks(cards: str) -> None:
    """D-SET-4."""
    assert wrong(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("answer", ["7 J", "7 7", "1 J"])
def test_a_jester_takes_the_rank_of_the_cards_it_joins(answer: str) -> None:
    """D-SET-2, D-Q-3."""
    assert wrong("1 8 J", f"2 {answer}") == []


def test_both_jesters_may_join_one_set() -> None:
    """D-SET-2."""
    assert wrong("1 8 8 8", "2 7 J J") == []


@pytest.mark.parametrize("answer", ["8 8", "9 J", "12 12"])
def test_a_set_with_a_jester_is_only_as_good_as_its_rank(answer: str) -> None:
    """D-SET-2, D-FOLLOW-1."""
    assert wrong("1 8 J", f"2 {answer}") == [(1, "not_stronger")]


def test_a_jester_alone_is_worse_than_a_12() -> None:
    """D-SET-3, D-RANK-1."""
    assert wrong("1 J", "2 12") == []
    assert wrong("1 12", "2 J") == [(1, "not_stronger")]


def test_two_jesters_are_a_pair_of_the_worst_rank() -> None:
    """D-SET-3, D-Q-2."""
    assert wrong("1 J J", "2 12 12") == []
    assert wrong("1 12 12", "2 J J") == [(1, "not_stronger")]
    assert wrong("1 J J", "2 12") == [(1, "wrong_count")]


def test_a_set_larger_than_the_hand_has_cards_of_it_is_not_held() -> None:
    """D-Q-19: no set is too large by itself."""
    deal = played(["9 9", "8", "7", "6"], "1 9 9 9")
    assert wrong_in(deal) == [(0, "card_not_held")]


def test_a_jester_is_not_said_to_be_anything() -> None:
    """D-Q-3: a set with jesters has only one reading, so there is no sign for it."""
    assert PROFILES["dalmuti"].lexicon.stand_ins == {}
