"""A store is copied while it is in use."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from data.store.errors import StoreMissing
from data.store.sqlite.store import Store
from data.store.values import SCOREKEEPER
from tests.support.stores import ANN, disputed_sitting, judged_sitting, record_contents, verification_errors


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def copy(store: Store, target: Path) -> list[int]:
    """Copy a store; what was told on the way."""
    told: list[int] = []
    store.back_up(target, told.append)
    return told


def test_the_copy_is_a_store_with_everything_in_it(store: Store, target: Path) -> None:
    store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    secret = store.create_token("Ann", SCOREKEEPER).secret
    copy(store, target)
    with closing(Store.open(target)) as copied:
        assert record_contents(target) == record_contents(store.path)
        assert copied.find_token(secret)
        assert verification_errors(copied) == []


def test_the_progress_adds_up_to_the_whole(store: Store, target: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(200)], ANN)
    assert sum(copy(store, target)) == store.counts().bytes == target.stat().st_size


def test_the_copy_is_one_file(store: Store, target: Path) -> None:
    before = set(target.parent.iterdir())
    copy(store, target)
    assert set(target.parent.iterdir()) - before == {target}


def test_a_store_that_is_only_to_be_read_is_copied(store: Store, target: Path) -> None:
    store.add([judged_sitting()], ANN)
    with closing(Store.open(store.path, read_only=True)) as reader:
        copy(reader, target)
    assert record_contents(target) == record_contents(store.path)


def test_a_file_that_is_there_is_left_alone(store: Store, target: Path) -> None:
    target.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        copy(store, target)
    assert target.read_bytes() == b"precious"


def test_a_folder_that_is_not_there_is_told(store: Store, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy(store, tmp_path / "nowhere" / "copy.db")


def test_a_copy_that_is_broken_off_leaves_nothing(store: Store, target: Path) -> None:
    def stop(_count: int) -> None:
        raise KeyboardInterrupt

    before = set(target.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        store.back_up(target, stop)
    assert set(target.parent.iterdir()) == before
    store.add([judged_sitting()], ANN)


def test_a_copy_is_one_state_whatever_is_written_meanwhile(store: Store, target: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(300)], ANN)

    def write(_count: int) -> None:
        store.add([judged_sitting(f"new {threading.get_ident()} {store.counts().records}")], ANN)

    store.back_up(target, write)
    with closing(Store.open(target)) as copied:
        assert copied.counts().records == 300
        assert verification_errors(copied) == []
    assert store.counts().records > 300


def test_a_store_that_is_not_there_cannot_be_copied(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        Store.open(tmp_path / "nothing.db", read_only=True)
