"""Files may be compressed by gzip or zstd, and say so where they are damaged. Parts of plain files have whole lines."""

import gzip
from pathlib import Path
from time import process_time

import pytest
import zstandard

from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import AUTO, Item, SourceProblem
from daifu.schemas.sources.streams import is_plain, open_part
from tests.support.small_records import LEGAL_RECORD, RESULT_RECORD, json_lines

LINES = json_lines(LEGAL_RECORD, RESULT_RECORD) * 300
FRAMES = zstandard.compress(LINES[:1000]) + zstandard.compress(LINES[1000:])


def read(path: Path) -> tuple[bytes, list[str]]:
    """The records of a file, and what was expected where it cannot be read."""
    entries = list(read_items([str(path)], AUTO, lambda _count: None))
    data = b"".join(entry.data for entry in entries if isinstance(entry, Item))
    return data, [entry.expected.en for entry in entries if isinstance(entry, SourceProblem)]


@pytest.mark.parametrize("data", [gzip.compress(LINES), zstandard.compress(LINES), FRAMES])
def test_compressed_files_are_read_as_plain_ones(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(data)
    assert read(path) == (LINES, [])
    assert not is_plain(str(path))


HEAD = b"\x1f\x8b\x08%c\0\0\0\0\0\xff"
PACKED = gzip.compress(LINES)[10:]
"""The lines in gzip without a header."""


@pytest.mark.parametrize(
    "data",
    [
        HEAD % 8 + b"name" * 9_000 + b"\0" + PACKED,
        HEAD % 16 + b"a comment\0" + PACKED,
        HEAD % 30 + b"\3\0abcname\0comment\0##" + PACKED,
        gzip.compress(LINES) + bytes(1 << 20) + gzip.compress(b"") + bytes(9),
        b"".join(gzip.compress(line) for line in LINES.splitlines(keepends=True)),
    ],
    ids=["long name", "comment", "all parts", "zeros", "a member a line"],
)
def test_every_header_of_gzip_is_read(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(data)
    assert read(path) == (LINES, [])


def test_a_very_long_name_in_gzip_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(HEAD % 8 + b"x" * 8_000_000 + b"\0" + PACKED)
    begin = process_time()
    assert read(path) == (b"", ["expected a gzip header with a name of at most 128 KiB, found a longer one"])
    assert process_time() - begin < 0.5


def test_zeros_behind_gzip_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(gzip.compress(LINES) + bytes(8_000_000))
    begin = process_time()
    assert read(path) == (LINES, [])
    assert process_time() - begin < 0.5


@pytest.mark.parametrize("kept", [3, 9, 15, 40, len(PACKED)])
def test_gzip_that_is_cut_off_is_not_taken_as_complete(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes((HEAD % 8 + b"name\0" + PACKED)[:kept])
    assert read(path)[1] == ["expected more of this gzip file, found its end"]


@pytest.mark.parametrize("kept", [4, 9, len(FRAMES) - 1])
def test_zstd_that_is_cut_off_is_not_taken_as_complete(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(FRAMES[:kept])
    assert read(path)[1] == ["expected more of this zstd file, found its end"]


def test_damaged_zstd_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(FRAMES[:40] + bytes(20) + FRAMES[60:])
    [problem] = read(path)[1]
    assert problem.startswith("expected sound zstd data, found damage")


def test_compressed_files_are_found_in_folders(tmp_path: Path) -> None:
    names = ["a.ndjson.gz", "b.json.zst", "c.log.ZST", "d.log.bz2", "e.ndjson.xz"]
    for name in [*names, "f.zst", "g.ndjson.zip"]:
        (tmp_path / name).write_bytes(b"")
    assert expand_paths([str(tmp_path)]) == [str(tmp_path / name) for name in names]


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4, 9, 10, 11])
def test_a_part_of_a_file_begins_and_ends_between_lines(place: int, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\nbb\n\nccc\nd")
    parts = [_part(path, 0, place), _part(path, place, 11)]
    assert b"".join(parts) == path.read_bytes()
    assert all(part.endswith(b"\n") for part in parts[:1] if part not in {b"", path.read_bytes()})


def test_a_part_of_a_file_that_is_gone_is_a_broken_stream(tmp_path: Path) -> None:
    with pytest.raises(BrokenStream):
        _part(tmp_path / "lines", 0, 5)


def _part(path: Path, begin: int, end: int) -> bytes:
    with open_part(str(path), begin, end) as stream:
        return stream.read(1 << 20)
