"""`daifu tournament records`, `land` and `ignore`: records that did not land by themselves."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import COUNTED, daifu
from tests.support.scorekeeper import Scorekeeper, serving

IDS = ("Ann", "b1", "b2", "Cy")


@pytest.fixture(params=["store", "service"])
def hindered(request: pytest.FixtureRequest, keeper: Scorekeeper, tmp_path: Path) -> Iterator[Scorekeeper]:
    """A table with a sheet that says otherwise than the record which comes for it."""
    keeper.creates("Cup")
    for player in IDS:
        keeper.does("enter", player)
    keeper.does("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.does("result", "1", "1", "--points", "9,0,0,0")
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**COUNTED, "event": {"name": "Cup", "round": 1, "table": 1}}), encoding="utf-8")
    assert daifu("import", file, *keeper.target).exit_code == 0
    if request.param == "service":
        with serving(tmp_path / "club.db") as (url, token):
            yield Scorekeeper("--url", url, "--token", token)
        return
    yield keeper


def test_what_hinders_a_record_is_told(hindered: Scorekeeper) -> None:
    assert hindered.does("records").startswith("record 1, revision 1: ")
    assert hindered.points()["Ann"] == 9


def test_a_record_does_not_replace_a_sheet_by_itself(hindered: Scorekeeper) -> None:
    assert hindered.fails("land", "1").startswith("record 1, revision 1: ")
    assert hindered.points()["Ann"] == 9


def test_a_record_lands_where_that_is_wanted(hindered: Scorekeeper) -> None:
    assert hindered.does("land", "1", "--replace", "--reason", "the sheet was wrong") == "record 1 has landed\n"
    assert hindered.does("records") == "all records that name the tournament have landed\n"
    assert hindered.points()["Ann"] != 9


def test_a_record_can_be_let_go(hindered: Scorekeeper) -> None:
    assert hindered.does("ignore", "1") == "record 1: dismissed\n"
    assert "revision" not in hindered.does("records")


def test_a_record_that_is_not_there_cannot_land(hindered: Scorekeeper) -> None:
    assert hindered.tries("land", "99").exit_code == 2


@pytest.mark.parametrize("target", ["store", "service"])
def test_whoever_sends_a_record_is_told_at_once_that_it_did_not_land(
    keeper: Scorekeeper, tmp_path: Path, target: str
) -> None:
    keeper.creates("Cup")
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**COUNTED, "event": {"name": "Cup", "round": 1, "table": 1}}), encoding="utf-8")
    with serving(tmp_path / "club.db") as (url, token):
        to = keeper.target if target == "store" else ("--url", url, "--token", token)
        result = daifu("import", file, *to)
    assert result.exit_code == 0
    assert f"{file}:1: " in result.stderr
    assert "record 1 did not land in tournament 1: there is no stage 1" in result.stderr
