"""Going out, and what may not be gone out with (A-OUT-1, A-END-1, A-OPT-FIN)."""

import pytest

from daifu.replay.options import Value
from tests.support.games.akagiri import action_faults_in, report_of

BAN_2: dict[str, Value] = {"no_finish_joker_two": True}
BAN_GROUPS: dict[str, Value] = {"no_finish_group": True}


def last_card(cards: str, **options: Value) -> list[tuple[int, str]]:
    """The faults when player 1 of three goes out with these cards as the only ones."""
    return action_faults_in(report_of([cards.split("=", maxsplit=1)[0], "S3 S4", "H3 H4"], f"1 {cards}", **options))


def last_card_in_revolution(cards: str, **options: Value) -> list[tuple[int, str]]:
    """The same after a revolution; the last cards are laid at action 3."""
    hand = "S9 H9 D9 C9 " + cards
    return action_faults_in(report_of([hand, "S5 S4", "H5 H4"], "1 S9 H9 D9 C9", "2 -", "3 -", f"1 {cards}", **options))


def test_a_player_without_cards_takes_the_next_place() -> None:
    """A-OUT-1."""
    deal = report_of(["S5", "S6", "S3 S4"], "1 S5", "2 S6")
    assert deal.order == [1, 2, 3]
    assert deal.unfinished == []


def test_the_deal_ends_when_one_player_is_left_who_is_last() -> None:
    """A-END-1."""
    deal = report_of(["S5 S2", "S6", "S7"], "1 S5", "2 S6", "3 S7", "1 S2")
    assert deal.order == [2, 3, 1]
    assert action_faults_in(deal) == [(3, "action_after_end")]


def test_a_player_who_is_out_does_not_act_any_more() -> None:
    """A-OUT-1."""
    deal = report_of(["S5", "S6 S7", "S3 S4"], "1 S5", "1 -", "2 S6")
    assert action_faults_in(deal) == [(1, "action_after_out")]


@pytest.mark.parametrize("action", ["give 2 S3", "discard S3", "draw", "name Q", "show"])
def test_a_player_who_is_out_has_only_the_words_of_the_last_set_left(action: str) -> None:
    """A-OUT-1."""
    hands = ["S5", "S6 S7", "S3 S4"]
    assert action_faults_in(report_of(hands, "1 S5", f"1 {action}")) == [(1, "action_after_out")]


@pytest.mark.parametrize("action", ["give 2 S3", "discard S3", "draw", "show"])
def test_after_the_end_nothing_but_a_word_goes_without_a_fault(action: str) -> None:
    """A-END-1, and the record format on words after the end."""
    hands = ["S5", "S6", "S3 S4"]
    assert action_faults_in(report_of(hands, "1 S5", "2 S6", f"2 {action}")) == [(2, "action_after_end")]
    assert action_faults_in(report_of(hands, "1 S5", "2 S6", "2 name Q", "2 say flip")) == []


def test_actions_that_end_too_early_leave_the_deal_undecided() -> None:
    """A-END-1."""
    deal = report_of(["S5", "S6 S7", "S3 S4"], "1 S5")
    assert (deal.order, deal.unfinished) == ([1], [2, 3])
    assert "deal_incomplete" in [fault.code for fault in deal.faults]


@pytest.mark.parametrize("cards", ["S2", "X", "S2 H2", "SK SA S2"])
def test_in_the_basic_game_any_last_set_will_do(cards: str) -> None:
    """A-OUT-1."""
    assert last_card(cards) == []


@pytest.mark.parametrize("cards", ["S2", "X", "S2 H2", "SK SA S2", "S5 X", "S5 S6 X"])
def test_jokers_and_2s_are_banned_as_last_cards(cards: str) -> None:
    """A-OPT-FIN1, A-Q-15."""
    assert last_card(cards, **BAN_2) == [(0, "finish_banned")]


@pytest.mark.parametrize("cards", ["SA", "S3", "SQ SK SA"])
def test_other_last_cards_are_free(cards: str) -> None:
    """A-OPT-FIN1."""
    assert last_card(cards, **BAN_2) == []


def test_in_a_revolution_the_ban_moves_from_the_2_to_the_3() -> None:
    """A-OPT-FIN1."""
    assert last_card_in_revolution("S2", **BAN_2) == []
    assert last_card_in_revolution("S3", **BAN_2) == [(3, "finish_banned")]
    assert last_card_in_revolution("X", **BAN_2) == [(3, "finish_banned")]


def test_a_jack_moves_the_ban_too() -> None:
    """A-Q-15: it is the order in force that counts."""
    hands = ["SJ H3", "S3", "H4 H5"]
    deal = report_of(hands, "1 SJ", "1 say flip", "2 S3", jack_back=True, **BAN_2)
    assert action_faults_in(deal) == [(2, "finish_banned")]


def test_the_ban_looks_at_the_order_before_the_last_set_turns_it() -> None:
    """A-Q-15, A-Q-9."""
    assert last_card("S2 H2 D2 C2", **BAN_2) == [(0, "finish_banned")]
    assert last_card("S3 H3 D3 C3", **BAN_2) == []


def test_a_banned_rank_that_is_not_the_last_set_is_free() -> None:
    """A-OPT-FIN1."""
    assert action_faults_in(report_of(["S2 S5", "S3 S4", "H3 H4"], "1 S2", **BAN_2)) == []


def test_groups_of_two_or_more_are_banned_as_last_set() -> None:
    """A-OPT-FIN2."""
    assert last_card("S5 H5", **BAN_GROUPS) == [(0, "finish_banned")]
    assert last_card("S5 H5") == []


@pytest.mark.parametrize("cards", ["S5", "S2", "S5 S6 S7"])
def test_singles_and_runs_are_no_groups_to_the_ban(cards: str) -> None:
    """A-OPT-FIN2."""
    assert last_card(cards, **BAN_GROUPS) == []


def test_both_bans_hold_together() -> None:
    """A-OPT-FIN1, A-OPT-FIN2."""
    assert last_card("S5 H5", **BAN_2, **BAN_GROUPS) == [(0, "finish_banned")]
    assert last_card("S2", **BAN_2, **BAN_GROUPS) == [(0, "finish_banned")]
    assert last_card("SA", **BAN_2, **BAN_GROUPS) == []


def test_an_irregular_last_set_with_a_2_is_banned_as_well() -> None:
    """A-OPT-FIN1."""
    assert last_card("S2 H5", **BAN_2) == [(0, "finish_banned"), (0, "not_a_combination")]


def test_a_banned_exit_stands_and_keeps_its_place() -> None:
    """A-Q-15."""
    deal = report_of(["S2", "S6", "S3 S4"], "1 S2", "2 -", "3 -", "2 S6", **BAN_2)
    assert deal.order == [1, 2, 3]


def test_a_banned_exit_is_demoted_to_the_last_place_where_the_table_plays_so() -> None:
    """A-Q-15."""
    hands = ["S2", "S6", "S3 S4"]
    deal = report_of(hands, "1 S2", "2 -", "3 -", "2 S6", finish_ban_mode="demote", **BAN_2)
    assert deal.order == [2, 3, 1]
    assert action_faults_in(deal) == [(0, "finish_banned")]


def test_of_two_demoted_players_the_earlier_one_is_lower() -> None:
    """A-Q-15."""
    hands = ["S2", "H2", "S3 S4", "H3 H4"]
    actions = ["1 S2", "2 -", "3 -", "4 -", "2 H2", "3 -", "4 -", "3 S3", "4 H4", "3 -", "4 H3"]
    deal = report_of(hands, *actions, finish_ban_mode="demote", **BAN_2)
    assert deal.order == [4, 3, 2, 1]


def test_a_demotion_of_the_last_but_one_leaves_the_other_above() -> None:
    """A-Q-15."""
    deal = report_of(["S5", "S2", "S3 S4"], "1 S5", "2 S2", finish_ban_mode="demote", **BAN_2)
    assert deal.order == [1, 3, 2]


def test_a_legal_exit_is_not_demoted() -> None:
    """A-Q-15."""
    deal = report_of(["S5", "S6", "S3 S4"], "1 S5", "2 S6", finish_ban_mode="demote", **BAN_2)
    assert deal.order == [1, 2, 3]


def test_an_exit_with_another_fault_is_not_demoted() -> None:
    """A-Q-15."""
    deal = report_of(["S5 S3", "H4", "S6 S7"], "1 S5", "2 H4", finish_ban_mode="demote", **BAN_2)
    assert action_faults_in(deal) == [(1, "not_stronger")]
    assert deal.unfinished == [1, 3]
    assert deal.order == [2]


def test_a_banned_exit_that_counts_as_a_pass_leaves_the_player_in() -> None:
    """A-Q-15 with illegal_play pass."""
    options = {"finish_ban_mode": "demote", "illegal_play": "pass", **BAN_2}
    deal = report_of(["S2", "S6", "S3 S4"], "1 S2", "2 S6", **options)
    assert (deal.order, deal.unfinished) == ([2], [1, 3])


def test_a_word_on_the_set_that_ended_the_deal_is_no_fault() -> None:
    """A-END-1."""
    hands = ["S5", "S9 H9 D9 C9", "S3 S4"]
    deal = report_of(hands, "1 S5", "2 -", "3 -", "2 S9 H9 D9 C9", "2 say no-revolution", "3 -")
    assert action_faults_in(deal) == [(5, "action_after_end")]
