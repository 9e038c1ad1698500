"""Deal, seats, dealer and first lead (A-DEAL-1, A-LEAD-1, A-NEXT)."""

from typing import Any

import pytest

from daifu.replay.faults import NOTICE
from daifu.replay.games.akagiri.profile import PROFILE
from daifu.replay.options import Value
from tests.support.games.akagiri import action_faults_of, hidden_hands
from tests.support.reports import fault_tuples, judge_deals

RANKING = {"result": {"order": [1, 2, 3, 4, 5]}}


def second_deal(*actions: str, fields: dict[str, Any] | None = None, **options: Value) -> list[tuple[int, str]]:
    """The faults of a deal of hidden hands after the ranking 1, 2, 3, 4, 5, by action."""
    deal = {"hands": hidden_hands(5), "hands_are": "exchanged", "actions": list(actions), "abandoned": True}
    return action_faults_of(judge_deals("akagiri", [RANKING, {**deal, **(fields or {})}], 5, options), deal=1)


def seating(seats: list[int], **options: Value) -> list[str]:
    """The faults of the seats that a second deal writes down."""
    report = judge_deals("akagiri", [RANKING, {"seats": seats, "result": {"order": [1, 2, 3, 4, 5]}}], 5, options)
    return [fault.code for fault in report.deals[1].faults]


def pack_faults(hands: list[str], **options: Value) -> list[str]:
    """The faults of these hands as a deal."""
    deal = {"dealer": 1, "hands": hands, "actions": [], "abandoned": True}
    return [fault.code for fault in judge_deals("akagiri", [deal], len(hands), options).deals[0].faults]


def test_three_to_seven_players_sit_down() -> None:
    """A-PLY-1."""
    assert list(PROFILE.players) == [3, 4, 5, 6, 7]
    assert PROFILE.rules({"decks": 2}).sitting.players == PROFILE.players


@pytest.mark.parametrize(("jokers", "cards"), [(0, 52), (1, 53), (2, 54)])
def test_the_pack_has_as_many_jokers_as_agreed(jokers: int, cards: int) -> None:
    """A-DECK-1, A-OPT-JOK0, A-Q-2."""
    assert PROFILE.rules({"jokers": jokers}).sitting.pack(4).size == cards
    assert PROFILE.rules({"jokers": jokers, "decks": 2}).sitting.pack(4).size == cards + 52


def test_a_card_too_many_of_a_kind_is_reported() -> None:
    """A-DECK-1."""
    assert pack_faults(["S5 ?*17", "S5 ?*17", "?*17"]) == ["bad_deck"]
    assert pack_faults(["S5 ?*34", "S5 ?*34", "?*35"], decks=2) == []


def test_a_second_joker_belongs_only_to_a_pack_with_two() -> None:
    """A-Q-2."""
    assert pack_faults(["X ?*17", "X ?*17", "?*17"]) == ["bad_deck"]
    assert pack_faults(["X ?*17", "X ?*17", "?*18"], jokers=2) == []
    assert pack_faults(["X ?*17", "?*17", "?*17"], jokers=0) == ["bad_deck"]


def test_all_cards_are_dealt_and_hands_differ_by_one_at_most() -> None:
    """A-DEAL-1."""
    assert pack_faults(["?*14", "?*13", "?*13", "?*13"]) == []
    assert pack_faults(["?*15", "?*12", "?*13", "?*13"]) == ["bad_deal"]
    assert pack_faults(["?*13", "?*13", "?*13", "?*13"]) == ["bad_deal"]


def test_nobody_looks_at_who_holds_the_extra_cards() -> None:
    """A-Q-14."""
    assert pack_faults(["?*13", "?*13", "?*14", "?*13"]) == []


@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_the_direction_of_dealing_changes_nothing(direction: str) -> None:
    """A-OPT-DIR."""
    assert pack_faults(["?*13", "?*14", "?*13", "?*13"], deal_direction=direction) == []


def test_the_dealer_leads_the_first_deal() -> None:
    """A-LEAD-1, A-Q-13."""
    deal = {"dealer": 3, "hands": hidden_hands(), "actions": ["3 S3", "4 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal])) == []
    assert action_faults_of(judge_deals("akagiri", [{**deal, "actions": ["1 S3"]}])) == [(0, "out_of_turn")]


def test_where_no_dealer_is_named_the_first_to_play_counts_as_dealer() -> None:
    """A-Q-13."""
    deal = {"hands": hidden_hands(), "actions": ["2 S3", "3 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal])) == []


def test_a_pass_of_the_first_to_act_is_a_pass_on_the_lead() -> None:
    """A-Q-13."""
    deal = {"hands": hidden_hands(), "actions": ["2 -", "3 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal])) == [(0, "pass_on_lead")]


def test_the_last_deals_and_leads_and_the_last_but_one_plays_second() -> None:
    """A-NEXT-2, A-Q-24."""
    assert second_deal("5 S3", "4 S4", "3 S5", "2 S6", "1 S7") == []
    assert second_deal("1 S3") == [(0, "out_of_turn")]


def test_a_named_dealer_leads_in_any_deal() -> None:
    """A-NEXT-2."""
    assert second_deal("3 S3", "2 S4", fields={"dealer": 3}) == []


def test_the_daifugo_leads_where_the_table_plays_so() -> None:
    """A-OPT-LEAD."""
    assert second_deal("1 S3", "5 S4", first_leader="daifugo") == []
    assert second_deal("5 S3", first_leader="daifugo") == [(0, "out_of_turn")]
    assert second_deal("1 S3", "5 S4", fields={"dealer": 3}, first_leader="daifugo") == []


def test_where_nobody_is_daifugo_place_1_leads() -> None:
    """A-OPT-LEAD."""
    ranking = {"result": {"order": [2, 1, 3]}}
    deal = {"hands": hidden_hands(3), "hands_are": "exchanged", "actions": ["2 S3"], "abandoned": True}
    report = judge_deals("akagiri", [ranking, deal], 3, {"first_leader": "daifugo"})
    assert action_faults_of(report, deal=1) == []


def test_in_the_first_deal_the_dealer_leads_all_the_same() -> None:
    """A-OPT-LEAD."""
    deal = {"dealer": 3, "hands": hidden_hands(), "actions": ["3 S3"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal], options={"first_leader": "daifugo"})) == []


def test_without_a_ranking_players_keep_their_seats_and_anybody_may_deal() -> None:
    """A-NEXT-1, A-NEXT-2."""
    assert second_deal("2 S3", "3 S4", fields={"places": None}) == []


def test_each_place_sits_to_the_right_of_the_one_above() -> None:
    """A-NEXT-1."""
    assert seating([5, 4, 3, 2, 1]) == []
    assert seating([1, 2, 3, 4, 5]) == ["bad_seating"]


def test_a_circle_begins_anywhere() -> None:
    """A-NEXT-1."""
    assert seating([3, 2, 1, 5, 4]) == []


def test_places_may_sit_the_other_way_round() -> None:
    """A-OPT-DIR."""
    assert seating([1, 2, 3, 4, 5], seat_direction="cw") == []
    assert seating([5, 4, 3, 2, 1], seat_direction="cw") == ["bad_seating"]


def test_both_directions_may_be_turned() -> None:
    """A-OPT-DIR."""
    assert second_deal("5 S3", "4 S4", "3 S5", seat_direction="cw", play_direction="ccw") == []
    assert second_deal("5 S3", "1 S4", "2 S5", seat_direction="cw") == []


def test_other_seats_are_only_noted_and_play_goes_by_them() -> None:
    """A-NEXT-1."""
    fields = {"seats": [1, 2, 3, 4, 5]}
    assert second_deal("5 S3", "1 S4", "2 S5", fields=fields) == []
    report = judge_deals("akagiri", [RANKING, {**fields, **RANKING}], players=5)
    assert [fault.severity for fault in report.deals[1].faults] == [NOTICE]
    assert report.legal


def test_places_that_are_not_the_last_result_are_noted_and_used() -> None:
    """A-NEXT-1, A-NEXT-2."""
    fields = {"places": [5, 4, 3, 2, 1]}
    assert second_deal("1 S3", "2 S4", fields=fields) == []
    report = judge_deals("akagiri", [RANKING, {**fields, **RANKING}], players=5)
    assert fault_tuples(report, deal=1) == [(None, None, "bad_seating")]


def test_other_players_than_before_begin_without_a_ranking() -> None:
    """A-NEXT-1: player 4 sits out and has no points, and nobody owes a gift."""
    deal = {"seats": [1, 2, 3, 5], "hands": ["?*14", "?*13", "?*13", None, "?*13"], "actions": ["2 S3"]}
    report = judge_deals("akagiri", [RANKING, {**deal, "abandoned": True}], players=5)
    assert fault_tuples(report, deal=1) == []


def test_after_an_undecided_deal_there_is_no_ranking() -> None:
    """A-NEXT-2."""
    broken = {"hands": hidden_hands(5), "hands_are": "exchanged", "actions": [], "abandoned": True}
    deal = {"hands": hidden_hands(5), "actions": ["2 S3", "1 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [RANKING, broken, deal], players=5), deal=2) == []
