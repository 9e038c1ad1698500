"""A store is opened: made, brought up to date, or refused."""

import os
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from daifu.data.store.errors import StoreDamaged, StoreMissing
from daifu.data.store.sqlite.connections import connect, open_location
from daifu.data.store.sqlite.store import Store
from tests.support.stores import (
    ANN,
    judged_sitting,
    process_environment,
    record_ids,
    tamper,
)


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
