"""Files at addresses, compressed files, and files in other encodings are read like others, or say what is wrong."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import fsspec
import pytest
import zstandard
from fsspec.implementations.memory import MemoryFileSystem
from fsspec.spec import AbstractBufferedFile
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.encodings import EUC_JP, SHIFT_JIS, Utf8Reader, as_utf8, find_codec, likely_encoding
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import AUTO, Item, SourceProblem
from daifu.schemas.sources.streams import FileSource, is_plain, open_part, open_stream
from tests.support.command_line import daifu, printed_sources, write_file
from tests.support.small_records import LEGAL_RECORD, RESULT_RECORD, UECDA_LOG, document, json_bytes, json_lines

MANY_LINES = [f"line {number}\n".encode() for number in range(30_000)]
TEXT = b"".join(MANY_LINES)


class BlockFile(AbstractBufferedFile):  # type: ignore[misc]  # fsspec has no types
    """A file that is fetched by ranges of bytes, as those of S3 and of web servers are."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        return bytes(self.fs.store[self.path].getvalue()[start:end])


class BlockFileSystem(MemoryFileSystem):  # type: ignore[misc]
    """Files in memory, which are read as `BlockFile`."""

    protocol = "blocks"
    store: dict[str, Any] = {}  # noqa: RUF012 - as in MemoryFileSystem

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return "/" + path.removeprefix("blocks://").strip("/")

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Any:  # noqa: ANN401
        return BlockFile(self, path) if mode == "rb" else super()._open(path, mode, **options)


@pytest.fixture(params=["file", "memory", "blocks"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a folder of each kind."""
    fsspec.register_implementation("blocks", BlockFileSystem, clobber=True)
    yield f"file://{tmp_path}" if request.param == "file" else f"{request.param}://folder"
    MemoryFileSystem.store.clear()
    BlockFileSystem.store.clear()


def write(address: str, data: bytes) -> None:
    with fsspec.open(address, "wb") as file:
        file.write(data)


def lines(source: FileSource) -> list[bytes]:
    return list(iter(lambda: source.readline(1 << 20), b""))


def test_a_file_at_an_address_has_the_lines_that_were_written(folder: str) -> None:
    write(f"{folder}/games.ndjson", TEXT)
    with open_stream(f"{folder}/games.ndjson", lambda _count: None) as stream:
        assert lines(stream) == MANY_LINES


def test_a_compressed_file_at_an_address_is_decompressed(folder: str) -> None:
    write(f"{folder}/games.ndjson.gz", gzip.compress(TEXT))
    with open_stream(f"{folder}/games.ndjson.gz", lambda _count: None) as stream:
        assert lines(stream) == MANY_LINES


def test_the_parts_of_a_file_at_an_address_have_each_line_once(folder: str) -> None:
    write(f"{folder}/games.ndjson", TEXT)
    found = []
    for begin, end in ((0, 100_000), (100_000, 200_000), (200_000, len(TEXT))):
        with open_part(f"{folder}/games.ndjson", begin, end) as stream:
            found += lines(stream)
    assert found == MANY_LINES


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


NAMES = ["つばめ", "隼", "きつね", "ﾀﾇｷ", "すずめ"]
JAPANESE = json_bytes(document(players=NAMES[:4]))


def server_log(codec: str) -> bytes:
    text = UECDA_LOG.decode()
    head, _, rest = text.partition("palyer_name% ")
    return (head + "palyer_name% " + " ".join(NAMES) + "\n" + rest.partition("\n")[2]).encode(codec)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_byte_order_mark_says_the_encoding(codec: str, pack: type[bytes], tmp_path: Path) -> None:
    mark = "\ufeff" if codec.startswith("utf-16-") else ""
    text = (mark + JAPANESE.decode() + "\n").encode(codec) if mark else (JAPANESE.decode() + "\n").encode(codec)
    result = daifu("check", write_file(tmp_path / "a.ndjson", pack(text)))
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("codec", "names"),
    [("cp932", ["shift_jis", "CP932", "sjis"]), ("euc_jp", ["euc-jp", "EUC_JP"]), ("iso2022_jp", ["iso-2022-jp"])],
)
def test_an_option_says_the_encoding(codec: str, names: list[str], tmp_path: Path) -> None:
    names_of_players = [name for name in NAMES if codec != "iso2022_jp" or name != "ﾀﾇｷ"]
    text = json_bytes(document(players=[*names_of_players, "x"][:4])).decode().encode(codec)
    path = write_file(tmp_path / "a.json", text)
    for name in names:
        assert daifu("check", "--encoding", name, path).exit_code == 0
    assert "つばめ" in daifu("convert", path, "--to", "daifu", "--encoding", names[0]).stdout


@pytest.mark.parametrize(("codec", "likely"), [("cp932", "shift_jis"), ("euc_jp", "euc-jp")])
def test_a_refused_file_says_what_it_probably_is_and_the_way_out(codec: str, likely: str, tmp_path: Path) -> None:
    for name, text in {"a.log": server_log(codec), "b.json": JAPANESE.decode().encode(codec)}.items():
        result = daifu("check", write_file(tmp_path / name, text))
        assert result.exit_code == 2
        assert f"this looks like {likely}: read it with --encoding {likely}" in result.stderr
        assert f"iconv -f {likely.upper()} -t UTF-8" in result.stderr


def test_utf_16_without_a_mark_is_named(tmp_path: Path) -> None:
    result = daifu("check", write_file(tmp_path / "a.json", JAPANESE.decode().encode("utf-16le")))
    assert "this looks like utf-16le" in result.stderr
    assert daifu("check", "--encoding", "utf-16le", tmp_path / "a.json").exit_code == 0


def test_a_mark_counts_for_more_than_the_option(tmp_path: Path) -> None:
    write_file(tmp_path / "new.json", b"\xef\xbb\xbf" + JAPANESE)
    write_file(tmp_path / "old.json", JAPANESE.decode().encode("cp932"))
    assert daifu("check", "--encoding", "shift_jis", tmp_path).exit_code == 0


def test_a_byte_that_is_no_text_in_the_encoding_loses_its_line_alone(tmp_path: Path) -> None:
    good = JAPANESE.decode().encode("cp932") + b"\n"
    path = write_file(tmp_path / "a.ndjson", good + good.replace(b'"players": ["', b'"players": ["\x85') + good)
    result = daifu("check", "--encoding", "shift_jis", path)
    assert (result.exit_code, result.stdout.count(": legal")) == (2, 2)
    assert "a.ndjson:2: expected UTF-8, found 0xff" in result.stderr


def test_an_unknown_encoding_is_refused_with_those_that_are_read() -> None:
    result = daifu("check", "--encoding", "latin-1", "-")
    assert result.exit_code == 2
    assert "--encoding: expected one of utf-8, shift_jis, euc-jp" in result.stderr


@given(
    st.text("あいうえお漢字カナＡ１「」、。\nabc{}", min_size=1),
    st.sampled_from(["cp932", "euc_jp", "utf-16", "iso2022_jp"]),
)
def test_text_is_the_same_however_it_was_encoded(text: str, codec: str) -> None:
    assert as_utf8(text.encode(codec), codec).decode() == text
    stream = io.BufferedReader(Utf8Reader(io.BufferedReader(io.BytesIO(text.encode(codec)), 3), codec), 7)
    assert stream.read().decode() == text


@given(st.text("つばめ隼狐狸雀東京大学名人戦あいうえおカキクケコ", min_size=2), st.sampled_from([SHIFT_JIS, EUC_JP]))
def test_japanese_names_tell_their_encoding(text: str, name: str) -> None:
    assert likely_encoding(f"players {text}".encode(find_codec(name) or "")) == name


def packed(kind: str, tmp_path: Path) -> Path:
    path = tmp_path / f"games.{kind}"
    content = write_file(tmp_path / "inside.json", json_lines(LEGAL_RECORD))
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(content)
    elif kind.startswith("tar"):
        with tarfile.open(path, "w:gz" if kind.endswith("gz") else "w") as tar:
            tar.add(content)
    else:
        path.write_bytes(b"7z\xbc\xaf\x27\x1c\0\x04")
    return path


@pytest.mark.parametrize(("kind", "name"), [("zip", "zip"), ("tar", "tar"), ("tar.gz", "tar"), ("7z", "7z")])
def test_an_archive_of_files_is_named_with_the_way_out(kind: str, name: str, tmp_path: Path) -> None:
    result = daifu("check", packed(kind, tmp_path))
    assert f"found a {name} archive; unpack it first" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_names_that_begin_with_a_dot_are_left_out_at_every_depth(tmp_path: Path) -> None:
    for name in ["a.json", ".b.json", ".hidden/c.json", "d/.hidden/e/f.json", "d/g.json"]:
        write_file(tmp_path / name, json_lines(LEGAL_RECORD))
    found = expand_paths([str(tmp_path)])
    assert found == [str(tmp_path / "a.json"), str(tmp_path / "d" / "g.json")]
    assert expand_paths([str(tmp_path / ".hidden")]) == [str(tmp_path / ".hidden" / "c.json")]


NOTATION = "fu/1\nrules akagiri\nplayers つばめ, 隼, きつね\ndeal\n1| ♠3 ♠4\n2| D6 ♦K\n3| D2 C5\n1: ♠4 ♦6 ♦2\n"


def test_texts_in_the_hand_notation_are_read_in_the_same_encodings(tmp_path: Path) -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16"):
        path = write_file(tmp_path / f"{codec}.fu", NOTATION.replace("\n", "\r\n").encode(codec))
        assert "つばめ" in daifu("convert", path, "--to", "fu").stdout
    text = NOTATION.replace("♠", "S").replace("♦", "ダイヤ")
    for codec, likely in (("cp932", "shift_jis"), ("euc_jp", "euc-jp")):
        path = write_file(tmp_path / f"{codec}.fu", text.encode(codec))
        refused = daifu("check", path)
        assert refused.exit_code == 2
        assert f"this looks like {likely}: read it with --encoding {likely}" in refused.stderr
        assert "1:S4 D6 D2" in daifu("convert", path, "--to", "fu", "--encoding", codec).stdout


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_several_texts_in_the_hand_notation_may_stand_in_one_file_however_it_is_packed(
    pack: type[bytes], tmp_path: Path
) -> None:
    path = write_file(tmp_path / "evening.fu", pack((NOTATION + NOTATION.replace("D6 ♦2", "D6")).encode()))
    assert printed_sources(daifu("check", "--json", path)) == [("evening.fu", 1), ("evening.fu", 9)]
