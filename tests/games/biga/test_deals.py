"""The pack, the hands, the sitting, the end and the points: B-PLY, B-DECK, B-DRAW, B-NEXT, B-OUT, B-END, B-SCORE."""

from itertools import permutations
from typing import Any

import pytest

from daifu.replay.games.biga.profile import PROFILE
from daifu.replay.games.biga.sets import BIGA
from tests.support.games.biga import (
    HIDDEN,
    broken_off_deal,
    fault_places,
    finished_deal,
    passes_of,
    player_faults,
    report_of,
    whole_deal,
)
from tests.support.reports import fault_tuples, judge_deals

FIRST_IS_3 = ["?*21", "?*21", "?*22", "?*22", "?*22"]
WON_BY_3 = {"result": {"order": [3], "points": [-8, -8, 32, -8, -8]}}


def next_deal(hands: list[str], **deal: object) -> list[tuple[int | None, int | None, str]]:
    """The faults of a deal with these hands after one that player 3 won."""
    second: dict[str, Any] = {"hands": hands, "actions": [], "abandoned": True, **deal}
    return fault_tuples(judge_deals("biga", [WON_BY_3, second], 5), 1)


def test_five_players_play() -> None:
    """B-PLY-1."""
    assert list(PROFILE.rules({}).sitting.players) == list(PROFILE.players) == [5]


def test_every_card_is_there_twice() -> None:
    """B-DECK-1."""
    pack = PROFILE.rules({}).sitting.pack(5)
    assert (pack.size, len(BIGA.names)) == (108, 54)
    assert set(BIGA.counts(pack.cards)) == {2}


@pytest.mark.parametrize("card", ["S8", "XB"])
def test_a_card_that_is_named_three_times_is_not_in_the_pack(card: str) -> None:
    """B-DECK-1."""
    twice = [f"{card} {card} ?*20", *HIDDEN[1:]]
    thrice = [f"{card} {card} ?*20", f"{card} ?*21", *HIDDEN[2:]]
    assert fault_places(report_of(hands=twice)) == []
    assert fault_places(report_of(hands=thrice)) == [(None, None, "bad_deck")]


def test_the_first_three_to_draw_hold_one_card_more_where_the_first_is_written() -> None:
    """B-DRAW-1, B-Q-30."""
    assert fault_places(report_of(hands=HIDDEN)) == []
    assert fault_places(report_of(hands=FIRST_IS_3)) == []
    assert fault_places(report_of(hands=FIRST_IS_3, first=3)) == []
    assert fault_places(report_of(hands=HIDDEN, first=3)) == [(None, None, "bad_deal")]


def test_the_drawing_goes_round_in_the_order_of_the_seats() -> None:
    """B-DRAW-1, B-PLY-1: from 3 over 1 and 5 to 2 and 4."""
    hands = ["?*22", "?*21", "?*22", "?*21", "?*22"]
    assert fault_places(report_of(hands=hands, seats=[3, 1, 5, 2, 4], first=3)) == []
    assert fault_places(report_of(hands=hands, seats=[2, 4, 3, 1, 5], first=3)) == []
    assert fault_places(report_of(hands=hands, seats=[3, 1, 2, 5, 4], first=3)) == [(None, None, "bad_deal")]


@pytest.mark.parametrize("hands", [["?*23", *HIDDEN[1:]], ["?*21", *HIDDEN[1:]]])
def test_no_card_is_left_over_and_none_is_missing(hands: list[str]) -> None:
    """B-DRAW-1."""
    assert fault_places(report_of(hands=hands)) == [(None, None, "bad_deal")]


def test_in_later_deals_any_three_may_hold_one_card_more() -> None:
    """B-Q-30: neither the winner of the deal before nor written places say who drew first."""
    assert next_deal(FIRST_IS_3) == next_deal(HIDDEN) == []
    assert next_deal(FIRST_IS_3, places=[1, 2, 3, 4, 5]) == next_deal(HIDDEN, places=None) == []
    assert next_deal(["?*23", "?*22", "?*22", "?*21", "?*20"]) == [(None, None, "bad_deal")]


def test_a_later_deal_that_names_the_first_drawer_is_held_against_it() -> None:
    """B-DRAW-1, B-Q-30."""
    assert next_deal(HIDDEN, first=1) == next_deal(FIRST_IS_3, first=3) == []
    assert next_deal(HIDDEN, first=3) == [(None, None, "bad_deal")]


def test_points_are_added_up() -> None:
    """B-NEXT-1."""
    report = judge_deals("biga", [WON_BY_3, {"result": {"order": [2], "points": [0, 0, 0, 0, 0]}}, WON_BY_3], 5)
    assert report.totals == [-16, -16, 64, -16, -16]
    assert report.ranks == [2, 2, 1, 2, 2]


def test_an_order_alone_gives_no_points() -> None:
    """B-SCORE-1: it does not tell who was declarer."""
    report = judge_deals("biga", [{"result": {"order": [3, 1]}}], 5).deals[0]
    assert (report.points, report.verified, report.unfinished) == ([None] * 5, False, [2, 4, 5])


def test_places_give_no_titles() -> None:
    """B-OUT-1."""
    assert finished_deal([1, 3], partner=3).titles == [None] * 5


def test_a_written_order_must_be_that_of_the_play() -> None:
    """B-OUT-1."""
    hands = ["HA HA", "S5", "S6", "S7", "S8"]
    right, other = {"order": [1]}, {"order": [1, 2]}
    raw: dict[str, Any] = {"hands": hands, "actions": ["1 show HA", "1 HA HA"]}
    assert "result_mismatch" not in {
        code for *_, code in fault_tuples(judge_deals("biga", [{**raw, "result": right}], 5))
    }
    assert "result_mismatch" in {code for *_, code in fault_tuples(judge_deals("biga", [{**raw, "result": other}], 5))}


def test_written_points_must_be_those_of_the_play() -> None:
    """B-SCORE-5."""
    hands = ["HA HA", "S5", "S6", "S7", "S8"]
    raw: dict[str, Any] = {"hands": hands, "actions": ["1 show HA", "1 HA HA"]}
    right, other = {"points": [32, -8, -8, -8, -8]}, {"points": [32, -8, -8, -8, -7]}
    assert "points_mismatch" not in {
        code for *_, code in fault_tuples(judge_deals("biga", [{**raw, "result": right}], 5))
    }
    assert "points_mismatch" in {code for *_, code in fault_tuples(judge_deals("biga", [{**raw, "result": other}], 5))}


def test_an_abandoned_deal_places_those_who_went_out() -> None:
    """B-OUT-1, B-Q-22."""
    report = broken_off_deal(["HA S4", "S5", "S6", "HA S7", "S8"], "1 show HA", "1 S4", "2 S5")
    assert (report.order, report.unfinished, report.points) == ([2], [1, 3, 4, 5], [None] * 5)


ONE_LEFT = ["HA S4", "S5", "S6", "HA S7", "S8"]


def test_an_empty_hand_takes_the_next_place() -> None:
    """B-OUT-1."""
    report = broken_off_deal(ONE_LEFT, "1 show HA", "1 S4", "2 S5", "3 S6")
    assert (report.order, report.unfinished, player_faults(report)) == ([2, 3], [1, 4, 5], [])


def test_a_player_who_is_out_may_not_act_any_more() -> None:
    """B-OUT-1."""
    report = broken_off_deal(ONE_LEFT, "1 show HA", "1 S4", "2 S5", "2 -", "2 S6", "2 say partner")
    assert player_faults(report) == ["2 action_after_out"] * 3


def test_play_ends_when_both_declarers_are_out() -> None:
    """B-END-1, B-TEAM-1."""
    report = finished_deal([1, 3], partner=3)
    assert (report.order, report.unfinished, fault_places(report)) == ([1, 3], [2, 4, 5], [])


def test_play_ends_when_all_defenders_are_out() -> None:
    """B-END-1, B-Q-22: those who hold cards have no place."""
    report = finished_deal([5, 2, 4], partner=3)
    assert (report.order, report.unfinished, fault_places(report)) == ([5, 2, 4], [1, 3], [])


@pytest.mark.parametrize("order", [[1], [4, 1], [2, 3, 1], [2, 3, 4, 1], [5, 4, 3, 2]])
def test_play_ends_when_a_lone_declarer_or_all_others_are_out(order: list[int]) -> None:
    """B-END-1, B-SOLO-1."""
    report = finished_deal(order, partner=None)
    assert (report.order, fault_places(report)) == (order, [])


def test_once_play_is_over_nobody_may_act() -> None:
    """B-END-1."""
    hands = ["HA HA", "S5", "S6", "S7", "S8"]
    report = broken_off_deal(hands, "1 show HA", "1 HA HA", "2 S5", "1 -", "1 show HA", "3 say partner", "4 - void")
    assert player_faults(report) == [f"{player} action_after_end" for player in (2, 1, 1, 3, 4)]


def test_a_word_right_after_the_set_that_ended_play_is_ignored_without_a_fault() -> None:
    """B-END-1, and the record format on words after the end."""
    hands = ["HA HA", "S5", "S6", "S7", "S8"]
    ending = ("1 show HA", "1 HA HA")
    assert player_faults(broken_off_deal(hands, *ending, "1 say heart", "1 name 5")) == []
    assert player_faults(broken_off_deal(hands, *ending, "1 give 2 S5", "1 say heart")) == ["1 action_after_end"] * 2
    assert player_faults(broken_off_deal(hands, *ending, "2 say partner", "1 say heart")) == [
        "2 action_after_end",
        "1 action_after_end",
    ]


def test_a_deal_that_breaks_off_is_incomplete() -> None:
    """B-END-1."""
    report = whole_deal(ONE_LEFT, "1 show HA", "1 S4", "2 S5")
    assert fault_places(report) == [(None, None, "deal_incomplete")]
    assert (report.order, report.points) == ([2], [None] * 5)


def test_a_shown_solo_ends_with_the_first_player_out_if_the_option_says_so() -> None:
    """B-Q-24."""
    assert finished_deal([2, 1], "1 show HA", partner=None).order == [2, 1]
    assert finished_deal([2], "1 show HA", partner=None, solo_shown_first_only=True).order == [2]


def test_the_option_changes_nothing_for_a_hidden_solo() -> None:
    """B-Q-24."""
    assert finished_deal([2, 1], partner=None, solo_shown_first_only=True).order == [2, 1]


def test_a_card_that_is_not_held_is_noticed_and_stands() -> None:
    """B-DRAW-1: the other cards stay in the hand."""
    report = broken_off_deal(ONE_LEFT, "1 show HA", "1 S4", "2 S6", *passes_of(3, 4, 5, 1), "2 S5")
    assert player_faults(report) == ["2 card_not_held"]
    assert report.order == [2]


PAIRS = [
    ([1, 3], 3, -3, 6),
    ([3, 1], 3, -3, 6),
    ([1, 2, 3], 2, -2, 4),
    ([3, 2, 1], 2, -2, 4),
    ([1, 2, 4, 3], 1, -1, 2),
    ([3, 2, 4, 1], 1, -1, 2),
    ([1, 2, 4, 5], 0, 0, 0),
    ([3, 2, 4, 5], 0, 0, 0),
    ([2, 1, 3], 0, 0, 0),
    ([2, 3, 4, 1], 0, 0, 0),
    ([2, 4, 1, 3], 0, 0, 0),
    ([2, 1, 4, 5], -1, 1, -2),
    ([2, 3, 4, 5], -2, 2, -4),
    ([2, 4, 1, 5], -1, 1, -2),
    ([2, 4, 3, 5], -2, 2, -4),
    ([2, 4, 5], -3, 3, -6),
]
"""The order of going out, 3 being the partner of 1, and the points of partner, defenders and declarer if hidden."""


@pytest.mark.parametrize(("order", "partner", "defender", "declarer"), PAIRS)
def test_a_hidden_partner_gets_one_unit_and_the_declarer_two(
    order: list[int], partner: int, defender: int, declarer: int
) -> None:
    """B-SCORE-1, B-Q-23."""
    report = finished_deal(order, partner=3)
    assert (report.points, fault_places(report)) == ([declarer, defender, partner, defender, defender], [])


@pytest.mark.parametrize(("order", "unit", "defender", "declarer"), PAIRS)
def test_an_announced_partner_shares_three_units_each(
    order: list[int], unit: int, defender: int, declarer: int
) -> None:
    """B-SCORE-2, B-OPEN-1: each defender pays two."""
    report = finished_deal(order, "3 say partner", partner=3)
    assert declarer == 2 * unit
    assert report.points == [3 * unit, 2 * defender, 3 * unit, 2 * defender, 2 * defender]


@pytest.mark.parametrize(
    ("order", "declarer", "defender"),
    [([1], 32, -8), ([2, 1], 0, 0), ([2, 3, 1], 0, 0), ([2, 3, 4, 1], 0, 0), ([2, 3, 4, 5], -32, 8)],
)
def test_a_lone_declarer_wins_first_and_loses_last(order: list[int], declarer: int, defender: int) -> None:
    """B-SCORE-3, B-SCORE-4, B-SOLO-1: twice as much with both Big As shown before play."""
    assert finished_deal(order, partner=None).points == [declarer, *[defender] * 4]
    assert finished_deal(order, "1 show HA", partner=None).points == [2 * declarer, *[2 * defender] * 4]


def test_with_the_option_a_shown_solo_must_be_first() -> None:
    """B-Q-24."""
    assert finished_deal([1], "1 show HA", partner=None, solo_shown_first_only=True).points == [64, *[-16] * 4]
    assert finished_deal([2], "1 show HA", partner=None, solo_shown_first_only=True).points == [-64, *[16] * 4]


def test_with_the_option_a_hidden_solo_scores_as_ever() -> None:
    """B-Q-24."""
    assert finished_deal([1], partner=None, solo_shown_first_only=True).points == [32, *[-8] * 4]
    assert finished_deal([2, 1], partner=None, solo_shown_first_only=True).points == [0] * 5


def test_one_printed_row_that_does_not_add_up_can_be_chosen() -> None:
    """B-SCORE-5: partner second, declarer fifth."""
    assert finished_deal([2, 3, 4, 5], partner=3, seed_literal_p2d5=True).points == [-4, 1, -2, 1, 1]


@pytest.mark.parametrize("order", [[2, 1, 4, 5], [2, 4, 3, 5], [2, 4, 5], [1, 3]])
def test_the_option_changes_no_other_row(order: list[int]) -> None:
    """B-SCORE-5."""
    assert finished_deal(order, partner=3, seed_literal_p2d5=True).points == finished_deal(order, partner=3).points


def test_the_option_does_not_touch_announced_partners() -> None:
    """B-SCORE-5."""
    assert finished_deal([2, 3, 4, 5], "3 say partner", partner=3, seed_literal_p2d5=True).points == [-6, 4, -6, 4, 4]


@pytest.mark.parametrize("words", [[], ["4 say partner"]])
def test_every_result_adds_up_to_nothing(words: list[str]) -> None:
    """B-SCORE-5, B-Q-25."""
    for order in permutations(range(1, 6)):
        last = next(at for at in range(1, 6) if {1, 4} <= set(order[:at]) or {2, 3, 5} <= set(order[:at]))
        points = finished_deal(order[:last], *words, partner=4).points
        assert sum(value or 0 for value in points) == 0
        assert None not in points
