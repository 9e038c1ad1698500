"""A backup is one file, which appears when it is complete."""

from pathlib import Path

import pytest

from data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def copy(store: Store, target: Path) -> list[int]:
    """Copy a store; the reported progress."""
    reported: list[int] = []
    store.back_up(target, reported.append)
    return reported


def test_the_progress_adds_up_to_the_whole(store: Store, target: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(200)], ANN)
    assert sum(copy(store, target)) == store.counts().bytes == target.stat().st_size


def test_the_copy_is_one_file(store: Store, target: Path) -> None:
    before = set(target.parent.iterdir())
    copy(store, target)
    assert set(target.parent.iterdir()) - before == {target}


def test_an_interrupted_copy_leaves_nothing(store: Store, target: Path) -> None:
    def stop(_count: int) -> None:
        raise KeyboardInterrupt

    before = set(target.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        store.back_up(target, stop)
    assert set(target.parent.iterdir()) == before
    store.add([judged_sitting()], ANN)
