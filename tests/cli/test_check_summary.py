"""`daifu check` tells people what it found."""

from pathlib import Path

import pytest

from tests.support.command_line import COUNTED, FAULTY, LEGAL, daifu, lines, theater, written


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A legal record and one with two faults."""
    return written(tmp_path / "july.ndjson", lines(LEGAL, FAULTY))


def said(path: Path, *args: str, language: str = "en_GB.UTF-8") -> list[str]:
    """What is printed about a file, line by line, its folder left out."""
    output = daifu("check", path, *args, language=language).stdout
    return output.replace(f"{path.parent}/", "").splitlines()


def test_legal_games_leave_with_0(tmp_path: Path) -> None:
    assert daifu("check", written(tmp_path / "a.json", lines(LEGAL))).exit_code == 0


def test_faults_leave_with_1(games: Path) -> None:
    assert daifu("check", games).exit_code == 1


def test_a_notice_alone_is_legal(tmp_path: Path) -> None:
    unfinished = theater()
    del unfinished["deals"][0]["abandoned"]
    result = daifu("check", written(tmp_path / "a.json", lines(unfinished)))
    assert "1 deal_incomplete (notice)" in result.stdout
    assert result.exit_code == 0


def test_each_record_has_its_place_its_game_and_its_sizes(games: Path) -> None:
    assert said(games)[:2] == [
        "july.ndjson:1: theater, 4 players, 1 deal, 6 actions: legal",
        "july.ndjson:2: theater, 4 players, 1 deal, 9 actions: not legal",
    ]


def test_the_faults_of_a_record_are_counted_the_most_frequent_first(games: Path) -> None:
    assert said(games)[2] == "  faults: 2 not_stronger (illegal), 1 locked_by_pass (illegal)"


def test_each_fault_names_its_deal_its_action_and_its_player(games: Path) -> None:
    assert said(games)[3] == (
        "  deal 1, action 7 (3 D6), Shimo: 6 is not stronger than the 6 on the table "
        "[not_stronger, illegal, T-FOLLOW-1, stands]"
    )


def test_a_record_in_japanese(games: Path) -> None:
    assert said(games, language="ja_JP.UTF-8")[1:4] == [
        "july.ndjson:2: theater、4人、1回、行動9件：問題あり",
        "  問題点：not_stronger（反則）2件、locked_by_pass（反則）1件",
        "  1回目、7番目の行動（3 D6）、Shimo：6は場の6より強くない [not_stronger、反則、T-FOLLOW-1、有効のまま]",
    ]


def test_a_limit_leaves_faults_out_and_says_how_many(games: Path) -> None:
    told = said(games, "--limit", "1")
    assert [line for line in told if line.startswith("  deal")] == [said(games)[3]]
    assert told[4] == "  … and 2 more"


def test_a_limit_of_none_counts_the_faults_all_the_same(games: Path) -> None:
    assert said(games, "--limit", "0")[2:4] == [
        "  faults: 2 not_stronger (illegal), 1 locked_by_pass (illegal)",
        "  … and 3 more",
    ]


def test_totals_are_told_with_ranks_and_names_best_first(tmp_path: Path) -> None:
    assert "  totals: 1. Bo (b1) 3, 2. Ann 2, 3. Cy 1, 4. Bo (b2) 0" in said(written(tmp_path / "a", lines(COUNTED)))


def test_the_grand_total_adds_up_all_records(games: Path) -> None:
    assert "│       2 │     1 │         1 │     2 │      15 │          0 │" in said(games)


def test_the_grand_total_counts_faults_by_code(games: Path) -> None:
    assert said(games)[-3:-1] == [
        "│ not_stronger   │ illegal  │      2 │",
        "│ locked_by_pass │ illegal  │      1 │",
    ]


def test_the_grand_total_in_japanese(games: Path) -> None:
    headings = [line for line in said(games, language="ja_JP.UTF-8") if "┃" in line]
    assert headings == [
        "┃ 棋譜 ┃ 問題なし ┃ 問題あり ┃ 回 ┃ 行動 ┃ 読めないもの ┃",
        "┃ コード         ┃ 重さ ┃ 件数 ┃",
    ]


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    record = theater("1 S5", "1 S6 # \u202e\u001b[31m")
    told = said(written(tmp_path / "a.json", lines(record)))
    assert "(1 S6 # \ufffd\ufffd[31m)" in told[2]
