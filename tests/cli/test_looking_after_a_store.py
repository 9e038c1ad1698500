"""`daifu backup` and `daifu verify` look after a store."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store
from tests.support.command_line import daifu
from tests.support.kept import ANN, contents, disputed, judged, tampered


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with two records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(Store.open(tmp_path / "club.db")) as store:
        store.add([judged("A", 3), judged("A", 5), disputed("B")], ANN)
        yield store.path


def test_a_backup_has_everything(club: Path) -> None:
    result = daifu("backup", "--db", "club.db", "copy.db")
    assert result.exit_code == 0
    assert contents(Path("copy.db")) == contents(club)


def test_a_backup_tells_how_large_it_is(club: Path) -> None:
    size = club.stat().st_size
    assert daifu("backup", "--db", "club.db", "copy.db").stdout == f"copy.db: {size:,} bytes\n"
    assert daifu("--lang", "ja", "backup", "--db", "club.db", "other.db").stdout == f"other.db：{size:,}バイト\n"


@pytest.mark.usefixtures("club")
def test_a_backup_overwrites_nothing() -> None:
    Path("copy.db").write_text("precious")
    result = daifu("backup", "--db", "club.db", "copy.db")
    assert (result.exit_code, result.stderr) == (2, "daifu: the output cannot be written: File exists\n")
    assert Path("copy.db").read_text() == "precious"


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_the_store_may_be_named_by_the_environment(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_DB", "club.db")
    assert daifu(*command).exit_code == 0


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_a_store_that_is_not_there_is_told(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = daifu(*command)
    assert (result.exit_code, result.stderr) == (2, f"daifu: there is no store {tmp_path / 'daifu.db'}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_a_file_that_is_no_store_is_told(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("daifu.db").write_text("x" * 10_000)
    result = daifu("--lang", "ja", *command)
    assert result.exit_code == 2
    assert result.stderr == "daifu: ファイルが保存先のものではないか、壊れています\n"


@pytest.mark.usefixtures("club")
def test_a_sound_store_is_told() -> None:
    result = daifu("verify", "--db", "club.db")
    assert (result.exit_code, result.stdout) == (0, "2 records, 3 revisions: sound\n")


@pytest.mark.usefixtures("club")
def test_a_sound_store_is_told_in_japanese() -> None:
    assert daifu("--lang", "ja", "verify", "--db", "club.db").stdout == "棋譜2件、版3件：異常なし\n"


def test_every_difference_is_told_with_its_place(club: Path) -> None:
    tampered(club, "UPDATE revisions SET content = zeroblob(16) WHERE record = 1 AND number = 2")
    tampered(club, "UPDATE records SET deals = 7 WHERE id = 2")
    result = daifu("verify", "--db", "club.db")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "record 1, revision 2: the hash of its content is wrong",
        "record 2: lists show its deals wrongly",
        "2 records, 3 revisions: 2 differences",
    ]


def test_differences_are_told_in_japanese(club: Path) -> None:
    tampered(club, "UPDATE revisions SET content = zeroblob(16) WHERE record = 1 AND number = 2")
    result = daifu("--lang", "ja", "verify", "--db", "club.db")
    assert result.stdout.splitlines() == ["棋譜1の第2版：内容のハッシュが違います", "棋譜2件、版3件：相違1件"]
