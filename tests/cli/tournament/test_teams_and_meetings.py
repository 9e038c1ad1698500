"""`daifu tournament teams` and `meetings`."""

import json
from pathlib import Path

import pytest

from tests.support.tournaments.cli import CommandScorekeeper


@pytest.fixture
def played(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """Two teams of two at one table: 5 and 0 points against 3 and 2, and a second round without a result."""
    keeper.create("Cup", "--worth", "5,3,2,0")
    keeper.run("enter", "Haru", "Aki", "--team", "Reds")
    keeper.run("enter", "Natsu", "Fuyu", "--team", "Blues")
    keeper.run("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.run("result", "1", "1", "--places", "1,4,2,3")
    return keeper


def test_teams_have_the_points_of_their_entrants_together(played: CommandScorekeeper) -> None:
    told = played.reads("teams")
    assert [(team["place"], team["team"], team["points"]) for team in told] == [(1, "Reds", 5), (2, "Blues", 5)]
    assert "3 Natsu, 4 Fuyu" in played.run("teams")


def test_a_bonus_decides_between_teams(played: CommandScorekeeper) -> None:
    played.run("bonus", "Natsu", "1", "--reason", "fair play")
    assert [team["team"] for team in played.reads("teams")] == ["Blues", "Reds"]


def test_meetings_show_who_did_better(played: CommandScorekeeper) -> None:
    haru = played.reads("meetings")[0]
    assert [(met["opponent"], met["won"]) for met in haru["against"]] == [(2, 1), (3, 1), (4, 1)]
    assert "1 / 1" in played.run("meetings")


def test_before_the_first_stage_there_are_no_meetings(keeper: CommandScorekeeper) -> None:
    keeper.create()
    assert json.loads(keeper.run("meetings", "--json")) == []


def test_an_empty_list_is_reported_as_empty(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    assert keeper.run("teams") == "no entrant is in a team\n"
    assert keeper.run("meetings") == "there are no meetings yet\n"


def test_a_stage_that_is_not_for_all_shows_for_whom_it_is(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(8)
    keeper.run("stage", "Final", "--only", "2,4,6,8")
    assert "for 2 Player 2, 4 Player 4, 6 Player 6, 8 Player 8\n" in keeper.run("show")


@pytest.mark.parametrize(("command", "first"), [("teams", "place,team,points"), ("meetings", "entrant,name,opponent")])
def test_tables_come_as_csv_and_as_a_workbook(
    played: CommandScorekeeper, tmp_path: Path, command: str, first: str
) -> None:
    file = tmp_path / "table.xlsx"
    assert played.run(command, "--csv").removeprefix("\ufeff").replace('"', "").startswith(first)
    played.run(command, "--xlsx", str(file))
    assert file.read_bytes().startswith(b"PK")
