"""Who leads, passes, rejected plays, the end of tricks and games (U-LEAD-1, U-PASS-1, U-ILL-1, U-OUT-1, U-20-1)."""

import pytest

from daifu.replay.deal import DealReport
from tests.support.games.uecda import (
    HIDDEN,
    action_faults,
    action_faults_in,
    deal_fault_codes,
    exchange_faults,
    passes_of,
    report_of,
    standing_faults,
)
from tests.support.reports import judge_deals

HANDS = ["S9 ST", "H4 H5", "D3 D5", "C4 C5", "S4 S5"]


def test_the_holder_of_the_diamond_3_leads_any_set() -> None:
    """U-LEAD-1: the lead need not contain it."""
    assert action_faults_in(report_of(HANDS, "3 D3")) == []
    assert action_faults_in(report_of(HANDS, "3 D5")) == []


def test_nobody_else_leads() -> None:
    """U-LEAD-1."""
    assert action_faults_in(report_of(HANDS, "1 S9")) == [(0, "out_of_turn")]


def test_if_all_pass_before_any_set_the_holder_of_the_diamond_3_leads_again() -> None:
    """U-LEAD-1, U-PASS-1."""
    assert action_faults_in(report_of(HANDS, *passes_of(3, 4, 5, 1, 2), "3 D5")) == []
    assert action_faults_in(report_of(HANDS, *passes_of(3, 4, 5, 1, 2), "4 C4")) == [(5, "out_of_turn")]


def test_if_all_pass_and_the_last_leader_is_out_the_next_seat_leads() -> None:
    """U-LEAD-1."""
    hands = ["D3", "H4 H5", "S3 D5", "C4 C5", "S4 S5"]
    assert action_faults_in(report_of(hands, "1 D3", *passes_of(2, 3, 4, 5), *passes_of(2, 3, 4, 5), "2 H4")) == []


def test_the_diamond_3_may_change_hands_in_the_exchange() -> None:
    """U-LEAD-1: its holder after the exchange leads."""
    hands = ["D3 D4 D5", "H4 H5", "C7 C9", "C4 C5", "S4 S5 S6"]
    assert exchange_faults(hands, "5 give 1 S6 S5", "1 give 5 D3 D4", "2 give 4 H4", "4 give 2 C5", "5 D3") == []
    assert exchange_faults(hands, "5 give 1 S6 S5", "1 give 5 D4 D5", "2 give 4 H4", "4 give 2 C5", "1 D3") == []


def test_a_taken_back_gift_leaves_the_lead_where_it_was() -> None:
    """U-LEAD-1."""
    hands = ["D3 D4 D5", "H4 H5", "C7 C9", "C4 C5", "S4 S5 S6"]
    gifts = ("5 give 1 S6 S5", "1 give 5 D3 D4 void", "1 give 5 D4 D5", "2 give 4 H4", "4 give 2 C5")
    assert exchange_faults(hands, *gifts, "1 D3") == []


@pytest.mark.parametrize("first", [1, 4])
def test_if_no_hand_names_the_diamond_3_the_first_to_act_leads(first: int) -> None:
    """U-LEAD-1."""
    assert action_faults(f"{first} S4", f"{first + 1} H5") == []
    assert action_faults(f"{first} -", f"{first + 1} H5") == []


def test_hands_after_the_exchange_decide_who_leads() -> None:
    """U-LEAD-1."""
    deal = {"hands": HANDS, "hands_are": "exchanged", "places": [1, 2, 3, 4, 5], "actions": ["3 D5"]}
    assert action_faults_in(judge_deals("uecda", [deal], 5).deals[0]) == []


def test_the_turn_goes_round_the_seats() -> None:
    """U-PASS-1, U-SEAT-1."""
    deal = {"hands": HIDDEN, "seats": [1, 3, 5, 2, 4], "actions": ["1 S4", "3 H5", "5 S6", "2 H7", "4 S9", "1 HT"]}
    assert action_faults_in(judge_deals("uecda", [deal], 5).deals[0]) == []


def test_nobody_acts_without_the_turn() -> None:
    """U-PASS-1."""
    assert action_faults("1 S4", "3 S5", "2 H6") == [(1, "out_of_turn")]
    assert action_faults("1 S4", "3 -", "2 H6") == [(1, "out_of_turn")]


def test_a_pass_shuts_its_player_out_of_the_trick() -> None:
    """U-PASS-1: the turn is skipped."""
    assert action_faults("1 S4", "2 -", "3 H5", "4 S6", "5 H7", "1 S9", "3 HT") == []
    assert action_faults("1 S4", "2 -", "3 H5", "4 S6", "5 H7", "1 S9", "2 HT") == [(6, "locked_by_pass")]


def test_the_owner_of_the_top_set_is_asked_too_and_may_play_on_it() -> None:
    """U-PASS-1 `trick_end` all."""
    assert action_faults("1 S4", *passes_of(2, 3, 4, 5), "1 H5", "1 S9") == []


def test_the_trick_is_cleared_when_everybody_has_passed_its_owner_included() -> None:
    """U-PASS-1 `trick_end` all."""
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5, 1), "1 S3", "2 H4") == []
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5), "1 S3") == [(5, "not_stronger")]


def test_the_trick_is_cleared_when_only_one_player_has_not_passed() -> None:
    """U-PASS-1 `trick_end` all_but_one."""
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5), "1 S3", "2 H4", trick_end="all_but_one") == []


def test_the_one_who_has_not_passed_need_not_have_answered_a_player_who_is_out() -> None:
    """U-PASS-1 `trick_end` all_but_one."""
    hands = ["S9", "S3 S5", "H3 H5", "D4 D5", "CT C5"]
    assert action_faults_in(report_of(hands, "1 S9", *passes_of(2, 3, 4), "2 S3", trick_end="all_but_one")) == []
    assert action_faults_in(report_of(hands, "1 S9", *passes_of(2, 3, 4), "5 CT", trick_end="all")) == []


def test_a_player_may_pass_on_an_empty_table() -> None:
    """U-PASS-1, U-LEAD-1: the player is shut out, and the next one leads."""
    assert action_faults("1 -", "2 S4", "3 H5") == []
    assert action_faults("1 -", "2 S4", "3 H5", "4 S6", "5 H7", "1 S9") == [(5, "locked_by_pass")]


def test_when_everybody_passes_on_an_empty_table_the_same_player_leads_again() -> None:
    """U-PASS-1, U-LEAD-1."""
    assert action_faults("1 S9", *passes_of(2, 3, 4, 5, 1), *passes_of(1, 2, 3, 4, 5), "1 S3") == []


@pytest.mark.parametrize("play", ["2 S3", "2 S5 H6", "2 S6 H6", "2 D4 D5 D6"])
def test_a_faulty_play_is_a_pass(play: str) -> None:
    """U-ILL-1 `illegal_play` pass: its player keeps the cards and is shut out."""
    found = action_faults("1 S4", play, "3 H5", "4 S6", "5 H7", "1 S9", "2 HT")
    assert [action for action, _ in found] == [1, 6]
    assert found[-1] == (6, "locked_by_pass")


def test_a_faulty_play_stands_where_the_option_says_so() -> None:
    """U-ILL-1 `illegal_play` stands."""
    assert standing_faults("1 S9", "2 H4", "3 D5") == [(1, "not_stronger")]


def test_a_faulty_play_on_an_empty_table_is_a_pass_too() -> None:
    """U-ILL-1."""
    assert action_faults("1 S3 H4", "2 S4") == [(0, "not_a_combination")]


def test_a_faulty_play_out_of_turn_has_no_effect() -> None:
    """U-ILL-1."""
    assert action_faults("1 S4", "3 S9", "2 H6", "3 S7") == [(1, "out_of_turn")]


def test_cards_of_a_faulty_play_stay_in_the_hand() -> None:
    """U-ILL-1."""
    hands = ["S4", "S3 H5", "H6 H7", "S7", "S9"]
    assert action_faults_in(report_of(hands, "3 H6", "4 -", "5 -", "1 -", "2 S3", "3 H7")) == [(4, "not_stronger")]


def test_if_the_winner_of_the_trick_is_out_the_next_seat_leads() -> None:
    """U-OUT-1."""
    hands = ["S9", "H4 H5", "D4 D5", "C4 C5", "S4 S5"]
    assert action_faults_in(report_of(hands, "1 S9", *passes_of(2, 3, 4, 5), "2 H4")) == []
    assert action_faults_in(report_of(hands, "1 S9", *passes_of(2, 3, 4, 5), "3 D4")) == [(5, "out_of_turn")]


def test_a_player_who_is_out_is_skipped_when_the_next_seat_leads() -> None:
    """U-OUT-1."""
    hands = ["S9", "HT", "D4 D5", "C4 C5", "S4 S5"]
    assert action_faults_in(report_of(hands, "1 S9", "2 HT", *passes_of(3, 4, 5), "3 D4")) == []


def test_the_next_seat_is_the_next_in_the_direction_of_play() -> None:
    """U-OUT-1, U-OPT `six_reverse`."""
    hands = ["S6", "H4 H5", "D4 D5", "C4 C5", "S4 S5"]
    assert action_faults_in(report_of(hands, "1 S6", *passes_of(5, 4, 3, 2), "5 S4", six_reverse=True)) == []


def test_an_8_with_which_somebody_goes_out_gives_the_next_seat_the_lead() -> None:
    """U-OUT-1, U-8-1."""
    assert action_faults_in(report_of(["S8", "H4 H5", "D4 D5", "C4 C5", "S4 S5"], "1 S8", "2 H4", "3 D5")) == []


@pytest.mark.parametrize("action", ["1 S9", "1 -", "1 give 2 S9", "1 discard S9", "1 name Q"])
def test_a_player_who_is_out_can_do_nothing_more(action: str) -> None:
    """U-OUT-1."""
    hands = ["S9", "H4 H5", "D4 D5", "C4 C5", "S4 S5"]
    assert action_faults_in(report_of(hands, "1 S9", action)) == [(1, "action_after_out")]


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
