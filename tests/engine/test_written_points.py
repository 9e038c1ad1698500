"""Points that a table wrote down: added exactly, taken without an order, and held against what the rules fix."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.deal import DealReport, Number
from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.reports import judge_deals

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
