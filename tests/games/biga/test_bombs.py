"""Bombs and the answer matrix: B-BOMB, B-EGG, B-BEGG."""

from itertools import combinations

import pytest

from tests.support.games.biga import trick_faults

ORDINARY = {
    "single": "S5",
    "joker": "XS",
    "big ace": "HA",
    "pair": "S5 H5",
    "sequence": "S5 S6 S7",
    "double sequence": "S5 H5 S6 H6 S7 H7",
}
EGG = "S8 H8 D8"
FOUR_OF_A_RANK = "S8 H8 D8 C8"
FIVE_OF_A_RANK = "S8 H8 D8 C8 S8"
CLASSES = [
    "XS XB",
    "S9 H9 D9 ST HT DT SJ HJ DJ",
    "S9 H9 D9 C9 ST HT DT CT",
    "S9 S9 H9 H9 D9 D9 C9",
    "XS XB XB",
    "XS XS XB XB",
    "HA HA",
]
"""A bomb of each class from the joker pair, class 3, to both Big As, class 9."""


@pytest.mark.parametrize("top", [*ORDINARY.values(), EGG, FOUR_OF_A_RANK])
@pytest.mark.parametrize("bomb", CLASSES)
def test_bombs_from_the_joker_pair_up_beat_all_ordinary_sets_and_eggs(top: str, bomb: str) -> None:
    """B-BOMB-10, B-BOMB-3, B-BOMB-4, B-BOMB-5, B-BOMB-6, B-BOMB-7, B-BOMB-8, B-BOMB-9."""
    assert trick_faults(f"1 {top}", f"2 {bomb}") == []


@pytest.mark.parametrize(("low", "high"), tuple(combinations(CLASSES, 2)))
def test_of_two_bombs_the_one_of_the_higher_class_wins(low: str, high: str) -> None:
    """B-BOMB-10, B-BOMB-9."""
    assert trick_faults(f"1 {low}", f"2 {high}") == []
    assert trick_faults(f"1 {high}", f"2 {low}") == ["2 not_stronger"]


@pytest.mark.parametrize("cards", [EGG, FOUR_OF_A_RANK, *CLASSES])
def test_bombs_may_be_led_and_are_answered_by_no_ordinary_set(cards: str) -> None:
    """B-Q-9, B-FOLLOW-1."""
    assert trick_faults(f"1 {cards}", "2 SK") == ["2 wrong_kind"]
    assert trick_faults(f"1 {cards}", "2 S3 H3") == ["2 wrong_kind"]


@pytest.mark.parametrize("kind", ["single", "pair", "sequence"])
def test_an_egg_answers_what_is_weak(kind: str) -> None:
    """B-EGG-1, B-BOMB-1."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {EGG}") == []


def test_an_egg_answers_any_common_single() -> None:
    """B-EGG-1: up to the 3."""
    assert trick_faults("1 S3", "2 S4 H4 D4") == []


@pytest.mark.parametrize("top", [ORDINARY["joker"], ORDINARY["big ace"], FOUR_OF_A_RANK, *CLASSES])
def test_an_egg_does_not_answer_what_is_above_it(top: str) -> None:
    """B-EGG-2, B-Q-2."""
    assert trick_faults(f"1 {top}", "2 SK HK DK") == ["2 bomb_not_allowed"]


def test_an_egg_answers_a_double_sequence_only_with_the_option() -> None:
    """B-EGG-2, B-Q-2."""
    top = f"1 {ORDINARY['double sequence']}"
    assert trick_faults(top, f"2 {EGG}") == ["2 bomb_not_allowed"]
    assert trick_faults(top, f"2 {EGG}", egg_on_double_sequence=True) == []


@pytest.mark.parametrize("kind", ["joker", "big ace"])
def test_the_option_does_not_let_an_egg_answer_strong_singles(kind: str) -> None:
    """B-Q-2."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {EGG}", egg_on_double_sequence=True) == ["2 bomb_not_allowed"]


def test_an_egg_answers_a_lower_egg() -> None:
    """B-EGG-1."""
    assert trick_faults(f"1 {EGG}", "2 S9 H9 D9") == []
    assert trick_faults("1 S9 H9 D9", f"2 {EGG}") == ["2 not_stronger"]


@pytest.mark.parametrize("kind", ["single", "joker", "pair", "sequence", "double sequence"])
def test_a_big_egg_answers_everything_ordinary_but_a_big_ace(kind: str) -> None:
    """B-BEGG-1, B-BOMB-2."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {FOUR_OF_A_RANK}") == []


def test_a_big_egg_answers_a_big_ace_with_five_cards_or_six() -> None:
    """B-BEGG-2."""
    assert trick_faults("1 HA", f"2 {FOUR_OF_A_RANK}") == ["2 bomb_not_allowed"]
    assert trick_faults("1 HA", f"2 {FIVE_OF_A_RANK}") == []
    assert trick_faults("1 HA", f"2 {FIVE_OF_A_RANK} H8") == []


def test_a_big_egg_of_four_answers_a_common_ace() -> None:
    """B-BEGG-1, B-RANK-1."""
    assert trick_faults("1 DA", f"2 {FOUR_OF_A_RANK}") == []


def test_a_big_egg_answers_any_egg() -> None:
    """B-BEGG-1."""
    assert trick_faults("1 S3 H3 D3", "2 S5 H5 D5 C5") == []


def test_of_two_big_eggs_more_cards_count_before_the_rank() -> None:
    """B-BEGG-1, B-Q-3."""
    assert trick_faults("1 S3 H3 D3 C3", "2 S5 H5 D5 C5 S5") == []
    assert trick_faults("1 S5 H5 D5 C5 S5", "2 S3 H3 D3 C3") == ["2 not_stronger"]
    assert trick_faults(f"1 {FOUR_OF_A_RANK}", "2 S9 H9 D9 C9") == []
    assert trick_faults("1 S9 H9 D9 C9", f"2 {FOUR_OF_A_RANK}") == ["2 not_stronger"]


@pytest.mark.parametrize("top", CLASSES)
def test_a_big_egg_does_not_answer_a_bomb_above_it(top: str) -> None:
    """B-BEGG-1: however large it is."""
    assert trick_faults(f"1 {top}", "2 S3 H3 D3 C3 S3 H3") == ["2 bomb_not_allowed"]


def test_two_big_jokers_beat_two_small_ones() -> None:
    """B-BOMB-3, B-Q-27."""
    assert trick_faults("1 XS XS", "2 XB XB") == []
    assert trick_faults("1 XB XB", "2 XS XS") == ["2 not_stronger"]


def test_a_mixed_pair_of_jokers_does_not_beat_another() -> None:
    """B-BOMB-3, B-Q-27."""
    assert trick_faults("1 XB XS", "2 XB XS") == ["2 not_stronger"]


def test_triple_sequences_and_false_eights_go_by_the_line() -> None:
    """B-BOMB-4, B-BOMB-5, B-BOMB-10."""
    assert trick_faults("1 SA HA DA S2 H2 D2 S3 H3 D3", "2 C4 S4 H4 C3 C3 S3 C2 C2 S2") == []
    assert trick_faults("1 SK HK DK SQ HQ DQ SJ HJ DJ", "2 C4 S4 H4 C3 S3 H3 C2 S2 H2") == ["2 not_stronger"]
    assert trick_faults("1 SA HA DA CA S2 H2 D2 C2", "2 SK HK DK CK SA HA DA CA") == []
    assert trick_faults("1 SK HK DK CK SA HA DA CA", "2 SA HA DA CA S2 H2 D2 C2") == ["2 not_stronger"]


def test_eight_of_a_rank_beat_any_seven_and_sevens_go_by_rank() -> None:
    """B-BOMB-6, B-Q-3."""
    seven, eight = "S5 H5 D5 C5 S5 H5 D5", "S4 H4 D4 C4 S4 H4 D4 C4"
    higher = seven.replace("5", "K")
    assert trick_faults(f"1 {higher}", f"2 {eight}") == []
    assert trick_faults(f"1 {seven}", f"2 {higher}") == []
    assert trick_faults(f"1 {higher}", f"2 {seven}") == ["2 not_stronger"]


def test_both_big_aces_are_a_pair_for_nobody() -> None:
    """B-SET-2, B-BOMB-9."""
    assert trick_faults("1 HA HA", "2 S2 H2") == ["2 wrong_kind"]


def test_nothing_beats_both_big_aces() -> None:
    """B-BOMB-9."""
    assert trick_faults("1 XS XS XB XB", "2 HA HA", "3 XS XS XB XB") == ["3 not_stronger"]
