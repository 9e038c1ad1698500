"""`daifu check --json` prints one report a line."""

from pathlib import Path

from schemas.pipeline import check_bytes
from tests.support.command_line import COUNTED, FAULTY, LEGAL, daifu, lines, reports, sources, text, written


def test_each_record_gives_one_line_in_its_order(tmp_path: Path) -> None:
    result = daifu("check", "--json", written(tmp_path / "a.ndjson", lines(LEGAL, COUNTED, FAULTY)))
    assert [report["rules"] for report in reports(result)] == ["theater", "dalmuti", "theater"]


def test_a_line_says_where_its_record_stands(tmp_path: Path) -> None:
    result = daifu("check", "--json", written(tmp_path / "a.ndjson", b"\n" + lines(LEGAL) + b"\n" + lines(FAULTY)))
    assert sources(result) == [("a.ndjson", 2), ("a.ndjson", 4)]


def test_but_for_its_source_a_line_is_the_report_of_the_pipeline(tmp_path: Path) -> None:
    result = daifu("check", "--json", written(tmp_path / "a.json", text(FAULTY)))
    begin, sign, _ = result.stdout_bytes.partition(b',"source":')
    assert sign
    assert begin + b"}" == check_bytes(text(FAULTY))


def test_nothing_but_reports_is_printed_to_standard_output(tmp_path: Path) -> None:
    result = daifu("check", "--json", written(tmp_path / "a.ndjson", lines(LEGAL) + b"{}\n" + lines(FAULTY)))
    assert len(reports(result)) == 2
    assert "a.ndjson:2: /format: expected this field" in result.stderr


def test_faults_leave_with_1_as_they_do_in_the_summary(tmp_path: Path) -> None:
    assert daifu("check", "--json", written(tmp_path / "a.json", text(FAULTY))).exit_code == 1


def test_names_are_utf_8_whatever_the_language_of_the_terminal(tmp_path: Path) -> None:
    record = {**COUNTED, "players": ["一郎", "二郎", "三郎", "四郎"]}
    result = daifu("check", "--json", written(tmp_path / "a.json", text(record)), language="C")
    assert reports(result)[0]["players"][0] == "一郎"
