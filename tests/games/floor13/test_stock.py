"""The pack and the stock: drawn from the top, named where the record does not give it: F-PASS-4, F-Q-33."""

import pytest

from daifu.replay.games.floor13.profile import PROFILE
from tests.support.games.floor13 import HIDDEN, fault_texts, faults_of_beginning, trick_faults
from tests.support.reports import judge_deals


def test_two_to_eight_play() -> None:
    """F-PLY-1."""
    assert list(PROFILE.players) == [2, 3, 4, 5, 6, 7, 8]


def test_the_pack_has_52_cards_and_two_jokers() -> None:
    """F-DECK-1."""
    assert trick_faults("1 S4", hands=["S4 X X ?*4", *HIDDEN[1:]]) == []
    assert trick_faults("1 S4", hands=["S4 X X ?*4", "X ?*6", *HIDDEN[2:]]) == ["bad_deck"]
    assert trick_faults("1 S4", hands=["S4 ?*6", "S4 ?*6", *HIDDEN[2:]]) == ["bad_deck"]


def test_at_four_players_each_has_seven_cards() -> None:
    """F-DEAL-1."""
    assert trick_faults("1 S4", hands=HIDDEN) == []
    assert trick_faults("1 S4", hands=["?*6"] * 4) == ["bad_deal"]


@pytest.mark.parametrize(("players", "size"), [(2, 14), (3, 9), (5, 5), (6, 4), (7, 4), (8, 3), (3, 7)])
def test_elsewhere_any_size_that_is_the_same_for_all_will_do(players: int, size: int) -> None:
    """F-DEAL-2, F-Q-40."""
    assert trick_faults("1 S4", hands=[f"?*{size}"] * players) == []


@pytest.mark.parametrize("hands", [["?*7", "?*7", "?*7", "?*6"], ["?*9", "?*9", "?*8"]])
def test_hands_of_different_sizes_are_a_bad_deal(hands: list[str]) -> None:
    """F-DEAL-1, F-Q-40."""
    assert trick_faults("1 S4", hands=hands) == ["bad_deal"]


def test_the_option_sets_another_size_for_all() -> None:
    """F-DEAL-2, option `hand_size`."""
    assert trick_faults("1 S4", hands=["?*5"] * 4, hand_size=5) == []
    assert trick_faults("1 S4", hands=HIDDEN, hand_size=5) == ["bad_deal"]
    assert trick_faults("1 S4", hands=["?*9"] * 3, hand_size=5) == ["bad_deal"]


def test_no_cards_are_exchanged_between_games() -> None:
    """F-Q-32."""
    assert faults_of_beginning(["S4 H4", "S6 H6"], "1 give 2 S4", "1 H4 void") == ["1 effect_not_owed"]


def test_players_may_sit_out() -> None:
    """F-PLY-1."""
    deal = {"seats": [5, 1, 3], "hands": ["?*9", None, "?*9", None, "?*9"], "first": 5, "abandoned": True}
    report = judge_deals("floor13", [{**deal, "actions": ["5 S4", "1 S6", "2 SK", "3 SK"]}], players=5)
    assert fault_texts(report.deals[0]) == ["2 action_after_out"]


HANDS = ["S4 H4 CK", "D6 C6 CJ"]
REST = (
    "X D4 S5 H5 D5 C5 S6 H6 S7 H7 D7 C7 S8 H8 D8 C8 S9 H9 D9 C9 ST HT DT CT SJ HJ DJ "
    "SQ HQ DQ CQ SK HK DK SA HA DA CA S2 H2 D2 C2 S3 H3 D3 C3 X"
)
"""The stock beside `HANDS`, but for its last card."""

STOCK = f"{REST} C4"


def draw_faults(*actions: str, stock: str | None = STOCK) -> list[str]:
    """What is wrong with the beginning of a game with these hands."""
    return faults_of_beginning(HANDS, *actions, stock=stock)


def test_a_draw_takes_the_top_of_the_stock() -> None:
    """F-PASS-1, F-Q-33."""
    assert draw_faults("1 S4", "2 draw", "2 X") == []
    assert draw_faults("1 S4", "2 draw", "2 C2") == ["2 card_not_held"]


def test_named_cards_are_those_on_top_in_any_order() -> None:
    """F-Q-33."""
    assert draw_faults("1 S4 H4", "2 draw D4 X") == []


def test_other_cards_than_those_on_top_are_a_bad_deck_once_a_deal() -> None:
    """F-Q-33."""
    assert draw_faults("1 S4", "2 draw C2", "1 CK", "2 draw C3") == ["bad_deck"]


def test_the_named_cards_are_taken_all_the_same() -> None:
    """F-Q-33."""
    assert draw_faults("1 S4", "2 draw C2", "2 C2") == ["bad_deck"]


def test_a_card_too_many_on_top_is_only_a_wrong_number() -> None:
    """F-PASS-1, F-Q-33."""
    assert draw_faults("1 S4", "2 draw X D4") == ["2 wrong_draw_count"]


def test_hands_and_stock_have_to_be_the_whole_pack() -> None:
    """F-DECK-1."""
    assert draw_faults("1 S4") == []
    assert draw_faults("1 S4", stock=REST) == ["bad_deck"]
    assert draw_faults("1 S4", stock=f"{REST} S4") == ["bad_deck"]
    assert draw_faults("1 S4", stock=f"{STOCK} C4") == ["bad_deck"]


def test_without_a_stock_in_the_record_the_draws_name_their_cards() -> None:
    """F-Q-33."""
    assert draw_faults("1 S4", "2 draw X", "2 X", stock=None) == []
    assert draw_faults("1 S4", "2 draw X", "2 C2", stock=None) == ["2 card_not_held"]


def test_a_card_that_was_dealt_cannot_be_drawn() -> None:
    """F-Q-33, F-DECK-1."""
    assert draw_faults("1 S4", "2 draw H4", stock=None) == ["bad_deck"]


def test_a_card_cannot_be_drawn_twice() -> None:
    """F-Q-33, F-DECK-1: but there are two jokers."""
    drawn_by_both = ("1 S4", "2 draw {0}", "2 C6", "1 draw {0}")
    assert draw_faults(*(text.format("X") for text in drawn_by_both), stock=None) == []
    assert draw_faults(*(text.format("S2") for text in drawn_by_both), stock=None) == ["bad_deck"]


def test_a_draw_that_names_nothing_brings_unknown_cards() -> None:
    """F-Q-33."""
    assert draw_faults("1 S4", "2 draw", "2 SK", stock=None) == []


def test_from_a_short_stock_the_rest_is_drawn() -> None:
    """F-PASS-4."""
    assert draw_faults("1 S4 H4", "2 draw X", stock="X") == ["bad_deck"]
    assert draw_faults("1 S4 H4", "2 draw X D4", stock="X") == ["bad_deck", "2 wrong_draw_count"]


def test_from_an_empty_stock_a_pass_takes_nothing() -> None:
    """F-PASS-4: with a draw or without one."""
    assert draw_faults("1 S4", "2 draw", "1 H4", stock="") == ["bad_deck"]
    assert draw_faults("1 S4", "2 -", "1 H4", stock="") == ["bad_deck"]
    assert draw_faults("1 S4", "2 -", "2 draw", "1 H4", stock="") == ["bad_deck"]
    assert draw_faults("1 S4", "2 -", stock="") == ["bad_deck"]


def test_after_an_empty_draw_one_may_still_play() -> None:
    """F-PASS-2, F-PASS-4."""
    assert draw_faults("1 S4", "2 draw", "2 C6", stock="") == ["bad_deck"]


def test_the_cards_of_cleared_tricks_do_not_come_back() -> None:
    """F-PASS-4."""
    assert trick_faults(*EXHAUSTING, hands=["?*26", "?*26"], hand_size=26) == []


def test_they_do_where_the_option_says_so() -> None:
    """F-PASS-4, option `reshuffle`: a bare pass has missed its draw then."""
    faults = trick_faults(*EXHAUSTING, hands=["?*26", "?*26"], hand_size=26, reshuffle=True)
    assert faults == ["2 wrong_draw_count"]


def test_cards_still_on_the_table_are_not_reshuffled() -> None:
    """F-PASS-4, option `reshuffle`."""
    actions = ("1 S4 H4", "2 draw", "2 S6 H6", "1 -", "2 SJ void")
    assert trick_faults(*actions, hands=["?*26", "?*26"], hand_size=26, reshuffle=True) == []


def test_the_rest_of_the_stock_is_drawn_before_the_reshuffled_cards() -> None:
    """F-PASS-4, option `reshuffle`."""
    hands = ["?*26", "S6 C6 ?*24"]
    cleared = ("1 S4", "2 draw S2", "1 SA HA")
    assert trick_faults(*cleared, "2 draw C2 S4", hands=hands, hand_size=26, reshuffle=True) == []
    assert trick_faults(*cleared, "2 draw C2 S6", hands=hands, hand_size=26, reshuffle=True) == ["bad_deck"]


@pytest.mark.parametrize(("reshuffle", "held"), [(True, []), (False, ["2 card_not_held"])])
def test_nobody_knows_which_of_the_reshuffled_cards_is_drawn(*, reshuffle: bool, held: list[str]) -> None:
    """F-PASS-4, option `reshuffle`: it may be the 4, which player 2 then leads."""
    hands = ["S4 H4 SA", "S6 C6 CJ"]
    actions = ("1 S4", "2 draw", "1 SA", "2 draw", "2 S4 void")
    assert faults_of_beginning(hands, *actions, stock="X", reshuffle=reshuffle) == ["bad_deck", *held]


@pytest.mark.parametrize(("reshuffle", "missed"), [(True, ["2 wrong_draw_count"]), (False, [])])
def test_discarded_cards_are_reshuffled_at_once(*, reshuffle: bool, missed: list[str]) -> None:
    """F-PASS-4, F-10, option `reshuffle`."""
    hands = ["ST S4 H4", "S6 C6 CJ"]
    actions = ("1 ST", "1 discard S4", "2 -")
    assert faults_of_beginning(hands, *actions, stock="", reshuffle=reshuffle) == ["bad_deck", *missed]


EXHAUSTING = ("1 S4 H4", "2 draw", "1 SJ", "2 -")
"""The first pass draws the last two cards, the second finds none."""
