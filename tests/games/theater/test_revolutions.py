"""Revolutions: T-REV."""

import pytest

from tests.support.games.theater import trick_faults

EIGHT_IN_A_ROW = "S4 S5 S6 S7 S8 S9 ST SJ"
CLEARED = ("2 -", "3 -", "4 -")


@pytest.mark.parametrize(
    "cards",
    ["S6 H6 D6 C6", EIGHT_IN_A_ROW, "S6 S7 S8 S9 ST SJ SQ SK SA", "D4 D5 D6 D7 S4 S5 S6 S7"],
    ids=["kantsu", "run of eight", "run of nine", "nobetan ipeiko"],
)
def test_these_sets_turn_the_order(cards: str) -> None:
    """T-REV-1, T-IPK-2, T-SET-4."""
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HT") == []
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HK") == ["2 not_stronger"]


@pytest.mark.parametrize(
    "cards",
    ["S6 H6 D6", "S4 S5 S6 S7 S8 S9 ST", "D4 D5 D6 S4 S5 S6", "S5 H5 D5 S6 H6 D6 S7 H7 D7"],
    ids=["anko", "run of seven", "ipeiko", "sanrenko"],
)
def test_these_sets_leave_the_order_alone(cards: str) -> None:
    """T-REV-1, T-SRK-1."""
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HK") == []


def test_with_ipeiko_any_suits_four_pairs_in_a_row_are_a_revolution() -> None:
    """T-IPK-2, T-Q-5."""
    assert trick_faults("1 D4 S4 D5 H5 D6 S6 D7 C7", *CLEARED, "1 HQ", "2 HT", ipeiko_any_suits=True) == []


def test_a_long_run_neither_cuts_nor_calls() -> None:
    """T-8-2, T-J-3."""
    assert trick_faults(f"1 {EIGHT_IN_A_ROW}", "1 say up", "2 -") == ["1 effect_not_owed"]


def test_a_second_revolution_restores_the_order() -> None:
    """T-REV-2."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 SQ HQ DQ CQ", *CLEARED, "1 S9", "2 ST") == []


def test_a_revolution_answers_a_revolution_within_the_trick() -> None:
    """T-REV-1: four 4s follow four 5s downwards, and then four 6s follow upwards."""
    assert trick_faults("1 S5 H5 D5 C5", "2 S4 H4 D4 C4", "3 S6 H6 D6 C6") == []


def test_a_revolution_outlasts_the_trick() -> None:
    """T-Q-28, T-GAME-1."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 S9", "2 S7", "3 -", "4 -", "1 -", "2 ST", "3 S6") == []


def test_a_revolution_replaces_a_call() -> None:
    """T-REV-3: called up under a revolution, four queens make up the lasting order, and the trick stays up with it."""
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ", "3 SK HK DK CK") == []
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ", "3 ST HT DT CT") == ["3 not_stronger"]


def test_saying_revolution_after_a_set_that_makes_one_is_no_fault_and_turns_nothing_more() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "1 say revolution", *CLEARED, "1 S9", "2 S7") == []


@pytest.mark.parametrize("word", ["revolution", "no-revolution"])
def test_declaring_a_revolution_without_one_is_false(word: str) -> None:
    """T-REV-1."""
    assert trick_faults("1 S9", f"1 say {word}") == ["1 false_declaration"]


def test_a_revolution_cannot_be_declined() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "1 say no-revolution", *CLEARED, "1 S9", "2 S7") == ["1 false_declaration"]


def test_only_its_player_may_announce_a_revolution() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "2 say revolution") == ["2 false_declaration"]
