"""Passes, locks and the end of a trick: T-PASS, T-TRICK."""

import pytest

from tests.support.games.theater import endgame_report, fault_places, trick_faults

OUT_WITH_A_NINE = ("S9", "S5 SK", "S6 S7")
ANY_CHANGE = {"pass_reset": "any_change"}
NEVER = {"pass_reset": "never"}
REVOLUTION = ("1 SK HK DK CK", "2 -", "3 -", "4 -")


def test_the_turn_goes_clockwise_from_player_to_player() -> None:
    """T-PLY-1, T-PASS-1."""
    assert trick_faults("1 S4", "2 S5", "3 S6", "4 S7", "1 S9") == []
    assert trick_faults("1 S4", "3 S5") == ["3 out_of_turn"]


def test_one_may_pass_with_playable_cards() -> None:
    """T-PASS-1."""
    assert trick_faults("1 S4", "2 -", "3 S5") == []


def test_the_leader_must_play_and_otherwise_the_turn_moves_on() -> None:
    """T-PASS-1."""
    assert trick_faults("1 -", "2 S5", "3 S6") == ["1 pass_on_lead"]


def test_a_pass_on_the_lead_locks_nobody() -> None:
    """T-PASS-1."""
    assert trick_faults("1 -", "2 S5", "3 -", "4 -", "1 S6") == ["1 pass_on_lead"]


def test_a_pass_out_of_turn_has_no_effect() -> None:
    """T-PASS-1."""
    assert trick_faults("1 S5", "3 -", "2 S6", "3 S7") == ["3 out_of_turn"]


@pytest.mark.parametrize("action", ["2 S9", "2 -"])
def test_a_pass_shuts_its_player_out_of_the_trick(action: str) -> None:
    """T-PASS-2."""
    assert trick_faults("1 S4", "2 -", "3 S5", "4 S6", "1 S7", action) == ["2 locked_by_pass"]


def test_the_next_trick_is_open_to_all_who_passed() -> None:
    """T-PASS-2."""
    assert trick_faults("1 S4", "2 -", "3 -", "4 -", "1 S5", "2 S6", "3 S7", "4 S9") == []


def test_a_player_who_has_passed_is_skipped() -> None:
    """T-PASS-2."""
    assert trick_faults("1 S4", "2 -", "3 S5", "4 S6", "1 S7", "3 S9") == []


def test_a_locked_player_whose_set_stood_stays_locked() -> None:
    """T-PASS-2."""
    assert trick_faults("1 S4", "2 -", "2 S5", "3 S6", "4 S7", "1 S9", "2 ST") == [
        "2 locked_by_pass",
        "2 locked_by_pass",
    ]


def test_the_trick_is_cleared_when_all_others_are_locked() -> None:
    """T-TRICK-1, T-TRICK-2."""
    assert trick_faults("1 S4", "2 S5", "3 -", "4 -", "1 -", "2 S4") == []


def test_a_set_of_the_last_player_not_locked_ends_the_trick_at_once() -> None:
    """T-TRICK-1."""
    report = endgame_report([*OUT_WITH_A_NINE, "ST S4"], "1 S9", "2 -", "3 -", "4 ST", "4 S4", abandoned=True)
    assert fault_places(report) == []


def test_when_the_owner_is_out_the_next_player_with_cards_leads() -> None:
    """T-TRICK-2."""
    report = endgame_report([*OUT_WITH_A_NINE, "C4 C5"], "1 S9", "2 -", "3 -", "4 -", "2 S5", "3 S6", abandoned=True)
    assert fault_places(report) == []


def test_when_the_owner_is_out_the_others_still_have_their_turns() -> None:
    """T-TRICK-1."""
    report = endgame_report([*OUT_WITH_A_NINE, "C4 C5"], "1 S9", "2 SK", "3 -", "4 -", "2 S5", abandoned=True)
    assert fault_places(report) == []


def test_a_call_down_lets_those_who_passed_back_in() -> None:
    """T-PASS-3."""
    assert trick_faults("1 S9", "2 -", "3 SJ", "3 say down", "4 -", "1 -", "2 S5") == []
    assert trick_faults("1 S9", "2 -", "3 SJ", "4 -", "1 -", "3 S5") == []


def test_the_turn_after_a_call_down_is_that_of_the_next_player_let_back_in() -> None:
    """T-PASS-3."""
    assert trick_faults("1 S9", "2 -", "3 -", "4 ST", "1 SJ", "1 say down", "2 S7", "3 S6") == []
    assert trick_faults("1 S9", "2 -", "3 -", "4 ST", "1 SJ", "2 S7") == ["2 locked_by_pass", "2 not_stronger"]


def test_a_revolution_downwards_lets_those_who_passed_back_in() -> None:
    """T-PASS-3."""
    assert trick_faults(*REVOLUTION, "1 S9 H9 D9 C9", "2 -", "3 ST HT DT CT", "4 -", "1 -", "2 S7 H7 D7 C7") == []


def test_a_revolution_upwards_does_not() -> None:
    """T-PASS-3."""
    assert trick_faults("1 S5 H5 D5 C5", "2 -", "3 S4 H4 D4 C4", "4 -", "2 S6 H6 D6 C6") == ["2 locked_by_pass"]


def test_passes_after_the_order_turned_lock_again() -> None:
    """T-PASS-3."""
    assert trick_faults("1 S9", "2 -", "3 SJ", "3 say down", "4 -", "1 S7", "2 S6", "3 S5", "4 S4") == [
        "4 locked_by_pass"
    ]


def test_a_turn_to_up_forgives_no_passes() -> None:
    """T-Q-9."""
    assert trick_faults(*REVOLUTION, "1 SQ", "2 -", "3 SJ", "3 say up", "4 SK", "1 SA", "2 C2") == ["2 locked_by_pass"]


def test_with_any_change_a_turn_to_up_forgives_them_too() -> None:
    """T-Q-9, option `pass_reset`."""
    actions = (*REVOLUTION, "1 SQ", "2 -", "3 SJ", "3 say up", "4 SK", "1 SA", "2 C2")
    assert trick_faults(*actions, **ANY_CHANGE) == []


def test_with_never_no_turn_forgives_any() -> None:
    """T-Q-9, option `pass_reset`."""
    actions = ("1 S9", "2 -", "3 SJ", "3 say down", "4 ST", "1 S7", "2 S5")
    assert trick_faults(*actions, **NEVER) == ["2 locked_by_pass"]
    assert trick_faults(*actions) == []


def test_passes_are_forgiven_each_time_the_order_turns_down() -> None:
    """T-Q-10: called up, four queens keep it up, four kings turn it down, four 10s up, four aces down once more."""
    up = ("1 SJ HJ DJ CJ", "1 say up", "2 -", "3 SQ HQ DQ CQ")
    first = ("4 SK HK DK CK", "1 ST HT DT CT", "2 -")
    second = ("3 SA HA DA CA", "4 -", "1 -", "2 S9 H9 D9 C9")
    assert trick_faults(*up, *first, *second) == []
    assert trick_faults(*up, *first, *second, **NEVER) == ["2 locked_by_pass", "2 out_of_turn"]


@pytest.mark.parametrize("reset", ["down_only", "any_change"])
def test_calling_down_when_the_order_is_down_forgives_nothing(reset: str) -> None:
    """T-Q-11."""
    actions = (*REVOLUTION, "1 SQ", "2 -", "3 SJ", "3 say down", "4 ST", "1 S9", "2 S7")
    assert trick_faults(*actions, pass_reset=reset) == ["2 locked_by_pass"]


def test_when_everybody_else_is_locked_a_call_on_jacks_comes_before_the_end_of_the_trick() -> None:
    """T-TRICK-1: the call lets the others back in."""
    hands = [*OUT_WITH_A_NINE, "SJ S4"]
    report = endgame_report(hands, "1 S9", "2 -", "3 -", "4 SJ", "4 say down", "2 S5", "3 -", abandoned=True)
    assert fault_places(report) == []


def test_without_a_call_the_jacks_end_the_trick() -> None:
    """T-TRICK-1."""
    hands = [*OUT_WITH_A_NINE, "SJ S4"]
    report = endgame_report(hands, "1 S9", "2 -", "3 -", "4 SJ", "4 S4", "2 S5", abandoned=True)
    assert fault_places(report) == []


@pytest.mark.parametrize(("call", "options"), [("4 say up", {}), ("4 say down", NEVER)])
def test_a_call_that_lets_nobody_back_in_ends_the_trick_too(call: str, options: dict[str, str]) -> None:
    """T-TRICK-1."""
    hands = [*OUT_WITH_A_NINE, "SJ S4"]
    report = endgame_report(hands, "1 S9", "2 -", "3 -", "4 SJ", call, "4 S4", "2 S5", abandoned=True, **options)
    assert fault_places(report) == []


def test_without_eleven_back_the_jacks_end_the_trick_and_a_call_comes_to_nothing() -> None:
    """T-TRICK-1, T-Q-6."""
    hands = [*OUT_WITH_A_NINE, "SJ S4"]
    actions = ("1 S9", "2 -", "3 -", "4 SJ", "4 say down", "2 S5")
    report = endgame_report(hands, *actions, abandoned=True, eleven_back=False)
    assert fault_places(report) == [(4, 4, "effect_not_owed"), (5, 2, "out_of_turn")]


def test_a_player_who_goes_out_with_jacks_may_still_call() -> None:
    """T-J-1, T-OUT-1."""
    report = endgame_report(["SJ", "S5 SK", "S6 S7", "C4 C5"], "1 SJ", "1 say down", "2 S5", abandoned=True)
    assert fault_places(report) == []
