"""Who plays, with which cards, for which titles: T-PLY, T-DECK, T-DEAL, T-TITLE, T-SCORE."""

from typing import Any

import pytest

from daifu.replay.deal import DealReport
from daifu.replay.games.theater.profile import PROFILE
from daifu.replay.match import Report
from daifu.replay.options import Value
from tests.support.games.theater import FULL_HANDS, OPEN_HANDS, SUITS, endgame_report, fault_places, report_of
from tests.support.reports import judge_deals

SCALE: dict[str, Value] = {"daifugo": 3, "fugo": 1, "hinmin": -1, "daihinmin": -3}
WHOLE_GAME = [f"1 {SUITS[0]}", "2 -", "3 -", "4 -", f"2 {SUITS[1]}", "3 -", "4 -", f"3 {SUITS[2]}"]


def sitting(*deals: dict[str, Any], **options: Value) -> Report:
    return judge_deals("theater", list(deals), options=options)


def whole_game(**more: object) -> DealReport:
    """A game in which everybody goes out with a whole suit in one run, in the order of the seats."""
    return sitting({"hands": FULL_HANDS, "actions": WHOLE_GAME, **more}).deals[0]


def test_exactly_four_play() -> None:
    """T-PLY-1."""
    assert list(PROFILE.players) == [4]


def test_a_fifth_of_the_record_may_sit_out() -> None:
    """T-PLY-1."""
    deal = {"seats": [5, 1, 2, 3], "hands": [*OPEN_HANDS[:3], None, OPEN_HANDS[3]], "abandoned": True}
    report = judge_deals("theater", [{**deal, "actions": ["1 D3", "2 -", "3 -", "5 S4"]}], players=5)
    assert fault_places(report.deals[0]) == []


def test_any_one_of_four_hands_may_have_the_fourteenth_card() -> None:
    """T-DECK-1, T-Q-31."""
    for turn in range(4):
        sizes = [13, 13, 13, 14]
        hands = [f"?*{size}" for size in sizes[turn:] + sizes[:turn]]
        assert fault_places(report_of("1 D3", hands=hands)) == []


@pytest.mark.parametrize("sizes", [(13, 13, 13, 13), (14, 14, 13, 13), (12, 13, 14, 14)])
def test_other_sizes_are_a_bad_deal(sizes: tuple[int, ...]) -> None:
    """T-DECK-1, T-DEAL-1."""
    assert fault_places(report_of("1 D3", hands=[f"?*{size}" for size in sizes])) == [(None, None, "bad_deal")]


def test_with_two_jokers_two_hands_have_fourteen_cards() -> None:
    """T-Q-1, option `jokers`."""
    assert fault_places(report_of("1 D3", hands=["D3 X ?*11", "X ?*12", "?*14", "?*14"], options={"jokers": 2})) == []
    assert fault_places(report_of("1 D3", hands=["D3 ?*12", "?*13", "?*13", "?*14"], options={"jokers": 2})) == [
        (None, None, "bad_deal")
    ]


def test_one_joker_is_all_there_is_by_default() -> None:
    """T-DECK-1."""
    assert fault_places(report_of("1 D3", hands=["D3 X ?*11", "X ?*12", "?*13", "?*14"])) == [(None, None, "bad_deck")]


def test_a_card_in_two_hands_is_not_of_the_pack() -> None:
    """T-DECK-1."""
    assert fault_places(report_of("1 D3", hands=["D3 S5 ?*11", "S5 ?*12", "?*13", "?*14"])) == [
        (None, None, "bad_deck")
    ]


def test_titles_follow_the_order_of_finishing() -> None:
    """T-TITLE-1."""
    report = whole_game()
    assert (fault_places(report), report.order) == ([], [1, 2, 3, 4])
    assert report.titles == ["daifugo", "fugo", "hinmin", "daihinmin"]


def test_a_daifugo_who_loses_the_first_place_does_not_fall() -> None:
    """T-Q-32."""
    first = {"result": {"order": [2, 1, 3, 4]}}
    second = {"hands": FULL_HANDS, "hands_are": "exchanged", "actions": WHOLE_GAME}
    assert sitting(first, second).deals[1].titles == ["daifugo", "fugo", "hinmin", "daihinmin"]


def test_a_written_order_is_checked_against_the_replay() -> None:
    """T-TITLE-1."""
    assert fault_places(whole_game(result={"order": [1, 2, 3, 4]})) == []
    assert fault_places(whole_game(result={"order": [2, 1, 3, 4]})) == [(None, None, "result_mismatch")]


def test_places_other_than_those_of_the_game_before_are_bad_seating() -> None:
    """T-TITLE-1."""
    first = {"hands": FULL_HANDS, "actions": WHOLE_GAME}
    second = {"hands": FULL_HANDS, "hands_are": "exchanged", "places": [2, 1, 3, 4], "actions": ["1 D3"]}
    assert fault_places(sitting(first, {**second, "abandoned": True}).deals[1]) == [(None, None, "bad_seating")]


def test_a_title_is_worth_nothing_by_default() -> None:
    """T-SCORE-1."""
    assert whole_game().points == [None] * 4


def test_title_points_say_what_a_title_is_worth() -> None:
    """T-SCORE-1, option `title_points`."""
    game = {"hands": FULL_HANDS, "actions": WHOLE_GAME}
    taken = {"result": {"order": [4, 1, 2, 3]}}
    report = sitting(game, {**taken, "places": None}, title_points=SCALE)
    assert [deal.points for deal in report.deals] == [[3, 1, -1, -3], [1, -1, -3, 3]]
    assert report.totals == [4, 0, -4, 0]


def test_a_title_that_title_points_leave_out_earns_none() -> None:
    """T-SCORE-1, option `title_points`."""
    report = sitting({"hands": FULL_HANDS, "actions": WHOLE_GAME}, title_points={"daifugo": 1.5})
    assert report.deals[0].points == [1.5, None, None, None]


def test_written_points_are_checked_against_the_titles() -> None:
    """T-SCORE-1."""
    game = {"hands": FULL_HANDS, "actions": WHOLE_GAME, "result": {"points": [3, 1, -3, -1]}}
    assert fault_places(sitting(game, title_points=SCALE).deals[0]) == [(None, None, "points_mismatch")]
    assert fault_places(sitting(game).deals[0]) == []


def test_an_undecided_game_gives_no_points() -> None:
    """T-SCORE-1."""
    report = endgame_report(["S9", "S5 S6", "H5 H6", "C5 C6"], "1 S9", abandoned=True, title_points=SCALE)
    assert (report.points, report.titles) == ([None] * 4, [None] * 4)
