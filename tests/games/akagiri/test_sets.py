"""What may be laid together (A-SET, A-RANK)."""

import pytest

from tests.support.akagiri import wrong


def test_any_card_is_a_single() -> None:
    """A-SET-1."""
    assert wrong("1 D3") == []


@pytest.mark.parametrize("group", ["D3 S3", "H7 D7 C7", "SA HA DA CA"])
def test_cards_of_one_rank_are_a_group(group: str) -> None:
    """A-SET-2."""
    assert wrong(f"1 {group}") == []


def test_a_group_may_be_as_large_as_its_rank_and_the_jokers() -> None:
    """A-SET-2."""
    assert wrong("1 SA HA DA CA X X", jokers=2) == []


def test_two_ranks_are_no_group() -> None:
    """A-SET-2."""
    assert wrong("1 S5 H6") == [(0, "not_a_combination")]


@pytest.mark.parametrize("run", ["S3 S4 S5", "DK DA D2", "H9 HT HJ HQ HK", "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2"])
def test_three_or_more_cards_of_a_suit_in_line_are_a_run(run: str) -> None:
    """A-SET-3."""
    assert wrong(f"1 {run}") == []


@pytest.mark.parametrize("cards", ["SA S2 S3", "S2 S3 S4", "S2 S3 S4 S5"])
def test_the_line_does_not_go_round_the_corner(cards: str) -> None:
    """A-SET-3."""
    assert wrong(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["S5 S6", "S5 H6 S7", "S5 S6 S8", "S5 S5 S6"])
def test_two_cards_mixed_suits_gaps_and_doubles_are_no_run(cards: str) -> None:
    """A-SET-3."""
    assert (0, "not_a_combination") in wrong(f"1 {cards}", decks=2)


def test_without_runs_only_groups_are_left() -> None:
    """A-OPT-NORUN."""
    assert wrong("1 S5 S6 S7", runs=False) == [(0, "not_a_combination")]
    assert wrong("1 S5 H5 D5", runs=False) == []


def test_the_leader_chooses_the_kind_anew_in_every_trick() -> None:
    """A-SET-4."""
    assert wrong("1 S5", "2 -", "3 -", "4 -", "1 S7 H7", "2 -", "3 -", "4 -", "1 D3 D4 D5") == []


def test_the_2_is_the_strongest_rank_and_the_3_the_weakest() -> None:
    """A-RANK-1."""
    assert wrong(*(f"{seat % 4 + 1} S{rank}" for seat, rank in enumerate("3456789TJQKA2"))) == []
    assert wrong("1 S2", "2 H3") == [(1, "not_stronger")]


def test_a_revolution_turns_the_ranks_round_but_not_the_joker() -> None:
    """A-RANK-2, A-REV-6."""
    climb = [f"{seat % 4 + 1} S{rank}" for seat, rank in enumerate("2AKQJT876543")]
    assert wrong("1 S9 H9 D9 C9", "2 -", "3 -", "4 -", *climb, "1 X") == []


def test_with_two_packs_groups_grow_and_equal_cards_are_equal() -> None:
    """A-OPT-DECKS, A-Q-20."""
    assert wrong("1 S5 S5 H5 H5 D5 C5", "2 -", "3 -", "4 -", decks=2) == []
    assert wrong("1 S5", "2 S5", decks=2) == [(1, "not_stronger")]


def test_with_two_packs_eight_of_a_rank_make_a_revolution() -> None:
    """A-Q-20."""
    eight = "1 S5 S5 H5 H5 D5 D5 C5 C5"
    assert wrong(eight, "2 -", "3 -", "4 -", "1 S9", "2 S8", decks=2) == []
