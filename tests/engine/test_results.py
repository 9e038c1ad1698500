"""Results, points and totals: replayed, taken and compared (record format, sections 1, 4 and 5)."""

from typing import Any

import pytest

from daifu.replay.deal import DealReport
from tests.support.reports import fault_tuples, judge_deals

HANDS = ["S9", "ST", "SJ", "SQ", "C3 C4"]
ACTIONS = ["1 S9", "2 ST", "3 SJ", "4 SQ"]
ORDER, POINTS = [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]


def report_on_play(result: dict[str, Any] | None = None, actions: list[str] = ACTIONS, **deal: object) -> DealReport:
    """A game of which the hands are too short, which is not looked at here."""
    raw = {"hands": HANDS, "actions": actions, **({"result": result} if result else {}), **deal}
    report = judge_deals("uecda", [raw], 5).deals[0]
    report.faults = [fault for fault in report.faults if fault.code != "bad_deal"]
    return report


def fault_codes(report: DealReport) -> list[str]:
    return [fault.code for fault in report.faults]


def report_on_result(result: dict[str, Any], rules: str = "uecda", players: int = 5, **options: bool) -> DealReport:
    return judge_deals(rules, [{"result": result}], players, options).deals[0]


def test_a_deal_is_scored_by_its_replay() -> None:
    deal = report_on_play()
    assert (deal.order, deal.unfinished, deal.points, deal.verified, fault_codes(deal)) == (ORDER, [], POINTS, True, [])


def test_a_written_result_that_agrees_is_no_fault() -> None:
    assert fault_codes(report_on_play({"order": ORDER, "points": POINTS})) == []


def test_a_written_order_is_compared_with_the_replay() -> None:
    deal = report_on_play({"order": [2, 1, 3, 4, 5]})
    assert (deal.order, fault_codes(deal)) == (ORDER, ["result_mismatch"])


def test_a_written_order_that_stops_early_is_compared_too() -> None:
    assert fault_codes(report_on_play({"order": [1, 2, 3]})) == ["result_mismatch"]


def test_written_points_are_compared_with_the_replay() -> None:
    deal = report_on_play({"points": [4, 5, 3, 2, 1]})
    assert (deal.points, fault_codes(deal)) == (POINTS, ["points_mismatch"])


def test_points_that_were_not_written_are_not_compared() -> None:
    assert fault_codes(report_on_play({"points": [5, None, None, 2, 1]})) == []


def test_without_actions_the_written_result_is_taken() -> None:
    deal = report_on_result({"order": [5, 4, 3, 2, 1]})
    assert (deal.order, deal.unfinished, deal.verified, fault_codes(deal)) == ([5, 4, 3, 2, 1], [], False, [])
    assert deal.titles == ["daihinmin", "hinmin", "heimin", "fugo", "daifugo"]


def test_without_actions_written_points_are_taken_whatever_the_order() -> None:
    assert report_on_result({"order": ORDER, "points": [0, 7, 0, 0, 2.5]}).points == [0, 7, 0, 0, 2.5]


@pytest.mark.parametrize(
    ("rules", "options", "points"),
    [
        ("dalmuti", {}, [3, 2, 1, 0]),
        ("dalmuti", {"score": False}, [None] * 4),
        ("dalmuti", {"philosophical": True}, [None] * 4),
        ("theater", {}, [None] * 4),
    ],
)
def test_without_actions_and_points_they_follow_from_the_order_where_they_can(
    rules: str, options: dict[str, bool], points: list[int | None]
) -> None:
    assert report_on_result({"order": [1, 2, 3, 4]}, rules, 4, **options).points == points


def test_a_deal_of_which_nothing_is_known_is_undecided() -> None:
    deal = judge_deals("uecda", [{}], 5).deals[0]
    assert (deal.order, deal.unfinished, deal.verified, fault_codes(deal)) == ([], ORDER, False, ["deal_incomplete"])


def test_a_deal_whose_actions_end_too_early_is_undecided() -> None:
    deal = report_on_play(actions=ACTIONS[:2])
    assert (deal.order, deal.unfinished, fault_codes(deal)) == ([1, 2], [3, 4, 5], ["deal_incomplete"])
    assert (deal.titles, deal.points, deal.verified) == ([None] * 5, [None] * 5, True)


def test_a_deal_may_have_no_action_at_all() -> None:
    deal = report_on_play(actions=[])
    assert (deal.verified, fault_codes(deal)) == (True, ["deal_incomplete"])


def test_an_abandoned_deal_owes_no_result() -> None:
    deal = report_on_play(actions=ACTIONS[:2], abandoned=True)
    assert (deal.order, deal.unfinished, deal.points, fault_codes(deal)) == ([1, 2], [3, 4, 5], [None] * 5, [])


def test_the_written_result_of_an_undecided_deal_is_neither_compared_nor_taken() -> None:
    result = {"order": [5, 4, 3, 2, 1], "points": [1, 2, 3, 4, 5]}
    assert fault_codes(report_on_play(result, actions=ACTIONS[:2], abandoned=True)) == []
    assert fault_codes(report_on_play(result, actions=ACTIONS[:2])) == ["deal_incomplete"]
    deal = judge_deals("uecda", [{"result": result, "abandoned": True}], 5).deals[0]
    assert (deal.order, deal.points, deal.verified, fault_codes(deal)) == ([], [None] * 5, False, [])


def test_the_titles_are_those_that_the_result_earns() -> None:
    deal = judge_deals("uecda", [{"places": [5, 4, 3, 2, 1], "result": {"order": [1, 2, 3, 4, 5]}}], 5).deals[0]
    assert deal.titles == ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"]


def test_a_player_who_sat_out_has_no_title_and_no_points() -> None:
    deal = {"seats": [1, 2, 4, 5], "result": {"order": [5, 4, 2, 1]}}
    report = judge_deals("dalmuti", [deal], 5)
    assert report.deals[0].points == [0, 1, None, 2, 3]
    assert report.deals[0].titles[2] is None
    assert (report.totals[2], report.ranks[2]) == (None, None)


def test_totals_are_sums_over_the_decided_deals() -> None:
    results: list[dict[str, Any]] = [{"result": {"order": ORDER}}, {"abandoned": True}, {"result": {"order": ORDER}}]
    report = judge_deals("uecda", results, 5)
    assert (report.totals, report.ranks) == ([10, 8, 6, 4, 2], ORDER)


def test_a_total_of_nothing_is_null() -> None:
    report = judge_deals("uecda", [{"abandoned": True}], 5)
    assert (report.totals, report.ranks) == ([None] * 5, [None] * 5)


def test_unknown_points_add_nothing_to_a_total() -> None:
    deals = [{"result": {"order": ORDER, "points": points}} for points in ([3, None, 0, 0, 0], [2, 1, 0, None, 0])]
    report = judge_deals("uecda", deals, 5)
    assert (report.totals, report.ranks) == ([5, 1, 0, 0, 0], [1, 2, 3, 3, 3])


def test_equal_totals_share_their_rank() -> None:
    deals = [{"result": {"order": ORDER}}, {"result": {"order": [2, 1, 3, 5, 4]}}]
    assert judge_deals("uecda", deals, 5).ranks == [1, 1, 3, 4, 4]


def test_faults_of_one_deal_are_not_those_of_another() -> None:
    second = {"hands": HANDS, "places": None, "actions": ACTIONS}
    report = judge_deals("uecda", [{"hands": HANDS, "actions": [*ACTIONS, "1 -"]}, second], 5)
    assert fault_tuples(report, 0) == [(None, None, "bad_deal"), (4, 1, "action_after_end")]
    assert fault_tuples(report, 1) == [(None, None, "bad_deal")]
