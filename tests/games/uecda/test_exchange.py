"""Who sits where, with which cards, and what the poor pay (U-DECK-1, U-SEAT-1, U-XCH-1)."""

from typing import Any

import pytest

from daifu.replay.games.catalogue import PROFILES
from tests.support.games.uecda import HIDDEN, deal_fault_codes, exchange_faults
from tests.support.reports import fault_tuples, judge_deals

HANDS = ["S3 D3 H4", "H5 H7", "D6 D7", "SA C2 H9", "X S2 H2 CK"]
GIFTS = ("5 give 1 X S2", "4 give 2 C2", "1 give 5 S3 D3", "2 give 4 H5")


def test_five_players_play_with_one_joker() -> None:
    """U-DECK-1."""
    sitting = PROFILES["uecda"].rules({}).sitting
    assert (sitting.players, sitting.pack(5).size) == (range(5, 6), 53)


@pytest.mark.parametrize(
    ("sizes", "faults"),
    [
        ((11, 11, 11, 10, 10), []),
        ((10, 11, 10, 11, 11), []),  # any players may hold the extra cards
        ((12, 11, 10, 10, 10), ["bad_deal"]),
        ((11, 11, 10, 10, 10), ["bad_deal"]),
    ],
)
def test_all_cards_are_dealt(sizes: tuple[int, ...], faults: list[str]) -> None:
    """U-DECK-1."""
    deal = {"hands": [f"?*{size}" for size in sizes], "actions": [], "abandoned": True}
    assert deal_fault_codes(judge_deals("uecda", [deal], 5).deals[0]) == faults


@pytest.mark.parametrize("twice", ["S3", "X"])
def test_no_card_is_in_the_pack_twice(twice: str) -> None:
    """U-DECK-1."""
    deal = {"hands": [f"{twice} ?*10", f"{twice} ?*10", *HIDDEN[2:]], "actions": [], "abandoned": True}
    assert deal_fault_codes(judge_deals("uecda", [deal], 5).deals[0]) == ["bad_deck"]


def test_seats_change_as_the_server_likes() -> None:
    """U-SEAT-1."""
    first: dict[str, Any] = {"result": {"order": [2, 1, 3, 4, 5]}}
    second = {"seats": [3, 1, 5, 2, 4], "result": {"order": [1, 2, 3, 4, 5]}}
    report = judge_deals("uecda", [first, second], 5)
    assert [deal_fault_codes(deal) for deal in report.deals] == [[], []]


def test_ranks_come_from_the_game_before() -> None:
    """U-XCH-1, U-SEAT-1."""
    result = {"result": {"order": [5, 4, 3, 2, 1]}}
    deal = {"hands": HIDDEN, "actions": ["1 give 5 X S2"], "abandoned": True}
    assert fault_tuples(judge_deals("uecda", [result, deal], 5), 1) == []


def test_other_ranks_than_those_of_the_game_before_are_wrong() -> None:
    """U-SEAT-1."""
    result = {"result": {"order": [5, 4, 3, 2, 1]}}
    deal = {"hands": HIDDEN, "places": [1, 2, 3, 4, 5], "actions": [], "abandoned": True}
    assert deal_fault_codes(judge_deals("uecda", [result, deal], 5).deals[1]) == ["bad_seating"]


def test_after_a_reset_nothing_is_exchanged() -> None:
    """U-SEAT-1, U-XCH-1: `places` null."""
    result = {"result": {"order": [5, 4, 3, 2, 1]}}
    deal = {"hands": HIDDEN, "places": None, "actions": ["1 give 5 X S2", "5 H5"], "abandoned": True}
    assert fault_tuples(judge_deals("uecda", [result, deal], 5), 1) == [(0, 1, "exchange_not_owed")]


def test_the_poor_pay_their_strongest_and_the_rich_give_what_they_like() -> None:
    """U-XCH-1."""
    assert exchange_faults(HANDS, *GIFTS) == []
    assert exchange_faults(HANDS, *reversed(GIFTS)) == []


@pytest.mark.parametrize("gift", ["5 give 1 S2 H2", "5 give 1 X H2", "5 give 1 X CK", "4 give 2 SA"])
def test_the_poor_pay_nothing_else(gift: str) -> None:
    """U-XCH-1: the joker first, then 2 and down; of equal ranks spades, hearts, diamonds, clubs."""
    assert exchange_faults(HANDS, gift) == [(0, "exchange_not_best")]


def test_the_rich_may_give_back_what_they_have_just_received() -> None:
    """U-XCH-1."""
    assert exchange_faults(HANDS, "5 give 1 X S2", "1 give 5 X S3") == []
    assert exchange_faults(HANDS, "1 give 5 X S3") == [(0, "card_not_held")]


@pytest.mark.parametrize("gift", ["5 give 1 X", "4 give 2 C2 SA", "1 give 5 S3", "2 give 4 H5 H7"])
def test_a_gift_has_its_size(gift: str) -> None:
    """U-XCH-1."""
    assert exchange_faults(HANDS, gift) == [(0, "exchange_wrong_count")]


@pytest.mark.parametrize("gift", ["3 give 1 D6", "5 give 2 X S2", "4 give 1 C2", "1 give 4 S3 D3"])
def test_nobody_else_gives_anything(gift: str) -> None:
    """U-XCH-1."""
    assert exchange_faults(HANDS, gift) == [(0, "exchange_not_owed")]


def test_every_gift_not_made_is_missing_at_the_first_play() -> None:
    """U-XCH-1."""
    deal = {"hands": HANDS, "places": [1, 2, 3, 4, 5], "actions": [*GIFTS[:2], "1 S3"], "abandoned": True}
    found = fault_tuples(judge_deals("uecda", [deal], 5))
    assert [fault for fault in found if fault[0] is not None] == [
        (2, 1, "exchange_missing"),
        (2, 2, "exchange_missing"),
    ]


def test_a_first_play_that_the_server_rejects_ends_the_exchange_too() -> None:
    """U-XCH-1, U-ILL-1: what was not given before it is missing, and comes too late after it."""
    found = exchange_faults(HANDS, *GIFTS[:3], "5 S3 D3 H4", "2 give 4 H5")
    assert [code for _, code in found] == [
        "exchange_missing",
        "card_not_held",
        "not_a_combination",
        "exchange_not_owed",
    ]
