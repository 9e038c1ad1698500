"""`daifu check`: the summary for people, and one report a line with `--json`."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from daifu.schemas.judgement import check_json
from tests.support.command_line import daifu, printed_reports, printed_sources, write_file
from tests.support.small_records import (
    FAULTY_RECORD,
    LEGAL_RECORD,
    RESULT_RECORD,
    UECDA_LOG,
    json_line,
    json_lines,
    theater_record,
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A legal record and one with two faults."""
    return write_file(tmp_path / "july.ndjson", json_lines(LEGAL_RECORD, FAULTY_RECORD))


def summary_lines(path: Path, *args: str, language: str = "en_GB.UTF-8") -> list[str]:
    """What is printed about a file, line by line, its folder left out."""
    output = daifu("check", path, *args, language=language).stdout
    return output.replace(f"{path.parent}/", "").splitlines()


def test_legal_games_leave_with_0(tmp_path: Path) -> None:
    assert daifu("check", write_file(tmp_path / "a.json", json_lines(LEGAL_RECORD))).exit_code == 0


def test_faults_leave_with_1(games: Path) -> None:
    assert daifu("check", games).exit_code == 1


def test_a_notice_alone_is_legal(tmp_path: Path) -> None:
    unfinished = theater_record()
    del unfinished["deals"][0]["abandoned"]
    result = daifu("check", write_file(tmp_path / "a.json", json_lines(unfinished)))
    assert "1 deal_incomplete (notice)" in result.stdout
    assert result.exit_code == 0


def test_each_fault_names_its_deal_its_action_and_its_player(games: Path) -> None:
    assert summary_lines(games)[3] == (
        "  deal 1, action 7 (3 D6), Shimo: 6 is not stronger than the 6 on the table "
        "[not_stronger, illegal, T-FOLLOW-1, stands]"
    )


def test_a_limit_leaves_faults_out_and_says_how_many(games: Path) -> None:
    told = summary_lines(games, "--limit", "1")
    assert [line for line in told if line.startswith("  deal")] == [summary_lines(games)[3]]
    assert told[4] == "  … and 2 more"


def test_totals_are_shown_with_ranks_and_names_best_first(tmp_path: Path) -> None:
    assert "  totals: 1. Bo (b1) 3, 2. Ann 2, 3. Cy 1, 4. Bo (b2) 0" in summary_lines(
        write_file(tmp_path / "a", json_lines(RESULT_RECORD))
    )


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    record = theater_record("1 S5", "1 S6 # \u202e\u001b[31m")
    told = summary_lines(write_file(tmp_path / "a.json", json_lines(record)))
    assert "(1 S6 # \ufffd\ufffd[31m)" in told[2]


def test_a_line_says_where_its_record_is(tmp_path: Path) -> None:
    result = daifu(
        "check",
        "--json",
        write_file(tmp_path / "a.ndjson", b"\n" + json_lines(LEGAL_RECORD) + b"\n" + json_lines(FAULTY_RECORD)),
    )
    assert printed_sources(result) == [("a.ndjson", 2), ("a.ndjson", 4)]


def test_apart_from_its_source_a_line_is_the_report_of_the_library(tmp_path: Path) -> None:
    result = daifu("check", "--json", write_file(tmp_path / "a.json", json_line(FAULTY_RECORD)))
    begin, sign, _ = result.stdout_bytes.partition(b',"source":')
    assert sign
    assert begin + b"}" == check_json(json_line(FAULTY_RECORD))


def test_names_are_utf_8_whatever_the_language_of_the_terminal(tmp_path: Path) -> None:
    record = {**RESULT_RECORD, "players": ["一郎", "二郎", "三郎", "四郎"]}
    result = daifu("check", "--json", write_file(tmp_path / "a.json", json_line(record)), language="C")
    assert printed_reports(result)[0]["players"][0] == "一郎"


def test_a_record_may_be_judged_by_the_rules_of_another_game(games: Path) -> None:
    lines = summary_lines(games, "--rules", "akagiri")
    assert lines[1] == "july.ndjson:2: akagiri, 4 players, 1 deal, 9 actions: not legal"
    assert any("[out_of_turn, illegal, A-PLAY-1, stands]" in line for line in lines)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.soak)])
def test_reports_may_be_by_the_rules_of_another_game(games: Path, jobs: str) -> None:
    reports = printed_reports(daifu("check", "--json", "--rules", "akagiri", "--jobs", jobs, games))
    assert [report["rules"] for report in reports] == ["akagiri", "akagiri"]


def test_a_log_may_be_judged_by_the_rules_of_another_game(tmp_path: Path) -> None:
    result = daifu("check", "--json", "--rules", "akagiri", write_file(tmp_path / "games.log", UECDA_LOG))
    assert [(report["rules"], len(report["deals"])) for report in printed_reports(result)] == [("akagiri", 2)]


def test_a_record_whose_cards_another_game_does_not_have_is_unreadable_by_its_rules(games: Path) -> None:
    result = daifu("check", games, "--rules", "dalmuti")
    assert result.exit_code == 2
    assert f"{games}:1: /deals/0/actions/0: expected a card of this game, found 'D3'" in result.stderr


def test_a_table_has_the_places_and_points_of_each_deal(tmp_path: Path) -> None:
    deals = [{"result": {"order": [2, 1, 4, 3]}}, {"result": {"order": [3, 2, 1, 4]}}]
    lines = summary_lines(write_file(tmp_path / "a.json", json_line({**RESULT_RECORD, "deals": deals})), "--table")
    start = next(number for number, line in enumerate(lines) if line.split()[:1] == ["deal"])
    assert [line.split() for line in lines[start : start + 3]] == [
        ["deal", "Ann", "Bo", "(b1)", "Bo", "(b2)", "Cy"],
        ["1", "2", "(2)", "1", "(3)", "4", "(0)", "3", "(1)"],
        ["2", "3", "(1)", "2", "(2)", "1", "(3)", "4", "(0)"],
    ]
    assert lines[start + 3] == ""


def test_the_columns_of_a_table_are_aligned_under_wide_names(tmp_path: Path) -> None:
    record = {**RESULT_RECORD, "players": ["春", "大貧民の夏さん", "秋", "冬"]}
    table = summary_lines(write_file(tmp_path / "a.json", json_line(record)), "--table")[2:4]
    assert len({cell_len(line) for line in table}) == 1


def test_a_player_without_a_place_has_a_dash_in_the_table(games: Path) -> None:
    assert "      1       -       -       -       -" in summary_lines(games, "--table")


def test_reports_have_no_table(games: Path) -> None:
    result = daifu("check", "--json", "--table", games)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("daifu: --json, --table and --quiet exclude each other\n")
