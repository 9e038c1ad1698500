"""Revolutions wait for the clear: F-REV."""

import pytest

from tests.support.games.floor13 import REVOLUTION, trick_faults

ROUND = ("2 draw", "3 draw", "4 draw")
PAIR_OF_PLAYERS = ["?*14"] * 2


@pytest.mark.parametrize("led", ["S6 H6 D6 C6", "S6 H6 D6 X", "S6 H6 X X", "S3 H3 D3 C3", "SJ SQ SK SA"])
def test_four_cards_in_one_set_turn_the_order_with_the_clear(led: str) -> None:
    """F-REV-1, F-REV-2, F-Q-12."""
    names = ["1 name 2"] if "SQ" in led else []
    assert trick_faults(f"1 {led}", *names, *ROUND, "1 HK", "2 SA void", "2 D4") == ["2 not_stronger"]


def test_until_the_clear_the_order_stays() -> None:
    """F-REV-1."""
    assert trick_faults("1 S4 H4 D4 C4", "2 S6 H6 D6 C6") == []


@pytest.mark.parametrize("led", ["SK HK DK", "SK SA S2"])
def test_three_cards_make_no_revolution(led: str) -> None:
    """F-REV-1."""
    assert trick_faults(f"1 {led}", *ROUND, "1 S4", "2 S6") == []


def test_a_double_run_over_three_ranks_makes_no_revolution() -> None:
    """F-REV-2."""
    assert trick_faults("1 SK HK SA HA S2 H2", "2 draw", "1 S4", "2 S6", hands=PAIR_OF_PLAYERS) == []


def test_a_double_run_over_four_ranks_does() -> None:
    """F-REV-2."""
    led = ("1 SJ HJ SQ HQ SK HK SA HA", "1 name 2", "1 name 2")
    assert trick_faults(*led, "2 draw", "1 S6", "2 S4", hands=PAIR_OF_PLAYERS) == []


def test_two_revolutions_in_a_trick_undo_each_other() -> None:
    """F-REV-3."""
    actions = ("1 S4 H4 D4 C4", "2 S6 H6 D6 C6", "3 draw", "4 draw", "1 draw", "2 DT", "3 DK")
    assert trick_faults(*actions) == []


def test_three_revolutions_in_a_trick_turn_the_order() -> None:
    """F-REV-3."""
    actions = ("1 S4 H4 D4 C4", "2 S6 H6 D6 C6", "3 SK HK DK CK", "4 draw", "1 draw", "2 draw", "3 DJ")
    assert trick_faults(*actions, "4 D2 void", "4 DT") == ["4 not_stronger"]


def test_four_8s_turn_the_order_by_their_own_clear() -> None:
    """F-Q-24."""
    assert trick_faults("1 S8 H8 D8 C8", "1 SK", "2 SA void", "2 S4") == ["2 not_stronger"]


def test_a_revolution_lasts_until_the_next() -> None:
    """F-REV-4."""
    hands = ["?*9"] * 4
    assert trick_faults(*REVOLUTION, "1 HK", *ROUND, "2 SA", "3 S4", hands=hands, hand_size=9) == []
    back = (*REVOLUTION, "1 SK HK DK CK", "2 draw", "3 draw", "4 draw", "2 S4", "3 S6")
    assert trick_faults(*back, hands=hands, hand_size=9) == []


def test_a_flip_in_the_trick_of_a_revolution_ends_with_it() -> None:
    """F-REV-1, F-J."""
    actions = ("1 SJ HJ DJ CJ", "1 say flip", "2 S4 H4 D4 C4", "3 draw", "4 draw", "1 draw", "2 S6", "3 SK")
    assert trick_faults(*actions) == []


def test_the_joker_stays_on_top() -> None:
    """F-REV-4."""
    assert trick_faults(*REVOLUTION, "1 H3", "2 X") == []


def test_announcing_a_revolution_that_comes_anyway_is_no_fault() -> None:
    """F-REV-1, and the record format on declarations."""
    assert trick_faults("1 S6 H6 D6 C6", "1 say revolution", *ROUND, "1 HK", "2 S4") == []


@pytest.mark.parametrize("word", ["revolution", "no-revolution"])
def test_announcing_another_is_false(word: str) -> None:
    """F-REV-1, and the record format on declarations."""
    assert trick_faults("1 S6 H6", f"1 say {word}") == ["1 false_declaration"]
