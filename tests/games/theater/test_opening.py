"""The diamond 3 opens: T-OPEN."""

import pytest

from daifu.replay.options import Value
from tests.support.games.theater import FULL_HANDS, OPEN_HANDS, OPENING, endgame_report, fault_places, report_of
from tests.support.reports import judge_deals


def opening(*actions: str, **options: Value) -> list[str]:
    """What is wrong with a game from its first action on."""
    return [f"{fault.player} {fault.code}" for fault in report_of(*actions, options=options).faults]


@pytest.mark.parametrize(
    "cards",
    ["D3", "D3 S3", "D3 S3 H3", "D3 D4 D5", "D3 D4 D5 C3 C4 C5"],
    ids=["single", "toitsu", "anko", "run", "ipeiko"],
)
def test_the_holder_of_the_diamond_3_opens_with_any_set_that_has_it(cards: str) -> None:
    """T-OPEN-1, T-OPEN-2."""
    assert opening(f"1 {cards}", "2 -") == []
    assert opening(f"1 {cards}", "2 -", opening_listed_only=True) == []


def test_another_player_may_not_open() -> None:
    """T-OPEN-1."""
    assert opening("2 S4") == ["2 opening_card_missing", "2 out_of_turn"]


@pytest.mark.parametrize("cards", ["S3", "S4", "S4 S5 S6", "X"])
def test_an_opening_without_the_diamond_3_is_missing_it(cards: str) -> None:
    """T-OPEN-2."""
    assert opening(f"1 {cards}") == ["1 opening_card_missing"]


def test_an_opening_that_is_no_set_may_lack_the_diamond_3_besides() -> None:
    """T-OPEN-2."""
    assert opening("1 S4 S6") == ["1 not_a_combination", "1 opening_card_missing"]
    assert opening("1 D3 S6") == ["1 not_a_combination"]


def test_an_opening_without_it_that_stood_is_the_opening_and_frees_the_diamond_3() -> None:
    """T-OPEN-2."""
    assert opening("1 S4", "2 -", "3 -", "4 -", "1 S5") == ["1 opening_card_missing"]


def test_an_opening_that_was_taken_back_is_none() -> None:
    """T-OPEN-2, T-PUN-2."""
    assert opening("1 S4 void", "1 S5") == ["1 opening_card_missing", "1 opening_card_missing"]
    assert opening("1 D3 void", "1 S5") == ["1 opening_card_missing"]


@pytest.mark.parametrize("cards", ["D3 S3 H3 C3", "D3 S3 H3 D4 S4 H4 D5 S5 H5"], ids=["kantsu", "sanrenko"])
def test_a_kantsu_or_sanrenko_opens_unless_only_the_listed_forms_may(cards: str) -> None:
    """T-Q-24, option `opening_listed_only`."""
    assert opening(f"1 {cards}") == []
    assert opening(f"1 {cards}", opening_listed_only=True) == ["1 opening_card_missing"]


def test_an_unlisted_opening_that_stood_has_its_effects() -> None:
    """T-Q-24."""
    actions = ("1 D3 S3 H3 C3", "2 -", "3 -", "4 -", "1 S9", "2 S7")
    assert opening(*actions, opening_listed_only=True) == ["1 opening_card_missing"]


def test_only_the_opening_is_bound_to_the_listed_forms() -> None:
    """T-Q-24."""
    assert opening(*OPENING, "1 S4 H4 D4 C4", opening_listed_only=True) == []


def test_after_a_pass_on_the_opening_the_next_player_leads_freely() -> None:
    """T-OPEN-2, T-PASS-1."""
    assert opening("1 -", "2 S4", "3 S5") == ["1 pass_on_lead"]


def test_the_opening_stays_free_when_all_pass_and_the_lead_comes_round() -> None:
    """T-OPEN-2, T-PASS-1."""
    assert opening("1 -", "2 -", "3 -", "4 -", "1 S4") == [f"{player} pass_on_lead" for player in (1, 2, 3, 4)]


HIDDEN_HANDS = ["?*13", "?*13", *FULL_HANDS[2:]]


def test_where_no_hand_names_the_diamond_3_the_first_to_act_leads_if_they_may_hold_it() -> None:
    """T-OPEN-1."""
    assert fault_places(report_of("2 D3", f"3 {FULL_HANDS[2].split()[1]}", hands=HIDDEN_HANDS)) == []
    assert fault_places(report_of("2 -", f"3 {FULL_HANDS[2].split()[1]}", hands=HIDDEN_HANDS)) == [
        (0, 2, "pass_on_lead")
    ]


def test_whoever_holds_it_the_opening_set_must_have_the_diamond_3() -> None:
    """T-OPEN-2."""
    assert fault_places(report_of("2 S7", hands=HIDDEN_HANDS)) == [(0, 2, "opening_card_missing")]
    assert fault_places(report_of("1 S7", hands=["?*14", "?*13", "?*13", "?*13"])) == [(0, 1, "opening_card_missing")]


def test_a_player_who_is_known_not_to_hold_the_diamond_3_does_not_begin() -> None:
    """T-OPEN-1."""
    found = report_of(f"3 {FULL_HANDS[2].split()[0]}", hands=HIDDEN_HANDS)
    assert fault_places(found) == [(0, 3, "opening_card_missing"), (0, 3, "out_of_turn")]
    assert found.faults[1].message.en == "player 3 acted out of turn: another player had to begin"
    assert fault_places(report_of("3 -", "1 D3", hands=HIDDEN_HANDS)) == [(0, 3, "out_of_turn")]


def test_the_diamond_3_that_three_known_hands_lack_is_in_the_fourth() -> None:
    """T-OPEN-1."""
    fourth = ["?*13", *FULL_HANDS[1:]]
    assert fault_places(report_of("1 D3", hands=fourth)) == []
    assert fault_places(report_of(f"3 {FULL_HANDS[2].split()[0]}", hands=fourth)) == [
        (0, 3, "opening_card_missing"),
        (0, 3, "out_of_turn"),
    ]


def test_in_a_deal_that_lacks_cards_the_diamond_3_may_be_nowhere() -> None:
    """T-OPEN-1."""
    assert fault_places(report_of("3 S5", "4 S6", hands=["?*12", *OPEN_HANDS[1:]])) == [(None, None, "bad_deal")]


def test_every_game_of_a_sitting_is_opened_by_the_diamond_3() -> None:
    """T-Q-22."""
    first = {"hands": OPEN_HANDS, "actions": ["1 D3"], "abandoned": True}
    second = {"hands": [OPEN_HANDS[1], OPEN_HANDS[0], *OPEN_HANDS[2:]], "abandoned": True}
    assert fault_places(judge_deals("theater", [first, {**second, "actions": ["2 D3", "3 -"]}]).deals[1]) == []
    assert fault_places(judge_deals("theater", [first, {**second, "actions": ["2 S4"]}]).deals[1]) == [
        (0, 2, "opening_card_missing")
    ]


def test_the_turn_after_the_opening_goes_as_the_players_sit() -> None:
    """T-PLY-1."""
    assert fault_places(report_of("1 D3", "3 S4", "2 S5", "4 S6", seats=[1, 3, 2, 4])) == []
    assert fault_places(report_of("1 D3", "2 S4", seats=[1, 3, 2, 4])) == [(1, 2, "out_of_turn")]


def test_one_may_go_out_with_the_opening() -> None:
    """T-OPEN-2, T-OUT-1."""
    report = endgame_report(["D3", "S4 S5", "S6 S7", "C4 C5"], "1 D3", "2 S4", abandoned=True)
    assert (fault_places(report), report.order) == ([], [1])
