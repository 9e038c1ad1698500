"""Points: F-PT-1, F-SCORE."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.cards import STANDARD
from daifu.replay.deal import Points
from daifu.replay.games.floor13.sets import card_points, hand_points
from daifu.replay.options import Value
from tests.support.games.floor13 import report_of
from tests.support.reports import judge_deals

HANDS = ["SA HA DA", "S3 S8 CA", "X SK S2", "H3 H4 H6"]


def points(hands: list[str], *actions: str, stock: str | None = None, **options: Value) -> Points:
    """The points of a game of small hands."""
    return report_of(hands, *actions, stock=stock, **options).points


@pytest.mark.parametrize(
    ("card", "value"),
    [("H3", 3), ("S4", 4), ("S6", 6), ("SK", 13), ("SA", 1), ("S2", 2), ("S3", 20), ("S5", 20), ("S7", 20), ("S8", 20),
     ("S9", 20), ("ST", 20), ("SJ", 20), ("SQ", 20), ("X", 50)],
)  # fmt: skip
def test_a_card_in_the_hand_counts_its_number_a_role_20_a_joker_50(card: str, value: int) -> None:
    """F-PT-1, F-Q-2, F-Q-38."""
    assert points(["HK", card], "1 HK") == [-value, value]


@given(st.lists(st.sampled_from(STANDARD.names), max_size=30))
def test_a_hand_counts_as_much_as_its_cards_together(names: list[str]) -> None:
    """F-PT-1; a card may be there more often than in the pack."""
    assert hand_points(STANDARD.pack(names)) == sum(map(card_points, names))


def test_by_default_the_winner_gets_what_the_others_lose() -> None:
    """F-SCORE-UNO, F-Q-1."""
    scored = points(HANDS, "1 SA HA DA")
    assert scored == [-119, 41, 65, 13]
    assert sum(value or 0 for value in scored) == 0


def test_basic_leaves_the_winner_at_0() -> None:
    """F-SCORE-BASIC."""
    assert points(HANDS, "1 SA HA DA", scoring="basic") == [0, 41, 65, 13]


def test_x10_gives_the_winner_ten_times_the_numbers_of_the_last_set() -> None:
    """F-SCORE-X10, F-Q-3."""
    assert points(HANDS, "1 SA HA DA", scoring="x10") == [-30, 41, 65, 13]
    assert points(["SK HK", "S4 S6"], "1 SK HK", scoring="x10") == [-260, 10]
    assert points(["SK SA S2", "S4 S6 H6"], "1 SK SA S2", scoring="x10") == [-160, 16]


def test_in_x10_a_joker_counts_nothing() -> None:
    """F-Q-3."""
    assert points(["SK X", "S4 S6"], "1 SK X", scoring="x10") == [-130, 10]


def test_in_x10_a_game_won_by_a_bomb_counts_the_whole_set_with_the_queen() -> None:
    """F-Q-4."""
    assert points(["SQ S4", "S8 H8"], "1 SQ", "1 name 8", scoring="x10") == [4, -120]
    run = points(["ST SJ SQ S4", "S8 H8 D8 C8"], "1 ST SJ SQ", "1 name 8", scoring="x10")
    assert run == [4, -330]


def test_in_x10_what_is_no_set_counts_its_cards() -> None:
    """F-Q-3, and the record format on faulty sets that stand."""
    assert points(["SK S4", "S8 H8"], "1 SK S4", scoring="x10") == [-170, 40]


def test_in_x10_a_game_ended_by_a_gift_counts_the_set_before() -> None:
    """F-Q-3, F-OUTBAN-2."""
    assert points(["S7 S4", "SK HK"], "1 S7", "1 give 2 S4", scoring="x10") == [-70, 30]


def test_in_x10_a_refused_set_is_not_the_last() -> None:
    """F-Q-3, option `illegal_play`."""
    hands = ["SK S4", "S6 HK"]
    actions = ("1 S4", "2 S4 S6", "1 SK")
    assert points(hands, *actions, stock="", scoring="x10", illegal_play="pass") == [-130, 19]


def test_a_hand_emptied_by_a_bomb_that_does_not_win_counts_0() -> None:
    """F-END-2."""
    assert points(["SQ S4", "S8 H8", "D8 C8"], "1 SQ", "1 name 8", scoring="basic") == [4, 0, 0]


def test_scores_are_the_same_for_other_numbers_of_players() -> None:
    """F-PT-1."""
    hands = ["SK", "S4", "H4", "D4", "C4", "S6", "H6", "D6"]
    assert points(hands, "1 SK") == [-34, 4, 4, 4, 4, 6, 6, 6]


@pytest.mark.parametrize(("scoring", "prize"), [("uno", None), ("basic", 0), ("x10", -130)])
def test_unknown_cards_leave_the_points_that_need_them_open(scoring: str, prize: int | None) -> None:
    """F-PT-1, and the record format on unknown cards."""
    assert points(["SK", "S4", "?"], "1 SK", scoring=scoring) == [prize, 4, None]


def test_unknown_cards_leave_the_places_that_need_them_open() -> None:
    """F-Q-31, and the record format on unknown cards."""
    open_places = report_of(["SK", "S4", "?"], "1 SK")
    assert (open_places.order, open_places.unfinished) == ([1], [2, 3])
    assert open_places.titles == ["daifugo", None, None]
    assert report_of(["SK", "?"], "1 SK").order == [1, 2]


def hands_and_stock(hands: list[str], left: int) -> dict[str, object]:
    """These hands with a written stock of all other cards but the first few of the pack that are left."""
    names = [name for name in STANDARD.names if name not in " ".join(hands).split()]
    names.append("X")
    return {"hands": hands, "stock": " ".join(names[left:])}


def test_unknown_cards_that_only_one_hand_can_have_are_counted() -> None:
    """F-PT-1: the 3s that neither hands nor stock name are in the hand of 3."""
    deal = hands_and_stock(["SK", "S4", "?*2"], 2)
    report = judge_deals("floor13", [{**deal, "actions": ["1 SK"], "first": 1}], 3, {"hand_size": 1}).deals[0]
    assert (report.order, report.points) == ([1, 2, 3], [-27, 4, 23])


def test_points_of_two_hands_together_may_be_known_where_neither_is() -> None:
    """F-SCORE-UNO: the two cards that lack are in the hands of 2 and 3."""
    deal = hands_and_stock(["SK", "?", "?"], 2)
    report = judge_deals("floor13", [{**deal, "actions": ["1 SK"], "first": 1}], 3, {"hand_size": 1}).deals[0]
    assert (report.order, report.points) == ([1], [-23, None, None])


def test_places_that_no_unknown_card_changes_are_given() -> None:
    """F-Q-31: an unknown card has 1 to 50 points, so that S4 comes before S6 and another card."""
    report = report_of(["SK", "S5 ?", "S4", "S6 ?"], "1 SK")
    assert (report.order, report.unfinished) == ([1, 3], [2, 4])
    report = report_of(["SK", "S5 H5 D5 ?", "S4", "S6 ?"], "1 SK")
    assert (report.order, report.points) == ([1, 3, 4, 2], [None, None, 4, None])
