"""`daifu tournament standings`, `teams` and `meetings`: tables, their other forms, and how a line came about."""

import json
from pathlib import Path

import httpx2
import pytest

from daifu.schemas.sheets.grid import read_grid
from tests.support.command_line import run_process
from tests.support.stores import Locate
from tests.support.tables import read_rows
from tests.support.tournaments.cli import CommandScorekeeper, serve_store


@pytest.fixture
def played(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """Two rounds of four."""
    keeper.open_stage(4, "--worth", "5,3,2,0")
    for number, places in (("1", "1,2,3,4"), ("2", "4,1,2,3")):
        keeper.seats("1,2,3,4")
        keeper.run("result", number, "1", "--places", places)
    keeper.run("bonus", "Player 4", "1", "--round", "2", "--reason", "fair play")
    return keeper


def test_the_table_has_the_best_first(played: CommandScorekeeper) -> None:
    round_, _, heads, _, *rows = played.run("standings").splitlines()
    assert round_ == "Preliminaries, after round 2"
    assert heads.split() == ["Place", "Change", "No.", "Name", "Points", "Referee", "Firsts"]
    assert [row.split() for row in rows if row.strip()] == [
        ["1", "+1", "2", "Player", "2", "8", "0", "1"],
        ["2", "-1", "1", "Player", "1", "5", "0", "1"],
        ["2", "+1", "3", "Player", "3", "5", "0", "0"],
        ["4", "4", "Player", "4", "3", "1", "0"],
    ]


def test_the_table_fits_a_terminal_without_a_broken_number_or_head(keeper: CommandScorekeeper) -> None:
    keeper.create("Cup", "--penalty", "illegal=-1/3")
    keeper.run("enter", "Wilhelmina Featherstonehaugh", "Natsu", "Aki", "Fuyu", "--team", "The Eastern Dalmutis")
    keeper.run("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.run("result", "1", "1", "--points", "1/3,1000000,-7,0.125")
    keeper.run("close", "1")
    keeper.run("stage", "Final", "--carry", "1/3")
    keeper.seats("4,3,2,1")
    keeper.run("result", "1", "1", "--points", "1/3,1000000,-7,0.125")
    keeper.run("penalty", "Natsu", "1/3", "--reason", "late")
    printed = run_process("tournament", "standings", "1", *keeper.target).stdout.decode()
    assert max(map(len, printed.splitlines())) <= 80
    assert all(head in printed for head in ("Carried", "Referee", "Firsts"))
    assert "333333.333" in printed


def test_a_withdrawn_entrant_is_marked(played: CommandScorekeeper) -> None:
    played.run("withdraw", "Player 3")
    assert "Player 3 (withdrawn)" in played.run("standings")


def test_a_workbook_has_every_column_and_numbers(played: CommandScorekeeper) -> None:
    head, first, *_ = read_grid(played.attempt("standings", "--xlsx", "-").stdout_bytes).rows
    assert "best_round" in head
    assert first[:7] == [1, 2, "Player 2", None, "no", 1, 8]


def test_one_form_at_a_time(played: CommandScorekeeper) -> None:
    said = "daifu: --json, --csv, --html, --xlsx, --parquet and --explain exclude each other"
    assert played.fails("standings", "--csv", "--json") == said
    assert played.fails("standings", "--csv", "--parquet", "-") == said
    assert played.fails("standings", "--explain", "4", "--parquet", "-") == said
    assert played.fails("standings", "--xlsx", "-", "--parquet", "-") == said


def test_statistics_get_a_file_with_exact_numbers(played: CommandScorekeeper, tmp_path: Path) -> None:
    assert played.run("standings", "--parquet", str(tmp_path / "standing.parquet")) == ""
    rows = read_rows((tmp_path / "standing.parquet").read_bytes())
    assert [(row["name"], row["points"], row["points_exact"]) for row in rows][:2] == [
        ("Player 2", 8.0, "8"),
        ("Player 1", 5.0, "5"),
    ]


def test_a_store_and_a_service_give_the_same_file(played: CommandScorekeeper, locate: Locate) -> None:
    here = played.attempt("standings", "--parquet", "-").stdout_bytes
    with serve_store(locate("club.db")) as (url, token):
        there = CommandScorekeeper("--url", url, "--token", token).attempt("standings", "--parquet", "-").stdout_bytes
        headers = {"Accept": "application/vnd.apache.parquet"}
        sent = httpx2.get(f"{url}/v1/tournaments/1/standings", headers=headers).content
    assert here == there == sent


def test_a_file_that_cannot_be_written_is_named(played: CommandScorekeeper, tmp_path: Path) -> None:
    said = played.fails("standings", "--parquet", str(tmp_path))
    assert said == f"daifu: {tmp_path} cannot be written: Is a directory"


@pytest.fixture
def teams(keeper: CommandScorekeeper) -> CommandScorekeeper:
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
    teams: CommandScorekeeper, tmp_path: Path, command: str, first: str
) -> None:
    file = tmp_path / "table.xlsx"
    assert teams.run(command, "--csv").removeprefix("\ufeff").replace('"', "").startswith(first)
    teams.run(command, "--xlsx", str(file))
    assert file.read_bytes().startswith(b"PK")
