"""What a set is (U-SET-1)."""

import pytest

from tests.support.uecda import trick


@pytest.mark.parametrize(
    "cards", ["S5", "S5 H5", "S5 H5 D5", "S5 H5 D5 C5", "X", "S5 X", "S5 H5 D5 X", "S5 H5 D5 C5 X", "S5 X=H", "S5 X=H5"]
)
def test_cards_of_one_rank_are_a_group_that_the_joker_fills(cards: str) -> None:
    """U-SET-1."""
    assert trick(f"1 {cards}") == []


@pytest.mark.parametrize(
    "cards", ["S5 S6 S7", "H3 H4 H5 H6 H7 H8", "CQ CK CA C2", "D4 X D6", "D4 D5 X", "D4 X=D5 D6", "D4 D6 X=D"]
)
def test_three_cards_or_more_in_line_of_one_suit_are_a_run_that_the_joker_fills(cards: str) -> None:
    """U-SET-1."""
    assert trick(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["H3 H4 X=H-", "HA H2 X=H+", "H3 H4 H5 X=H-", "H2 HA HK X=H+"])
def test_the_joker_may_be_the_place_below_the_3_or_above_the_2(cards: str) -> None:
    """U-SET-1."""
    assert trick(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["S5 S6", "S5 H6 S7", "S5 S6 S8", "SK SA S3", "S5 S6 H6", "S5 S5 S6", "S5 S5"])
def test_other_cards_are_no_set(cards: str) -> None:
    """U-SET-1."""
    assert trick(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize(
    "cards",
    [
        "S5 X=S",  # the group has its spade
        "S5 H5 X=H5",
        "S5 X=H6",
        "S5 S6 X=S6",
        "S5 S6 X=H7",
        "S5 S6 X=H",
        "H4 H5 X=H-",  # the 3 is missing between
        "HK HA X=H+",
        "H3 X=H-",
        "S5 S7 S9 X",
        "S5 H5 X X",
        "X X",
    ],
)
def test_the_joker_does_not_fit_everywhere(cards: str) -> None:
    """U-SET-1: it takes a suit that the group lacks, or a place that makes the run whole; and there is only one."""
    assert (0, "not_a_combination") in trick(f"1 {cards}")


def test_without_a_word_the_joker_is_the_strongest_card_that_is_legal() -> None:
    """U-SET-1: two cards and a joker make the run that answers."""
    assert trick("1 S5 S6 S7", "2 H8 H9 X") == []
    assert trick("1 S5 S6 S7", "2 H7 H8 X") == [(1, "run_overlap")]
    assert trick("1 S9 ST SJ", "2 HK HA X", "3 DQ DK DA") == [(2, "run_overlap")]


def test_without_a_word_the_joker_takes_the_suit_that_the_lock_asks_for() -> None:
    """U-SET-1, U-LOCK-1."""
    assert trick("1 H5 D5", "2 H6 D6", "3 H7 X", "4 D9 X=H") == []


def test_a_lone_joker_is_what_it_is_whatever_it_was_called() -> None:
    """U-JOK-1."""
    assert trick("1 S5", "2 X=D3", "3 S2") == [(2, "not_stronger")]
