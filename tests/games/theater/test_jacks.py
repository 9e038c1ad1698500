"""Calls on jacks: T-J."""

import pytest

from tests.support.theater import trick

REVOLUTION = ("1 SK HK DK CK", "2 -", "3 -", "4 -")


@pytest.mark.parametrize(("jacks", "lower"), [("SJ", "ST"), ("SJ HJ", "ST HT"), ("SJ HJ DJ", "ST HT DT")])
def test_after_a_call_down_lower_ranks_follow(jacks: str, lower: str) -> None:
    """T-J-1."""
    assert trick(f"1 {jacks}", "1 say down", f"2 {lower}") == []
    assert trick(f"1 {jacks}", f"2 {lower}") == ["2 not_stronger"]


def test_after_a_call_down_higher_ranks_do_not_follow() -> None:
    """T-J-1."""
    assert trick("1 SJ", "1 say down", "2 HQ") == ["2 not_stronger"]


def test_nobody_has_to_call() -> None:
    """T-J-1."""
    assert trick("1 SJ", "2 HQ") == []


def test_a_call_up_in_the_normal_order_changes_nothing() -> None:
    """T-Q-7: a call names the order, it does not turn it round."""
    assert trick("1 SJ", "1 say up", "2 HQ") == []
    assert trick("1 SJ", "1 say up", "2 HT") == ["2 not_stronger"]


def test_a_call_ends_with_its_trick() -> None:
    """T-J-2."""
    assert trick("1 SJ", "1 say down", "2 -", "3 -", "4 -", "1 ST", "2 HQ") == []


def test_there_is_one_call_for_a_set() -> None:
    """T-J-1."""
    assert trick("1 SJ", "1 say down", "1 say up") == ["1 effect_not_owed"]


@pytest.mark.parametrize(
    "cards",
    ["ST SJ SQ", "ST SJ SQ HT HJ HQ", "ST HT DT SJ HJ DJ SQ HQ DQ"],
    ids=["run", "ipeiko", "sanrenko"],
)
def test_a_jack_in_a_longer_set_gives_no_call(cards: str) -> None:
    """T-J-3, T-Q-13."""
    assert trick(f"1 {cards}", "1 say down") == ["1 effect_not_owed"]


def test_other_cards_give_no_call() -> None:
    """T-J-1."""
    assert trick("1 SQ", "1 say down") == ["1 effect_not_owed"]


def test_only_the_player_of_the_jacks_may_call() -> None:
    """T-J-1: and the word of another ends his right."""
    assert trick("1 SJ", "2 say down", "2 HQ") == ["2 effect_not_owed"]
    assert trick("1 SJ", "2 say down", "1 say down") == ["2 effect_not_owed", "1 effect_not_owed"]


@pytest.mark.parametrize("between", ["2 -", "2 HQ", "2 show"])
def test_a_call_comes_before_anything_else(between: str) -> None:
    """T-J-1."""
    assert trick("1 SJ", between, "1 say down")[-1] == "1 effect_not_owed"


def test_a_play_that_was_taken_back_does_not_end_the_right() -> None:
    """T-J-1, T-PUN-2."""
    assert trick("1 SJ", "2 HQ void", "1 say down", "2 ST") == []


def test_a_wrong_word_of_his_own_does_not_end_the_right() -> None:
    """T-J-1."""
    assert trick("1 SJ", "1 say flip", "1 say down", "2 ST") == ["1 effect_not_owed"]


def test_laying_his_hand_open_ends_the_right() -> None:
    """T-J-1."""
    assert trick("1 SJ", "1 show", "1 say down") == ["1 late_declaration", "1 effect_not_owed"]


def test_under_a_revolution_a_call_up_restores_the_order_for_the_trick() -> None:
    """T-J-4, T-J-2."""
    assert trick(*REVOLUTION, "1 SJ", "1 say up", "2 HQ", "3 -", "4 -", "1 -", "2 HT", "3 D9") == []
    assert trick(*REVOLUTION, "1 SJ", "2 HQ") == ["2 not_stronger"]


def test_under_a_revolution_a_call_down_changes_nothing() -> None:
    """T-J-4."""
    assert trick(*REVOLUTION, "1 SJ", "1 say down", "2 HT") == []
    assert trick(*REVOLUTION, "1 SJ", "1 say down", "2 HQ") == ["2 not_stronger"]


def test_four_jacks_turn_the_order_before_they_may_call() -> None:
    """T-REV-4."""
    assert trick("1 SJ HJ DJ CJ", "2 ST HT DT CT") == []
    assert trick("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ") == []
    assert trick("1 SJ HJ DJ CJ", "1 say up", "2 -", "3 -", "4 -", "1 S9", "2 S4") == []


def test_without_eleven_back_no_call_is_open_to_anybody() -> None:
    """T-Q-6."""
    assert trick("1 SJ", "1 say down", eleven_back=False) == ["1 effect_not_owed"]
    assert trick("1 SJ", "2 HQ", eleven_back=False) == []


@pytest.mark.parametrize("word", ["flip", "up", "down"])
def test_a_word_that_no_card_gives_has_no_right(word: str) -> None:
    """T-J-1, T-Q-7."""
    assert trick("1 S5", f"1 say {word}") == ["1 effect_not_owed"]
