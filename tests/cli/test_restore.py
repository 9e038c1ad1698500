"""`daifu restore`: a backup is looked at, and takes the place of a store at the next start."""

from contextlib import closing
from pathlib import Path

from daifu.data.restore import put_in_place
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from tests.support.command_line import daifu
from tests.support.stores import judged_sitting


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
