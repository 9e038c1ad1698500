"""`daifu tournament standings`: the table, its other forms, and how a line came about."""

import pytest

from tests.support.scorekeeper import Scorekeeper


@pytest.fixture
def played(keeper: Scorekeeper) -> Scorekeeper:
    """Two rounds of four."""
    keeper.opens(4, "--worth", "5,3,2,0")
    for number, places in (("1", "1,2,3,4"), ("2", "4,1,2,3")):
        keeper.seats("1,2,3,4")
        keeper.does("result", number, "1", "--places", places)
    keeper.does("bonus", "Player 4", "1", "--round", "2", "--reason", "fair play")
    return keeper


def test_the_table_has_the_best_first(played: Scorekeeper) -> None:
    rows = [line.split() for line in played.does("standings").splitlines() if "Player" in line]
    assert [row[-1 - 5] for row in rows] == ["8", "5", "5", "3"]


def test_a_standing_can_be_told_as_it_was_after_a_round(played: Scorekeeper) -> None:
    assert list(played.points("--until", "1").values()) == [5, 3, 2, 0]


def test_a_spreadsheet_gets_every_column(played: Scorekeeper) -> None:
    head, first, *_ = played.does("standings", "--csv").splitlines()
    assert "best_round" in head
    assert first.startswith("1,2,Player 2,,no,1,8,")


def test_the_page_for_the_wall_is_html(played: Scorekeeper) -> None:
    page = played.does("standings", "--html")
    assert page.startswith("<!doctype html>")
    assert "Player 2" in page


def test_a_line_is_explained_down_to_the_deals(played: Scorekeeper) -> None:
    assert played.does("standings", "--explain", "Player 4").splitlines() == [
        "4 Player 4: place 4, 3 points",
        "  round 1: played at table 1, seat 4: 0 [whole table place 4 greater_peon 0]",
        "  round 2: played at table 1, seat 4: 2 [whole table place 3 lesser_peon 2]",
        "  award 1: 4 Player 4 +1 (fair play)",
        "  points among 1 Player 1, 2 Player 2, 3 Player 3, 4 Player 4: 3",
    ]


def test_an_explanation_comes_as_json_too(played: Scorekeeper) -> None:
    assert played.reads("standings", "--explain", "4")["account"]["referee"] == 1


def test_one_form_at_a_time(played: Scorekeeper) -> None:
    assert played.fails("standings", "--csv", "--json") == "daifu: only one of --json, --csv, --html and --explain"


def test_a_round_that_is_not_there_has_no_standing(played: Scorekeeper) -> None:
    assert played.fails("standings", "--until", "3") == "daifu: stage 1 has no round 3 that is drawn"
