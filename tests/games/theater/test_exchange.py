"""The exchange: T-XCH. Players 1 to 4 are daifugo, fugo, hinmin and daihinmin."""

from typing import Any

import pytest

from daifu.replay.deal import DealReport
from tests.support.games.theater import FULL_HANDS, FaultPlace, fault_places, report_of
from tests.support.reports import judge_deals

TAX = ["4 give 1 X C2", "3 give 2 H2"]
GIFTS = ["1 give 4 D4 D5", "2 give 3 S3"]


def exchange(*actions: str, **deal: object) -> DealReport:
    """The report on a game that starts from a ranking, with a suit in each hand and the joker in the fourth."""
    fields: dict[str, Any] = {"hands": FULL_HANDS, "places": [1, 2, 3, 4], **deal}
    return report_of(*actions, **fields)


def missing(*players: int, action: int = 0) -> list[FaultPlace]:
    return [(action, player, "exchange_missing") for player in players]


def test_the_rich_and_the_poor_give_each_other_two_cards_and_one() -> None:
    """T-XCH-1, T-XCH-2."""
    assert fault_places(exchange(*TAX, *GIFTS, "1 D3", "2 -", "3 S3", "4 D5", "1 X")) == [(6, 3, "not_stronger")]


def test_gifts_may_come_in_any_order() -> None:
    """T-Q-30."""
    assert fault_places(exchange(*GIFTS[::-1], *TAX[::-1], "1 D3")) == []


def test_the_first_game_has_no_exchange() -> None:
    """T-XCH-4."""
    assert fault_places(report_of("1 D3", hands=FULL_HANDS)) == []
    assert fault_places(report_of(TAX[0], "1 D3", hands=FULL_HANDS)) == [(0, 4, "exchange_not_owed")]


def test_after_the_ranking_was_reset_nothing_is_owed() -> None:
    """T-XCH-4."""
    assert fault_places(exchange("1 D3", places=None)) == []


def test_hands_written_after_the_exchange_owe_nothing() -> None:
    """T-XCH-1."""
    assert fault_places(exchange("1 D3", hands_are="exchanged")) == []


@pytest.mark.parametrize("gift", ["CA C2", "X CA", "C3 C4"])
def test_the_daihinmin_owes_the_two_strongest_cards_the_joker_first(gift: str) -> None:
    """T-XCH-2."""
    assert fault_places(exchange(f"4 give 1 {gift}", TAX[1], *GIFTS, "1 D3")) == [(0, 4, "exchange_not_best")]


def test_the_hinmin_owes_the_strongest_card() -> None:
    """T-XCH-2."""
    assert fault_places(exchange(TAX[0], "3 give 2 HA", *GIFTS, "1 D3")) == [(1, 3, "exchange_not_best")]


@pytest.mark.parametrize("two", ["S2", "H2"])
def test_among_equals_the_giver_picks_the_suit(two: str) -> None:
    """T-XCH-2."""
    hands = ["D3 ?*12", "?*13", "S2 H2 SA H3 H4 H5 H6 H7 H8 H9 HT HJ HQ", "?*14"]
    assert fault_places(exchange(TAX[0], f"3 give 2 {two}", *GIFTS, "1 D3", hands=hands)) == []


def test_what_the_poor_owe_is_judged_on_the_hand_as_dealt() -> None:
    """T-XCH-3: a joker received first is not owed back."""
    received_first = ["2 give 3 S2", "3 give 2 H2", TAX[0], GIFTS[0], "1 D3"]
    assert fault_places(exchange(*received_first)) == []


def test_the_rich_may_give_back_what_they_received() -> None:
    """T-XCH-3."""
    assert fault_places(exchange(*TAX, "1 give 4 X C2", "2 give 3 H2", "1 D3")) == []


def test_with_gift_from_dealt_hand_they_may_not() -> None:
    """T-XCH-3, option `gift_from_dealt_hand`."""
    dealt_only = {"options": {"gift_from_dealt_hand": True}}
    assert fault_places(exchange(*TAX, "1 give 4 X D4", "2 give 3 H2", "1 D3", **dealt_only)) == [
        (2, 1, "exchange_not_from_deal"),
        (3, 2, "exchange_not_from_deal"),
    ]
    assert fault_places(exchange(*TAX, *GIFTS, "1 D3", **dealt_only)) == []


@pytest.mark.parametrize("gift", ["4 give 1 X", "4 give 1 X C2 CA", "1 give 4 D4", "2 give 3 S3 S4", "3 give 2 H2 HA"])
def test_a_gift_of_too_few_or_too_many_cards_has_the_wrong_count(gift: str) -> None:
    """T-XCH-1, T-XCH-2."""
    giver = int(gift[0])
    gifts = [gift, *(other for other in (*TAX, *GIFTS) if int(other[0]) != giver)]
    assert fault_places(exchange(*gifts, "1 D3")) == [(0, giver, "exchange_wrong_count")]


def test_a_gift_of_cards_not_held_is_reported_alone_and_counts_as_made() -> None:
    """T-XCH-1."""
    assert fault_places(exchange("4 give 1 X D2", TAX[1], *GIFTS, "1 D3")) == [(0, 4, "card_not_held")]


def test_gifts_move_when_they_are_read() -> None:
    """T-XCH-3."""
    back_too_early = ["1 give 4 X C2", TAX[0], TAX[1], GIFTS[1], "1 D3"]
    assert fault_places(exchange(*back_too_early)) == [(0, 1, "card_not_held")]


def test_gifts_not_made_are_missing_at_the_first_play_once_a_giver() -> None:
    """T-XCH-1, T-XCH-2."""
    assert fault_places(exchange("1 D3", "2 S4")) == missing(1, 2, 3, 4)
    assert fault_places(exchange(TAX[0], GIFTS[1], "1 D3", "2 S4")) == missing(1, 3, action=2)


def test_a_pass_and_a_play_taken_back_are_no_first_play() -> None:
    """T-XCH-1."""
    assert fault_places(exchange(*TAX, "1 D3 void", *GIFTS, "1 D3")) == []
    assert fault_places(exchange(*TAX, "1 -", *GIFTS, "2 S4")) == [(2, 1, "pass_on_lead")]


@pytest.mark.parametrize("gift", ["2 give 1 S4", "1 give 2 D4 D5", "4 give 3 X C2"])
def test_a_gift_between_the_wrong_pair_is_not_owed_and_leaves_the_owed_one_owed(gift: str) -> None:
    """T-XCH-1, T-XCH-2."""
    giver = int(gift[0])
    others = [other for other in (*TAX, *GIFTS) if int(other[0]) != giver]
    assert fault_places(exchange(gift, *others, "1 D3")) == [(0, giver, "exchange_not_owed"), *missing(giver, action=4)]


def test_a_second_gift_of_one_giver_is_not_owed() -> None:
    """T-XCH-1."""
    assert fault_places(exchange(*TAX, *GIFTS, "2 give 3 S4", "1 D3")) == [(4, 2, "exchange_not_owed")]


def test_a_gift_after_the_first_play_is_not_owed() -> None:
    """T-Q-30."""
    assert fault_places(exchange(*TAX, GIFTS[0], "1 D3", GIFTS[1])) == [
        *missing(2, action=3),
        (4, 2, "exchange_not_owed"),
    ]


def test_a_faulty_gift_changes_hands_all_the_same() -> None:
    """T-XCH-2."""
    assert fault_places(exchange(*TAX, *GIFTS, "2 give 1 S4", "1 D3", "2 -", "3 -", "4 -", "1 S4")) == [
        (4, 2, "exchange_not_owed")
    ]


def test_of_unknown_cards_nobody_can_say_which_are_best() -> None:
    """T-XCH-2."""
    hands = ["D3 ?*12", "?*13", "?*13", "C3 ?*13"]
    gifts = ["4 give 1 SK HQ", "3 give 2 SJ", "1 give 4 S6 S7", "2 give 3 S9"]
    assert fault_places(exchange(*gifts, "1 D3", hands=hands)) == []


@pytest.mark.parametrize(("kept", "given"), [("X S2 H2 ?*11", "C4 D4"), ("X ?*13", "S2 H2"), ("?*14", "S4 C3")])
def test_a_gift_that_no_unknown_card_makes_the_best_is_a_fault(kept: str, given: str) -> None:
    """T-XCH-2: better cards are known to be kept; fourteen cards have two better ones than a 4 and a 3."""
    hands = ["D3 ?*12", "?*13", "?*13", kept]
    gifts = ["3 give 2 SJ", "1 give 4 S6 S7", "2 give 3 S9"]
    assert fault_places(exchange(f"4 give 1 {given}", *gifts, "1 D3", hands=hands)) == [(0, 4, "exchange_not_best")]


def test_a_diamond_3_that_was_given_away_is_led_by_its_new_holder() -> None:
    """T-Q-23."""
    given = [*TAX, "1 give 4 D3 D4", GIFTS[1]]
    assert fault_places(exchange(*given, "4 D3", "1 D5")) == []
    assert fault_places(exchange(*given, "1 D5")) == [(4, 1, "opening_card_missing"), (4, 1, "out_of_turn")]


def test_a_gift_that_names_an_unknown_diamond_3_decides_who_leads() -> None:
    """T-Q-23, T-OPEN-1."""
    hands = ["?*13", "?*13", "?*13", "?*14"]
    gifts = [*TAX, "1 give 4 D3 D4", GIFTS[1]]
    assert fault_places(exchange(*gifts, "2 S4", hands=hands)) == [
        (4, 2, "opening_card_missing"),
        (4, 2, "out_of_turn"),
    ]
    assert fault_places(exchange(*gifts, "4 D3", hands=hands)) == []


def test_a_gift_that_was_taken_back_has_moved_nothing() -> None:
    """T-PUN-2, T-Q-23."""
    assert fault_places(exchange(*TAX, "1 give 4 D3 D4 void", *GIFTS, "1 D3")) == []


def test_after_a_pass_on_the_opening_a_gift_of_the_diamond_3_does_not_bring_the_lead_back() -> None:
    """T-Q-23, T-PASS-1."""
    assert fault_places(exchange(*TAX, "1 -", "1 give 4 D3 D4", GIFTS[1], "2 S4")) == [(2, 1, "pass_on_lead")]


def test_the_result_of_the_game_before_decides_who_owes_whom() -> None:
    """T-TITLE-1, T-XCH-1."""
    before = {"result": {"order": [4, 3, 2, 1]}}
    gifts = ["1 give 4 D2 DA", "2 give 3 S2", "4 give 1 C3 C4", "3 give 2 H3"]
    game = {"hands": FULL_HANDS, "actions": [*gifts, "1 D3"], "abandoned": True}
    assert fault_places(judge_deals("theater", [before, game]).deals[1]) == []
    assert fault_places(judge_deals("theater", [before, {**game, "places": None}]).deals[1]) == [
        (action, giver, "exchange_not_owed") for action, giver in enumerate((1, 2, 4, 3))
    ]
