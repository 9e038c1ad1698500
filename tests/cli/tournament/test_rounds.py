"""`daifu tournament draw`, `redraw`, `result`, `records`, `close`, and the referee's commands."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daifu.api.views.tournaments.text import repeat_meetings
from daifu.replay.text import Text
from tests.support.command_line import daifu
from tests.support.small_records import RESULT_RECORD
from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store


def rounds(keeper: CommandScorekeeper) -> list[Any]:
    return [
        [[seat["drawn"] for seat in table["seats"]] for table in found["tables"]]
        for found in keeper.reads("show")["stages"][-1]["rounds"]
    ]


def test_rounds_are_drawn_together_and_their_quality_is_shown(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(16)
    printed = keeper.run("draw", "--rounds", "5", "--seed", "1", "--work", "200000")
    assert "stage 1, round 5" in printed
    assert "no repeat meetings, at most 1 of the same two" in printed
    assert "seed: 1\n" in printed
    assert len(rounds(keeper)) == 5


def test_a_chosen_seed_is_printed(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(8)
    assert re.search(r"seed: [0-9]+\n", keeper.run("draw", "--work", "1000"))


def test_teams_are_kept_apart_on_request(keeper: CommandScorekeeper) -> None:
    keeper.create()
    for team in "ABCD":
        keeper.run("enter", *(f"{team} {number}" for number in range(1, 5)), "--team", team)
    keeper.run("stage", "Preliminaries", "--sizes", "4")
    printed = keeper.run("draw", "--rounds", "4", "--apart", "teams", "--seed", "1", "--work", "1000")
    assert "meetings of team-mates: 0 (no draw has fewer than 0)" in printed


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("--method swiss --rounds 3", "daifu: --rounds does not apply to draws by the method swiss"),
        ("--method snake --apart teams", "daifu: --apart does not apply to draws by the method snake"),
        ("--method swiss --seed 3", "daifu: --seed does not apply to draws by the method swiss"),
        ("--table 1,2,3,4 --wanted 4", "daifu: --wanted does not apply to draws that are fixed by hand"),
        ("--wanted 9", "daifu: a table of 9 is not allowed; allowed sizes are 4"),
    ],
)
def test_nothing_is_asked_of_a_draw_in_vain(keeper: CommandScorekeeper, call: str, said: str) -> None:
    keeper.open_stage(8)
    assert keeper.fails("draw", *call.split()) == said


@pytest.mark.parametrize(
    ("repeats", "at_least", "english", "japanese"),
    [
        (0, 0, "no repeat meetings", "再戦なし"),
        (13, 13, "repeat meetings: 13 (no draw has fewer)", "再戦13回（これより少なくは組めません）"),
        (9, 4, "repeat meetings: 9 (at least 4 cannot be avoided)", "再戦9回（少なくとも4回は避けられません）"),
        (
            6,
            0,
            "repeat meetings: 6 (whether they can all be avoided is not known)",
            "再戦6回（すべて避けられるかどうかは不明です）",
        ),
    ],
)
def test_what_is_proven_about_repeat_meetings_is_told(repeats: int, at_least: int, english: str, japanese: str) -> None:
    assert repeat_meetings(repeats, at_least) == Text(english, japanese)


def test_tables_by_hand_may_name_people(keeper: CommandScorekeeper) -> None:
    keeper.open_stage()
    keeper.seats("Player 4,3,2,Player 1", "5,6,7,8")
    assert keeper.log()[-1]["change"]["tables"] == [[4, 3, 2, 1], [5, 6, 7, 8]]


WORTH = ("--worth", "5,3,2,0")


@pytest.fixture
def seated(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """Two tables with their seats and no result."""
    keeper.open_stage(8, *WORTH)
    keeper.seats("1,2,3,4", "5,6,7,8")
    return keeper


def of_table(keeper: CommandScorekeeper, *numbers: int) -> list[int | None]:
    points = keeper.points()
    return [points[f"Player {number}"] for number in numbers]


def test_a_seat_is_taken_by_one_person(seated: CommandScorekeeper) -> None:
    assert seated.fails("substitute", "1", "1", "1") == "daifu: expected either --entrant or --guest"


EXPECTED_PLACES = "daifu: --places: expected the place of each seat, such as 2,1,4,3 or Haru=2,Natsu=1"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("1 1", "daifu: a result needs places or points"),
        ("1 1 --places 1,x,3,4", f"{EXPECTED_PLACES}, found '1,x,3,4'"),
        ("1 1 --places 101,2,3,4", f"{EXPECTED_PLACES}, found '101,2,3,4'"),
        ("1 1 --places 1=1,2", f"{EXPECTED_PLACES}, found '1=1,2'"),
        ("1 1 --places 1=1,1=2", f"{EXPECTED_PLACES}, found '1=1,1=2'"),
        ("1 1 --places 1=1,8=2", "daifu: 8 does not sit at table 1"),
        ("1 1 --places Umi=1", "daifu: no entrant is called Umi"),
    ],
)
def test_a_result_that_cannot_be_is_refused(seated: CommandScorekeeper, call: str, said: str) -> None:
    assert seated.fails("result", *call.split()) == said


@pytest.mark.parametrize("call", ["result 1 １ --places 1,2,3,4", "result 1 1 --places １、２、３、４"])
def test_full_width_digits_are_refused_as_such(seated: CommandScorekeeper, call: str) -> None:
    command, *args = call.split()
    result = daifu("--lang", "ja", "tournament", command, "1", *args, *seated.target)
    assert result.exit_code == 2
    assert "半角" in result.stderr


def test_what_is_for_a_guest_is_not_for_an_entrant(seated: CommandScorekeeper) -> None:
    said = seated.fails("substitute", "1", "1", "1", "--entrant", "Player 5", "--player", "p5")
    assert said == "daifu: --player and --scores are for a guest"


def test_a_result_may_be_written_by_names_in_any_order(seated: CommandScorekeeper) -> None:
    seated.run("result", "1", "1", "--places", "Player 2=1,4=2,Player 1=3,3=4")
    by_name = of_table(seated, 1)
    seated.run("result", "1", "1", "--places", "3,1,4,2")
    assert of_table(seated, 1) == by_name


def test_points_may_be_written_by_names(seated: CommandScorekeeper) -> None:
    seated.run("result", "1", "1", "--points", "Player 4=1/2,Player 3=0,Player 2=3,Player 1=-1")
    by_name = seated.log()[-1]["change"]
    seated.run("result", "1", "1", "--points", "-1,3,0,1/2")
    assert seated.log()[-1]["change"] == by_name


def test_a_guest_is_named_in_a_result(seated: CommandScorekeeper) -> None:
    seated.run("substitute", "1", "1", "2", "--guest", "Rin", "--scores")
    seated.run("result", "1", "1", "--places", "Rin=1,1=2,3=3,4=4")
    assert seated.log()[-1]["change"]["places"] == [2, 1, 3, 4]


def test_points_that_contradict_the_places_are_kept_with_a_note(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    keeper.seats("1,2,3,4")
    sheet = ("result", "1", "1", "--places", "1,2,3,4", "--points", "0,1,2,3")
    previewed, shown = keeper.attempt(*sheet, "--preview"), keeper.attempt(*sheet)
    assert (
        previewed.stderr
        == shown.stderr
        == (
            "note: the written points are 0 1 2 3, but this order gives 3 2 1 0 (D-SCORE-2); what was entered is kept\n"
        )
    )
    assert of_table(keeper, 1, 2, 3, 4) == [0, 1, 2, 3]


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


PLAYERS = ("Mu", "Junko", "Shimo", "Aki")
OUT_OF_TURN = {
    "hands": ["D3", "S4", "H5", "C6"],
    "actions": ["1 D3", "3 H5 void", "2 S4", "4 C6 void", "3 H5"],
    "result": {"order": [1, 2, 3, 4]},
}


@pytest.fixture
def faulty(keeper: CommandScorekeeper, tmp_path: Path) -> CommandScorekeeper:
    """A table whose record has two actions out of turn, one of the third seat and one of the fourth."""
    created = daifu("tournament", "create", "Cup", "--rules", "theater", "--penalty", "illegal=-1", *keeper.target)
    assert created.exit_code == 0
    keeper.run("enter", *PLAYERS)
    keeper.run("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    event = {"name": "Cup", "round": 1, "table": 1}
    record = {"format": "daifu/1", "rules": "theater", "players": PLAYERS, "deals": [OUT_OF_TURN], "event": event}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    imported = daifu("import", file, *keeper.target)
    assert imported.exit_code == 0, imported.stderr
    return keeper


def test_one_of_several_faults_must_be_identified(faulty: CommandScorekeeper) -> None:
    said = faulty.fails("uphold", "1", "1", "--code", "out_of_turn")
    assert said.startswith("daifu: 2 faults match; choose one by --deal, --action, --seat or --code: --deal 1")
    assert "--action 4 --seat 4" in said
    faulty.run("uphold", "1", "1", "--code", "out_of_turn", "--action", "4")
    assert faulty.lines()["Aki"]["faults"] == 1


def test_a_reason_cannot_control_the_terminal(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    printed = keeper.run("penalty", "1", "2", "--reason", "late\x1b[31m")
    assert "\x1b" not in printed + keeper.run("show") + keeper.run("log")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("--drawn", "daifu: --drawn needs the entrants in the order drawn"),
        ("2 1 --drawn --seed 5", "daifu: --drawn and --seed exclude each other"),
    ],
)
def test_a_lot_by_hand_is_an_order_and_nothing_else(keeper: CommandScorekeeper, call: str, said: str) -> None:
    keeper.open_stage(4)
    assert keeper.fails("lot", *call.split()) == said


@pytest.fixture
def closed(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """A tournament with one round, which is closed."""
    keeper.open_stage(4, "--worth", "5,3,2,0")
    keeper.seats("1,2,3,4")
    keeper.run("result", "1", "1", "--places", "1,2,3,4")
    keeper.run("close", "1")
    return keeper


def test_the_log_shows_author_change_and_reason(closed: CommandScorekeeper) -> None:
    closed.run("reopen", "1", "--reason", "misread")
    last = closed.log()[-1]
    assert (last["author"], last["reason"], last["before"], last["after"]) == ("local", "misread", True, False)
    assert "misread" in closed.run("log")
    assert closed.run("log", "--json", "--from", str(last["number"])) == ""


def test_announced_standings_are_shown_without_later_corrections(closed: CommandScorekeeper) -> None:
    announced = closed.reads("standings")
    closed.run("reopen", "1")
    closed.run("result", "1", "1", "--places", "4,3,2,1")
    closed.seats("1,2,3,4")
    closed.run("result", "2", "1", "--places", "4,3,2,1")
    for words in ((), ("--until", "1"), ("--stage", "1")):
        told = closed.reads("standings", "--announced", *words)
        assert told == announced
    assert closed.reads("standings", "--until", "1")["lines"][0]["name"] == "Player 4"
    assert closed.reads("meetings", "--announced")[0]["against"][0]["won"] == 1


def test_what_was_not_closed_was_not_announced(closed: CommandScorekeeper) -> None:
    for command in ("standings", "teams", "meetings"):
        assert closed.fails(command, "--announced", "--until", "2") == "daifu: that round has never been closed"
