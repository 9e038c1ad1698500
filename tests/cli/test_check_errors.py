"""`daifu check` refuses what it cannot read, says where and why, and checks the rest."""

import gzip
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from daifu.schemas.record import limits
from tests.support.command_line import daifu, printed_sources, run_process, write_file
from tests.support.small_records import (
    FAULTY_RECORD,
    FUJIGOKORO_FILE,
    LEGAL_RECORD,
    UECDA_LOG,
    json_line,
    json_lines,
    theater_record,
)

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
