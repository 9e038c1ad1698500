"""Titles, places and seats (D-TITLE, D-SEAT, D-NEXT, D-OPT-6)."""

from typing import Any

import pytest

from daifu.replay.options import Value
from tests.support.games.dalmuti import action_faults_in, deal_fault_codes, hidden_hands
from tests.support.reports import judge_deals

GD, LD, M, LP, GP = "greater_dalmuti", "lesser_dalmuti", "merchant", "lesser_peon", "greater_peon"


def result(*order: int) -> dict[str, Any]:
    return {"result": {"order": list(order)}}


def turns(*actions: str, players: int = 4, **deal: object) -> dict[str, Any]:
    """A deal whose taxes are paid and whose hands are hidden."""
    return {
        "hands": hidden_hands(players),
        "hands_are": "exchanged",
        "actions": list(actions),
        "abandoned": True,
        **deal,
    }


def is_badly_seated(first: dict[str, Any], then: dict[str, Any], players: int = 4, **options: Value) -> bool:
    """Whether the second of two deals does not follow from the first."""
    return "bad_seating" in deal_fault_codes(judge_deals("dalmuti", [first, then], players, options).deals[1])


@pytest.mark.parametrize(
    "titles",
    [
        [GD, LD, LP, GP],
        [GD, LD, M, LP, GP],
        [GD, LD, M, M, LP, GP],
        [GD, LD, M, M, M, M, LP, GP],
    ],
)
def test_places_give_titles(titles: list[str]) -> None:
    """D-TITLE-1."""
    deal = judge_deals("dalmuti", [result(*range(1, len(titles) + 1))], len(titles)).deals[0]
    assert deal.titles == titles


@pytest.mark.parametrize("titles", [[GD, GP], [GD, M, GP]])
def test_tables_too_small_for_lesser_titles_have_only_the_greater_ones(titles: list[str]) -> None:
    """D-TITLE-1, D-PLY-1 `allow_any_players`."""
    options = {"allow_any_players": True}
    assert judge_deals("dalmuti", [result(*range(1, len(titles) + 1))], len(titles), options).deals[0].titles == titles


def test_titles_are_listed_by_player() -> None:
    """D-TITLE-1."""
    assert judge_deals("dalmuti", [result(3, 1, 4, 2)]).deals[0].titles == [LD, GP, GD, LP]


def test_the_turn_goes_down_the_places() -> None:
    """D-SEAT-3, D-SEAT-4, D-Q-1, D-LEAD-1: place 1 leads."""
    report = judge_deals("dalmuti", [turns("3 9", "1 8", "4 7", "2 6", "3 5", places=[3, 1, 4, 2])])
    assert action_faults_in(report.deals[0]) == []


def test_somebody_else_has_no_turn() -> None:
    """D-SEAT-4."""
    report = judge_deals("dalmuti", [turns("3 9", "4 8", places=[3, 1, 4, 2])])
    assert action_faults_in(report.deals[0]) == [(1, "out_of_turn")]


def test_the_turn_goes_up_the_places_where_seats_run_counter_clockwise() -> None:
    """D-SEAT-3 `seat_direction`: place 2 sits at the Greater Dalmuti's right."""
    deals = [turns("3 9", "2 8", "4 7", "1 6", "3 5", places=[3, 1, 4, 2])]
    assert action_faults_in(judge_deals("dalmuti", deals, 4, {"seat_direction": "ccw"}).deals[0]) == []


@pytest.mark.parametrize("seats", [[3, 1, 4, 2], [4, 2, 3, 1], [2, 3, 1, 4]])
def test_seats_are_a_circle(seats: list[int]) -> None:
    """D-SEAT-3."""
    assert deal_fault_codes(judge_deals("dalmuti", [turns(places=[3, 1, 4, 2], seats=seats)]).deals[0]) == []


@pytest.mark.parametrize("seats", [[3, 2, 4, 1], [3, 4, 1, 2]])
def test_seats_that_are_not_the_places_are_wrong(seats: list[int]) -> None:
    """D-SEAT-3."""
    assert deal_fault_codes(judge_deals("dalmuti", [turns(places=[3, 1, 4, 2], seats=seats)]).deals[0]) == [
        "bad_seating"
    ]


def test_with_wrong_seats_the_play_goes_by_places() -> None:
    """D-SEAT-3."""
    report = judge_deals("dalmuti", [turns("3 9", "1 8", "4 7", places=[3, 1, 4, 2], seats=[3, 2, 4, 1])])
    assert action_faults_in(report.deals[0]) == []


def test_a_first_deal_without_places_takes_its_seats_as_places() -> None:
    """D-SEAT-1, D-SEAT-2, D-Q-4: how they were drawn is not recorded."""
    assert action_faults_in(judge_deals("dalmuti", [turns("2 9", "4 8", seats=[2, 4, 1, 3])]).deals[0]) == []
    assert action_faults_in(judge_deals("dalmuti", [turns("1 9", "2 8")]).deals[0]) == []


def test_the_result_gives_the_places_of_the_next_deal() -> None:
    """D-NEXT-1, D-NEXT-2."""
    report = judge_deals("dalmuti", [result(3, 1, 4, 2), turns("3 9", "1 8", "4 7", "2 6")])
    assert action_faults_in(report.deals[1]) == []


def test_other_places_than_the_result_are_wrong_but_used() -> None:
    """D-NEXT-1."""
    report = judge_deals("dalmuti", [result(3, 1, 4, 2), turns("1 9", "2 8", places=[1, 2, 3, 4])])
    assert (deal_fault_codes(report.deals[1]), action_faults_in(report.deals[1])) == (["bad_seating"], [])


def test_after_a_reset_the_seats_are_the_places() -> None:
    """D-NEXT-1: `places` null."""
    report = judge_deals("dalmuti", [result(3, 1, 4, 2), turns("1 9", "2 8", places=None)])
    assert (deal_fault_codes(report.deals[1]), action_faults_in(report.deals[1])) == ([], [])


def test_after_an_undecided_deal_everybody_keeps_their_seat() -> None:
    """D-NEXT-1."""
    report = judge_deals("dalmuti", [turns("2 9", places=[2, 4, 1, 3]), turns("2 9", "4 8")])
    assert action_faults_in(report.deals[1]) == []


@pytest.mark.parametrize("newcomer", [3, 4])
def test_a_newcomer_joins_as_a_merchant(newcomer: int) -> None:
    """D-OPT-6: in a place from 3 to N-2 of the larger table."""
    sat = [1, 2, 3, 4, 5]
    places = [*sat[: newcomer - 1], 6, *sat[newcomer - 1 :]]
    first = {"seats": sat, **result(*sat)}
    assert not is_badly_seated(first, turns(players=6, places=places), 6)


@pytest.mark.parametrize(
    "places", [[6, 1, 2, 3, 4, 5], [1, 6, 2, 3, 4, 5], [1, 2, 3, 4, 6, 5], [1, 2, 3, 4, 5, 6], [2, 1, 6, 3, 4, 5]]
)
def test_a_newcomer_takes_no_other_place_and_moves_nobody(places: list[int]) -> None:
    """D-OPT-6."""
    first = {"seats": [1, 2, 3, 4, 5], **result(1, 2, 3, 4, 5)}
    assert is_badly_seated(first, turns(players=6, places=places), 6)


def test_the_fifth_player_is_the_only_merchant() -> None:
    """D-OPT-6."""
    first = {"seats": [1, 2, 3, 4], **result(1, 2, 3, 4)}
    assert not is_badly_seated(first, turns(players=5, places=[1, 2, 5, 3, 4]), 5)
    assert is_badly_seated(first, turns(players=5, places=[1, 2, 3, 5, 4]), 5)


def test_nobody_joins_where_the_option_is_off() -> None:
    """D-OPT-6 `join_between_hands`."""
    first = {"seats": [1, 2, 3, 4], **result(1, 2, 3, 4)}
    later = turns(players=5, places=[1, 2, 5, 3, 4])
    assert is_badly_seated(first, later, 5, join_between_hands=False)


def test_the_same_players_go_on_where_nobody_may_join() -> None:
    """D-OPT-6 `join_between_hands`."""
    assert not is_badly_seated(result(2, 1, 3, 4), turns(), join_between_hands=False)
    assert is_badly_seated(result(2, 1, 3, 4), turns(places=[1, 2, 3, 4]), join_between_hands=False)


@pytest.mark.parametrize("join", [True, False])
def test_when_somebody_leaves_the_places_are_free(join: bool) -> None:  # noqa: FBT001 - both ways of an option
    """D-OPT-6."""
    later = {"seats": [5, 4, 3, 2], "places": [5, 4, 3, 2], **turns()}
    later["hands"] = [None, *hidden_hands()]
    assert not is_badly_seated(result(1, 2, 3, 4, 5), later, 5, join_between_hands=join)


def test_seats_alone_show_that_a_newcomer_has_joined() -> None:
    """D-OPT-6."""
    first = {"seats": [1, 2, 3, 4], **result(1, 2, 3, 4)}
    assert not is_badly_seated(first, turns(players=5, seats=[1, 2, 5, 3, 4]), 5)
    assert is_badly_seated(first, turns(players=5, seats=[5, 1, 2, 3, 4]), 5)


def test_a_newcomer_has_no_part_in_philosophical_points() -> None:
    """D-Q-15: as a merchant."""
    options = {"philosophical": True, "join_between_hands": True}
    first = {"seats": [1, 2, 3, 4], **result(1, 2, 3, 4)}
    hands = ["5", "6", "8", "9", "7"]
    deal = {"hands": hands, "hands_are": "exchanged", "places": [1, 2, 5, 3, 4]}
    actions = ["1 5", "2 -", "5 -", "3 -", "4 -", "2 6", "5 -", "3 -", "4 -", "5 7", "3 -", "4 -", "3 8"]
    report = judge_deals("dalmuti", [first, {**deal, "actions": actions}], 5, options)
    assert report.deals[1].points == [4, 3, 1, 0, 2]
