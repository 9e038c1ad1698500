"""A file is opened, made or refused, read where it may not be written to, and not written to once it was replaced."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp

import pytest

from daifu.data.store.errors import StoreDamaged, StoreMissing, StoreReplaced
from daifu.data.store.sqlite.connections import connect, open_location
from daifu.data.store.sqlite.files import StoreFiles
from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting, process_environment, record_ids, tamper


def test_nothing_is_left_in_the_log_when_a_store_has_been_closed(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    assert not Path(f"{path}-wal").exists()


def test_a_file_name_may_have_any_signs(tmp_path: Path) -> None:
    path = tmp_path / "棋譜 100% #1?.db"
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    assert path.exists()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_of_a_later_version_is_refused(path: Path, *, read_only: bool) -> None:
    Store.open(path).close()
    tamper(path, "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('daifu', '999_from_the_future')")
    with pytest.raises(StoreDamaged, match="later version"):
        Store.open(path, read_only=read_only)


def test_another_database_is_refused_and_left_as_it_is(path: Path) -> None:
    tamper(path, "CREATE TABLE songs (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not a store of daifu"):
        Store.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"{}\n", b"x" * 100_000, b"SQLite format 3\0" + b"\xff" * 8_000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        Store.open(path)
    assert path.read_bytes() == content


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="is not a file"):
        Store.open(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="nowhere"):
        Store.open(tmp_path / "nowhere" / "test.db")


def test_only_the_owner_may_read_a_new_store_and_the_files_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    with closing(connect(open_location(path, read_only=False))) as connection:
        connection.execute("UPDATE statistics_progress SET record = NULL")
        assert {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {
            "test.db": 0o600,
            "test.db-wal": 0o600,
            "test.db-shm": 0o600,
            "test.db-lock": 0o600,
        }


def crashed_store(path: Path) -> Path:
    """A copy of a store as it is while it is in use, which is what a crash leaves."""
    crashed = path.with_name("crashed.db")
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
        for ending in ("", "-wal", "-shm"):
            copyfile(f"{path}{ending}", f"{crashed}{ending}")
    return crashed


def test_a_store_whose_log_is_lost_is_refused(path: Path) -> None:
    crashed = crashed_store(path)
    Path(f"{crashed}-wal").unlink()
    with pytest.raises(StoreDamaged, match=r"crashed\.db-wal, with the latest changes"):
        Store.open(crashed)


def test_a_store_whose_log_is_lost_is_opened_when_its_index_is_deleted(path: Path) -> None:
    crashed = crashed_store(path)
    for ending in ("-wal", "-shm"):
        Path(f"{crashed}{ending}").unlink()
    with closing(Store.open(crashed)) as store:
        assert record_ids(store) == []


def test_a_page_that_was_destroyed_is_told_as_damage(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting(str(table)) for table in range(50)], ANN)
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 100] = b"\xff" * 100
    path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        Store.open(path).report(1)


def test_a_commit_is_on_disk_and_rows_lead_somewhere(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from daifu.data.store.sqlite.connections import *;"
        "connection = connect(open_location(Path(sys.argv[1]), read_only=False));"
        "print([connection.execute(f'PRAGMA {name}').fetchone()[0] for name in sys.argv[2:]])"
    )
    call = [sys.executable, "-c", program, os.fspath(path), "journal_mode", "synchronous", "foreign_keys"]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "['wal', 2, 1]\n"  # 2 is FULL


NOBODY = 65534
PROGRAM = """
import os, sys
from daifu.data.store.sqlite import migrations
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Author, RecordFilter
from daifu.data.store.errors import StoreError
from tests.support.stores import judged_sitting

record = judged_sitting("B")
if os.getuid() == 0:
    os.setgid({nobody})
    os.setuid({nobody})
try:
    store = Store.open(sys.argv[1])
    print([stored.id for stored in store.each(RecordFilter())], store.report(1)[1], store.read_only)
    store.add([record], Author())
except StoreError as refusal:
    print(type(refusal).__name__, refusal)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder into which other users can look."""
    folder = Path(mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    rmtree(folder)


@pytest.fixture
def kept(folder: Path) -> Path:
    """A store with one record."""
    path = folder / "test.db"
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("A")], ANN)
    return path


def by_somebody_else(path: Path) -> list[str]:
    """The output of a process that has no rights of its own to the file."""
    call = [sys.executable, "-c", PROGRAM.format(nobody=NOBODY), os.fspath(path)]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=60, check=False)
    return (done.stdout + done.stderr).splitlines()


def test_a_file_that_may_not_be_written_to_is_read(kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o777)
    assert by_somebody_else(kept) == ["[1] 1 True", "StoreReadOnly the store can only be read"]


def test_a_store_in_a_folder_that_may_not_be_written_to_is_read(kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o555)
    assert by_somebody_else(kept) == ["[1] 1 True", "StoreReadOnly the store can only be read"]


@pytest.mark.soak
def test_a_file_that_may_be_written_to_in_a_folder_that_may_not_is_read(kept: Path) -> None:
    kept.chmod(0o666)
    kept.parent.chmod(0o555)
    assert by_somebody_else(kept) == ["[1] 1 True", "StoreReadOnly the store can only be read"]


@pytest.mark.soak
def test_a_store_in_use_by_others_is_read_without_any_rights(kept: Path) -> None:
    kept.chmod(0o644)
    with closing(Store.open(kept)) as store:
        store.add([judged_sitting("C")], ANN)
        kept.chmod(0o444)
        kept.parent.chmod(0o555)
        assert by_somebody_else(kept) == ["[1, 2] 1 True", "StoreReadOnly the store can only be read"]
        kept.parent.chmod(0o755)


@pytest.mark.soak
def test_a_store_that_has_to_be_recovered_is_refused_without_any_rights(kept: Path) -> None:
    crashed = kept.with_name("crashed.db")
    with closing(Store.open(kept)) as store:
        store.add([judged_sitting("C")], ANN)
        for ending in ("", "-wal"):
            copyfile(f"{kept}{ending}", f"{crashed}{ending}")
    kept.parent.chmod(0o555)
    [refusal] = by_somebody_else(crashed)
    assert refusal.startswith(f"StoreReadOnly {crashed} was not closed properly")


def test_a_new_store_in_such_a_folder_is_refused(folder: Path) -> None:
    folder.chmod(0o555)
    assert by_somebody_else(folder / "new.db") == [f"StoreReadOnly {folder} cannot be written to"]


@pytest.fixture
def used(path: Path) -> Iterator[Store]:
    """A store that has been read and written to."""
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("A")], ANN)
        assert record_ids(store) == [1]
        yield store


def remove_store(path: Path) -> None:
    path.unlink()


def replace_store(path: Path) -> None:
    copyfile(path, path.with_name("copy.db"))
    path.with_name("copy.db").rename(path)


def remove_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def remove_all(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()


CHANGES = pytest.mark.parametrize("change", [remove_store, replace_store, remove_log, remove_all])


@CHANGES
def test_nothing_is_stored_in_files_that_were_removed_or_replaced(
    used: Store, path: Path, change: Callable[[Path], None]
) -> None:
    change(path)
    for _ in range(2):
        with pytest.raises(StoreReplaced, match="removed or replaced"):
            used.add([judged_sitting("B")], ANN)
    with pytest.raises(StoreReplaced):
        used.create_token("Ann", "admin")


@CHANGES
def test_a_store_without_its_files_is_not_ready(used: Store, path: Path, change: Callable[[Path], None]) -> None:
    used.ready()
    change(path)
    with pytest.raises(StoreReplaced):
        used.ready()


def test_what_is_committed_while_the_file_is_removed_is_not_acknowledged(used: Store, path: Path) -> None:
    with pytest.raises(StoreReplaced), used.writing():
        path.unlink()


def test_a_store_that_is_put_back_takes_records_again(used: Store, path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(StoreReplaced):
        used.add([judged_sitting("B")], ANN)
    path.with_name("elsewhere.db").rename(path)
    used.add([judged_sitting("B")], ANN)
    assert record_ids(used) == [2, 1]


def test_a_lock_that_was_removed_is_made_anew(used: Store, path: Path) -> None:
    lock = path.with_name(f"{path.name}-lock")
    lock.unlink()
    with closing(Store.open(path)) as other:
        other.add([judged_sitting("B")], ANN)
        used.add([judged_sitting("C")], ANN)
        other.add([judged_sitting("D")], ANN)
    assert lock.exists()
    assert record_ids(used) == [4, 3, 2, 1]


def test_the_log_may_be_noted_while_another_thread_looks_at_the_files(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.touch()
    files = StoreFiles(path)
    look = os.stat

    def look_while_noting(file: Path) -> os.stat_result:
        monkeypatch.undo()
        files.note_log()
        return look(file)

    monkeypatch.setattr(os, "stat", look_while_noting)
    files.require()
