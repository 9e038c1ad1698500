"""The pack, the hands and the sitting: B-PLY, B-DECK, B-DRAW, B-NEXT."""

from typing import Any

import pytest

from daifu.replay.games.biga.profile import PROFILE
from daifu.replay.games.biga.sets import BIGA
from tests.support.games.biga import HIDDEN, broken_off_deal, fault_places, finished_deal, report_of
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
