"""Going out, the end of a deal, points and totals (D-OUT, D-END, D-SCORE, D-PHIL)."""

from typing import Any

import pytest

from daifu.replay.deal import Points
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.profile import conflicts
from daifu.replay.options import Value
from tests.support.games.dalmuti import action_faults_in, report_of
from tests.support.reports import judge_deals


def test_players_take_their_places_in_the_order_of_going_out() -> None:
    """D-OUT-1."""
    deal = report_of(["9", "8", "7", "6 6"], "1 9", "2 8", "3 7")
    assert (action_faults_in(deal), deal.order) == ([], [1, 2, 3, 4])


def test_the_deal_ends_when_one_player_is_left_with_cards() -> None:
    """D-END-1, D-Q-17: they need not be played out, and the player is last."""
    deal = report_of(["9", "8", "7 7", "6"], "1 9", "2 8", "3 -", "4 6")
    assert (deal.order, deal.unfinished) == ([1, 2, 4, 3], [])


def test_nothing_happens_after_the_end() -> None:
    """D-END-1."""
    deal = report_of(["9", "8", "7", "6 6"], "1 9", "2 8", "3 7", "4 6", "1 -")
    assert action_faults_in(deal) == [(3, "action_after_end"), (4, "action_after_end")]


def test_the_deal_goes_on_after_somebody_is_out() -> None:
    """D-END-1."""
    deal = report_of(["9", "8 8", "7 7", "6 6"], "1 9", "2 8")
    assert (deal.decided, deal.order) == (False, [1])


@pytest.mark.parametrize("action", ["1 9", "1 -", "1 give 2 9", "1 discard 9", "1 draw", "1 show", "1 say revolution"])
def test_a_player_who_is_out_can_do_nothing_more(action: str) -> None:
    """D-OUT-1."""
    deal = report_of(["9", "8 8", "7 7", "6 6"], "1 9", action, "2 8")
    assert action_faults_in(deal) == [(1, "action_after_out")]


@pytest.mark.parametrize("action", ["1 discard 5", "1 give 2 5", "1 show", "1 -", "2 say flip"])
def test_whatever_follows_the_set_that_ends_the_deal_is_too_late(action: str) -> None:
    """D-END-1."""
    deal = report_of(["9", "8 8"], "1 9", action, allow_any_players=True)
    assert action_faults_in(deal) == [(1, "action_after_end")]


@pytest.mark.parametrize("word", ["1 say flip", "1 say revolution", "1 name Q"])
def test_except_for_a_word_of_the_player_of_that_set(word: str) -> None:
    """The record format on words after the end: also where no set allows one."""
    assert action_faults_in(report_of(["9", "8 8"], "1 9", word, allow_any_players=True)) == []


@pytest.mark.parametrize("last", ["J", "J J", "9 J", "9 J J"])
def test_any_set_may_be_the_last(last: str) -> None:
    """D-OUT-2."""
    deal = report_of([last, "12 12", "12 12", "12 12"], f"1 {last}")
    assert (action_faults_in(deal), deal.order) == ([], [1])


def test_a_set_of_cards_not_all_held_may_be_the_last() -> None:
    """D-OUT-1: the hand is empty when the cards that were in it are gone."""
    deal = report_of(["9", "8 8", "7 7", "6 6"], "1 9 9")
    assert (action_faults_in(deal), deal.order) == ([(0, "card_not_held")], [1])


LAST_TRICKS = {
    "1 2 3 4": (["9", "8", "7", "6 6"], ["1 9", "2 8", "3 7"]),
    "1 4 2 3": (["9", "8 5", "7 7", "6"], ["1 9", "2 8", "3 -", "4 6", "2 5"]),
    "4 3 2 1": (["9 9", "8 8", "7 6", "6"], ["1 9", "2 8", "3 7", "4 6", "1 -", "2 -", "3 6", "1 -", "2 8"]),
    "3 4 1 2": (["9 6", "8 8", "7", "6"], ["1 9", "2 8", "3 7", "4 6", "1 -", "2 -", "1 6"]),
}
"""Hands and actions that give the order."""


def philosophical(order: str) -> Points:
    hands, actions = LAST_TRICKS[order]
    deal = report_of(hands, *actions, philosophical=True)
    assert " ".join(map(str, deal.order)) == order
    return deal.points


def results(*orders: list[int], **options: Value) -> tuple[Points, list[int | None]]:
    report = judge_deals("dalmuti", [{"result": {"order": order}} for order in orders], len(orders[0]), options)
    return report.totals, report.ranks


@pytest.mark.parametrize(
    ("order", "points"),
    [([1, 2, 3, 4], [3, 2, 1, 0]), ([5, 4, 3, 2, 1], [0, 1, 2, 3, 4]), ([2, 1, 4, 3], [2, 3, 0, 1])],
)
def test_a_place_is_worth_a_point_for_everybody_behind(order: list[int], points: list[int]) -> None:
    """D-SCORE-2, D-Q-18."""
    assert results(order) == (points, [order.index(player) + 1 for player in sorted(order)])


def test_points_count_all_who_sat_down_where_not_every_place_was_written() -> None:
    """D-SCORE-2."""
    assert results([3, 1, 2, 4])[0] == [2, 1, 3, 0]
    assert judge_deals("dalmuti", [{"result": {"order": [3, 1]}}]).totals == [2, None, 3, None]


def test_without_score_there_are_no_points() -> None:
    """D-SCORE-1, D-OPT-3 `score`."""
    assert results([1, 2, 3, 4], score=False) == ([None] * 4, [None] * 4)


def test_points_add_up() -> None:
    """D-SCORE-3."""
    assert results([1, 2, 3, 4], [1, 3, 2, 4]) == ([6, 3, 3, 0], [1, 2, 2, 4])


def test_equal_totals_share_the_rank() -> None:
    """D-Q-16."""
    assert results([1, 2, 3, 4], [4, 3, 2, 1])[1] == [1, 1, 1, 1]


def test_only_the_agreed_number_of_deals_counts() -> None:
    """D-SCORE-3, D-OPT-3 `hands_target`."""
    assert results([1, 2, 3, 4], [2, 1, 3, 4], [4, 3, 2, 1], hands_target=2) == ([5, 5, 2, 0], [1, 1, 3, 4])


def test_a_deal_without_a_result_is_none_of_the_agreed_number() -> None:
    """D-SCORE-3, D-OPT-3 `hands_target`."""
    abandoned: dict[str, Any] = {"abandoned": True}
    deals = [abandoned, {"result": {"order": [1, 2, 3, 4]}}, {"result": {"order": [4, 3, 2, 1]}}]
    assert judge_deals("dalmuti", deals, 4, {"hands_target": 1}).totals == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ("1 2 3 4", [3, 2, 1, 0]),  # the peons stayed where they were
        ("1 4 2 3", [4, 1, 0, 2]),  # the Greater Peon rose, the Lesser fell
        ("4 3 2 1", [1, 2, 2, 3]),  # both rose
        ("3 4 1 2", [2, 1, 3, 2]),
    ],
)
def test_a_dalmuti_scores_for_a_peon_who_rises(order: str, points: list[int]) -> None:
    """D-PHIL-1."""
    assert philosophical(order) == points


def test_the_titles_in_force_in_play_count() -> None:
    """D-PHIL-2: after a great revolution the former Greater Peon is the Greater Dalmuti."""
    hands = ["9 9", "8", "7", "J J"]
    actions = ["4 say revolution", "4 J J", "3 -", "2 -", "1 9 9", "3 7", "2 -", "3 7"]
    deal = {"hands": hands, "actions": actions}
    report = judge_deals("dalmuti", [deal], 4, {"philosophical": True})
    assert (report.deals[0].order, report.deals[0].points) == ([4, 1, 3, 2], [2, 0, 1, 4])


def test_where_only_the_result_is_known_nobody_knows_who_rose() -> None:
    """D-PHIL-1: such points do not follow from the order alone."""
    assert results([1, 2, 3, 4], philosophical=True)[0] == [None] * 4


def test_at_tables_without_lesser_titles_only_the_greater_score() -> None:
    """D-PHIL-1, D-PLY-1 `allow_any_players`."""
    hands = ["9 9", "8 7", "12 12"]
    actions = ["1 9", "2 8", "3 -", "1 -", "2 7", "3 -", "1 -", "3 12", "1 9"]
    deal = report_of(hands, *actions, philosophical=True, allow_any_players=True)
    assert (deal.order, deal.points) == ([2, 1, 3], [1, 2, 0])


def test_philosophical_points_need_points() -> None:
    """D-PHIL-1."""
    defaults = {option.name: option.default for option in PROFILES["dalmuti"].options}
    assert not conflicts({**defaults, "philosophical": True}, None)
    assert conflicts({**defaults, "philosophical": True, "score": False}, None)
