"""The end of a game, its titles and totals, and who leads the next: F-ROLE-1, F-OUTBAN, F-END-1, F-Q-31, F-OYA-1."""

from typing import Any

import pytest

from tests.support.games.floor13 import fault_texts, faults_of_beginning, raw_deal, report_of, sitting_report

ROLES = ["S3", "S5", "H7", "D8", "C9", "ST", "HJ", "DQ", "X"]
PLAIN = ["H3", "D3", "C3", "S4", "H6", "DK", "CA", "S2"]


@pytest.mark.parametrize("card", PLAIN)
def test_a_card_without_a_role_may_be_the_last(card: str) -> None:
    """F-ROLE-1, F-END-1."""
    played = report_of([card, "SJ"], f"1 {card}")
    assert (played.faults, played.order) == ([], [1, 2])


@pytest.mark.parametrize("card", ROLES)
def test_a_role_card_may_not_be_the_last(card: str) -> None:
    """F-ROLE-1, F-OUTBAN-1."""
    assert faults_of_beginning([card, "S4"], f"1 {card} void") == ["1 finish_banned"]


@pytest.mark.parametrize("cards", ["S4 X", "S3 H3", "S3 S4 X=S5", "S4 H4 D4 X", "S6 S7 X", "S3 H3 D3 C3"])
def test_nor_may_a_set_that_holds_one(cards: str) -> None:
    """F-OUTBAN-1, F-Q-12, F-Q-39."""
    count = len(cards.split())
    hands = [cards.replace("X=S5", "X"), " ".join(["DK", "CK", "HA", "DA"][:count])]
    assert faults_of_beginning(hands, f"1 {cards} void") == ["1 finish_banned"]


def test_nor_may_a_sandstorm() -> None:
    """F-Q-11: although none of its cards is a role."""
    assert faults_of_beginning(["H3 D3 C3", "DK CK HK"], "1 H3 D3 C3 void") == ["1 finish_banned"]


def test_kings_and_runs_without_roles_may() -> None:
    """F-OUTBAN-1."""
    assert report_of(["SK HK", "SJ HJ"], "1 SK HK").faults == []
    assert report_of(["SK SA S2", "SJ HJ DJ"], "1 SK SA S2").faults == []


def test_a_role_may_be_played_while_a_card_is_left() -> None:
    """F-OUTBAN-1, F-Q-30."""
    assert faults_of_beginning(["S8 S5", "SJ HJ"], "1 S8") == []


def test_what_is_no_set_is_banned_for_its_roles_too() -> None:
    """F-OUTBAN-1, and the record format on the order of checks."""
    assert faults_of_beginning(["S4 S8", "SJ HJ"], "1 S4 S8 void") == ["1 finish_banned", "1 not_a_combination"]
    assert faults_of_beginning(["S4 S6", "SJ HJ"], "1 S4 S6 void") == ["1 not_a_combination"]


def test_an_unnoticed_role_finish_wins() -> None:
    """F-OUTBAN-1, and the record format on faulty sets that stand."""
    played = report_of(["S8", "SJ"], "1 S8")
    assert (fault_texts(played), played.order) == (["1 finish_banned"], [1, 2])


def test_a_last_unknown_card_may_be_a_role_only_when_it_shows() -> None:
    """F-OUTBAN-1, and the record format on unknown cards."""
    assert faults_of_beginning(["?", "SJ"], "1 S8 void") == ["1 finish_banned"]
    assert faults_of_beginning(["?", "SJ"], "1 S4 void") == []


@pytest.mark.parametrize(("played", "parting"), [("S7", "give 2 S4"), ("ST", "discard S4")])
def test_nobody_parts_with_the_last_card_by_a_7_or_a_10(played: str, parting: str) -> None:
    """F-OUTBAN-2, F-Q-22."""
    hands = [f"{played} S4", "SK HK"]
    assert faults_of_beginning(hands, f"1 {played}", f"1 {parting} void", "2 SK") == ["1 finish_banned"]


@pytest.mark.parametrize(("played", "parting"), [("S7", "give 2 S4"), ("ST", "discard S4")])
def test_if_nobody_notices_that_the_player_has_won(played: str, parting: str) -> None:
    """F-OUTBAN-2, F-END-1."""
    report = report_of([f"{played} S4", "SK HK"], f"1 {played}", f"1 {parting}", "2 SK")
    assert fault_texts(report) == ["1 finish_banned", "2 action_after_end"]
    assert report.order == [1, 2]


def test_a_last_card_parted_with_and_no_right_to_it_breaks_both_rules() -> None:
    """F-7, F-OUTBAN-2."""
    report = report_of(["SK S4", "S6 HK"], "1 SK", "1 give 2 S4")
    assert fault_texts(report) == ["1 effect_not_owed", "1 finish_banned"]


@pytest.mark.parametrize("late", ["2 SA", "2 draw", "2 -", "3 S3 H3 D3", "2 give 1 SA", "2 say flip"])
def test_nothing_follows_the_end_not_even_a_sandstorm(late: str) -> None:
    """F-END-1."""
    report = report_of(["SK HK", "SA HA", "S6 H6"], "1 SK HK", late)
    assert fault_texts(report) == [f"{late[0]} action_after_end"]


@pytest.mark.parametrize("word", ["say flip", "say up", "say revolution", "name 4"])
def test_a_word_that_follows_the_last_set_at_once_is_ignored(word: str) -> None:
    """F-END-1, and the record format on words after the end: whether the set allows it or not."""
    assert report_of(["SK", "S4"], "1 SK", f"1 {word}", f"1 {word}").faults == []
    assert fault_texts(report_of(["SJ", "S4"], "1 SJ", f"1 {word}")) == ["1 finish_banned"]


@pytest.mark.parametrize(("role", "action"), [("S7", "give 2 S4"), ("ST", "discard S4"), ("S7", "-"), ("S7", "show")])
def test_all_else_after_the_last_set_is_too_late_even_if_a_card_allows_it(role: str, action: str) -> None:
    """F-END-1, F-7, F-10."""
    report = report_of([role, "SK"], f"1 {role}", f"1 {action}")
    assert fault_texts(report) == ["1 finish_banned", "1 action_after_end"]


@pytest.mark.parametrize("between", ["1 give 2 S4", "1 discard S4", "2 say flip", "2 -"])
def test_a_word_after_the_end_does_not_follow_at_once_if_anything_came_between(between: str) -> None:
    """F-END-1, and the record format on words: a late action ends their right, unless it was taken back."""
    report = report_of(["SK", "S4"], "1 SK", between, "1 say flip")
    assert fault_texts(report) == [f"{between[0]} action_after_end", "1 action_after_end"]
    taken_back = report_of(["SK", "S4"], "1 SK", f"{between} void", "1 say flip")
    assert fault_texts(taken_back) == [f"{between[0]} action_after_end"]


def test_a_waiting_revolution_has_no_bearing_on_the_last_set() -> None:
    """F-Q-37."""
    hands = ["S6 H6 D6 C6 S2", "SK HK DK CK", "S9 H9 D9 S4"]
    assert report_of(hands, "1 S6 H6 D6 C6", "2 SK HK DK CK").order == [2, 1, 3]


def test_a_game_that_breaks_off_has_no_result() -> None:
    """F-END-1."""
    report = report_of(["SK S4", "SA S6"], "1 S4")
    assert fault_texts(report) == ["deal_incomplete"]
    assert (report.order, report.unfinished, report.titles) == ([], [1, 2], [None, None])
    assert report.points == [None, None]


WON_BY_1 = raw_deal(["SK HK", "D4 C6", "H3 S3", "X SA"], "1 SK HK", first=1)
"""Player 1 wins; the others hold 10, 23 and 51 points, so player 4 is last."""

TIED = raw_deal(["SK HK", "S4 H6", "D4 C6", "S6 H4"], "1 SK HK", first=1)
"""Player 1 wins; the others hold 10 points each."""

NEXT = ["S4 HK", "D4 DK", "H6 CK", "D6 SK"]


def following(deal: dict[str, Any], *actions: str, **more: object) -> list[str]:
    """The faults of a broken-off game after this one."""
    deals = [deal, raw_deal(NEXT, *actions, abandoned=True, **more)]
    return fault_texts(sitting_report(deals, NEXT).deals[1])


def test_the_winner_comes_first_and_the_others_by_points() -> None:
    """F-Q-31, F-OYA-1."""
    report = report_of(["SK", "SA", "X", "H3", "S8"], "1 SK")
    assert report.order == [1, 2, 4, 5, 3]
    assert report.titles == ["daifugo", None, "daihinmin", None, None]
    assert report.unfinished == []


def test_of_equals_the_nearest_clockwise_of_the_winner_stands_last() -> None:
    """F-Q-31."""
    assert report_of(["SK", "S4", "H4", "D4"], "1 SK").order == [1, 4, 3, 2]
    assert report_of(["SJ", "S4", "HK", "H4", "D4"], "1 -", "2 -", "3 HK").order == [3, 2, 5, 4, 1]


def test_clockwise_goes_by_the_seats_not_by_the_direction_of_play() -> None:
    """F-Q-31."""
    seated = raw_deal(["SK", "S4", "H4", "D4"], "1 SK", first=1, seats=[1, 4, 2, 3])
    assert sitting_report([seated], ["SK"] * 4).deals[0].order == [1, 3, 2, 4]
    reversed_ = report_of(["S9 SK", "S4 H6", "D4 C6"], "1 S9", "3 draw", "2 draw", "1 SK", stock="")
    assert reversed_.order == [1, 3, 2]


def test_two_players_are_daifugo_and_daihinmin() -> None:
    """F-OYA-1."""
    assert report_of(["SK", "S4"], "1 SK").titles == ["daifugo", "daihinmin"]


def test_a_written_result_is_checked() -> None:
    """F-Q-31, F-PT-1."""
    result = {"order": [1, 2, 3, 4], "points": [-84, 10, 23, 51]}
    assert fault_texts(sitting_report([{**WON_BY_1, "result": result}], NEXT).deals[0]) == []
    wrong = {"order": [1, 3, 2, 4], "points": [-84, 10, 23, 50]}
    report = sitting_report([{**WON_BY_1, "result": wrong}], NEXT).deals[0]
    assert fault_texts(report) == ["points_mismatch", "result_mismatch"]


def test_a_written_result_is_checked_only_as_far_as_the_cards_are_known() -> None:
    """F-Q-31, and the record format on unknown cards."""
    hidden = raw_deal(["SK", "S4", "?"], "1 SK", first=1)
    known = {"order": [1, 3, 2], "points": [-7, 4, 3]}
    assert fault_texts(sitting_report([{**hidden, "result": known}], ["SK"] * 3).deals[0]) == []
    wrong = {"order": [2, 1, 3], "points": [-8, 5, 3]}
    assert fault_texts(sitting_report([{**hidden, "result": wrong}], ["SK"] * 3).deals[0]) == [
        "points_mismatch",
        "result_mismatch",
    ]


def test_totals_add_up_and_the_lowest_ranks_first() -> None:
    """F-NEXT-1."""
    taken = {"result": {"order": [2, 4, 3, 1], "points": [60, -90, 20, 10]}}
    report = sitting_report([WON_BY_1, taken], NEXT)
    assert report.totals == [-24, -80, 43, 61]
    assert report.ranks == [2, 1, 3, 4]
    assert [deal.verified for deal in report.deals] == [True, False]


def test_equal_totals_share_a_rank() -> None:
    """F-NEXT-1."""
    assert sitting_report([TIED], NEXT).ranks == [1, 2, 2, 2]


def test_the_points_of_a_game_without_actions_do_not_follow_from_its_order() -> None:
    """F-PT-1, and the record format on deals without actions."""
    report = sitting_report([{"result": {"order": [2, 1, 4, 3]}}], NEXT)
    assert report.deals[0].points == [None] * 4
    assert report.deals[0].titles == [None, "daifugo", "daihinmin", None]


def test_in_the_first_game_the_record_names_who_leads() -> None:
    """F-FIRST-1, F-Q-34: the draw for the lead is not recorded."""
    assert fault_texts(sitting_report([raw_deal(NEXT, "3 H6", first=3, abandoned=True)], NEXT).deals[0]) == []
    assert fault_texts(sitting_report([raw_deal(NEXT, "1 S4", first=3, abandoned=True)], NEXT).deals[0]) == [
        "1 out_of_turn"
    ]


def test_otherwise_the_first_to_act_leads() -> None:
    """F-FIRST-1."""
    assert fault_texts(sitting_report([raw_deal(NEXT, "3 H6", "4 SK", abandoned=True)], NEXT).deals[0]) == []
    assert fault_texts(sitting_report([raw_deal(NEXT, "3 -", "4 D6", abandoned=True)], NEXT).deals[0]) == [
        "3 pass_on_lead"
    ]
    assert fault_texts(sitting_report([raw_deal(NEXT, "3 draw", "4 D6", abandoned=True)], NEXT).deals[0]) == [
        "3 pass_on_lead"
    ]
    word = raw_deal(NEXT, "3 say flip", "1 S4", abandoned=True)
    assert fault_texts(sitting_report([word], NEXT).deals[0]) == ["3 effect_not_owed"]
    taken_back = raw_deal(NEXT, "3 H6 void", "4 D6", abandoned=True)
    assert fault_texts(sitting_report([taken_back], NEXT).deals[0]) == []


def test_later_the_last_of_the_game_before_leads() -> None:
    """F-FIRST-2, F-Q-35: not the oya."""
    assert following(WON_BY_1, "4 D6") == []
    assert following(WON_BY_1, "1 S4 void") == ["1 out_of_turn"]
    assert following(WON_BY_1, "1 S4 void", first=1) == ["1 out_of_turn"]


def test_of_those_tied_for_last_the_first_to_act_leads() -> None:
    """F-FIRST-2, F-Q-31."""
    for player, card in ((2, "D4"), (3, "H6"), (4, "D6")):
        assert following(TIED, f"{player} {card}") == []
    assert following(TIED, "1 S4") == ["1 out_of_turn"]
    assert following(TIED, "1 -", "4 D6") == ["1 out_of_turn"]
    assert following(TIED, "4 say flip", "3 H6") == ["4 effect_not_owed"]


def test_the_record_may_name_the_one_of_them_who_leads() -> None:
    """F-FIRST-2, F-Q-31."""
    assert following(TIED, "4 D6", first=4) == []
    assert following(TIED, "3 H6 void", first=4) == ["3 out_of_turn"]
    assert following(TIED, "3 H6", places=[1, 4, 2, 3]) == []
    assert following(TIED, "2 D4 void", places=[1, 4, 2, 3]) == ["2 out_of_turn"]


def test_other_places_than_those_of_the_game_before_are_bad_seating() -> None:
    """F-FIRST-2: and count all the same."""
    assert following(WON_BY_1, "4 D6", places=[1, 2, 3, 4]) == []
    assert following(WON_BY_1, "3 H6", places=[1, 2, 4, 3]) == ["bad_seating"]
    assert following(TIED, "3 H6", places=[4, 1, 2, 3]) == ["bad_seating"]


def test_after_an_undecided_game_the_lead_is_open_again() -> None:
    """F-FIRST-1, F-FIRST-2."""
    undecided = raw_deal(NEXT, "1 S4", first=1, abandoned=True)
    assert following(undecided, "3 H6", "4 SK") == []
    assert following(WON_BY_1, "3 H6", places=None) == []
