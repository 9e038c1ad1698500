"""Files in other encodings: UTF-16 by its mark, others by an option, and what is said where none was given."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.encodings import EUC_JP, SHIFT_JIS, Utf8Reader, as_utf8, find_codec, likely_encoding
from daifu.schemas.sources.files import expand_paths
from tests.support.command_line import daifu, printed_sources, write_file
from tests.support.small_records import LEGAL_RECORD, UECDA_LOG, document, json_bytes, json_lines

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
