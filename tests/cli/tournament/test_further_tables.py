"""`daifu tournament teams` and `meetings`."""

import json

import pytest

from tests.support.scorekeeper import Scorekeeper


@pytest.fixture
def played(keeper: Scorekeeper) -> Scorekeeper:
    """Two teams of two at one table: 5 and 0 points against 3 and 2, and a second round without a result."""
    keeper.creates("Cup", "--worth", "5,3,2,0")
    keeper.does("enter", "Haru", "Aki", "--team", "Reds")
    keeper.does("enter", "Natsu", "Fuyu", "--team", "Blues")
    keeper.does("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.does("result", "1", "1", "--places", "1,4,2,3")
    return keeper


def test_teams_have_the_points_of_their_entrants_together(played: Scorekeeper) -> None:
    told = played.reads("teams")
    assert [(team["place"], team["team"], team["points"]) for team in told] == [(1, "Reds", 5), (2, "Blues", 5)]
    assert "3 Natsu, 4 Fuyu" in played.does("teams")


def test_a_bonus_decides_between_teams(played: Scorekeeper) -> None:
    played.does("bonus", "Natsu", "1", "--reason", "fair play")
    assert [team["team"] for team in played.reads("teams")] == ["Blues", "Reds"]


def test_meetings_tell_who_did_better(played: Scorekeeper) -> None:
    haru = played.reads("meetings")[0]
    assert [(met["opponent"], met["won"]) for met in haru["against"]] == [(2, 1), (3, 1), (4, 1)]
    assert "1 / 1" in played.does("meetings")


def test_before_the_first_stage_nobody_has_met(keeper: Scorekeeper) -> None:
    keeper.creates()
    assert json.loads(keeper.does("meetings", "--json")) == []


def test_where_there_is_nothing_to_tell_that_is_told(keeper: Scorekeeper) -> None:
    keeper.opens(4)
    assert keeper.does("teams") == "nobody plays for a team\n"
    assert keeper.does("meetings") == "nobody has met anybody yet\n"


def test_a_stage_that_is_not_for_all_shows_for_whom_it_is(keeper: Scorekeeper) -> None:
    keeper.opens(8)
    keeper.does("stage", "Final", "--only", "2,4,6,8")
    assert "for 2 Player 2, 4 Player 4, 6 Player 6, 8 Player 8\n" in keeper.does("show")
