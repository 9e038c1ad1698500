"""Ittsu: T-ITTSU. Each suit in one hand is an ittsu for everybody; the fourth player has the joker besides."""

from typing import Any

import pytest

from daifu.replay.deal import DealReport
from tests.support.games.theater import FULL_HANDS, OPEN_HANDS, FaultPlace, fault_places, report_of

MIXED = "S3 H4 S5 H6 S7 H8 S9 HT SJ HQ SK HA S2"


def game(*actions: str, **deal: object) -> DealReport:
    """The report on a game where every hand is an ittsu and player 1 holds the diamond 3."""
    fields: dict[str, Any] = {"hands": FULL_HANDS, **deal}
    return report_of(*actions, **fields)


def hand_of_2(cards: str, *actions: str) -> list[FaultPlace]:
    return fault_places(report_of(*actions, hands=[OPEN_HANDS[0], cards, *OPEN_HANDS[2:]]))


def test_each_rank_once_may_be_shown_for_the_first_place() -> None:
    """T-ITTSU-2."""
    report = game("2 show", "1 D3")
    assert (fault_places(report), report.order) == ([], [2])


def test_suits_do_not_matter() -> None:
    """T-ITTSU-2."""
    assert hand_of_2(MIXED, "2 show") == []


def test_fourteen_cards_with_the_joker_are_an_ittsu_too() -> None:
    """T-ITTSU-2."""
    assert fault_places(game("4 show", "1 D3")) == []


@pytest.mark.parametrize(
    "cards",
    [
        MIXED.replace("HA", "SA").replace("S2", "HK"),
        MIXED.replace("S2", "X"),
        MIXED + " C9",
        MIXED.replace(" S2", ""),
        MIXED + " X X",
    ],
    ids=["a rank twice", "joker for a rank", "a card too many", "a card too few", "two jokers"],
)
def test_any_other_hand_is_no_ittsu(cards: str) -> None:
    """T-ITTSU-2."""
    assert (0, 2, "false_declaration") in hand_of_2(cards, "2 show")


def test_nobody_has_to_show() -> None:
    """T-ITTSU-2."""
    assert fault_places(game("1 D3", "2 S4")) == []


def test_after_the_opening_lead_it_is_too_late_also_for_a_false_one() -> None:
    """T-ITTSU-2."""
    assert fault_places(game("1 D3", "2 show", "2 S4")) == [(1, 2, "late_declaration")]
    assert fault_places(game("1 D3", "1 show")) == [(1, 1, "late_declaration")]


def test_a_false_or_late_one_changes_nothing() -> None:
    """T-ITTSU-2."""
    cards = MIXED.replace("HA", "SA").replace("S2", "HK")
    assert hand_of_2(cards, "2 show", "1 D3", "2 H4") == [(0, 2, "false_declaration")]


def test_the_others_play_on_for_the_other_places() -> None:
    """T-ITTSU-3."""
    whole = [f"{player} {FULL_HANDS[player - 1]}" for player in (1, 3)]
    report = report_of("2 show", whole[0], "3 -", "4 -", whole[1], hands=FULL_HANDS, abandoned=False)
    assert (fault_places(report), report.order) == ([], [2, 1, 3, 4])


def test_a_player_who_has_shown_takes_no_more_part() -> None:
    """T-ITTSU-3."""
    assert fault_places(game("2 show", "1 D3", "2 S4", "3 H4")) == [(2, 2, "action_after_out")]


def test_of_two_the_one_shown_first_takes_the_better_place() -> None:
    """T-Q-25."""
    assert game("3 show", "2 show", "1 D3").order == [3, 2]


def test_three_of_them_end_the_game() -> None:
    """T-Q-25, T-END-1."""
    report = game("3 show", "2 show", "4 show", "1 D3", abandoned=False)
    assert (fault_places(report), report.order) == ([(3, 1, "action_after_end")], [3, 2, 4, 1])


def test_the_diamond_3_still_opens_when_it_did_not_go_with_the_ittsu() -> None:
    """T-OPEN-1, T-ITTSU-3."""
    assert fault_places(game("2 show", "1 D4")) == [(1, 1, "opening_card_missing")]


def test_if_the_diamond_3_went_the_next_player_clockwise_leads_freely() -> None:
    """T-OPEN-3."""
    assert fault_places(game("1 show", "2 S5", "3 H6")) == []
    assert fault_places(game("1 show", "3 H6")) == [(1, 3, "out_of_turn")]
    assert fault_places(game("1 show", "4 C5", seats=[1, 4, 3, 2])) == []


def test_the_free_lead_goes_on_clockwise_when_that_player_shows_too() -> None:
    """T-OPEN-3, T-Q-25."""
    assert fault_places(game("1 show", "2 show", "3 H6")) == []
    assert fault_places(game("2 show", "1 show", "3 H6")) == []


def test_of_unknown_cards_an_ittsu_is_believed() -> None:
    """T-ITTSU-2."""
    report = report_of("2 show", "1 D3")
    assert (fault_places(report), report.order) == ([], [2])


@pytest.mark.parametrize(
    "cards",
    [
        "D4 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA ?",
        "S3 H4 S5 H6 S7 H8 S9 HT SJ HQ SK ?*4",
        "X S3 H4 S5 H6 S7 H8 S9 HT SJ HQ SK ?",
        "?*12",
    ],
    ids=["a rank twice", "a card too many", "a card too few", "no hand for it"],
)
def test_a_hand_that_no_unknown_card_makes_an_ittsu_is_none(cards: str) -> None:
    """T-ITTSU-2."""
    assert (0, 2, "false_declaration") in hand_of_2(cards, "2 show")


@pytest.mark.parametrize(
    "cards", ["S4 H5 S6 H7 S8 H9 ST HJ SQ HK SA ?*2", "X S4 H5 S6 H7 S8 H9 ST HJ SQ HK SA ?*2", "S4 H5 S6 ?*11"]
)
def test_a_hand_that_unknown_cards_may_make_an_ittsu_is_believed(cards: str) -> None:
    """T-ITTSU-2."""
    assert (0, 2, "false_declaration") not in hand_of_2(cards, "2 show")


def test_a_rank_that_is_known_to_be_in_other_hands_is_not_among_the_unknown_cards() -> None:
    """T-ITTSU-2: the other hands have all 3s."""
    hands = ["D3 S3 H3 C3 ?*9", "?*13", "?*13", "?*14"]
    assert fault_places(report_of("2 show", hands=hands)) == [(0, 2, "false_declaration")]
    assert (0, 2, "false_declaration") in fault_places(report_of(f"2 show {MIXED}", hands=hands))


def test_the_next_player_leads_freely_if_the_diamond_3_was_shown_among_unknown_cards() -> None:
    """T-OPEN-3."""
    shown = MIXED.replace("S3", "D3")
    hands = ["?*13", "?*13", "?*13", "?*14"]
    assert fault_places(report_of(f"2 show {shown}", "3 D4", hands=hands)) == []
    assert fault_places(report_of("2 show", "1 D4", hands=hands)) == []


def test_the_hand_may_be_named_when_it_is_shown() -> None:
    """T-ITTSU-2."""
    assert hand_of_2(MIXED, f"2 show {MIXED}") == []
    assert hand_of_2("?*13", f"2 show {MIXED}") == []


@pytest.mark.parametrize("named", ["S3 H4", MIXED.replace("S3", "C3"), MIXED.replace("S3", "S4")])
def test_naming_a_part_or_other_cards_is_false(named: str) -> None:
    """T-ITTSU-2."""
    assert hand_of_2(MIXED, f"2 show {named}") == [(0, 2, "false_declaration")]


def test_an_ittsu_is_looked_for_after_the_exchange() -> None:
    """T-ITTSU-1, T-Q-26: gifts still owed by or to the player come first."""
    gifts = ["2 give 3 S2", "3 give 2 H2"]
    settled = game(*gifts, "2 show", places=[1, 2, 3, 4])
    assert fault_places(settled) == []
    for before in ([], gifts[:1], gifts[1:]):
        report = game(*before, "2 show", places=[1, 2, 3, 4])
        assert fault_places(report) == [(len(before), 2, "false_declaration")]


def test_an_ittsu_that_was_taken_back_changes_nothing() -> None:
    """T-ITTSU-2, T-PUN-2."""
    assert fault_places(game("2 show void", "1 D3", "2 S4")) == []
