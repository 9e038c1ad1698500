"""Who leads: F-DIR-1, F-LEAD-1, F-LEAD3-1, F-STUCK-1."""

from daifu.replay.cards import STANDARD
from daifu.replay.games.floor13.sets import is_role
from tests.support.games.floor13 import faults_of_beginning, raw_deal, report_of, sitting_report, trick_faults

TWICE = ("1 S8", "1 H8")
"""Player 1 opens two tricks and wins both by an 8."""


def test_a_game_begins_clockwise() -> None:
    """F-DIR-1."""
    assert trick_faults("1 S4", "2 S6", "3 SK", "4 SA") == []
    assert trick_faults("1 S4", "4 S6 void") == ["4 out_of_turn"]


def test_a_leader_has_to_play() -> None:
    """F-LEAD-1, F-Q-7: bare or with a draw; the lead moves on."""
    assert trick_faults("1 -", "2 S4") == ["1 pass_on_lead"]
    assert trick_faults("1 draw", "2 S4") == ["1 pass_on_lead"]


def test_cards_named_in_a_draw_on_the_lead_are_taken() -> None:
    """F-LEAD-1, and the record format on cards that have moved."""
    hands = ["S4 H4", "S6 H6"]
    assert faults_of_beginning(hands, "1 draw D2 C2", "2 S6", "1 D2") == ["1 pass_on_lead"]
    assert faults_of_beginning(hands, "1 draw", "2 S6", "1 D2", stock="D2") == [
        "bad_deck",
        "1 pass_on_lead",
        "1 card_not_held",
    ]


def test_nobody_opens_three_tricks_in_a_row() -> None:
    """F-LEAD3-1: the lead is the next player's."""
    assert trick_faults(*TWICE, "2 S4") == []
    assert trick_faults(*TWICE, "1 S4 void") == ["1 out_of_turn", "1 third_lead"]


def test_the_next_player_is_the_one_in_the_direction_of_the_moment() -> None:
    """F-LEAD3-1: the 9 has reversed it."""
    assert trick_faults("1 S8", "1 H7 H8 H9", "4 S4") == []


def test_without_the_option_every_winner_of_a_trick_leads() -> None:
    """F-Q-29, option `two_in_a_row_limit`."""
    assert trick_faults(*TWICE, "1 D8", "1 S4", two_in_a_row_limit=False) == []


def test_the_count_begins_anew_when_another_player_has_led() -> None:
    """F-Q-29."""
    assert trick_faults(*TWICE, "2 C8", "2 S4", "3 draw", "4 draw", "1 S6", "2 draw", "3 draw", "4 draw", "1 SK") == []


def test_a_sandstorm_of_another_player_breaks_the_chain() -> None:
    """F-Q-29."""
    assert trick_faults("1 S8", "3 S3 H3 D3", "3 S4", "4 draw", "1 H8", "1 S6") == []


def test_a_sandstorm_that_is_led_counts() -> None:
    """F-Q-13."""
    assert trick_faults("1 S8", "1 S3 H3 D3", "2 S4") == []


def test_a_sandstorm_out_of_turn_is_never_a_third_lead() -> None:
    """F-Q-13, F-LEAD3-1: yet its player does not lead again."""
    assert trick_faults(*TWICE, "1 S3 H3 D3", "2 S4") == []


def test_a_third_lead_that_stands_is_a_lead_like_others() -> None:
    """F-LEAD3-1."""
    assert trick_faults(*TWICE, "1 S4", "2 S6", "3 SK") == ["1 out_of_turn", "1 third_lead"]


def test_the_lead_that_was_lost_waits_for_nobody_who_passed() -> None:
    """F-LEAD3-1, F-CLEAR-1: the second trick is won by passes."""
    actions = ("1 S8", "1 S4", "2 draw", "3 draw", "4 draw")
    assert trick_faults(*actions, "2 S6") == []
    assert trick_faults(*actions, "4 S6", "1 draw", "2 draw", "3 draw", "3 -", "4 SJ") == []
    assert trick_faults(*actions, "1 S6 void") == ["1 out_of_turn", "1 third_lead"]


def test_of_two_players_the_other_leads_without_following() -> None:
    """F-LEAD3-1, F-CLEAR-1: that player is the last to pass and the next leader at once."""
    hands = ["?*14", "?*14"]
    twice = ("1 S4 H4", "2 draw", "1 S6 H6", "2 draw")
    assert trick_faults(*twice, "2 SK", hands=hands) == []
    assert trick_faults(*twice, "2 -", "2 SK HK", "1 draw", "2 SA", hands=hands) == ["2 pass_on_lead"]
    assert trick_faults(*twice, "2 SK HK", "1 draw", "2 -", hands=hands) == ["2 pass_on_lead"]
    assert trick_faults(*twice, "2 draw", "2 S9", hands=hands) == ["2 pass_on_lead"]


def test_a_stuck_leader_draws_one_card_and_the_next_player_leads() -> None:
    """F-STUCK-1."""
    hands = ["S8", "S4", "S6", "SK"]
    assert report_of(hands, "1 draw D2", "2 S4").faults == []
    assert faults_of_beginning(hands, "1 draw D2", "1 D2 void") == ["1 out_of_turn"]
    assert faults_of_beginning(hands, "1 draw D2 H2", "2 S4") == ["1 wrong_draw_count"]


def test_a_stuck_leader_may_announce_the_draw() -> None:
    """F-STUCK-1: without it, it is missing."""
    hands = ["S8", "S4", "S6", "SK"]
    assert report_of(hands, "1 -", "1 draw D2", "2 S4").faults == []
    assert faults_of_beginning(hands, "1 -", "2 S4") == ["1 wrong_draw_count"]


def test_only_a_single_role_card_is_stuck() -> None:
    """F-STUCK-1, F-Q-30."""
    assert faults_of_beginning(["SK", "S4"], "1 draw D2") == ["1 pass_on_lead"]
    assert faults_of_beginning(["S8 S5", "S4 S6"], "1 draw D2") == ["1 pass_on_lead"]
    assert faults_of_beginning(["S8 S5", "S4 S6"], "1 S5", "1 draw D2", "2 S4") == []


def test_one_unknown_card_may_be_a_role() -> None:
    """F-STUCK-1, and the record format on unknown cards."""
    assert faults_of_beginning(["?", "S4"], "1 draw D2") == []


def test_an_unknown_card_is_no_role_where_all_roles_are_known() -> None:
    """F-STUCK-1."""
    roles = [name for name in STANDARD.names if is_role(name) and name != "X"]
    hands = ["?", " ".join([*roles, "X", "X", "S4"])]
    assert "1 pass_on_lead" in faults_of_beginning(hands, "1 draw D2")


def test_a_stuck_draw_is_no_lead() -> None:
    """F-Q-29: the chain of player 1 goes on."""
    hands = ["S8 H8 SK S4", "S6 H6 D6 C6", "D8 HK DK CK"]
    assert faults_of_beginning(hands, "1 S8", "1 H8", "2 draw", "3 HK") == ["2 pass_on_lead"]


def test_when_all_are_stuck_and_the_stock_is_empty_the_game_is_closed() -> None:
    """F-END-3: nobody wins, all hands are counted, there are no titles."""
    closed = report_of(["S8", "H5", "X", "D9"], "1 draw", "2 -", "3 draw", "4 draw", "1 draw", stock="")
    assert [fault.code for fault in closed.faults] == ["bad_deck", "action_after_end"]
    assert closed.points == [20, 20, 50, 20]
    assert closed.order == [1, 2, 4, 3]
    assert closed.titles == [None] * 4
    assert closed.unfinished == []


def test_of_equals_without_a_winner_the_first_seat_stands_first() -> None:
    """F-END-3: by seats, wherever the stuck players in a row began."""
    hands = ["S8", "H5", "X", "D9"]
    deal = raw_deal(hands, "2 draw", "3 draw", "1 draw", "4 draw", first=2, seats=[3, 1, 4, 2], stock="")
    [closed] = sitting_report([deal], hands).deals
    assert closed.order == [1, 4, 2, 3]


def test_a_player_in_between_who_can_lead_keeps_the_game_open() -> None:
    """F-END-3."""
    hands = ["S8 S4", "H5 H4", "DJ D4"]
    actions = ("1 S4", "2 draw", "3 draw", "1 draw", "2 H4", "3 draw", "1 draw", "2 draw", "3 D4", "1 draw", "2 draw")
    played = report_of(hands, *actions, "3 draw", "1 draw", stock="")
    assert [fault.code for fault in played.faults] == ["bad_deck", "deal_incomplete"]
    closed = report_of(hands, *actions, "3 draw", "1 draw", "2 draw", stock="")
    assert (closed.order, closed.points) == ([1, 2, 3], [20, 20, 20])
