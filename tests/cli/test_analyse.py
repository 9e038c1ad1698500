"""`daifu analyse`, `explain` and `what-if`: what could have been, for people and as JSON."""

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from daifu.api.views.analysis import result_scale
from daifu.schemas.analysis import DealAnalysis
from tests.support.command_line import daifu, write_file
from tests.support.small_records import CUT, LOST, json_bytes, json_lines

QUICK: Final = ("--playouts", "100", "--seed", "7")

MISSED: dict[str, Any] = {
    "format": "daifu/1",
    "rules": "akagiri",
    "players": ["Mu", "Junko", "Shimo"],
    "deals": [
        {
            "dealer": 1,
            "hands": ["S3 H3 C2 D7", "H9", "HT"],
            "actions": ["1 S3 H3", "2 -", "3 -", "1 D7", "2 H9"],
            "abandoned": True,
        }
    ],
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two records of a deal with a missed win."""
    return write_file(tmp_path / "july.ndjson", json_lines(MISSED, MISSED))


def printed(path: Path, *args: str, language: str = "en_GB.UTF-8") -> list[str]:
    return daifu("analyse", path, *args, language=language).stdout.replace(f"{path.parent}/", "").splitlines()


def test_a_missed_win_is_shown_with_what_would_have_won(games: Path) -> None:
    summary, win, *_ = printed(games, "--playouts", "0")
    assert summary.startswith("july.ndjson:1: deal 1, akagiri: 1 missed win; ")
    assert win == (
        "  action 4 (1 D7), Mu: proven: they had a sure way to go out next, without knowing the other hands: 1 C2, 1 D7"
    )


def test_the_same_is_said_in_japanese(games: Path) -> None:
    summary, win, *_ = printed(games, "--playouts", "0", language="ja_JP.UTF-8")
    assert summary.startswith("july.ndjson:1: 1回目、akagiri：逃した上がり1件。")
    assert win == "  4番目の行動（1 D7）、Mu：証明済み。ほかの人の手札が何であっても、次に上がれた：1 C2、1 D7"


def test_without_playouts_nothing_is_estimated(games: Path) -> None:
    assert not [line for line in printed(games, "--playouts", "0") if "estimated" in line or "luck" in line]


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    """A record of a deal with an estimated loss."""
    return write_file(tmp_path / "lost.json", json_lines(LOST))


def matching(lines: list[str], pattern: str) -> bool:
    return any(re.fullmatch(pattern, line) for line in lines)


def test_an_estimated_loss_is_shown_with_what_would_have_been_better(lost: Path) -> None:
    found = printed(lost, *QUICK)
    assert "  estimated by 100 playouts each, seed 7" in found
    assert matching(
        found,
        r"  action 15 \(3 H6\), Shimo: estimated: 3 S5 gives place 1\.\d on average, "
        r"what was played place \d\.\d on average \(\+0\.\d, error 0\.1\); "
        r"first \d+% instead of \d+%, last \d+% instead of \d+%",
    )


def test_an_estimated_loss_is_told_in_japanese(lost: Path) -> None:
    assert matching(
        printed(lost, *QUICK, language="ja_JP.UTF-8"),
        r"  15番目の行動（3 H6）、Shimo：推定では3 S5なら平均1\.\d位、実際は平均\d\.\d位（\+0\.\d、誤差0\.1）。"
        r"1位は\d+%でなく\d+%、最下位は\d+%でなく\d+%",
    )


def test_each_result_is_split_into_cards_seat_and_play(lost: Path) -> None:
    assert matching(
        printed(lost, *QUICK),
        r"  Shimo: the deal was worth place \d\.\d on average, they got place 1: "
        r"cards (0|[+-]\d\.\d), seat (0|[+-]\d\.\d), play \+\d\.\d \(error \d\.\d\)",
    )


def test_a_deal_that_was_broken_off_is_not_split(games: Path) -> None:
    assert "  luck and play not known: The deal was not played to its end." in printed(games, *QUICK)


def test_what_cannot_be_played_out_says_why(tmp_path: Path) -> None:
    two_packs = write_file(tmp_path / "two.json", json_lines({**MISSED, "options": {"decks": 2}}))
    assert "  not estimated: Deals with two packs are not played out." in printed(two_packs, *QUICK)


def test_points_are_told_where_results_are_points() -> None:
    scale = result_scale(5, points=128)
    assert scale.worth(0.5 + 3 / 128).en == "3.0 in points on average"
    assert scale.result(0.5 - 2 / 128).ja == "-2点"


def test_json_has_the_chances_with_errors_seed_and_number_of_playouts(lost: Path) -> None:
    (deal,) = map(json.loads, printed(lost, *QUICK, "--json"))
    estimates = deal["estimates"]
    assert (estimates["seed"], estimates["playouts"], estimates["view"]) == (7, 100, "hidden")
    assert len(estimates["positions"]) == len(LOST["deals"][0]["actions"]) + 1
    choice = next(choice for choice in estimates["choices"] if choice["action"] == 14)
    assert choice["taken"]["action"] == "3 H6"
    assert choice["others"][0]["action"] == "3 S5"
    assert choice["loss"] > 2 * choice["loss_error"] > 0
    assert [luck["player"] for luck in deal["luck"]] == [1, 2, 3]


def test_json_of_an_analysis_is_read_as_it_was_written(lost: Path) -> None:
    (line,) = printed(lost, *QUICK, "--json")
    deal = json.loads(line)
    del deal["source"]
    assert msgspec.to_builtins(msgspec.convert(deal, DealAnalysis)) == deal


def test_json_is_one_deal_a_line_with_its_source(games: Path) -> None:
    first, second = map(json.loads, printed(games, "--playouts", "0", "--json"))
    assert first["missed_wins"] == [
        {"action": 3, "player": 1, "view": "hidden", "line": ["1 C2", "2 -", "3 -", "1 D7"]}
    ]
    assert (first["source"]["line"], second["source"]["line"]) == (1, 2)
    assert first["actions"][-1]["hidden"] == {"before": "proven", "after": "proven"}


@pytest.mark.soak
def test_several_processes_print_the_same(games: Path) -> None:
    assert printed(games, *QUICK, "--jobs", "2") == printed(games, *QUICK)


def test_what_cannot_be_read_is_told_and_the_rest_analysed(tmp_path: Path) -> None:
    run = daifu("analyse", "--playouts", "0", write_file(tmp_path / "a.ndjson", b"{}\n" + json_lines(MISSED)))
    assert run.exit_code == 2
    assert "expected" in run.stderr
    assert "1 missed win" in run.stdout


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
