"""The heart 3 on the joker: T-H3."""

import pytest

from tests.support.games.theater import endgame_report, fault_places, trick_faults

CLEARED = ("2 -", "3 -", "4 -")


def test_the_heart_3_takes_a_joker_and_the_lead() -> None:
    """T-H3-1."""
    assert trick_faults("1 X", "2 H3", "2 S4", "3 S5") == []
    assert trick_faults("1 X", "2 H3", "3 S4") == ["3 out_of_turn"]


def test_under_a_revolution_the_heart_3_takes_the_joker_just_the_same() -> None:
    """T-Q-18."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 X", "2 H3", "2 S4") == []


def test_the_heart_3_may_interrupt_before_its_turn() -> None:
    """T-H3-2, T-Q-15: nobody else can have it."""
    assert trick_faults("1 S9", "2 X", "4 H3", "4 S5", "1 S6") == []


def test_with_hearts3_on_turn_only_the_heart_3_waits_for_its_turn() -> None:
    """T-H3-2, option `hearts3_on_turn_only`."""
    assert trick_faults("1 S9", "2 X", "4 H3", hearts3_on_turn_only=True) == ["4 out_of_turn"]
    assert trick_faults("1 S9", "2 X", "3 -", "4 H3", "4 S5", hearts3_on_turn_only=True) == []


def test_a_pass_does_not_keep_anybody_from_taking_the_joker() -> None:
    """T-PASS-4, T-H3-1."""
    assert trick_faults("1 S9", "2 -", "3 X", "2 H3", "2 S4", "3 S5") == []


def test_with_hearts3_on_turn_only_a_pass_does() -> None:
    """T-PASS-4, option `hearts3_on_turn_only`."""
    assert trick_faults("1 S9", "2 -", "3 X", "2 H3", hearts3_on_turn_only=True) == ["2 locked_by_pass"]


@pytest.mark.parametrize("on_turn_only", [False, True])
def test_on_their_own_joker_the_heart_3_is_an_ordinary_single(*, on_turn_only: bool) -> None:
    """T-H3-2: it stands as the set to beat and does not end the trick."""
    own = ("1 X", "1 H3")
    found = ["1 not_stronger", "1 out_of_turn"]
    assert trick_faults(*own, "2 S4", "3 S5", hearts3_on_turn_only=on_turn_only) == found
    assert trick_faults(*own, "1 S4", hearts3_on_turn_only=on_turn_only) == [*found, "1 out_of_turn"]


def test_on_their_own_joker_the_heart_3_of_a_player_who_had_passed_is_an_ordinary_single() -> None:
    """T-H3-2, T-PASS-2: 2 laid the joker without the turn, after a pass."""
    actions = ("1 S4", "2 -", "2 X", "3 -", "2 H3", "4 S5", "1 S6")
    assert trick_faults(*actions) == ["2 locked_by_pass", "2 locked_by_pass", "2 not_stronger"]


def test_after_the_trick_of_their_own_joker_nobody_takes_the_lead_back_with_the_heart_3() -> None:
    """T-Q-16, T-H3-2: 1 passed on the lead."""
    assert trick_faults("1 X", *CLEARED, "1 -", "1 H3", "2 S4") == ["1 pass_on_lead", "1 out_of_turn"]


def test_a_heart_3_on_their_own_joker_that_is_taken_back_lies_open() -> None:
    """T-H3-2, T-PUN-2."""
    assert trick_faults("1 X", "1 H3 void", "2 H3", "2 S4") == ["1 not_stronger", "1 out_of_turn"]


def test_where_faulty_sets_are_passes_the_heart_3_on_their_own_joker_has_no_effect() -> None:
    """T-H3-2: it came out of turn."""
    found = ["1 not_stronger", "1 out_of_turn"]
    assert trick_faults("1 X", "1 H3", "2 H3", "2 S4", illegal_play="pass") == found


@pytest.mark.parametrize("led", ["S2", "H4"])
def test_out_of_turn_the_heart_3_takes_nothing_but_a_joker(led: str) -> None:
    """T-H3-1."""
    assert trick_faults(f"1 {led}", "3 H3") == ["3 not_stronger", "3 out_of_turn"]
    assert trick_faults(f"1 {led}", "2 -", "3 -", "2 H3") == ["2 locked_by_pass", "2 not_stronger"]


@pytest.mark.parametrize(("cards", "too"), [("S3", "not_stronger"), ("H4", "not_stronger"), ("H3 S3", "wrong_count")])
def test_no_other_set_interrupts_a_joker(cards: str, too: str) -> None:
    """T-H3-1."""
    assert sorted(trick_faults("1 X", f"3 {cards}")) == sorted(["3 out_of_turn", f"3 {too}"])


def test_after_the_joker_s_trick_the_heart_3_still_takes_the_lead() -> None:
    """T-Q-16."""
    assert trick_faults("1 X", *CLEARED, "3 H3", "3 S4", "4 S5") == []


def test_the_next_lead_closes_the_window() -> None:
    """T-Q-16."""
    assert trick_faults("1 X", *CLEARED, "1 S4", "3 H3") == ["3 not_stronger", "3 out_of_turn"]
    assert trick_faults("1 X", *CLEARED, "1 S8", "3 H3") == ["3 out_of_turn"]


def test_a_lead_that_was_taken_back_does_not_close_the_window() -> None:
    """T-Q-16, T-PUN-2."""
    assert trick_faults("1 X", *CLEARED, "1 S4 void", "3 H3", "3 S5") == []


def test_with_hearts3_on_turn_only_there_is_no_window() -> None:
    """T-Q-16, option `hearts3_on_turn_only`."""
    assert trick_faults("1 X", *CLEARED, "3 H3", hearts3_on_turn_only=True) == ["3 out_of_turn"]


def test_the_leader_leads_the_heart_3_as_a_plain_single() -> None:
    """T-Q-16."""
    assert trick_faults("1 X", *CLEARED, "1 H3", "2 S4") == []


def test_after_a_pass_on_the_lead_the_next_leader_leads_the_heart_3_plainly() -> None:
    """T-Q-16."""
    assert trick_faults("1 X", *CLEARED, "1 -", "2 H3", "3 S4") == ["1 pass_on_lead"]
    assert trick_faults("1 X", *CLEARED, "1 -", "3 H3", "3 S4") == ["1 pass_on_lead"]


def test_when_the_jokers_player_is_out_the_next_one_leads_the_heart_3_plainly() -> None:
    """T-Q-16, T-FOUL-1."""
    hands = ["X", "H3 S4", "S5 S6", "S7 S9"]
    assert fault_places(endgame_report(hands, "1 X", "2 -", "3 -", "4 -", "2 H3", "3 S5", abandoned=True)) == [
        (0, 1, "finish_foul")
    ]


def test_a_heart_3_that_is_not_held_is_judged_as_an_interruption_all_the_same() -> None:
    """T-H3-2."""
    hands = ["X S4", "H3 S5", "S6 S7", "S8 S9"]
    report = endgame_report(hands, "1 X", "3 H3", abandoned=True)
    assert fault_places(report) == [(1, 3, "card_not_held")]


def test_a_heart_3_on_a_plain_single_does_not_end_the_trick() -> None:
    """T-H3-1."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 S4", "2 H3", "3 -", "4 -", "1 -", "2 S5") == []
    assert trick_faults("1 H3", "2 S4", "3 S5") == []


def test_the_heart_3_among_other_threes_has_no_power() -> None:
    """T-H3-1."""
    assert trick_faults("1 H3 S3", "2 S4 H4") == []


def test_one_may_go_out_with_the_heart_3_and_the_next_player_leads() -> None:
    """T-Q-17."""
    hands = ["X S4", "H3", "S5 S6", "S7 S9"]
    report = endgame_report(hands, "1 X", "2 H3", "3 S5", "4 S7", abandoned=True)
    assert (fault_places(report), report.order) == ([], [2])
