"""`daifu backup`, `verify`, `token`, `restore` and `copy`: on files, on databases, and between them."""

from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from daifu.api.cli import store as commands
from daifu.api.settings import DB_SETTING
from daifu.data.restore import put_in_place
from daifu.data.store import copy as copying
from daifu.data.store.open import has_store, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Difference, Location
from daifu.data.store_comparison import store_comparison
from daifu.replay.text import Text
from tests.support.command_line import daifu
from tests.support.postgresql import EMPTY_SCHEMAS, new_schema, schema_of
from tests.support.stores import ANN, Locate, disputed_sitting, evening, judged_sitting, store_contents, tamper


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with two records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(open_store(tmp_path / "club.db")) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield tmp_path / "club.db"


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


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store with two records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(open_store("club.db")) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield store


def test_a_store_moves_to_a_database_and_back(source: Store) -> None:
    database = new_schema()
    there = daifu("copy", "club.db", database)
    assert (there.exit_code, there.stdout) == (0, "2 records, 3 revisions: the copy says the same\n")
    back = daifu("--lang", "ja", "copy", database, "again.db")
    assert (back.exit_code, back.stdout) == (0, "棋譜2件、版3件：複製の内容は同じです\n")
    with closing(open_store("again.db")) as again:
        assert store_contents(again) == store_contents(source)


@pytest.mark.usefixtures("source")
def test_a_store_is_not_overwritten() -> None:
    daifu("copy", "club.db", "copy.db")
    result = daifu("copy", "club.db", "copy.db")
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: there is a store already; a copy is made where there is none\n",
    )


@pytest.mark.usefixtures("source")
def test_an_interrupted_copy_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_call: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(copying.StoreCopy, "_copy_rest", stop)
        assert daifu("copy", "club.db", "copy.db").exit_code == 130
    unfinished = daifu("verify", "--db", "copy.db")
    assert unfinished.exit_code == 2
    assert unfinished.stderr.endswith("copy.db is an unfinished copy of a store; daifu copy goes on with it\n")
    assert daifu("copy", "club.db", "copy.db").exit_code == 0
    assert daifu("verify", "--db", "copy.db").exit_code == 0


def test_a_copy_of_a_store_in_use_is_not_finished_before_all_is_copied(
    source: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_first(one: Store, other: Store, advance: Callable[[int], None]) -> Iterator[Difference]:
        evening(source, "Mu", "Junko", "Shimo", "Aki", table="late")
        return store_comparison(one, other, advance)

    with monkeypatch.context() as patch:
        patch.setattr(commands, "store_comparison", write_first)
        result = daifu("copy", "club.db", "copy.db")
    assert result.exit_code == 2
    assert "stop the service and run the same command again" in result.stderr
    assert daifu("copy", "club.db", "copy.db").stdout == "3 records, 4 revisions: the copy says the same\n"


@pytest.mark.usefixtures("source")
def test_differences_are_printed_and_leave_the_copy_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Difference(Text("its revisions differ", "版の履歴が違います"), 2)
    with monkeypatch.context() as patch:
        patch.setattr(commands, "store_comparison", lambda *_call: iter([found]))
        result = daifu("copy", "club.db", "copy.db")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "record 2: its revisions differ",
        "2 records, 3 revisions: 1 difference; the copy stays unfinished",
    ]
    assert daifu("verify", "--db", "copy.db").exit_code == 2


@pytest.mark.parametrize("target", ["copy.db", "postgresql:///nowhere?host=/nowhere"])
def test_a_missing_store_is_reported_and_nothing_is_made(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = daifu("copy", "club.db", target)
    assert (result.exit_code, result.stderr) == (2, f"daifu: there is no store {tmp_path / 'club.db'}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_is_put_beside_the_store_until_the_next_start(tmp_path: Path) -> None:
    db, backup = tmp_path / "club.db", tmp_path / "backup.db"
    with closing(open_store(backup)) as store:
        store.add([judged_sitting()], Author())
    open_store(db).close()
    result = daifu("restore", "--db", db, backup)
    assert result.stdout.startswith(f"{backup}: 1 game, 0 tournaments; it takes the place of {db}")
    assert backup.exists()
    assert put_in_place(str(db)) is not None
    with closing(open_store(db)) as store:
        assert store.counts().records == 1


def test_a_file_that_is_no_store_is_refused_and_the_store_stays(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("no store")
    result = daifu("restore", "--db", tmp_path / "club.db", tmp_path / "other.db")
    assert result.exit_code == 2
    assert put_in_place(str(tmp_path / "club.db")) is None


def test_a_store_in_a_database_is_restored_by_copy(tmp_path: Path) -> None:
    (tmp_path / "backup.db").touch()
    result = daifu("restore", "--db", "postgresql://127.0.0.1/club", tmp_path / "backup.db")
    assert (result.exit_code, "`daifu copy`" in result.stderr) == (2, True)


NOWHERE = "postgresql://haru:secret@/club?host=/nowhere"
READING = (["backup", "copy.db"], ["verify"], ["export", "tables"], ["stats", "players"], ["tournament", "list"])


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """An empty schema, which is the store of the environment."""
    monkeypatch.chdir(tmp_path)
    address = new_schema()
    EMPTY_SCHEMAS.remove(schema_of(address))
    monkeypatch.setenv(DB_SETTING.variable, address)
    return address


@pytest.fixture
def database(empty: str) -> Iterator[Store]:
    """A store with two records, which is the store of the environment."""
    with closing(open_store(empty)) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield store


def test_the_backup_of_a_database_is_a_file_with_everything(database: Store) -> None:
    result = daifu("backup", "copy.db")
    assert result.stdout == f"copy.db: {Path('copy.db').stat().st_size:,} bytes\n"
    with closing(open_store("copy.db")) as copy:
        assert store_contents(copy) == store_contents(database)
    assert daifu("verify", "--db", "copy.db").exit_code == 0


@pytest.mark.parametrize("command", READING)
def test_reading_makes_no_store_in_an_empty_database(command: list[str], empty: str) -> None:
    result = daifu(*command)
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: there is no store in postgresql://")
    with psycopg.connect(empty) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
        assert connection.execute(tables).fetchone() == (0,)


@pytest.mark.parametrize("command", [*READING, ["token", "list"], ["copy", NOWHERE, "copy.db"]])
def test_a_server_that_is_away_is_reported_without_the_password(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(DB_SETTING.variable, NOWHERE)
    result = daifu(*command)
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: postgresql:///nowhere/club cannot be reached: ")
    assert "secret" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_missing_psycopg_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.open.find_spec", lambda name: None if name == "psycopg" else find_spec(name))
    result = daifu("verify", "--db", NOWHERE)
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: PostgreSQL needs psycopg; try: pip install 'daifu[postgresql]'\n",
    )
