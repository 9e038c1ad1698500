"""Lines of files: long ones are read piece by piece, and blanks before a line are not held."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest

from schemas.sources import streams
from schemas.sources.streams import Lines
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
