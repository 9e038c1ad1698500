"""Passes, tricks and turns (A-PLAY-1, A-PASS, A-TRICK)."""

from tests.support.games.akagiri import action_faults, action_faults_in, report_of


def test_play_runs_clockwise() -> None:
    """A-PLAY-1."""
    assert action_faults("1 S3", "2 S4", "3 S5", "4 S6", "1 S7") == []
    assert action_faults("1 S3", "4 S4") == [(1, "out_of_turn")]


def test_play_runs_the_other_way_where_the_table_plays_so() -> None:
    """A-OPT-DIR."""
    assert action_faults("1 S3", "4 S4", "3 S5", "2 S6", play_direction="ccw") == []
    assert action_faults("1 S3", "2 S4", play_direction="ccw") == [(1, "out_of_turn")]


def test_a_set_out_of_turn_stands_and_the_turn_goes_on_from_its_player() -> None:
    assert action_faults("1 S3", "3 S4", "4 S5") == [(1, "out_of_turn")]


def test_a_pass_out_of_turn_has_no_effect() -> None:
    assert action_faults("1 S3", "3 -", "2 S4", "3 S5") == [(1, "out_of_turn")]


def test_a_pass_does_not_lock() -> None:
    """A-PASS-1, A-Q-1."""
    assert action_faults("1 S5", "2 -", "3 S9", "4 -", "1 -", "2 SJ") == []


def test_the_leader_must_play() -> None:
    """A-PASS-1."""
    assert action_faults("1 -", "2 S3") == [(0, "pass_on_lead")]


def test_a_pass_locks_where_the_table_plays_so() -> None:
    """A-Q-1: player 2 is skipped, and shut out when playing."""
    assert action_faults("1 S5", "2 -", "3 S9", "4 -", "1 ST", "3 -", "1 S3", pass_locks=True) == []
    assert action_faults("1 S5", "2 -", "3 S9", "4 -", "1 ST", "2 SJ", pass_locks=True) == [(5, "locked_by_pass")]


def test_a_lock_by_passing_ends_with_the_trick() -> None:
    """A-Q-1."""
    assert action_faults("1 S5", "2 -", "3 -", "4 -", "1 S3", "2 S4", pass_locks=True) == []


def test_when_all_others_pass_in_a_row_the_last_player_leads_anything() -> None:
    """A-TRICK-1."""
    assert action_faults("1 S5", "2 S6", "3 -", "4 -", "1 -", "2 H3 D3") == []


def test_passes_before_the_last_set_do_not_count() -> None:
    """A-TRICK-1: player 2 may still answer the 6."""
    assert action_faults("1 S5", "2 -", "3 S6", "4 -", "1 -", "3 S7") == [(5, "out_of_turn")]


def test_when_the_owner_of_the_trick_is_out_the_left_neighbour_leads() -> None:
    """A-TRICK-2."""
    deal = report_of(["SQ", "S3 S4", "H3 H4"], "1 SQ", "2 -", "3 -", "2 S3", "3 -")
    assert action_faults_in(deal) == []


def test_the_neighbour_is_the_next_in_the_direction_of_play() -> None:
    """A-TRICK-2, A-OPT-DIR."""
    deal = report_of(["SQ", "S3 S4", "H3 H4"], "1 SQ", "3 -", "2 -", "3 H3", play_direction="ccw")
    assert action_faults_in(deal) == []


def test_everybody_still_in_must_pass_on_the_last_set_of_one_who_went_out() -> None:
    """A-TRICK-1, A-TRICK-2."""
    deal = report_of(["SQ", "S3 SK", "H3 H4"], "1 SQ", "2 -", "2 SK")
    assert action_faults_in(deal) == [(2, "out_of_turn")]
