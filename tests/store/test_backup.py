"""A store is copied while it is in use."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Location
from tests.support.stores import ANN, disputed_sitting, judged_sitting, store_contents, verification_errors


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def copy(store: Store, target: Path) -> None:
    store.back_up(target, lambda _count: None)


def test_the_copy_is_a_store_with_everything_in_it(store: Store, target: Path) -> None:
    store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    secret = store.create_token("Ann", SCOREKEEPER).secret
    copy(store, target)
    with closing(open_store(target)) as copied:
        assert store_contents(copied) == store_contents(store)
        assert copied.find_token(secret)
        assert verification_errors(copied) == []


def test_a_store_that_is_only_to_be_read_is_copied(store: Store, location: Location, target: Path) -> None:
    store.add([judged_sitting()], ANN)
    with closing(open_store(location, read_only=True)) as reader:
        copy(reader, target)
    with closing(open_store(target)) as copied:
        assert store_contents(copied) == store_contents(store)


def test_an_existing_file_is_left_alone(store: Store, target: Path) -> None:
    target.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        copy(store, target)
    assert target.read_bytes() == b"precious"


def test_a_missing_folder_is_an_error(store: Store, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy(store, tmp_path / "nowhere" / "copy.db")


def test_a_copy_is_one_state_whatever_is_written_meanwhile(store: Store, target: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(300)], ANN)

    def write(_count: int) -> None:
        store.add([judged_sitting(f"new {threading.get_ident()} {store.counts().records}")], ANN)

    store.back_up(target, write)
    with closing(open_store(target)) as copied:
        assert copied.counts().records == 300
        assert verification_errors(copied) == []
    assert store.counts().records > 300
