"""`daifu check`: the summary for people, one report a line with `--json`, its sources, and what cannot be read."""

import gzip
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from rich.cells import cell_len

from daifu.schemas.judgement import check_json
from daifu.schemas.record import limits
from tests.support.command_line import daifu, printed_reports, printed_sources, run_process, write_file
from tests.support.small_records import (
    FAULTY_RECORD,
    FUJIGOKORO_FILE,
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


def checked_sources(*args: str | Path, data: bytes = b"") -> list[tuple[str, int]]:
    """File and line of every record that was checked, nothing being left unread."""
    result = daifu("check", "--json", *args, data=data)
    assert result.stderr == ""
    return list(printed_sources(result))


def test_a_json_file_is_one_record_over_as_many_lines_as_it_likes(tmp_path: Path) -> None:
    data = json.dumps(LEGAL_RECORD, indent=2).encode()
    assert checked_sources(write_file(tmp_path / "a.json", data)) == [("a.json", 1)]


def test_an_ndjson_file_is_one_record_a_line(tmp_path: Path) -> None:
    assert checked_sources(write_file(tmp_path / "a.ndjson", json_lines(LEGAL_RECORD, LEGAL_RECORD))) == [
        ("a.ndjson", 1),
        ("a.ndjson", 2),
    ]


def test_a_record_over_several_lines_is_known_in_spite_of_its_name(tmp_path: Path) -> None:
    data = json.dumps(LEGAL_RECORD, indent=1).encode()
    assert checked_sources(write_file(tmp_path / "a.ndjson", data)) == [("a.ndjson", 1)]


def test_a_broken_first_line_does_not_hide_the_records_after_it(tmp_path: Path) -> None:
    result = daifu(
        "check", "--json", write_file(tmp_path / "games", b'{"format": "daifu/1",\n' + json_lines(LEGAL_RECORD))
    )
    assert printed_sources(result) == [("games", 2)]
    assert "games:1: expected JSON" in result.stderr


def test_deals_on_lines_of_their_own_are_still_one_record(tmp_path: Path) -> None:
    whole = json_line(LEGAL_RECORD).replace(b'"deals": [', b'"deals": [\n')
    assert checked_sources(write_file(tmp_path / "a.json", whole)) == [("a.json", 1)]


def test_gzip_is_known_by_its_content(tmp_path: Path) -> None:
    packed = write_file(tmp_path / "a.ndjson.gz", json_lines(LEGAL_RECORD, LEGAL_RECORD))
    assert checked_sources(packed.rename(tmp_path / "b.json")) == [("b.json", 1), ("b.json", 2)]


def test_a_dash_is_standard_input() -> None:
    assert checked_sources("-", data=json_lines(LEGAL_RECORD, FAULTY_RECORD)) == [("-", 1), ("-", 2)]


def test_a_folder_is_searched_through_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.json", "a/z.ndjson", "a/y.log.gz", "a/b/x.JSON", ".hidden.json", "notes.txt"):
        write_file(tmp_path / name, UECDA_LOG if "log" in name else json_lines(LEGAL_RECORD))
    assert [name for name, _ in checked_sources(tmp_path)] == ["b.json", "y.log.gz", "z.ndjson", "x.JSON"]


def test_a_server_log_is_one_record_of_all_its_deals(tmp_path: Path) -> None:
    result = daifu("check", "--json", write_file(tmp_path / "match", UECDA_LOG))
    assert [(report["rules"], len(report["deals"])) for report in printed_reports(result)] == [("uecda", 2)]


def test_a_server_log_that_begins_with_a_game_is_recognised(tmp_path: Path) -> None:
    games = UECDA_LOG[UECDA_LOG.index(b"%00000%") :]
    result = daifu("check", write_file(tmp_path / "match.log", games))
    assert "match.log:1: expected a line %-----%palyer_name%" in result.stderr


def test_a_log_that_was_cut_is_read_and_its_tail_noted_aside(tmp_path: Path) -> None:
    result = daifu("check", "--json", write_file(tmp_path / "match.log", UECDA_LOG + b"%00002%mi"))
    assert len(printed_reports(result)) == 1
    assert "match.log:1: note: the log ends within a game" in result.stderr


def test_a_log_that_ends_in_nul_bytes_is_read_and_they_are_noted_aside(tmp_path: Path) -> None:
    path = write_file(tmp_path / "match.log", UECDA_LOG + bytes(4_096))
    result = daifu("check", "--json", path)
    assert [len(report["deals"]) for report in printed_reports(result)] == [2]
    assert "match.log:1: note: the log ends in 4096 NUL bytes on line 16" in result.stderr
    assert daifu("convert", "--to", "uecda", path).stdout_bytes == path.read_bytes()


ZIPPED: Final = gzip.compress(json_lines(*[{**LEGAL_RECORD, "notes": str(number)} for number in range(2_000)]))


def refusal_lines(data: bytes, tmp_path: Path, name: str = "a.ndjson", language: str = "en_GB.UTF-8") -> list[str]:
    """What is said against a file with this in it; each line begins with the name of the file."""
    path = tmp_path / name
    path.write_bytes(data)
    result = daifu("check", path, language=language)
    assert result.exit_code == 2
    return result.stderr.replace(f"{tmp_path}/", "").splitlines()


CASES: Final[dict[str, tuple[bytes, str]]] = {
    "an open brace": (b"{", "a.ndjson:1: expected JSON"),
    "prose": (b"hello", "(fu/1 …), found 'hello'"),
    "nothing": (b"", "a.ndjson:1: expected games, found nothing"),
    "blank lines": (b"\n \n\n", "a.ndjson:4: expected games, found nothing"),
    "invalid UTF-8": (b'{"format": "\xff"}', "a.ndjson:1: expected UTF-8, found 0xff at byte 12"),
    "an unknown card": (
        json_line(theater_record("1 Z9")),
        "/deals/0/actions/4: expected a card of this game, found 'Z9'",
    ),
    "the mark of gzip alone": (b"\x1f\x8b", "a.ndjson: expected more of this gzip file, found its end"),
    "broken gzip": (b"\x1f\x8bnonsense", "a.ndjson: expected sound gzip data, found damage"),
    "gzip cut off": (ZIPPED[:-4], "a.ndjson:2001: expected more of this gzip file, found its end"),
    "gzip with a wrong sum": (ZIPPED[:-8] + b"\0" * 8, "a.ndjson:2001: expected sound gzip data, found damage (CRC"),
    "invalid UTF-8 in a log": (UECDA_LOG.replace(b"Ume", b"U\xffe"), "a.ndjson:1: expected UTF-8, found the byte 0xff"),
    "NUL in a log": (UECDA_LOG.replace(b"01234\n", b"0123\0\n"), "a.ndjson:3: expected text, found a NUL byte"),
    "NUL in the tail of a log": (
        UECDA_LOG + b"%00002%mibun% 22222\n%00002%\0\0",
        "17: expected text, found a NUL byte",
    ),
    "a line of NUL in a log": (UECDA_LOG + b"\0\0\n", "a.ndjson:16: expected text, found a NUL byte"),
    "NUL in a FujiGokoro file": (FUJIGOKORO_FILE + b"\0", "a.ndjson:13: expected text, found a NUL byte"),
    "a play of more cards than there are": (
        UECDA_LOG.replace(b" 0D3EE", b" 0" + b"D3" * 128 + b"EE"),
        "a.ndjson:1: /deals/1/actions/0: expected 1 to 127 cards",
    ),
    "a bad line in a log": (UECDA_LOG.replace(b"seat% 01234", b"seat% 01233", 1), "a.ndjson:3: expected"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_says_where_and_what_was_expected(case: str, tmp_path: Path) -> None:
    data, said = CASES[case]
    told = refusal_lines(data, tmp_path)
    assert [line for line in told if said in line], told


def test_every_reason_is_on_a_line_of_its_own(tmp_path: Path) -> None:
    told = refusal_lines(json_line({**LEGAL_RECORD, "rules": "poker", "notes": 5}), tmp_path)
    assert {line.split(": ")[1] for line in told} == {"/rules", "/notes"}


def test_the_records_around_a_refused_one_are_checked(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.ndjson", json_lines(LEGAL_RECORD) + b'{"format"\n' + json_lines(LEGAL_RECORD))
    result = daifu("check", "--json", path)
    assert printed_sources(result) == [("a.ndjson", 1), ("a.ndjson", 3)]
    assert result.exit_code == 2


def test_something_unreadable_counts_for_more_than_a_fault(tmp_path: Path) -> None:
    assert daifu("check", write_file(tmp_path / "a.ndjson", json_lines(FAULTY_RECORD, {}))).exit_code == 2


def test_what_a_cut_gzip_file_still_holds_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "a.ndjson.gz"
    path.write_bytes(ZIPPED[:-4])
    assert len(printed_sources(daifu("check", "--json", path))) == 2_000


def test_a_record_that_is_too_long_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_BYTES", 1_000)
    path = write_file(tmp_path / "a.ndjson", json_lines(LEGAL_RECORD, {"notes": "x" * 200_000}, LEGAL_RECORD))
    result = daifu("check", "--json", path)
    assert printed_sources(result) == [("a.ndjson", 1), ("a.ndjson", 3)]
    assert "a.ndjson:2: expected a record of at most" in result.stderr


def test_a_whole_file_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_BYTES", 100)
    assert "a.dat:1: expected a record of at most" in refusal_lines(FUJIGOKORO_FILE, tmp_path, "a.dat")[0]


def test_a_missing_file_does_not_keep_the_others_from_being_checked(tmp_path: Path) -> None:
    result = daifu("check", "--json", tmp_path / "nix", write_file(tmp_path / "a.json", json_lines(LEGAL_RECORD)))
    assert f"{tmp_path}/nix: expected a file or folder, found nothing of this name" in result.stderr
    assert printed_sources(result) == [("a.json", 1)]
    assert result.exit_code == 2


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    result = daifu("check", tmp_path)
    assert "expected a folder with games (.json, .ndjson, .jsonl, .fu, .log, .dat" in result.stderr
    assert result.exit_code == 2


def test_a_path_with_a_nul_character_is_refused() -> None:
    result = daifu("check", "a\0b")
    assert result.stderr == "a\ufffdb: expected a path without a NUL character\n"
    assert result.exit_code == 2


def test_a_path_that_is_no_text_can_still_be_shown(tmp_path: Path) -> None:
    result = run_process("check", tmp_path / os.fsdecode(b"\xff.json"))
    assert f"{tmp_path}/\ufffd.json: expected a file or folder".encode() in result.stderr
    assert result.returncode == 2


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder with a game, and another game and a folder that nobody may read, seen by an ordinary user."""
    daifu(
        "check", "-", data=json_lines(LEGAL_RECORD)
    )  # a user who is not the superuser may not be able to load the program either
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        write_file(folder / "a.json", json_lines(LEGAL_RECORD)).chmod(0)
        write_file(folder / "b" / "c.json", json_lines(LEGAL_RECORD)).parent.chmod(0)
        write_file(folder / "d.json", json_lines(LEGAL_RECORD))
        with ordinary_user():
            yield folder


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Be somebody to whom permissions apply."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_a_file_without_permission_is_refused(locked: Path) -> None:
    result = daifu("check", locked / "a.json")
    assert (
        result.stderr
        == f"{locked}/a.json: expected a file or folder that can be read, found no permission to read it\n"
    )
    assert result.exit_code == 2


def test_files_and_folders_without_permission_do_not_hide_the_others(locked: Path) -> None:
    result = daifu("check", "--json", locked)
    assert printed_sources(result) == [("d.json", 1)]
    assert re.findall(r"/([^/]+): expected a file or folder that can be read", result.stderr) == ["a.json", "b"]
