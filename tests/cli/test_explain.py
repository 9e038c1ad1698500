"""`daifu explain` and `daifu what-if`."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import daifu, write_file
from tests.support.small_records import CUT, json_bytes


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    write_file(path, json_bytes(CUT))
    return str(path)


def test_the_rules_that_explain_a_game_are_told_in_words_and_as_options(game: str) -> None:
    told = daifu("explain", game).stdout
    assert "1. eight cut" in told
    assert '{"eight_cut":true}' in told
    assert "8切り" in daifu("--lang", "ja", "explain", game).stdout


def test_or_as_json(game: str) -> None:
    assert json.loads(daifu("explain", "--json", game).stdout)["explanations"][0]["options"] == {"eight_cut": True}


def test_what_would_have_been_different_is_told_action_by_action(game: str) -> None:
    first, second, *_more = daifu("what-if", "--options", "eight_cut=yes", game).stdout.splitlines()
    assert first == "deal 1, action 1 (1 S8): whose turn it is, whether the trick goes on"
    assert second == "deal 1, action 2 (1 S5): faults"


def test_it_needs_other_rules(game: str) -> None:
    run = daifu("what-if", game)
    assert run.exit_code == 2
    assert "--rules" in run.stderr
