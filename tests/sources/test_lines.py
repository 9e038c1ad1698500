"""Lines of files, of which long ones are read piece by piece, and lines of logs, which have line ends."""

import gzip
from io import BufferedReader, BytesIO
from pathlib import Path
from time import process_time

import pytest

from daifu.schemas.foreign_log import CutOff, LogError, LogLines, Tail
from daifu.schemas.sources import streams
from daifu.schemas.sources.files import read_items
from daifu.schemas.sources.items import AUTO, SourceProblem
from daifu.schemas.sources.streams import FileLines, Lines
from tests.support.command_line import daifu, write_file
from tests.support.small_records import LEGAL_RECORD, json_lines


@pytest.fixture(autouse=True)
def _short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_PIECE", 4)


def read(data: bytes, longest: int = 100) -> list[bytes]:
    return list(Lines(BytesIO(data), longest=longest))


def test_a_line_may_be_longer_than_a_piece() -> None:
    assert read(b"abcdefghij\nk\nlmno\n") == [b"abcdefghij\n", b"k\n", b"lmno\n"]
    assert read(b"abcdefgh") == [b"abcdefgh"]


def test_a_line_is_cut_off_after_the_longest_length() -> None:
    assert read(b"abcdefghij\n", longest=6) == [b"abcdefg", b"hij\n"]


def test_blanks_that_fill_whole_pieces_are_left_out() -> None:
    assert read(b" " * 10 + b"a\n") == [b"  a\n"]
    assert read(b" " * 8 + b"\n" + b"a  b") == [b"\n", b"a  b"]
    assert read(b" " * 8) == []


def test_blanks_within_a_line_stay() -> None:
    assert read(b"a" + b" " * 12 + b"b\n") == [b"a" + b" " * 12 + b"b\n"]


def test_a_byte_order_mark_before_the_first_line_is_left_out() -> None:
    assert read(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n") == [b"a\n", b"\xef\xbb\xbfb\n"]


def test_blank_lines_are_skipped_together_and_counted() -> None:
    lines = FileLines(BufferedReader(BytesIO(b"\n" * 1_000 + b" \r\n" * 1_000 + b"  a\n"), 64))
    lines.skip_blank()
    assert (lines.number, lines.peek()) == (2_000, b"  a\n")


@pytest.mark.parametrize("name", ["a.ndjson", "a.ndjson.gz"])
def test_records_among_blank_lines_keep_their_line_numbers(tmp_path: Path, name: str) -> None:
    text = b"\n" * 70_000 + json_lines(LEGAL_RECORD) + b"\n" * 70_000 + json_lines(LEGAL_RECORD) + b" \n" * 9
    found = list(read_items([str(write_file(tmp_path / name, text))], AUTO, lambda _count: None))
    assert [entry.line for entry in found] == [70_001, 140_002]


def test_a_hundred_million_blank_lines_take_seconds(tmp_path: Path) -> None:
    file = tmp_path / "a.ndjson.gz"
    file.write_bytes(gzip.compress(bytes(1_000_000).replace(b"\0", b"\n")) * 100)
    begin = process_time()
    [found] = read_items([str(file)], AUTO, lambda _count: None)
    assert isinstance(found, SourceProblem)
    assert process_time() - begin < 10


def test_more_blanks_than_a_record_may_have_bytes_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lines.__init__, "__defaults__", (1, 1_000))
    file = write_file(tmp_path / "a.ndjson", b" " * 100_000 + json_lines(LEGAL_RECORD))
    assert daifu("check", file).exit_code == 0


@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a.json.gz"])
def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path, name: str) -> None:
    result = daifu("check", write_file(tmp_path / name, b"\xef\xbb\xbf" + json_lines(LEGAL_RECORD)))
    assert (result.exit_code, result.stderr) == (0, "")


def test_standard_input_may_begin_with_a_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf" + json_lines(LEGAL_RECORD, LEGAL_RECORD)
    assert daifu("check", "-", data=gzip.compress(data)).exit_code == 0


def test_lines_are_taken_without_their_endings() -> None:
    lines = LogLines(["one\r\n", "two\r\n"])
    assert (lines.take(), lines.take()) == ("one", "two")


def test_a_whole_file_has_no_tail() -> None:
    lines = LogLines(["one\n"])
    lines.take()
    lines.mark_complete()
    assert lines.tail() is None


def test_a_line_without_its_ending_is_not_whole() -> None:
    lines = LogLines(["one\n", "tw"])
    lines.take()
    lines.mark_complete()
    assert lines.at_end()
    assert lines.tail() == Tail(2, "tw")


def test_an_unfinished_game_belongs_to_the_tail() -> None:
    lines = LogLines(["one\n", "two\n", "thr"])
    lines.take()
    lines.mark_complete()
    lines.take()
    with pytest.raises(CutOff):
        lines.take()
    assert lines.tail() == Tail(2, "two\nthr")


@pytest.mark.parametrize("first_and_second", [["one\n", "two\r\n"], ["one\r\n", "two\n"], ["one\n", "t\rwo\n"]])
def test_mixed_line_ends_are_refused(first_and_second: list[str]) -> None:
    lines = LogLines(first_and_second)
    lines.take()
    with pytest.raises(LogError, match="line 2: a line end unlike"):
        lines.take()


def test_lines_without_endings_are_refused() -> None:
    lines = LogLines(["one", "two"])
    with pytest.raises(LogError, match="line 1: the line has no ending"):
        lines.tail()
