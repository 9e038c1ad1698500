"""What becomes of mistakes: they stand, are taken back, or count as a pass."""

import pytest

from tests.support.games.floor13 import fault_texts, faults_of_beginning, report_of, trick_faults


def test_a_faulty_set_that_stands_has_all_its_effects() -> None:
    """F-8: an 8 on a 9 clears, and its player leads."""
    assert trick_faults("1 SK", "2 S8", "2 S4") == ["2 not_stronger"]


def test_a_set_out_of_turn_stands_and_the_turn_goes_on_from_there() -> None:
    """F-CLEAR-1."""
    assert trick_faults("1 S4", "3 S6", "4 SK") == ["3 out_of_turn"]


def test_every_fault_of_a_play_is_reported() -> None:
    """F-FOLLOW-1, F-DEAL-1."""
    faults = faults_of_beginning(["S4 HK", "S6 H6", "D6 C6"], "1 HK", "3 S4 void")
    assert faults == ["3 card_not_held", "3 not_stronger", "3 out_of_turn"]


def test_a_set_that_is_not_held_takes_what_is_held() -> None:
    """F-DEAL-1."""
    hands = ["SK S4 H4", "S6 HK D6"]
    assert fault_texts(report_of(hands, "1 SK HK", "2 draw", "1 S4 H4", stock="")) == ["bad_deck", "1 card_not_held"]


@pytest.mark.parametrize(
    "taken_back",
    ["2 S6 void", "2 draw D2 H2 void", "2 - void", "2 give 3 S6 void", "2 discard S6 void", "2 name 6 void"],
)
def test_what_is_taken_back_changes_nothing(taken_back: str) -> None:
    """The record format on void actions."""
    assert "2 out_of_turn" not in trick_faults("1 S4", taken_back, "2 SK")


def test_as_a_pass_a_faulty_set_draws_nothing_and_the_turn_moves_on() -> None:
    """Option `illegal_play`."""
    hands = ["S6 S4 D9", "S3 HK CJ", "H3 H6 DJ"]
    faults = faults_of_beginning(
        hands, "1 S6", "2 S3", "3 draw S2", "1 D9", "3 DJ", "2 HK", "1 S2", illegal_play="pass"
    )
    assert faults == ["2 not_stronger", "1 card_not_held"]


def test_as_a_pass_it_may_be_the_last_one_of_the_trick() -> None:
    """Option `illegal_play`."""
    assert trick_faults("1 SK", "2 draw", "3 draw", "4 S3", "1 S4", illegal_play="pass") == ["4 not_stronger"]


def test_after_the_draw_it_only_ends_the_right_to_play() -> None:
    """Option `illegal_play`, F-PASS-2."""
    assert trick_faults("1 SK", "2 draw", "2 S3", "2 SA void", "3 SA", illegal_play="pass") == [
        "2 not_stronger",
        "2 out_of_turn",
    ]


def test_without_the_turn_it_has_no_effect() -> None:
    """Option `illegal_play`."""
    assert trick_faults("1 SK", "3 SA", "2 SA", illegal_play="pass") == ["3 out_of_turn"]
    assert trick_faults("1 SK", "2 draw", "4 SA", "2 S2", illegal_play="pass") == ["4 out_of_turn"]
    assert trick_faults("1 SQ", "4 SA", illegal_play="pass") == ["4 out_of_turn"]


def test_a_sandstorm_has_one_even_so() -> None:
    """Option `illegal_play`, F-SAND-1."""
    assert trick_faults("1 SK", "2 draw", "4 S3 H3 D3", "2 S2", "4 S4", illegal_play="pass") == ["2 out_of_turn"]


def test_but_not_a_sandstorm_that_is_faulty_itself() -> None:
    """Option `illegal_play`, F-SAND-1: its cards are not held."""
    hands = ["S4 H4 CK", "S9 D6 C6", "S8 H8 D8"]
    faults = faults_of_beginning(hands, "1 S4", "2 draw D4", "1 S3 H3 D3", "2 S9", illegal_play="pass")
    assert faults == ["1 card_not_held"]


def test_a_row_of_stuck_players_is_broken_by_a_faulty_set_only_on_its_turn() -> None:
    """F-END-3, option `illegal_play`."""
    row = ("1 draw", "2 -", "3 draw", "4 draw")

    def decided(*actions: str) -> bool:
        return report_of(["S8", "H5", "X", "D9"], *actions, stock="", illegal_play="pass").decided

    assert decided(*row)
    assert decided(*row[:2], "2 H5", "1 S4 S6", *row[2:])
    assert not decided(*row[:2], "3 X", *row[3:], "1 draw", "2 draw")
    assert decided(*row[:2], "3 X", *row[3:], "1 draw", "2 draw", "3 draw")


def test_on_the_lead_it_hands_the_lead_on_and_past_a_player_who_led_twice() -> None:
    """Option `illegal_play`, F-LEAD3-1."""
    assert trick_faults("1 S4 H6", "2 S4", illegal_play="pass") == ["1 not_a_combination"]
    hands = ["?*14"] * 2
    assert trick_faults("1 S8", "1 H8", "2 S4 H6", "2 S6", hands=hands, illegal_play="pass") == ["2 not_a_combination"]


@pytest.mark.parametrize(
    ("actions", "resolution"),
    [
        (["1 S4", "3 S6"], "stands"),
        (["1 S4", "3 S6 void"], "void"),
        (["1 S4", "3 -"], "ignored"),
        (["1 -"], "pass"),
        (["1 S4", "1 give 2 S6"], "stands"),
        (["1 S4", "1 discard S6"], "stands"),
        (["1 S4", "1 name 6"], "ignored"),
        (["1 S4", "1 say flip"], "ignored"),
        (["1 S4", "2 draw S6 S7"], "stands"),
        (["1 SQ", "2 SK"], "stands"),
    ],
)
def test_a_fault_says_what_became_of_it(actions: list[str], resolution: str) -> None:
    """The record format on resolutions."""
    fault = report_of(["?*3", "?*3", "?*3"], *actions).faults[-1]
    assert fault.resolution == resolution
