"""`daifu tournament records`, `land` and `ignore`: records that did not become results by themselves."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import daifu
from tests.support.small_records import RESULT_RECORD
from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store

IDS = ("Ann", "b1", "b2", "Cy")


@pytest.fixture(params=["store", "service"])
def hindered(
    request: pytest.FixtureRequest, keeper: CommandScorekeeper, tmp_path: Path, locate: Locate
) -> Iterator[CommandScorekeeper]:
    """A table with a sheet that says otherwise than the record which comes for it."""
    keeper.create("Cup")
    for player in IDS:
        keeper.run("enter", player)
    keeper.run("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.run("result", "1", "1", "--points", "9,0,0,0")
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**RESULT_RECORD, "event": {"name": "Cup", "round": 1, "table": 1}}), encoding="utf-8")
    assert daifu("import", file, *keeper.target).exit_code == 0
    if request.param == "service":
        with serve_store(locate("club.db")) as (url, token):
            yield CommandScorekeeper("--url", url, "--token", token)
        return
    yield keeper


def test_a_withdrawn_record_leaves_the_results_and_a_correction_brings_it_back(hindered: CommandScorekeeper) -> None:
    hindered.run("land", "1", "--replace", "--reason", "the sheet was wrong")
    assert hindered.run("records") == "all records that name the tournament are in its results\n"
    withdrawn = daifu("withdraw", "1", "--reason", "played for practice", *hindered.target)
    followed = "  the results of tournament 1 follow the record\n"
    assert (withdrawn.exit_code, withdrawn.stdout) == (0, f"record 1 is withdrawn\n{followed}")
    record = {**RESULT_RECORD, "event": {"name": "Cup", "round": 1, "table": 1}, "notes": "it counts"}
    corrected = daifu("correct", "1", "-", "--reason", "it counts", *hindered.target, data=json.dumps(record).encode())
    assert (corrected.exit_code, corrected.stdout) == (0, f"record 1, revision 3\n{followed}")


def test_a_correction_says_that_its_results_do_not_count(hindered: CommandScorekeeper) -> None:
    record = {**RESULT_RECORD, "event": {"name": "Cup", "round": 1, "table": 1}, "notes": "by Ann"}
    result = daifu("correct", "1", "-", "--reason", "notes", *hindered.target, data=json.dumps(record).encode())
    assert "  record 1 is not in the results of tournament 1: " in result.stdout
