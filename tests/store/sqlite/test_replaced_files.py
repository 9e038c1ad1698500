"""A store whose files are removed or replaced while it is open takes nothing more, and says so."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from daifu.data.store.errors import StoreReplaced
from daifu.data.store.sqlite.files import StoreFiles
from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting, record_ids


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
