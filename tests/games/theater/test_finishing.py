"""Going out and the end: T-OUT, T-FOUL, T-END."""

import pytest

from tests.support.games.theater import endgame_report, fault_places

REST = ("S5 S6", "H5 H6", "C5 C6")


def test_places_are_taken_in_the_order_of_going_out() -> None:
    """T-OUT-1."""
    report = endgame_report(["S9", "ST", "SJ", "S4 S5"], "1 S9", "2 ST", "3 SJ")
    assert (fault_places(report), report.order) == ([], [1, 2, 3, 4])


def test_the_last_player_with_cards_takes_the_last_place_and_the_game_is_over() -> None:
    """T-END-1."""
    report = endgame_report(["S9", "ST", "SJ", "S4 S5"], "1 S9", "2 ST", "3 SJ", "4 S4")
    assert (fault_places(report), report.order) == ([(3, 4, "action_after_end")], [1, 2, 3, 4])


def test_a_player_who_is_out_may_not_act_any_more() -> None:
    """T-OUT-1."""
    report = endgame_report(["S9", *REST], "1 S9", "1 -", "1 S4", "1 show", "1 give 2 S4", "2 -", abandoned=True)
    assert {code for _action, _player, code in fault_places(report)} >= {"action_after_out"}
    assert [fault for fault in fault_places(report) if fault[2] == "action_after_out"] == [
        (action, 1, "action_after_out") for action in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("word", ["1 -", "2 S5", "3 show", "2 give 3 S5", "2 say up"])
def test_once_the_game_is_over_nobody_may_act(word: str) -> None:
    """T-END-1."""
    report = endgame_report(["S9", "ST", "SJ", "S4 S5"], "1 S9", "2 ST", "3 SJ", word)
    assert [code for _action, _player, code in fault_places(report)] == ["action_after_end"]


@pytest.mark.parametrize("word", ["say down", "say flip", "say revolution", "name 5"])
def test_a_word_for_the_very_set_that_ended_the_game_is_no_fault(word: str) -> None:
    """T-J-1, T-END-1: whether or not the set gives the right."""
    report = endgame_report(["S9", "ST", "SJ", "S4 S5"], "1 S9", "2 ST", "3 SJ", f"3 {word}")
    assert (fault_places(report), report.order) == ([], [1, 2, 3, 4])


def test_going_out_with_the_joker_is_a_foul_that_costs_the_last_place() -> None:
    """T-FOUL-1, T-Q-19."""
    report = endgame_report(["X", "ST", "SJ", "S4 S5"], "1 X", "2 -", "3 -", "4 -", "2 ST", "3 SJ")
    assert (fault_places(report), report.order) == ([(0, 1, "finish_foul")], [2, 3, 4, 1])
    assert [fault.severity for fault in report.faults] == ["foul"]


def test_with_joker_out_illegal_the_play_is_banned_and_costs_the_same_place() -> None:
    """T-FOUL-1, T-Q-19, option `joker_out`."""
    actions = ("1 X", "2 -", "3 -", "4 -", "2 ST", "3 SJ")
    report = endgame_report(["X", "ST", "SJ", "S4 S5"], *actions, joker_out="illegal")
    assert (fault_places(report), report.order) == ([(0, 1, "finish_banned")], [2, 3, 4, 1])
    assert [fault.severity for fault in report.faults] == ["illegal"]


def test_the_joker_before_the_last_card_is_no_foul() -> None:
    """T-FOUL-1."""
    report = endgame_report(["X S4", *REST], "1 X", "2 -", "3 -", "4 -", "1 S4", abandoned=True)
    assert (fault_places(report), report.order) == ([], [1])


def test_a_joker_among_the_last_cards_of_no_set_is_a_foul_too() -> None:
    """T-FOUL-1."""
    report = endgame_report(["X H4", "ST", "SJ", "S4 S5"], "1 H4 X", "2 -", "3 -", "4 -", "2 ST", "3 SJ")
    assert (fault_places(report), report.order) == ([(0, 1, "finish_foul"), (0, 1, "not_a_combination")], [2, 3, 4, 1])


def test_of_two_fouls_the_first_takes_the_last_place() -> None:
    """T-Q-20."""
    actions = ("1 X", "2 -", "3 -", "4 -", "2 X", "3 -", "4 -", "3 SJ")
    report = endgame_report(["X", "X", "SJ", "S4 S5"], *actions, jokers=2)
    assert report.order == [3, 4, 2, 1]


def test_a_foul_of_the_last_but_one_leaves_the_better_place_to_the_other() -> None:
    """T-FOUL-1, T-END-1."""
    report = endgame_report(["S9", "ST", "X", "S4 S5"], "1 S9", "2 ST", "3 X")
    assert (fault_places(report), report.order) == ([(2, 3, "finish_foul")], [1, 2, 4, 3])


def test_a_player_with_nothing_but_the_joker_may_pass_and_end_last() -> None:
    """T-Q-21."""
    report = endgame_report(["X", "S9", "ST SQ S4", "SJ"], "2 S9", "3 ST", "4 SJ", "1 -", "3 SQ", "3 S4")
    assert (fault_places(report), report.order) == ([], [2, 4, 3, 1])


def test_after_a_foul_the_heart_3_still_takes_the_joker() -> None:
    """T-FOUL-1, T-H3-1."""
    report = endgame_report(["X", "S5 S6", "H3 H6", "C5 C6"], "1 X", "3 H3", "3 H6", "4 -", abandoned=True)
    assert fault_places(report) == [(0, 1, "finish_foul")]


@pytest.mark.parametrize("last", ["S8", "S2", "H3", "S9 H9 D9 C9", "SJ"])
def test_no_other_last_card_is_forbidden(last: str) -> None:
    """T-FOUL-2."""
    report = endgame_report([last, *REST], f"1 {last}", abandoned=True)
    assert (fault_places(report), report.order) == ([], [1])


def test_after_going_out_with_an_eight_the_next_player_leads() -> None:
    """T-8-1, T-TRICK-2."""
    assert fault_places(endgame_report(["S8", *REST], "1 S8", "2 S5", "3 H6", abandoned=True)) == []


def test_a_game_that_breaks_off_has_no_titles() -> None:
    """T-END-1."""
    report = endgame_report(["S9", *REST], "1 S9", "2 -")
    assert (fault_places(report), report.order, report.unfinished) == (
        [(None, None, "deal_incomplete")],
        [1],
        [2, 3, 4],
    )
    assert report.titles == [None] * 4


def test_a_revolution_ends_with_its_game() -> None:
    """T-GAME-1, T-REV-2."""
    report = endgame_report(
        ["S9 H9 D9 C9 ST", *REST], "1 S9 H9 D9 C9", "2 -", "3 -", "4 -", "1 ST", "2 S5", abandoned=True
    )
    assert fault_places(report) == []
