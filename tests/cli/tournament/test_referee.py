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
