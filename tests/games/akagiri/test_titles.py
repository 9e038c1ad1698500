"""Titles, points, and the daifugo who is not first (A-TITLE-1, A-OPT-TITLE, A-SCORE, A-OPT-FALL)."""

import pytest

from daifu.replay.match import Report
from daifu.replay.options import Value
from daifu.replay.titles import ALTERNATIVE_TITLES, STANDARD_TITLES, TITLE_POINTS
from tests.support.games.akagiri import action_faults_in, hidden_hands, report_after_exchange, report_of
from tests.support.reports import fault_tuples, judge_deals


def placed(*orders: list[int], **options: Value) -> Report:
    """The report on deals of which only the order is known."""
    return judge_deals("akagiri", [{"result": {"order": order}} for order in orders], len(orders[0]), options)


@pytest.mark.parametrize(
    ("players", "titles"),
    [
        (3, "fugo heimin hinmin"),
        (4, "fugo heimin heimin hinmin"),
        (5, "daifugo fugo heimin hinmin daihinmin"),
        (6, "daifugo fugo heimin heimin hinmin daihinmin"),
        (7, "daifugo fugo fugo heimin hinmin hinmin daihinmin"),
    ],
)
def test_every_number_of_players_has_its_titles(players: int, titles: str) -> None:
    """A-TITLE-1."""
    assert placed(list(range(1, players + 1))).deals[0].titles == titles.split()


@pytest.mark.parametrize(
    ("table", "titles"),
    [
        ("alt3", "daifugo heimin daihinmin"),
        ("alt4", "daifugo fugo hinmin daihinmin"),
        ("alt6a", "daifugo fugo fugo hinmin hinmin daihinmin"),
        ("alt6b", "super_daifugo daifugo fugo hinmin daihinmin super_daihinmin"),
        ("alt7a", "daifugo fugo heimin heimin heimin hinmin daihinmin"),
        ("alt7b", "super_daifugo daifugo fugo heimin hinmin daihinmin super_daihinmin"),
    ],
)
def test_other_titles_may_be_chosen(table: str, titles: str) -> None:
    """A-OPT-TITLE."""
    expected = titles.split()
    order = list(range(1, len(expected) + 1))
    assert placed(order, title_table=table).deals[0].titles == expected


def test_titles_for_another_number_of_players_leave_the_standard_ones() -> None:
    """A-OPT-TITLE."""
    assert placed([1, 2, 3], title_table="alt4").deals[0].titles == ["fugo", "heimin", "hinmin"]


@pytest.mark.parametrize(("players", "first"), [(3, "daifugo"), (4, "fugo"), (6, "super_daifugo")])
def test_tables_for_several_numbers_of_players_may_be_chosen(players: int, first: str) -> None:
    """A-OPT-TITLE."""
    report = placed(list(range(1, players + 1)), title_table=["alt3", "alt6b"])
    assert report.deals[0].titles[0] == first


def test_titles_and_points_are_given_by_player() -> None:
    """A-TITLE-1, A-SCORE-1."""
    deal = placed([3, 1, 5, 2, 4]).deals[0]
    assert deal.titles == ["fugo", "hinmin", "daifugo", "daihinmin", "heimin"]
    assert deal.points == [1, -1, 2, -2, 0]


def test_super_titles_are_worth_three_points() -> None:
    """A-OPT-TITLE."""
    assert placed([1, 2, 3, 4, 5, 6], title_table="alt6b").deals[0].points == [3, 2, 1, -1, -2, -3]


@pytest.mark.parametrize("titles", [*STANDARD_TITLES.values(), *ALTERNATIVE_TITLES.values()])
def test_the_points_of_every_table_add_up_to_nothing(titles: tuple[str, ...]) -> None:
    """A-SCORE-2."""
    assert sum(TITLE_POINTS[title] for title in titles) == 0


def test_points_add_up_over_the_deals_and_equal_totals_share_a_place() -> None:
    """A-SCORE-1, A-Q-25."""
    report = placed([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert report.totals == [3, 3, -1, -1, -4]
    assert report.ranks == [1, 1, 3, 3, 5]


def test_points_written_down_wrong_are_reported() -> None:
    """A-SCORE-1."""
    deal = {
        "dealer": 1,
        "hands": ["S5", "S6", "S3 S4"],
        "actions": ["1 S5", "2 S6"],
        "result": {"order": [1, 2, 3], "points": [1, -1, 0]},
    }
    assert fault_tuples(judge_deals("akagiri", [deal], players=3)) == [
        (None, None, "bad_deal"),
        (None, None, "points_mismatch"),
    ]


def test_an_order_written_down_wrong_is_reported() -> None:
    """A-END-1."""
    deal = {"dealer": 1, "hands": ["S5", "S6", "S3 S4"], "actions": ["1 S5", "2 S6"], "result": {"order": [2, 1, 3]}}
    report = judge_deals("akagiri", [deal], players=3)
    assert (None, None, "result_mismatch") in fault_tuples(report)
    assert report.deals[0].order == [1, 2, 3]


def test_an_abandoned_deal_gives_nobody_anything() -> None:
    """A-END-1."""
    deal = {"dealer": 1, "hands": hidden_hands(3), "actions": ["1 S5"], "abandoned": True}
    report = judge_deals("akagiri", [deal], players=3)
    assert fault_tuples(report) == []
    assert report.deals[0].titles == [None, None, None]
    assert report.deals[0].points == report.totals == [None, None, None]


FALLEN_PLACES = [1, 5, 4, 3, 2]
"""The ranking of the deal before; it seats the players in the order 1 to 5."""
FALLEN_HANDS = ["S5 H5", "S6 H6", "S7", "S8", "S9"]
"""Player 1 was daifugo; who leads in this deal, and the others go out first."""
FALLEN_PLAY = ["1 S5", "2 S6", "3 S7", "4 S8", "5 S9", "1 -", "2 -", "1 H5"]
IMMEDIATE: dict[str, Value] = {"fallen_daifugo": True, "fallen_immediate": True}


def test_a_fallen_daifugo_plays_on_and_is_put_last() -> None:
    """A-OPT-FALL, A-Q-17."""
    deal = report_after_exchange(FALLEN_PLACES, FALLEN_HANDS, *FALLEN_PLAY, fallen_daifugo=True)
    assert action_faults_in(deal) == []
    assert deal.order == [3, 4, 5, 2, 1]
    assert deal.titles == ["daihinmin", "hinmin", "daifugo", "fugo", "heimin"]
    assert deal.points == [-2, -1, 2, 1, 0]


def test_without_the_option_the_daifugo_keeps_the_place() -> None:
    """A-OPT-FALL."""
    assert report_after_exchange(FALLEN_PLACES, FALLEN_HANDS, *FALLEN_PLAY).order == [3, 4, 5, 1, 2]


def test_a_daifugo_who_is_first_again_does_not_fall() -> None:
    """A-OPT-FALL."""
    hands = ["S9", "S5 S2", "S6", "S7", "S8"]
    actions = ["1 S9", "2 -", "3 -", "4 -", "5 -", "2 S5", "3 S6", "4 S7", "5 S8"]
    deal = report_after_exchange(FALLEN_PLACES, hands, *actions, fallen_daifugo=True)
    assert deal.order == [1, 3, 4, 5, 2]


def test_where_there_is_no_ranking_nobody_falls() -> None:
    """A-OPT-FALL."""
    assert report_of(FALLEN_HANDS, *FALLEN_PLAY, fallen_daifugo=True).order == [3, 4, 5, 1, 2]


def test_at_a_table_without_a_daifugo_nobody_falls() -> None:
    """A-Q-17: the first of four is a fugo, unless the table says otherwise."""
    hands, actions = ["S5 H5", "S6", "S7 H7", "S8"], ["1 S5", "2 S6", "3 S7", "4 S8", "1 -", "3 -", "1 H5"]
    standard = report_after_exchange([1, 4, 3, 2], hands, *actions, fallen_daifugo=True)
    assert standard.order == [2, 4, 1, 3]
    alternative = report_after_exchange([1, 4, 3, 2], hands, *actions, fallen_daifugo=True, title_table="alt4")
    assert alternative.order == [2, 4, 3, 1]


def test_a_super_daifugo_falls_too() -> None:
    """A-OPT-FALL, A-OPT-TITLE."""
    hands = ["S5 H5", "S6 H6", "S7", "S8", "S9", "ST"]
    actions = ["1 S5", "2 S6", "3 S7", "4 S8", "5 S9", "6 ST", "1 -", "2 -", "1 H5"]
    deal = report_after_exchange([1, 6, 5, 4, 3, 2], hands, *actions, fallen_daifugo=True, title_table="alt6b")
    assert deal.order == [3, 4, 5, 6, 2, 1]


def test_a_daifugo_leaves_cards_in_hand_as_soon_as_another_is_first() -> None:
    """A-Q-17: fallen_immediate; player 2 is left alone when 3, 4 and 5 are out."""
    deal = report_after_exchange(FALLEN_PLACES, FALLEN_HANDS, *FALLEN_PLAY, **IMMEDIATE)
    assert action_faults_in(deal) == [(5, "action_after_end"), (6, "action_after_end"), (7, "action_after_end")]
    assert deal.order == [3, 4, 5, 2, 1]


def test_what_a_fallen_daifugo_does_afterwards_is_too_late() -> None:
    """A-Q-17: fallen_immediate."""
    deal = report_after_exchange(FALLEN_PLACES, FALLEN_HANDS, *FALLEN_PLAY[:3], "1 H5", *FALLEN_PLAY[3:5], **IMMEDIATE)
    assert action_faults_in(deal) == [(3, "action_after_out")]


def test_leaving_at_once_needs_the_fall_itself() -> None:
    """A-Q-17."""
    assert report_after_exchange(FALLEN_PLACES, FALLEN_HANDS, *FALLEN_PLAY, fallen_immediate=True).order == [
        3,
        4,
        5,
        1,
        2,
    ]


def test_a_demoted_player_is_not_the_first_to_go_out() -> None:
    """A-Q-17, A-Q-15: the fallen daifugo is still below."""
    hands = ["S5 H5", "S2", "S7", "S8", "S9"]
    options = {"finish_ban_mode": "demote", "no_finish_joker_two": True, **IMMEDIATE}
    actions = ["1 S5", "2 S2", "3 -", "4 -", "5 -", "1 -", "3 S7", "4 S8"]
    deal = report_after_exchange(FALLEN_PLACES, hands, *actions, **options)
    assert action_faults_in(deal) == [(1, "finish_banned")]
    assert deal.order == [3, 4, 5, 2, 1]
