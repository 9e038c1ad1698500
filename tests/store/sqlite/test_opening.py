"""A store is opened: made, brought up to date, or refused."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from sqlite_utils import Database

from data.store.errors import StoreDamaged, StoreMissing, StoreReadOnly
from data.store.sqlite.connections import connect, open_location
from data.store.sqlite.migrations import MIGRATIONS
from data.store.sqlite.store import Store
from data.store.values import RecordFilter
from tests.support.stores import (
    ANN,
    disputed_sitting,
    evening,
    fetch_rows,
    judged_sitting,
    process_environment,
    record_ids,
    store_contents,
    tamper,
    verification_errors,
)

STEPS = [step.name for step in MIGRATIONS.pending(Database(memory=True))]
"""The names of all migrations."""


def earlier(path: Path, step: str) -> None:
    """Make a store that has not gone through this step, nor those after it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        MIGRATIONS.apply(Database(connection), stop_before=step)


def test_a_store_that_is_not_there_is_made(path: Path) -> None:
    with closing(Store.open(path)) as store:
        assert record_ids(store) == []
        assert path.exists()


def test_nothing_is_left_in_the_log_when_a_store_has_been_closed(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    assert not Path(f"{path}-wal").exists()


def test_a_file_name_may_have_any_signs(tmp_path: Path) -> None:
    path = tmp_path / "棋譜 100% #1?.db"
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    assert path.exists()


COPY_TABLE = "INSERT INTO {old} SELECT {columns} FROM present.{new}"
COLUMNS = "SELECT group_concat(name, ', ') FROM pragma_table_info('{old}')"


def earlier_with_records(path: Path, step: str, present: Path) -> None:
    """Make a store that has not gone through this step, with the records of a present one."""
    earlier(path, step)
    tables = {"texts": "texts", "dictionaries": "dictionaries", "records": "records", "revisions": "revisions"}
    was_renamed = step > "008_ordinary_names"
    tables["record_players" if was_renamed else "seated"] = "record_players"
    tables["record_faults" if was_renamed else "found"] = "record_faults"
    if step > "006_people":
        tables["aliases"] = "aliases"
    columns = {old: fetch_rows(path, COLUMNS.format(old=old))[0][0] for old in tables}
    statements = (COPY_TABLE.format(old=old, new=new, columns=columns[old]) for old, new in tables.items())
    tamper(path, f"ATTACH '{present}' AS present", *statements)


@pytest.mark.parametrize("step", STEPS[1:])
def test_the_records_of_an_earlier_version_are_all_there(tmp_path: Path, step: str) -> None:
    with closing(Store.open(tmp_path / "present.db")) as store:
        evening(store, {"id": "j", "name": "Junko"}, "Mu", "Shimo", "Aki", table="A")
        evening(store, {"id": "j", "name": "Jun"}, "Mu", "Shimo", "Aki", table="B")
        store.add([disputed_sitting("C"), disputed_sitting("D")], ANN)
        store.withdraw(4, ANN, expected=1, reason="a test")
        store.add([judged_sitting(event={"date": "2026-05-01T14:00+09:00"})], ANN)
        expected = store_contents(store), store.people.find(""), store.people.one("j")
    earlier_with_records(tmp_path / "old.db", step, tmp_path / "present.db")
    with closing(Store.open(tmp_path / "old.db")) as store:
        assert (store_contents(store), store.people.find(""), store.people.one("j")) == expected
        assert record_ids(store, RecordFilter(player="j")) == [2, 1]
        assert record_ids(store, RecordFilter(fault="not_stronger")) == [3]
        assert verification_errors(store) == []


@pytest.mark.parametrize("step", STEPS)
def test_a_store_of_an_earlier_version_is_brought_up_to_date(path: Path, step: str) -> None:
    if step != STEPS[0]:
        earlier(path, step)
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
        store.create_token("Ann", "admin")
        assert verification_errors(store) == []
    assert [name for (name,) in fetch_rows(path, "SELECT name FROM _sqlite_migrations ORDER BY id")] == STEPS


def test_a_store_of_an_earlier_version_that_may_only_be_read_is_refused(path: Path) -> None:
    earlier(path, STEPS[-1])
    with pytest.raises(StoreReadOnly, match="earlier version"):
        Store.open(path, read_only=True)


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
        "import sys; from pathlib import Path; from data.store.sqlite.connections import *;"
        "connection = connect(open_location(Path(sys.argv[1]), read_only=False));"
        "print([connection.execute(f'PRAGMA {name}').fetchone()[0] for name in sys.argv[2:]])"
    )
    call = [sys.executable, "-c", program, os.fspath(path), "journal_mode", "synchronous", "foreign_keys"]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "['wal', 2, 1]\n"  # 2 is FULL
