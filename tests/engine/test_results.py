"""Results, points and totals: replayed, taken, compared and doubted (record format, sections 1, 4 and 5)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.deal import DealReport, Number
from daifu.schemas.record.limits import LARGEST_INTEGER
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


TENTHS: dict[str, Any] = {"title_points": {"daifugo": 0.3, "fugo": 0.2, "hinmin": 0.1, "daihinmin": 0}}


def report_on(
    rules: str,
    points: Sequence[Number | None],
    order: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **deal: object,
) -> DealReport:
    """The report on one deal of which these points are written, perhaps beside an order."""
    result = {"points": points, **({"order": order} if order else {})}
    return judge_deals(rules, [{"result": result, **deal}], len(points), dict(options or {})).deals[0]


def citations(report: DealReport) -> list[tuple[str, str]]:
    return [(fault.code, fault.rule) for fault in report.faults]


def test_decimals_are_added_exactly() -> None:
    deals = [{"result": {"order": [2, 4, 1, 3]}}, {"result": {"order": [4, 1, 3, 2]}}]
    report = judge_deals("theater", deals, 4, TENTHS)
    assert (report.totals, report.ranks) == ([0.3, 0.3, 0.1, 0.5], [2, 2, 4, 1])


def test_a_total_that_is_whole_is_a_whole_number() -> None:
    deals = [{"result": {"points": [0.5, -0.5]}}] * 2
    assert list(map(repr, judge_deals("floor13", deals, 2).totals)) == ["1", "-1"]


numbers = st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | st.floats(-LARGEST_INTEGER, LARGEST_INTEGER, allow_nan=False)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12))
def test_totals_are_the_exact_sums_of_what_is_written(rows: list[tuple[Number, Number]]) -> None:
    report = judge_deals("floor13", [{"result": {"points": list(row)}} for row in rows], 2)
    sums = [sum(Fraction(repr(row[player])) for row in rows) for player in (0, 1)]
    assert report.totals == list(map(float, sums))
    assert report.ranks == [1 + (sums[1] < sums[0]), 1 + (sums[0] < sums[1])]


def test_points_alone_decide_a_deal() -> None:
    found = report_on("dalmuti", [1, 3, 2, 0])
    assert (found.order, found.unfinished, found.points, found.verified) == ([2, 3, 1, 4], [], [1, 3, 2, 0], False)
    assert (found.titles[1], found.faults, found.decided) == ("greater_dalmuti", [], True)


def test_in_floor13_the_fewest_points_are_the_best() -> None:
    report = judge_deals("floor13", [{"result": {"points": [-54, 54]}}], 2)
    assert (report.totals, report.ranks, report.deals[0].order) == ([-54, 54], [1, 2], [1, 2])


def test_equal_points_share_a_place_and_leave_no_order() -> None:
    found = report_on("floor13", [10, -20, 10])
    assert (found.order, found.unfinished, found.shared_places) == ([], [1, 2, 3], [2, 1, 2])
    assert (found.titles, found.faults, found.decided) == ([None] * 3, [], True)


def test_the_next_deal_starts_from_the_order_of_points() -> None:
    deals: list[dict[str, Any]] = [
        {"result": {"points": [1, 3, 2, 0]}},
        {"places": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}},
    ]
    assert [fault.code for fault in judge_deals("dalmuti", deals).deals[1].faults] == ["bad_seating"]


def test_the_next_deal_has_no_ranking_where_places_are_shared() -> None:
    deals: list[dict[str, Any]] = [
        {"result": {"points": [3, 1, 1, 1]}},
        {"places": [4, 2, 3, 1], "result": {"order": [1, 2, 3, 4]}},
    ]
    assert judge_deals("dalmuti", deals).deals[1].faults == []


def test_points_of_a_part_of_the_table_decide_nothing() -> None:
    found = report_on("dalmuti", [3, None, 1, 0])
    assert (found.points, citations(found)) == ([None] * 4, [("deal_incomplete", "D-END-1")])


def test_who_sits_out_needs_no_points() -> None:
    report = judge_deals("dalmuti", [{"seats": [1, 2, 4, 5], "result": {"points": [1, 3, None, 0, 2]}}], 5)
    assert report.deals[0].order == [2, 5, 1, 4]


def test_points_of_an_abandoned_deal_are_not_taken() -> None:
    assert report_on("dalmuti", [3, 2, 1, 0], abandoned=True).points == [None] * 4


@pytest.mark.parametrize(
    ("rules", "points", "order", "rule"),
    [
        ("dalmuti", [0, 1, 2, 3], [1, 2, 3, 4], "D-SCORE-2"),
        ("dalmuti", [9, 0, 0, 0], [], "D-SCORE-2"),
        ("dalmuti", [9, 0, -1, -2], [], "D-SCORE-2"),
        ("uecda", [4, 5, 3, 2, 1], [1, 2, 3, 4, 5], "U-SCORE-1"),
        ("akagiri", [-1, 0, 1], [1, 2, 3], "A-SCORE-1"),
        ("akagiri", [1, 0, 0], [1, 2, 3], "A-SCORE-2"),
        ("floor13", [-54, 53], [1, 2], "F-SCORE-UNO"),
        ("floor13", [-54, 53], [], "F-SCORE-UNO"),
        ("floor13", [54, -54], [1, 2], "F-Q-31"),
        ("biga", [7, 7, 7, 7, 7], [1, 2, 3, 4, 5], "B-SCORE-5"),
        ("biga", [7, 7, 7, 7, 7], [], "B-SCORE-5"),
        ("biga", [6, 3, -3, -3, -3], [1, 3, 2, 4, 5], "B-SCORE-1"),
        ("biga", [9, 0, -3, -3, -3], [], "B-SCORE-1"),
    ],
)
def test_points_that_the_rules_do_not_give_are_a_notice(
    rules: str, points: list[int], order: list[int], rule: str
) -> None:
    found = report_on(rules, points, order)
    assert (citations(found), found.points, found.legal) == ([("points_inconsistent", rule)], points, True)


@pytest.mark.parametrize(
    ("rules", "points", "order"),
    [
        ("dalmuti", [3, 2, 1, 0], [1, 2, 3, 4]),
        ("dalmuti", [3, None, 1, 0], [1, 2, 3, 4]),
        ("akagiri", [2, 0, 0, -2, 1, -1], [1, 5, 2, 3, 6, 4]),
        ("floor13", [-30, 10, 20], [1, 2, 3]),
        ("floor13", [10, 10, 20], [1, 2, 3]),
        ("floor13", [-20, 0, 20], [1, 2, 3]),
        ("biga", [6, 3, -3, -3, -3], [1, 2, 3, 4, 5]),
        ("biga", [9, -6, 9, -6, -6], [1, 3]),
        ("biga", [-8, -8, 32, -8, -8], [3]),
        ("biga", [-16, -16, 64, -16, -16], []),
        ("biga", [0, 0, 0, 0, 0], [2, 3, 1, 4, 5]),
        ("theater", [7, 7, 0, 1], [1, 2, 3, 4]),
    ],
)
def test_points_that_the_rules_can_give_are_no_fault(rules: str, points: list[int | None], order: list[int]) -> None:
    assert report_on(rules, points, order).faults == []


@pytest.mark.parametrize(("scoring", "codes"), [("uno", ["points_inconsistent"]), ("basic", []), ("x10", [])])
def test_only_uno_scoring_fixes_a_sum(scoring: str, codes: list[str]) -> None:
    found = report_on("floor13", [0, 10], [1, 2], {"scoring": scoring})
    assert [fault.code for fault in found.faults] == codes


PHILOSOPHICAL = {"philosophical": True}


@pytest.mark.parametrize(
    ("points", "order", "agrees"),
    [
        ([3, 2, 1, 0], [1, 2, 3, 4], True),
        ([4, 2, 0, 1], [1, 2, 4, 3], True),
        ([3, 2, 0, 1], [1, 2, 4, 3], False),
        ([3, 3, 1, 0], [], False),
        ([2, 3, 1, 2], [2, 1, 4, 3], True),  # after a revolution that turned all titles
        ([2, 3, 0, 2], [2, 1, 4, 3], False),
        ([3, 3, 0, 1], [2, 1, 4, 3], True),
        ([3, 3, 0, 1], [], True),
    ],
)
def test_philosophical_points_are_held_against_the_ranking(
    points: list[int],
    order: list[int],
    agrees: bool,  # noqa: FBT001 - of the table
) -> None:
    found = report_on("dalmuti", points, order, PHILOSOPHICAL, places=[1, 2, 3, 4])
    assert citations(found) == ([] if agrees else [("points_inconsistent", "D-PHIL-1")])


def test_a_slip_of_the_printed_table_is_no_fault_where_the_option_takes_it() -> None:
    points, order = [-4, -2, 1, 1, 1], [3, 2, 4, 5]
    assert report_on("biga", points, order, {"seed_literal_p2d5": True}).faults == []
    assert citations(report_on("biga", points, order)) == [("points_inconsistent", "B-SCORE-5")]


def test_what_is_wrong_is_said_with_the_sums() -> None:
    [fault] = report_on("floor13", [-54, 53.5], [1, 2]).faults
    assert fault.message.en == "the written points -54 53.5 add up to -0.5, but by the rules to 0"
