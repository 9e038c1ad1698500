"""Who sits where in a deal, and from which ranking it starts (record format, sections 1 and 4)."""

from typing import Any

import pytest

from daifu.replay.deal import Deal, Start
from daifu.replay.match import Report
from tests.support.reports import fault_tuples, judge_deals

HIDDEN = ["?*11", "?*11", "?*11", "?*10", "?*10"]
FOUR = ["?*14", "?*13", "?*13", "?*13"]

RESULT = {"result": {"order": [3, 2, 1, 4, 5]}}
TO_3, TO_1 = "5 give 3 X S2", "5 give 1 X S2"
"""What the last owes the first: after the result above, and of the ranking 1 2 3 4 5."""


def game(*actions: str, **deal: object) -> dict[str, Any]:
    return {"hands": HIDDEN, "actions": list(actions), "abandoned": True, **deal}


def uecda(*deals: dict[str, Any]) -> Report:
    return judge_deals("uecda", list(deals), 5)


def test_in_a_first_deal_players_sit_in_the_order_of_the_record() -> None:
    assert fault_tuples(uecda(game("1 S4", "2 H5", "3 S6", "4 H7", "5 S9"))) == []


def test_seats_are_listed_clockwise() -> None:
    assert fault_tuples(uecda(game("1 S4", "4 H5", "2 S6", seats=[1, 4, 2, 5, 3]))) == []
    assert fault_tuples(uecda(game("1 S4", "2 H5", seats=[1, 4, 2, 5, 3]))) == [(1, 2, "out_of_turn")]


def test_seats_stay_as_they_were() -> None:
    assert fault_tuples(uecda(game(seats=[1, 4, 2, 5, 3]), game("1 S4", "4 H5")), 1) == []


def test_a_first_deal_has_no_ranking() -> None:
    assert fault_tuples(uecda(game(TO_3))) == [(0, 5, "exchange_not_owed")]


def test_a_ranking_may_be_written_in_a_first_deal() -> None:
    assert fault_tuples(uecda(game(TO_3, places=[3, 2, 1, 4, 5]))) == []


def test_the_ranking_is_the_result_of_the_deal_before() -> None:
    assert fault_tuples(uecda(RESULT, game(TO_3)), 1) == []
    assert fault_tuples(uecda(RESULT, game(TO_1)), 1) == [(0, 5, "exchange_not_owed")]


def test_the_ranking_is_the_replayed_result_where_the_written_one_is_wrong() -> None:
    played = {
        "hands": ["S9", "ST", "SJ", "SQ", "C3 C4"],
        "actions": ["1 S9", "2 ST", "3 SJ", "4 SQ"],
        "result": {"order": [3, 2, 1, 4, 5]},
    }
    assert fault_tuples(uecda(played, game(TO_1)), 1) == []


def test_after_an_undecided_deal_there_is_no_ranking() -> None:
    assert fault_tuples(uecda(RESULT, game(), game(TO_3)), 2) == [(0, 5, "exchange_not_owed")]


def test_after_an_undecided_deal_a_ranking_may_be_written() -> None:
    assert fault_tuples(uecda(RESULT, game(), game(TO_1, places=[1, 2, 3, 4, 5])), 2) == []


def test_places_null_resets_the_ranking() -> None:
    assert fault_tuples(uecda(RESULT, game(TO_3, places=None)), 1) == [(0, 5, "exchange_not_owed")]


def test_places_that_are_the_result_before_may_be_written() -> None:
    assert fault_tuples(uecda(RESULT, game(TO_3, places=[3, 2, 1, 4, 5])), 1) == []


def test_other_places_of_the_same_players_are_wrong_and_used_all_the_same() -> None:
    assert fault_tuples(uecda(RESULT, game(TO_1, places=[1, 2, 3, 4, 5])), 1) == [(None, None, "bad_seating")]


def test_wrong_seats_and_wrong_places_are_one_fault() -> None:
    second = {"places": [2, 1, 3, 4], "seats": [3, 2, 1, 4], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [{"result": {"order": [1, 2, 3, 4]}}, second], 4), 1) == [
        (None, None, "bad_seating")
    ]


@pytest.mark.parametrize("places", [None, [5, 1, 2, 3]])
def test_where_the_players_differ_from_those_before_the_ranking_is_free(places: list[int] | None) -> None:
    first = {"seats": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}}
    second = {"seats": [1, 2, 3, 5], "hands": [*FOUR[:3], None, FOUR[3]], "actions": [], "abandoned": True}
    if places:
        second["places"] = places
    assert fault_tuples(judge_deals("theater", [first, second], 5), 1) == []


def test_where_the_players_differ_nothing_is_owed() -> None:
    first = {"seats": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}}
    hands = [*FOUR[:3], None, FOUR[3]]
    second = {"seats": [1, 2, 3, 5], "hands": hands, "actions": ["3 give 1 X S2"], "abandoned": True}
    assert fault_tuples(judge_deals("theater", [first, second], 5), 1) == [(0, 3, "exchange_not_owed")]


def test_somebody_who_is_not_seated_is_not_in_the_deal() -> None:
    deal = {"seats": [1, 2, 3, 5], "hands": [*FOUR[:3], None, FOUR[3]], "actions": ["4 S4"], "abandoned": True}
    assert fault_tuples(judge_deals("theater", [deal], 5)) == [(0, 4, "action_after_out")]


def test_hands_after_the_exchange_owe_no_gifts() -> None:
    deal = game("1 S4", places=[1, 2, 3, 4, 5], hands_are="exchanged")
    assert fault_tuples(uecda(deal)) == []


def test_a_start_with_another_deal_keeps_all_that_was_before() -> None:
    start = Start(Deal(), 3, 4, (2, 1, 4, 3), (1, 2, 3, 4), 1, (3, 2, 1, 0))
    start.before, start.decided, start.totals, start.kept = (1, 2, 3, 4), 2, (5, 4, 3, 2), 7
    other = start.with_deal(Deal(first=2))
    assert other.deal.first == 2
    kept = set(Start.__slots__) - {"deal"}
    assert {name: getattr(other, name) for name in kept} == {name: getattr(start, name) for name in kept}
