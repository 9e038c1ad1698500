"""`daifu tournament penalty`, `bonus`, `cancel`, `lot`, and the faults that replays found."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import daifu
from tests.support.tournaments.cli import CommandScorekeeper

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


def test_a_penalty_is_taken_away_and_a_bonus_added(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    assert keeper.run("penalty", "1", "2", "--reason", "late").splitlines()[0] == "award 1: 1 Player 1 -2 (late)"
    assert keeper.run("bonus", "2", "0.5", "--reason", "help").splitlines()[0] == "award 2: 2 Player 2 +0.5 (help)"


def test_bonuses_and_penalties_need_a_reason(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    assert keeper.fails("penalty", "1", "2") == "daifu: --reason is missing: bonuses and penalties need a reason"


def test_the_faults_of_a_record_wait_for_a_decision(faulty: CommandScorekeeper) -> None:
    printed = faulty.run("faults")
    assert printed.count("out_of_turn (illegal)") == 2
    assert "3 Shimo" in printed


def test_a_fault_may_cost_other_points(faulty: CommandScorekeeper) -> None:
    faulty.run("uphold", "1", "1", "--seat", "3", "--points", "5", "--reason", "again")
    assert faulty.lines()["Shimo"]["referee"] == -5


def test_one_of_several_faults_must_be_identified(faulty: CommandScorekeeper) -> None:
    said = faulty.fails("uphold", "1", "1", "--code", "out_of_turn")
    assert said.startswith("daifu: 2 faults match; choose one by --deal, --action, --seat or --code: --deal 1")
    assert "--action 4 --seat 4" in said
    faulty.run("uphold", "1", "1", "--code", "out_of_turn", "--action", "4")
    assert faulty.lines()["Aki"]["faults"] == 1


def test_a_fault_that_nobody_made_is_not_upheld(faulty: CommandScorekeeper) -> None:
    assert faulty.fails("uphold", "1", "1", "--seat", "1") == "daifu: no such fault was found at table 1"


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


def test_faults_are_in_the_language_of_the_run(faulty: CommandScorekeeper) -> None:
    printed = daifu("--lang", "ja", "tournament", "faults", "1", *faulty.target).stdout
    assert printed.count("out_of_turn（反則）") == 2


def test_closing_a_round_reports_the_undecided_faults(faulty: CommandScorekeeper) -> None:
    assert faulty.run("close", "1").splitlines()[0] == "3 faults need a decision; reopen the round to decide"
