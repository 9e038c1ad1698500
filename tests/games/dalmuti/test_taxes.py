"""Taxes between greater and lesser titles, and the swap between merchants (D-TAX, D-OPT-1, D-OPT-4, D-OPT-7)."""

import pytest

from daifu.replay.options import Value
from tests.support.games.dalmuti import (
    ActionFaults,
    deal_fault_codes,
    faults_before_play,
    hidden_hands,
    partly_known_hands,
)
from tests.support.reports import fault_tuples, judge_deals

HANDS = ["1 12 12 7", "3 9 9 7", "4 5 8 7", "2 2 6 J"]
PAID = ("4 give 1 2 2", "1 give 4 12 12", "3 give 2 4", "2 give 3 9")


def test_the_peons_pay_their_best_and_the_dalmutis_give_what_they_like() -> None:
    """D-TAX-1, D-TAX-2, D-TAX-3, D-TAX-4."""
    assert faults_before_play(HANDS, *PAID, "1 1") == []


def test_the_gifts_may_come_in_any_order() -> None:
    """D-TAX-5, D-Q-8."""
    assert faults_before_play(HANDS, *reversed(PAID), "1 1") == []


def test_cards_received_may_be_played() -> None:
    """D-TAX-3, D-TAX-5."""
    assert faults_before_play(HANDS, *PAID, "1 2 2", "2 -", "3 -", "4 -") == []


def test_cards_given_away_are_gone() -> None:
    """D-TAX-2."""
    assert faults_before_play(HANDS, *PAID, "1 12") == [(4, "card_not_held")]


@pytest.mark.parametrize("cards", ["2 6", "6 J", "2 J"])
def test_the_greater_peon_owes_the_two_best_cards(cards: str) -> None:
    """D-TAX-2, D-TAX-6: whichever of equal cards; the jester is the worst."""
    assert faults_before_play(HANDS, f"4 give 1 {cards}") == [(0, "exchange_not_best")]


@pytest.mark.parametrize("card", ["5", "8"])
def test_the_lesser_peon_owes_the_best_card(card: str) -> None:
    """D-TAX-4."""
    assert faults_before_play(HANDS, f"3 give 2 {card}") == [(0, "exchange_not_best")]


def test_a_peon_who_has_nothing_better_pays_with_a_jester() -> None:
    """D-TAX-2."""
    assert faults_before_play(["5 5", "6", "7", "12 J"], "4 give 1 12 J") == []


def test_what_the_peon_owes_is_judged_on_the_hand_as_dealt() -> None:
    """D-TAX-2, D-TAX-5: also when a better card has come meanwhile."""
    assert faults_before_play(["1 12", "6", "7", "3 5 9"], "1 give 4 1 12", "4 give 1 3 5") == []


def test_a_dalmuti_may_give_jesters() -> None:
    """D-TAX-3."""
    assert faults_before_play(["J J 5", "6", "7", "8 9"], "1 give 4 J J") == []


def test_a_dalmuti_may_not_give_back_what_was_just_received() -> None:
    """D-TAX-5, D-Q-7, D-OPT-7."""
    actions = ("4 give 1 2 2", "1 give 4 2 12")
    assert faults_before_play(HANDS, *actions) == [(1, "exchange_not_from_deal")]
    assert faults_before_play(HANDS, *actions, tax_gift_from_dealt_hand=False) == []


def test_a_dalmuti_may_give_a_card_like_one_received_if_one_was_dealt() -> None:
    """D-Q-7: cards of a rank cannot be told apart."""
    assert faults_before_play(["2 12 7", "6", "7", "2 3 9"], "4 give 1 2 3", "1 give 4 2 12") == []


def test_a_dalmuti_cannot_give_a_card_before_it_has_come() -> None:
    """D-TAX-5 `tax_gift_from_dealt_hand`: gifts move when they are read."""
    assert faults_before_play(HANDS, "1 give 4 2 12", tax_gift_from_dealt_hand=False) == [(0, "card_not_held")]


@pytest.mark.parametrize("gift", ["4 give 1 2", "4 give 1 2 2 6", "3 give 2 4 5", "1 give 4 12", "2 give 3 9 9"])
def test_a_tax_of_another_size_has_the_wrong_count_and_nothing_else(gift: str) -> None:
    """D-TAX-2, D-TAX-3, D-TAX-4."""
    assert faults_before_play(HANDS, gift) == [(0, "exchange_wrong_count")]


@pytest.mark.parametrize("gift", ["4 give 2 2 2", "3 give 1 4", "1 give 2 1 12", "2 give 4 9", "1 give 1 1 12"])
def test_nobody_pays_anybody_else(gift: str) -> None:
    """D-TAX-7."""
    assert faults_before_play(HANDS, gift) == [(0, "exchange_not_owed")]


def test_merchants_neither_pay_nor_receive() -> None:
    """D-TAX-7."""
    hands = partly_known_hands("", "", "5", players=5)
    assert faults_before_play(hands, "3 give 1 5") == [(0, "exchange_not_owed")]
    assert faults_before_play(hands, "1 give 3 9 9") == [(0, "exchange_not_owed")]


def test_every_tax_not_paid_is_missing_at_the_first_play() -> None:
    """D-TAX-1."""
    deal = {"hands": HANDS, "actions": ["1 give 4 12 12", "3 give 2 4", "1 1"], "abandoned": True}
    report = judge_deals("dalmuti", [deal])
    assert [fault for fault in fault_tuples(report) if fault[0] is not None] == [
        (2, 2, "exchange_missing"),
        (2, 4, "exchange_missing"),
    ]


def test_at_tables_without_lesser_titles_only_the_greater_pay() -> None:
    """D-TAX-2, D-PLY-1 `allow_any_players`."""
    deal = {"hands": ["5", "6", "7"], "actions": ["1 5"], "abandoned": True}
    found = fault_tuples(judge_deals("dalmuti", [deal], 3, {"allow_any_players": True}))
    assert found[1:] == [(0, 1, "exchange_missing"), (0, 3, "exchange_missing")]


def test_taxes_are_owed_in_the_first_deal_too() -> None:
    """D-TAX-1, D-Q-11."""
    assert faults_before_play(hidden_hands(), "1 5") == [(0, "exchange_missing")] * 4


def test_no_taxes_are_owed_in_the_first_deal_where_the_option_says_so() -> None:
    """D-OPT-1 `first_hand_no_tax`: the first deal of the record, not the first after a reset."""
    deals = [
        {"hands": hidden_hands(), "actions": ["1 5"], "abandoned": True, "places": places}
        for places in ([1, 2, 3, 4], None)
    ]
    report = judge_deals("dalmuti", deals, 4, {"first_hand_no_tax": True})
    assert [len(deal.faults) for deal in report.deals] == [0, 4]


def test_a_tax_that_the_first_deal_does_not_owe_moves_all_the_same() -> None:
    """D-OPT-1."""
    actions = ("4 give 1 2 2", "1 2 2")
    assert faults_before_play(HANDS, *actions, first_hand_no_tax=True) == [(0, "exchange_not_owed")]


def test_taxes_are_paid_by_place() -> None:
    """D-TAX-2, D-TAX-4."""
    deal = {"hands": HANDS, "places": [4, 3, 2, 1], "actions": ["1 give 4 1 7", "2 give 3 3"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == [(None, None, "bad_deal")]


def test_hands_after_the_exchange_owe_no_more_taxes() -> None:
    """D-TAX-1."""
    deal = {"hands": hidden_hands(), "hands_are": "exchanged", "actions": ["1 5"], "abandoned": True}
    assert deal_fault_codes(judge_deals("dalmuti", [deal]).deals[0]) == []


def cited_rules(*actions: str, hands: list[str] = HANDS, **options: Value) -> list[str]:
    """The rules that the faults of these actions cite."""
    deal = {"hands": hands, "actions": list(actions), "abandoned": True}
    faults = judge_deals("dalmuti", [deal], len(hands), options).deals[0].faults
    return [fault.rule for fault in faults if fault.action is not None]


@pytest.mark.parametrize(("gift", "rule"), [("4 give 1 2 6", "D-TAX-2"), ("3 give 2 5", "D-TAX-4")])
def test_a_tax_that_is_not_the_best_cites_the_rule_of_its_peon(gift: str, rule: str) -> None:
    """D-TAX-2, D-TAX-4."""
    assert cited_rules(gift) == [rule]


@pytest.mark.parametrize(
    ("gift", "rule"),
    [
        ("4 give 1 2", "D-TAX-2"),
        ("1 give 4 12", "D-TAX-3"),
        ("3 give 2 4 5", "D-TAX-4"),
        ("2 give 3 9 9", "D-TAX-4"),
    ],
)
def test_a_gift_of_another_size_cites_the_rule_of_its_giver(gift: str, rule: str) -> None:
    """D-TAX-2, D-TAX-3, D-TAX-4."""
    assert cited_rules(gift) == [rule]


def test_a_gift_that_is_not_owed_cites_the_rule_by_which_it_is_not() -> None:
    """D-TAX-7, D-REV-2, D-OPT-1."""
    assert cited_rules("4 give 2 2 2") == ["D-TAX-7"]
    assert cited_rules("4 give 1 2 2", first_hand_no_tax=True) == ["D-OPT-1"]
    jesters = partly_known_hands("12 12", "", "J J", "1 2")
    assert cited_rules("3 say revolution", "4 give 1 1 2", hands=jesters) == ["D-REV-2"]
    assert cited_rules("3 say revolution", "4 give 1 1 2", hands=jesters, first_hand_no_tax=True) == ["D-OPT-1"]


MERCHANTS = partly_known_hands("", "", "3", "5", "7", "J J", players=7)
"""Players 3, 4 and 5 are the merchants."""


def swap(*actions: str, hands: list[str] = MERCHANTS) -> ActionFaults:
    return faults_before_play(hands, *actions, merchant_exchange=True, first_hand_no_tax=True)


@pytest.mark.parametrize("other", [4, 5])
def test_the_best_merchant_swaps_a_card_with_any_other(other: int) -> None:
    """D-OPT-4."""
    card = {4: "5", 5: "7"}[other]
    assert swap(f"3 give {other} 3", f"{other} give 3 {card}") == []


def test_either_of_them_may_be_written_first() -> None:
    """D-OPT-4."""
    assert swap("4 give 3 5", "3 give 4 3", "1 9") == []


def test_cards_swapped_change_hands() -> None:
    """D-OPT-4."""
    hands = ["9", "9", "3", "5", "8", "8"]
    found = faults_before_play(hands, "3 give 4 3", "4 give 3 5", "3 3", merchant_exchange=True, first_hand_no_tax=True)
    assert found == [(2, "card_not_held"), (2, "out_of_turn")]


def test_without_the_option_merchants_swap_nothing() -> None:
    """D-OPT-4, D-TAX-7."""
    assert faults_before_play(MERCHANTS, "3 give 4 3") == [(0, "exchange_not_owed")]


@pytest.mark.parametrize("gift", ["4 give 5 5", "3 give 2 3", "3 give 3 3", "1 give 3 9"])
def test_nobody_else_swaps(gift: str) -> None:
    """D-OPT-4: both are merchants, one of them the best."""
    assert swap(gift) == [(0, "exchange_not_owed")]


def test_there_is_one_swap_a_deal() -> None:
    """D-OPT-4."""
    assert swap("3 give 4 3", "4 give 3 5", "3 give 5 5") == [(2, "exchange_not_owed")]


def test_a_swap_is_of_one_card() -> None:
    """D-OPT-4."""
    hands = partly_known_hands("", "", "3 4", "5", players=7)
    assert swap("3 give 4 3 4", "4 give 3 5", hands=hands) == [(0, "exchange_wrong_count")]


def test_half_a_swap_is_missing_the_other_half() -> None:
    """D-Q-14."""
    deal = {"hands": MERCHANTS, "actions": ["3 give 5 3", "1 9"], "abandoned": True}
    options = {"merchant_exchange": True, "first_hand_no_tax": True}
    assert fault_tuples(judge_deals("dalmuti", [deal], 7, options)) == [(1, 5, "exchange_missing")]


def test_no_swap_is_owed() -> None:
    """D-OPT-4: it is a right, not a tax."""
    assert swap("1 9") == []


def test_a_swap_after_the_first_play_is_not_owed() -> None:
    """D-OPT-4."""
    assert swap("1 9", "3 give 4 3") == [(1, "exchange_not_owed")]


def test_a_swap_does_not_make_a_revolution_late() -> None:
    """D-Q-14: it is no tax."""
    assert swap("3 give 4 3", "4 give 3 5", "6 say revolution") == []


def test_a_revolution_does_not_call_off_the_swap() -> None:
    """D-OPT-4."""
    assert swap("6 say revolution", "3 give 4 3", "4 give 3 5", "1 9") == []
    assert swap("3 give 4 3", "6 say revolution", "1 9") == [(2, "exchange_missing")]


def test_after_a_great_revolution_another_merchant_is_the_best() -> None:
    """D-OPT-4, D-REV-3: place 3 at that moment."""
    hands = partly_known_hands("", "", "3", "5", "7", "", "J J", players=7)
    assert swap("7 say revolution", "5 give 4 7", "4 give 5 5", hands=hands) == []
    assert swap("7 say revolution", "3 give 4 3", hands=hands) == [(1, "exchange_not_owed")]


def test_a_table_without_two_merchants_has_nobody_to_swap_with() -> None:
    """D-OPT-4."""
    assert swap("3 give 2 3", hands=partly_known_hands("", "", "3", players=5)) == [(0, "exchange_not_owed")]
