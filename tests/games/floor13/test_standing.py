"""Order, titles, totals, and who leads the next game: F-Q-31, F-OYA-1, F-FIRST, F-NEXT-1."""

from typing import Any

from tests.support.games.floor13 import fault_texts, raw_deal, report_of, sitting_report

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
