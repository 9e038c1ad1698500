"""Passes are draws, after which the player may play at once: F-PASS, F-CLEAR-1."""

import pytest

from tests.support.games.floor13 import faults_of_beginning, trick_faults

TIGHT = ["S4 H4 CK", "D6 C6 CJ", "S9 H9 CT", "SK HK CQ"]
"""Three cards each, all known."""


def test_a_player_who_could_follow_may_pass() -> None:
    """F-PASS-1, F-Q-5."""
    assert faults_of_beginning(TIGHT, "1 S4", "2 draw D4", "3 S9 void", "3 draw D9") == []


def test_a_pass_draws_as_many_cards_as_the_top_set_has() -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4 H4", "2 draw SA HA", "3 draw DA CA") == []
    assert trick_faults("1 S4 H4", "2 draw SA void", "2 draw SA HA DA") == ["2 wrong_draw_count"] * 2


def test_cards_drawn_in_a_wrong_number_are_taken_and_the_pass_goes_on() -> None:
    """F-PASS-1."""
    actions = ("1 S4", "2 draw DA HA", "2 DA", "3 draw S2", "4 draw H2", "1 draw D2", "2 HA")
    assert faults_of_beginning(TIGHT, *actions) == ["2 wrong_draw_count"]


def test_after_the_draw_a_set_may_come_from_the_whole_hand() -> None:
    """F-PASS-2, F-Q-6: with the drawn card or without."""
    assert faults_of_beginning(TIGHT, "1 S4 H4", "2 draw D4 C4", "2 D6 C6") == []
    assert faults_of_beginning(TIGHT, "1 CK", "2 draw X", "2 X") == []


def test_if_anybody_else_acts_the_player_who_drew_has_not_played() -> None:
    """F-PASS-2."""
    assert trick_faults("1 S4", "2 draw", "3 draw", "2 SK") == ["2 out_of_turn"]
    assert trick_faults("1 S4", "2 draw", "3 S6", "2 SK") == ["2 out_of_turn"]


def test_a_pass_without_the_turn_has_no_effect_on_the_drawer() -> None:
    """F-PASS-2, and the record format on passes out of turn."""
    assert trick_faults("1 S4", "2 draw", "4 -", "2 SK") == ["4 out_of_turn"]


def test_a_set_that_was_taken_back_has_no_effect_on_the_drawer() -> None:
    """F-PASS-2."""
    assert trick_faults("1 S4", "2 draw", "3 S3 void", "2 SK") == ["3 not_stronger"]
    assert trick_faults("1 S4", "2 draw", "2 S3 void", "2 SK") == ["2 not_stronger"]


def test_a_player_who_drew_cannot_draw_again() -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "2 draw", "2 draw", "2 SK") == ["2 out_of_turn"]
    assert faults_of_beginning(TIGHT, "1 S4", "2 draw D4", "2 draw D2", "2 D2") == ["2 out_of_turn"]


def test_a_bare_pass_after_the_draw_gives_up_playing() -> None:
    """F-PASS-2."""
    assert trick_faults("1 S4", "2 draw", "2 -", "3 draw") == []
    assert trick_faults("1 S4", "2 draw", "2 -", "2 SK void") == ["2 out_of_turn"]


def test_a_bare_pass_before_the_draw_announces_it() -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "2 -", "2 draw", "2 SK") == []


@pytest.mark.parametrize("then", [["3 S6"], ["3 draw"], ["3 -", "3 draw"], []])
def test_a_bare_pass_without_a_draw_is_a_wrong_draw(then: list[str]) -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "2 -", *then) == ["2 wrong_draw_count"]


def test_after_a_bare_pass_the_turn_moves_on() -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "2 -", "2 SK") == ["2 wrong_draw_count", "2 out_of_turn"]
    assert trick_faults("1 S4", "2 -", "4 -", "2 draw", "2 SK") == ["4 out_of_turn"]


def test_announcing_a_pass_twice_is_out_of_turn_and_leaves_the_draw_to_come() -> None:
    """F-PASS-1: only an action that takes effect ends an announced pass."""
    assert trick_faults("1 S4", "2 -", "2 -", "2 draw", "2 SK") == ["2 out_of_turn"]
    assert trick_faults("1 S4", "2 -", "2 -", "3 S6") == ["2 wrong_draw_count", "2 out_of_turn"]


@pytest.mark.parametrize("between", ["4 -", "4 draw", "3 say flip", "2 say flip", "4 S3 void", "4 give 2 S5"])
def test_what_has_no_effect_leaves_an_announced_pass_waiting(between: str) -> None:
    """F-PASS-1."""
    assert "2 wrong_draw_count" not in trick_faults("1 S4", "2 -", between, "2 draw", "2 SK")


@pytest.mark.parametrize("then", ["3 -", "3 draw", "3 SK", "1 SK", "2 SK"])
def test_what_has_one_ends_it(then: str) -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "2 -", then, "2 draw")[0] == "2 wrong_draw_count"


def test_passing_shuts_nobody_out_of_the_trick() -> None:
    """F-PASS-3, F-Q-36."""
    assert trick_faults("1 S4", "2 draw", "3 S6", "4 draw", "1 draw", "2 SK") == []


def test_the_trick_is_cleared_when_the_turn_comes_back() -> None:
    """F-CLEAR-1: player 1 leads anew, with any set."""
    assert trick_faults("1 SK HK", "2 draw", "3 draw", "4 draw", "1 S4", "2 S6") == []


def test_the_last_to_pass_may_still_play_on_the_trick() -> None:
    """F-CLEAR-1, F-PASS-2."""
    assert trick_faults("1 S4", "2 draw", "3 draw", "4 draw", "4 SK", "1 SA") == []


def test_once_the_owner_has_led_it_is_too_late_for_the_last_to_pass() -> None:
    """F-CLEAR-1."""
    assert trick_faults("1 S4", "2 draw", "3 draw", "4 draw", "1 S6", "4 SK") == ["4 out_of_turn"]


def test_until_then_the_trick_of_a_stranger_is_the_old_one() -> None:
    """F-CLEAR-1."""
    passed = ("1 SK HK", "2 draw", "3 draw", "4 draw")
    assert trick_faults(*passed, "3 S4 void", "1 S6") == ["3 out_of_turn", "3 wrong_count"]
    assert trick_faults(*passed, "3 S4", "4 SJ") == ["3 out_of_turn", "3 wrong_count"]


def test_if_the_last_to_pass_gives_up_playing_the_trick_is_cleared() -> None:
    """F-CLEAR-1."""
    passed = ("1 SK HK", "2 draw", "3 draw", "4 draw", "4 -")
    assert trick_faults(*passed, "3 S4 void", "1 S6") == ["3 out_of_turn"]


def test_a_pass_without_the_turn_is_reported_and_has_no_effect() -> None:
    """F-PASS-1."""
    assert trick_faults("1 S4", "3 -", "3 draw", "2 S6") == ["3 out_of_turn"] * 2


def test_cards_named_in_a_draw_without_the_turn_are_taken() -> None:
    """F-PASS-1, and the record format on cards that have moved."""
    assert faults_of_beginning(TIGHT, "1 S4", "3 draw D2", "2 draw H2", "3 D2") == ["3 out_of_turn"]


def test_the_set_after_the_draw_must_hold_a_drawn_card_where_the_option_says_so() -> None:
    """F-Q-6, option `pass_needs_drawn`."""
    drawn = ("1 S4", "2 draw DA")
    assert trick_faults(*drawn, "2 DA", pass_needs_drawn=True) == []
    assert trick_faults(*drawn, "2 SK void", pass_needs_drawn=True) == ["2 out_of_turn"]
    assert trick_faults(*drawn, "2 SK") == []


def test_cards_drawn_out_of_turn_are_none_of_the_pass() -> None:
    """F-Q-6, option `pass_needs_drawn`: neither those of another player nor those of a second draw."""
    drawn = ("1 S4", "2 draw DA")
    assert trick_faults(*drawn, "4 draw D2", "2 DA", pass_needs_drawn=True) == ["4 out_of_turn"]
    assert trick_faults(*drawn, "2 draw D2", "2 DA", pass_needs_drawn=True) == ["2 out_of_turn"]
    assert trick_faults(*drawn, "2 draw D2", "2 D2", pass_needs_drawn=True) == ["2 out_of_turn"] * 2
    assert trick_faults(*drawn, "4 draw D2", "2 D2", pass_needs_drawn=True) == ["4 out_of_turn", "2 out_of_turn"]


@pytest.mark.parametrize("passes", [("2 draw DA",), ("2 draw DA", "3 draw C2", "4 draw CA")], ids=["one", "all"])
@pytest.mark.parametrize("interrupt", [True, False])
def test_a_sandstorm_needs_no_drawn_card(passes: tuple[str, ...], interrupt: bool) -> None:  # noqa: FBT001 - an option
    """F-Q-6, F-SAND-1, options `pass_needs_drawn` and `sandstorm_interrupt`."""
    player = passes[-1][0]
    actions = ("1 S4", *passes, f"{player} S3 H3 D3", f"{player} SK")
    assert trick_faults(*actions, pass_needs_drawn=True, sandstorm_interrupt=interrupt) == []


def test_where_nobody_knows_what_was_drawn_any_set_may_hold_it() -> None:
    """F-Q-6, option `pass_needs_drawn`."""
    assert trick_faults("1 S4", "2 draw", "2 SK", pass_needs_drawn=True) == []


def test_without_a_card_drawn_nothing_may_be_laid_where_one_is_needed() -> None:
    """F-Q-6, F-PASS-4, option `pass_needs_drawn`."""
    faults = faults_of_beginning(TIGHT, "1 S4", "2 draw", "2 D6", stock="", pass_needs_drawn=True)
    assert faults == ["bad_deck", "2 out_of_turn"]
