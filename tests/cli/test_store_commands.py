"""`daifu backup`, `daifu verify` and `daifu token`, on the store itself."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import has_store, open_store
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Location
from tests.support.command_line import daifu
from tests.support.stores import ANN, Locate, disputed_sitting, judged_sitting, tamper


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with two records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(Store.open(tmp_path / "club.db")) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield store.path


def test_a_backup_prints_its_size(club: Path) -> None:
    size = club.stat().st_size
    assert daifu("backup", "--db", "club.db", "copy.db").stdout == f"copy.db: {size:,} bytes\n"
    assert daifu("--lang", "ja", "backup", "--db", "club.db", "other.db").stdout == f"other.db：{size:,}バイト\n"


@pytest.mark.usefixtures("club")
def test_a_backup_overwrites_nothing() -> None:
    Path("copy.db").write_text("precious")
    result = daifu("backup", "--db", "club.db", "copy.db")
    assert (result.exit_code, result.stderr) == (2, "daifu: copy.db cannot be written: File exists\n")
    assert Path("copy.db").read_text() == "precious"


@pytest.mark.usefixtures("club")
def test_a_folder_that_takes_no_new_files_is_reported() -> None:
    result = daifu("backup", "--db", "club.db", "/proc/copy.db")
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: /proc/copy.db cannot be written: its folder takes no new files\n",
    )
    result = daifu("token", "create", "--name", "Haru", "--db", "/proc/club.db")
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: /proc takes no new files, so no store can be made there\n",
    )


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_the_store_may_be_named_by_the_environment(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_DB", "club.db")
    assert daifu(*command).exit_code == 0


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_a_missing_store_is_reported(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = daifu(*command)
    assert (result.exit_code, result.stderr) == (2, f"daifu: there is no store {tmp_path / 'daifu.db'}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["verify"]])
def test_a_file_that_is_not_a_store_is_reported(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("daifu.db").write_text("x" * 10_000)
    result = daifu("--lang", "ja", *command)
    assert result.exit_code == 2
    assert result.stderr == "daifu: ファイルが保存先のものではないか、壊れています\n"


@pytest.mark.usefixtures("club")
def test_a_sound_store_is_reported() -> None:
    result = daifu("verify", "--db", "club.db")
    assert (result.exit_code, result.stdout) == (0, "2 records, 3 revisions: sound\n")


def test_every_difference_is_reported_with_its_place(club: Path) -> None:
    tamper(club, "UPDATE revisions SET content = zeroblob(16) WHERE record = 1 AND number = 2")
    tamper(club, "UPDATE records SET deals = 7 WHERE id = 2")
    result = daifu("verify", "--db", "club.db")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "record 1, revision 2: the hash of its content is wrong",
        "record 2: the column deals in lists is wrong",
        "2 records, 3 revisions: 2 differences",
    ]


@pytest.fixture
def db(locate: Locate) -> Location:
    return locate("club.db")


def make_token(db: Location, *args: str) -> str:
    """The secret of a new token."""
    result = daifu("token", "create", "--db", db, "--name", "Haru", *args)
    assert result.exit_code == 0
    return result.stdout.strip()


def test_only_the_secret_of_a_new_token_is_printed_to_standard_output(db: Location) -> None:
    result = daifu("token", "create", "--db", db, "--name", "Haru")
    token = open_store(db).find_token(result.stdout.strip())
    assert token
    assert (token.name, token.role) == ("Haru", "scorekeeper")
    assert result.stderr == "token 1 for Haru, scorekeeper; its secret is shown only this once:\n"


def test_a_revoked_token_is_invalid_and_stays_in_the_list(db: Location) -> None:
    secret = make_token(db)
    assert daifu("token", "revoke", "--db", db, "1").stdout == "token 1 is no longer valid\n"
    assert open_store(db).find_token(secret) is None
    assert "Haru" in daifu("token", "list", "--db", db).stdout


def test_the_store_is_the_one_of_the_environment(db: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_DB", str(db))
    daifu("token", "create", "--name", "Haru")
    assert [token.name for token in open_store(db).tokens()] == ["Haru"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("create", "daifu: --name is missing"),
        ("create --name Haru --role king", "daifu: --role: expected one of reader, scorekeeper, admin, found 'king'"),
        ("revoke x", "daifu: ID: expected a whole number from 1 to 1000000000, found 'x'"),
    ],
)
def test_a_wrong_call_is_explained(call: str, said: str) -> None:
    result = daifu("token", *call.split())
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, said)


def test_a_name_that_cannot_be_seen_is_refused(db: Location) -> None:
    result = daifu("token", "create", "--db", db, "--name", "\x1b[2J")
    assert result.exit_code == 2
    assert not has_store(db)
