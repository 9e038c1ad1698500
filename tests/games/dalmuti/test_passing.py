"""Turns, passes and tricks, and passes that a record may leave out (D-LEAD, D-PASS, D-TRICK, D-OPT-8, D-Q-5, D-Q-6)."""

import pytest

from tests.support.games.dalmuti import ActionFaults, action_faults, action_faults_in, report_of


def test_the_leader_has_to_play() -> None:
    """D-LEAD-1."""
    assert action_faults("1 -", "2 9") == [(0, "pass_on_lead")]


def test_the_leader_of_a_later_trick_has_to_play_too() -> None:
    """D-LEAD-1."""
    assert action_faults("1 9", "2 -", "3 -", "4 -", "1 -", "2 9", "3 8") == [(4, "pass_on_lead")]


def test_a_pass_on_the_lead_shuts_nobody_out() -> None:
    """D-LEAD-1 `pass_locks`."""
    assert action_faults("1 -", "2 9", "3 -", "4 -", "1 8", pass_locks=True) == [(0, "pass_on_lead")]


def test_anybody_else_may_pass() -> None:
    """D-PASS-1."""
    assert action_faults("1 9", "2 -", "3 -", "4 8") == []


def test_a_player_who_passed_may_play_when_the_turn_comes_again() -> None:
    """D-PASS-2."""
    assert action_faults("1 9", "2 -", "3 8", "4 7", "1 -", "2 6") == []


def test_a_player_who_passed_is_out_of_the_trick_where_passes_lock() -> None:
    """D-Q-6 `pass_locks`: the turn is skipped."""
    assert action_faults("1 9", "2 -", "3 8", "4 7", "1 6", "3 5", pass_locks=True) == []
    assert action_faults("1 9", "2 -", "3 8", "4 7", "1 6", "2 5", pass_locks=True) == [(5, "locked_by_pass")]


def test_a_lock_ends_with_the_trick() -> None:
    """D-Q-6 `pass_locks`."""
    assert action_faults("1 9", "2 -", "3 -", "4 -", "1 9", "2 8", pass_locks=True) == []


def test_a_player_who_passed_cannot_pass_again_where_passes_lock() -> None:
    """D-Q-6 `pass_locks`."""
    assert action_faults("1 9", "2 -", "3 8", "2 -", "4 7", pass_locks=True) == [(3, "locked_by_pass")]


def test_the_trick_is_over_when_all_others_have_passed_in_a_row() -> None:
    """D-TRICK-1, D-TRICK-2: then its owner leads any set."""
    assert action_faults("1 9", "2 8", "3 -", "4 -", "1 -", "2 12 12") == []


def test_passes_before_the_last_set_do_not_count() -> None:
    """D-TRICK-1."""
    assert action_faults("1 9", "2 -", "3 -", "4 8", "1 -", "2 -", "3 -", "4 12") == []
    assert action_faults("1 9", "2 -", "3 -", "4 8", "1 12") == [(4, "not_stronger")]


def test_the_owner_of_the_top_set_is_not_asked() -> None:
    """D-TRICK-1: the owner's next action is a lead."""
    assert action_faults("1 9", "2 -", "3 -", "4 -", "1 -") == [(4, "pass_on_lead")]


def test_a_trick_can_be_led_with_any_number_of_cards() -> None:
    """D-TRICK-2."""
    assert action_faults("1 9", "2 -", "3 -", "4 -", "1 12 12 12 12", "2 11 11 11 11") == []


def test_a_play_out_of_turn_is_reported_and_the_turn_goes_on_from_it() -> None:
    """D-SEAT-4, D-TRICK-2."""
    assert action_faults("1 9", "3 8", "4 7") == [(1, "out_of_turn")]


def test_if_the_owner_is_out_the_next_player_leads() -> None:
    """D-TRICK-3."""
    deal = report_of(["2", "9 9", "9 9", "9 9"], "1 2", "2 -", "3 -", "4 -", "2 9")
    assert action_faults_in(deal) == []


def test_everybody_still_in_is_asked_about_the_last_set_of_one_who_is_out() -> None:
    """D-TRICK-1."""
    deal = report_of(["2", "9 9", "9 9", "9 9"], "1 2", "2 -", "3 -", "2 9")
    assert action_faults_in(deal) == [(3, "not_stronger"), (3, "out_of_turn")]


def test_players_who_are_out_are_skipped_when_the_lead_is_inherited() -> None:
    """D-TRICK-3, D-Q-5."""
    deal = report_of(["3", "2", "9 9", "9 9"], "1 3", "2 2", "3 -", "4 -", "3 9", "4 -", "3 9")
    assert (action_faults_in(deal), deal.order) == ([], [1, 2, 3, 4])


def test_players_who_are_out_are_skipped_in_the_trick() -> None:
    """D-SEAT-4, D-OUT-1."""
    deal = report_of(["9", "9 9", "8 6", "7 5"], "1 9", "2 -", "3 8", "4 7", "2 -", "3 6", "4 5", "2 9")
    assert action_faults_in(deal)[:1] == [(7, "action_after_end")]


NOT_WRITTEN = [(1, "not_stronger"), (1, "out_of_turn")]


def leaving_out(hands: list[str], *actions: str) -> ActionFaults:
    return action_faults_in(report_of(hands, *actions, implicit_passes=True))


@pytest.mark.parametrize("best", ["1", "1 J", "1 J J"])
def test_passes_on_a_1_may_be_left_out(best: str) -> None:
    """D-OPT-8, D-FOLLOW-3."""
    assert action_faults(f"1 {best}", "1 12", implicit_passes=True) == []


def test_without_the_option_passes_are_written() -> None:
    """D-OPT-8."""
    assert action_faults("1 1", "1 12") == NOT_WRITTEN


def test_passes_on_a_set_of_more_cards_than_anybody_holds_may_be_left_out() -> None:
    """D-OPT-8."""
    assert leaving_out(["9 9 9 12", "1 1", "2 2", "3"], "1 9 9 9", "1 12") == []


@pytest.mark.parametrize("hand", ["12 12 12", "? 12 12", "?*3"])
def test_passes_are_written_if_somebody_holds_enough_cards(hand: str) -> None:
    """D-OPT-8: it is the number that counts, known or not."""
    assert leaving_out(["9 9 9 12", hand, "2 2", "3"], "1 9 9 9", "1 12") == [(1, "out_of_turn"), (1, "wrong_count")]


def test_only_who_has_the_next_lead_may_leave_passes_out() -> None:
    """D-OPT-8."""
    assert action_faults("1 1", "3 12", implicit_passes=True) == NOT_WRITTEN


def test_some_of_the_passes_may_be_written() -> None:
    """D-OPT-8."""
    assert action_faults("1 1", "2 -", "3 -", "1 12", implicit_passes=True) == []
    assert action_faults("1 1", "2 -", "3 -", "4 -", "1 12", implicit_passes=True) == []


def test_if_the_owner_is_out_the_next_player_goes_on() -> None:
    """D-OPT-8, D-TRICK-3."""
    assert leaving_out(["1", "12 12", "12 12", "12 12"], "1 1", "2 12", "3 -") == []


def test_a_void_lead_ends_no_trick() -> None:
    """D-OPT-8."""
    assert action_faults("1 1", "1 12 void", "2 -", "3 -", "4 -", "1 12", implicit_passes=True) == []


def test_passes_on_cards_that_are_no_set_may_be_left_out_too() -> None:
    """D-OPT-8: a first set that stood though it was none counts like one later in the deal."""
    assert leaving_out(["9 8 8 12", "1 1", "2 2", "3"], "1 9 8 8", "1 12") == [(0, "not_a_combination")]
