"""`daifu analyse`: missed wins for people, and one deal a line with `--json`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import daifu, write_file
from tests.support.small_records import json_lines

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
    summary, win, *_ = printed(games)
    assert summary.startswith("july.ndjson:1: deal 1, akagiri: 1 missed win; ")
    assert win == ("  action 4 (1 D7), Mu: they could have gone out next, whatever the others held: 1 C2, 1 D7")


def test_the_same_is_said_in_japanese(games: Path) -> None:
    summary, win, *_ = printed(games, language="ja_JP.UTF-8")
    assert summary.startswith("july.ndjson:1: 1回目、akagiri：逃した上がり1件。")
    assert win == "  4番目の行動（1 D7）、Mu：ほかの人の手札が何であっても、次に上がれた：1 C2、1 D7"


def test_json_is_one_deal_a_line_with_its_source(games: Path) -> None:
    first, second = map(json.loads, printed(games, "--json"))
    assert first["missed_wins"] == [
        {"action": 3, "player": 1, "view": "hidden", "line": ["1 C2", "2 -", "3 -", "1 D7"]}
    ]
    assert (first["source"]["line"], second["source"]["line"]) == (1, 2)
    assert first["actions"][-1]["hidden"] == {"before": "proven", "after": "proven"}


def test_several_processes_print_the_same(games: Path) -> None:
    assert printed(games, "--jobs", "2") == printed(games)


def test_what_cannot_be_read_is_told_and_the_rest_analysed(tmp_path: Path) -> None:
    run = daifu("analyse", write_file(tmp_path / "a.ndjson", b"{}\n" + json_lines(MISSED)))
    assert run.exit_code == 2
    assert "expected" in run.stderr
    assert "1 missed win" in run.stdout
