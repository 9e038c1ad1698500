"""The end of a game, also of one that the server stops, and its points (U-20-1, U-SCORE-1)."""

import pytest

from daifu.replay.deal import DealReport
from tests.support.games.uecda import (
    action_faults,
    action_faults_in,
    deal_fault_codes,
    passes_of,
    report_of,
    standing_faults,
)
from tests.support.reports import judge_deals

TWENTY = passes_of(*[1, 2, 3, 4, 5] * 4)
LAST = ["S9", "ST", "SJ", "SQ", "C3 C4"]


def stopped(hands: list[str], *actions: str, **deal: object) -> DealReport:
    """The report on a game of these hands."""
    return judge_deals("uecda", [{"hands": hands, "actions": list(actions), **deal}], 5).deals[0]


def test_places_are_worth_five_points_down_to_one() -> None:
    """U-SCORE-1."""
    deal = report_of(LAST, "1 S9", "2 ST", "3 SJ", "4 SQ")
    assert (deal.order, deal.points) == ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])
    assert deal.titles == ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"]


def test_points_follow_from_a_written_result() -> None:
    """U-SCORE-1."""
    report = judge_deals("uecda", [{"result": {"order": [3, 1, 2, 5, 4]}}] * 2, 5)
    assert (report.totals, report.ranks) == ([8, 6, 10, 2, 4], [2, 3, 1, 5, 4])


def test_after_the_game_nobody_acts() -> None:
    """U-SCORE-1."""
    deal = report_of(LAST, "1 S9", "2 ST", "3 SJ", "4 SQ", "5 C3")
    assert action_faults_in(deal) == [(4, "action_after_end")]


def test_after_twenty_passes_in_a_row_the_server_stops_the_game() -> None:
    """U-20-1: the written result is taken, as drawn by lot."""
    deal = stopped(["?*11", "?*11", "?*11", "?*10", "?*10"], *TWENTY, result={"order": [4, 2, 1, 5, 3]})
    assert (deal.order, deal.points, deal.verified, deal.faults) == ([4, 2, 1, 5, 3], [3, 4, 1, 5, 2], True, [])


def test_a_stopped_game_without_a_result_is_undecided() -> None:
    """U-20-1."""
    deal = stopped(["?*11", "?*11", "?*11", "?*10", "?*10"], *TWENTY)
    assert (deal.order, deal_fault_codes(deal), deal.unfinished) == ([], ["deal_incomplete"], [1, 2, 3, 4, 5])


def test_a_stopped_game_is_over() -> None:
    """U-20-1."""
    assert action_faults(*TWENTY, "1 S3") == [(20, "action_after_end")]
    assert action_faults(*TWENTY[1:], "1 S3") == []


def test_places_already_reached_must_agree_with_the_written_result() -> None:
    """U-20-1."""
    hands = ["S9", "S3", "S4", "S5", "S6"]
    actions = ["1 S9", *passes_of(*[2, 3, 4, 5] * 5)]
    assert stopped(hands, *actions, result={"order": [1, 5, 4, 3, 2]}).order == [1, 5, 4, 3, 2]
    wrong_place = stopped(hands, *actions, result={"order": [5, 1, 4, 3, 2]})
    assert (wrong_place.order, deal_fault_codes(wrong_place)) == ([1, 5, 4, 3, 2], ["bad_deal", "result_mismatch"])


def test_rejected_plays_count_like_passes() -> None:
    """U-20-1, U-ILL-1."""
    rejected = ["1 S3 H4", *TWENTY[1:]]
    assert action_faults(*rejected, "1 S3") == [(0, "not_a_combination"), (20, "action_after_end")]


def test_passes_out_of_turn_do_not_count() -> None:
    """U-20-1."""
    assert (20, "action_after_end") not in action_faults("1 -", "4 -", *TWENTY[1:19], "1 -")


def test_the_count_runs_on_across_tricks() -> None:
    """U-20-1."""
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5, 1), *TWENTY[:15], "1 S4") == [(21, "action_after_end")]
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5, 1), *TWENTY[:14], "5 S4") == []


def test_a_set_ends_the_count() -> None:
    """U-20-1."""
    assert action_faults(*TWENTY[:15], "1 S9", *passes_of(2, 3, 4, 5, 1), *TWENTY[:10], "1 S4") == []


def test_a_set_that_stood_though_it_was_none_ends_the_count_too() -> None:
    """U-20-1 `illegal_play` stands: it counts as the set of its turn."""
    actions = (*TWENTY[:15], "1 S3 H4", *passes_of(2, 3, 4, 5, 1), *TWENTY[:10], "1 S4")
    assert standing_faults(*actions) == [(15, "not_a_combination")]


@pytest.mark.parametrize("word", ["5 say revolution", "5 say flip"])
def test_a_word_after_the_set_that_ends_the_game(word: str) -> None:
    """U-REV-1: it belongs to a set of its own player or comes after the end."""
    deal = report_of(LAST, "1 S9", "2 ST", "3 SJ", "4 SQ", word)
    assert action_faults_in(deal) == [(4, "action_after_end")]


@pytest.mark.parametrize("word", ["4 say flip", "4 say revolution", "4 name 5"])
def test_a_word_for_the_very_set_that_ended_the_game_is_no_fault(word: str) -> None:
    """The record format on words: whether or not the set gives the right."""
    assert action_faults_in(report_of(LAST, "1 S9", "2 ST", "3 SJ", "4 SQ", word)) == []


def test_a_revolution_may_be_announced_with_the_last_set_of_the_game() -> None:
    """U-REV-1."""
    hands = ["S3", "S4", "S5", "C3 C4", "S7 H7 D7 C7"]
    deal = report_of(hands, "1 S3", "2 S4", "3 S5", "4 -", "5 -", "4 -", "5 S7 H7 D7 C7", "5 say revolution")
    assert action_faults_in(deal) == []
