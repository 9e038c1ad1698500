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


def test_only_the_secret_of_a_new_token_is_printed_to_standard_output(db: Location) -> None:
    result = daifu("token", "create", "--db", db, "--name", "Haru")
    token = open_store(db).find_token(result.stdout.strip())
    assert token
    assert (token.name, token.role) == ("Haru", "scorekeeper")
    assert result.stderr == "token 1 for Haru, scorekeeper; its secret is shown only this once:\n"


def test_the_store_is_the_one_of_the_environment(db: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_DB", str(db))
    daifu("token", "create", "--name", "Haru")
    assert [token.name for token in open_store(db).tokens()] == ["Haru"]


def test_a_name_that_cannot_be_seen_is_refused(db: Location) -> None:
    result = daifu("token", "create", "--db", db, "--name", "\x1b[2J")
    assert result.exit_code == 2
    assert not has_store(db)
