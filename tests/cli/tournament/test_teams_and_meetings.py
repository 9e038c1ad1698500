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


def test_before_the_first_stage_there_are_no_meetings(keeper: CommandScorekeeper) -> None:
    keeper.create()
    assert json.loads(keeper.run("meetings", "--json")) == []


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
