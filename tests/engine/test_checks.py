"""In which order a play is checked, and that everything wrong with it is told (record format, section 4)."""

from tests.support import akagiri, dalmuti, theater, uecda


def test_everything_wrong_with_a_play_is_told() -> None:
    hands = ["9", "8 7", "7", "12 12"]
    assert dalmuti.wrong_in(dalmuti.played(hands, "1 9", "4 10 10")) == [
        (1, "card_not_held"),
        (1, "out_of_turn"),
        (1, "wrong_count"),
    ]


def test_against_the_top_set_only_the_first_thing_is_told() -> None:
    assert akagiri.wrong("1 S5 S6 S7", "2 S4 H4") == [(1, "wrong_kind")]
    assert akagiri.wrong("1 S5 H5", "2 S4") == [(1, "wrong_count")]


def test_a_suit_lock_is_told_beside_it() -> None:
    assert uecda.trick("1 S4", "2 S9", "3 H6") == [(2, "not_stronger"), (2, "suit_lock")]
    assert uecda.trick("1 S4", "2 S9", "3 H6 H7 H8") == [(2, "suit_lock"), (2, "wrong_kind")]


def test_cards_that_are_no_set_are_not_compared_with_the_top_set() -> None:
    assert akagiri.wrong("1 S5", "2 S6 H9") == [(1, "not_a_combination")]


def test_cards_that_are_no_set_may_still_lack_the_opening_card() -> None:
    deal = theater.play("1 S4 H9")
    assert theater.found(deal) == [(0, 1, "not_a_combination"), (0, 1, "opening_card_missing")]


def test_cards_that_are_no_set_may_still_be_a_foul_finish() -> None:
    hands = ["S4 H9 X", "D5 D6", "C5 C6", "H5 H6"]
    deal = theater.endgame(hands, "1 S4 H9 X")
    assert theater.found(deal)[1:] == [(0, 1, "finish_foul"), (0, 1, "not_a_combination")]


def test_a_player_shut_out_by_his_own_pass_is_told_so_instead_of_out_of_turn() -> None:
    actions = ("1 9", "2 -", "3 8")
    assert dalmuti.wrong(*actions, "2 7", pass_locks=True) == [(3, "locked_by_pass")]
    assert dalmuti.wrong(*actions, "1 7", pass_locks=True) == [(3, "out_of_turn")]


def test_after_the_end_nothing_else_is_told() -> None:
    deal = dalmuti.played(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "4 12 11")
    assert dalmuti.wrong_in(deal) == [(3, "action_after_end")]


def test_of_a_player_who_is_out_nothing_else_is_told() -> None:
    deal = dalmuti.played(["9", "8 8", "7 7", "6 6"], "1 9", "1 12 11", "2 8")
    assert dalmuti.wrong_in(deal) == [(1, "action_after_out")]


def test_after_the_end_it_no_longer_matters_who_is_out() -> None:
    deal = dalmuti.played(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "1 9")
    assert dalmuti.wrong_in(deal) == [(3, "action_after_end")]


def test_an_action_after_the_end_changes_nothing() -> None:
    deal = dalmuti.played(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "4 6", "4 give 1 6")
    assert deal.order == [1, 2, 3, 4]
