"""Where `daifu check` takes games from."""

import json
from pathlib import Path

from tests.support.command_line import daifu, printed_reports, printed_sources, write_file
from tests.support.small_records import (
    FAULTY_RECORD,
    LEGAL_RECORD,
    UECDA_LOG,
    json_line,
    json_lines,
)


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
