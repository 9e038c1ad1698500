"""Titles and points (A-TITLE-1, A-OPT-TITLE, A-SCORE)."""

import pytest

from replay.games.akagiri.titles import ALTERNATIVES, POINTS, STANDARD
from replay.options import Value
from replay.report import Report
from tests.support.akagiri import hidden
from tests.support.records import codes, judged


def placed(*orders: list[int], **options: Value) -> Report:
    """The report on deals of which only the order is known."""
    return judged("akagiri", [{"result": {"order": order}} for order in orders], len(orders[0]), options)


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


@pytest.mark.parametrize("titles", [*STANDARD.values(), *ALTERNATIVES.values()])
def test_the_points_of_every_table_add_up_to_nothing(titles: tuple[str, ...]) -> None:
    """A-SCORE-2."""
    assert sum(POINTS[title] for title in titles) == 0


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
    assert codes(judged("akagiri", [deal], players=3)) == [(None, None, "bad_deal"), (None, None, "points_mismatch")]


def test_an_order_written_down_wrong_is_reported() -> None:
    """A-END-1."""
    deal = {"dealer": 1, "hands": ["S5", "S6", "S3 S4"], "actions": ["1 S5", "2 S6"], "result": {"order": [2, 1, 3]}}
    report = judged("akagiri", [deal], players=3)
    assert (None, None, "result_mismatch") in codes(report)
    assert report.deals[0].order == [1, 2, 3]


def test_an_abandoned_deal_gives_nobody_anything() -> None:
    """A-END-1."""
    deal = {"dealer": 1, "hands": hidden(3), "actions": ["1 S5"], "abandoned": True}
    report = judged("akagiri", [deal], players=3)
    assert codes(report) == []
    assert report.deals[0].titles == [None, None, None]
    assert report.deals[0].points == report.totals == [None, None, None]
