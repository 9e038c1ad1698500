"""A backup is one file, which appears when it is complete."""

import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.sqlite.store import Store
from tests.support.stores import (
    ANN,
    fetch_rows,
    judged_sitting,
    process_environment,
    record_ids,
    tamper,
    verification_errors,
)


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


def test_only_its_owner_may_read_the_copy(store: Store, target: Path) -> None:
    copy(store, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def damage_page(store: Store, index: str) -> None:
    """Overwrite the first page of an index."""
    [(page,)] = fetch_rows(store.path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,))
    store.close()
    with store.path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def test_a_store_with_a_damaged_page_is_backed_up_from_its_other_pages(store: Store, target: Path) -> None:
    store.add([judged_sitting()], ANN)
    damage_page(store, "by_opening")
    assert store.back_up(target, lambda _bytes: None) == []
    with closing(Store.open(target, read_only=True)) as copied:
        assert copied.record(1).record == judged_sitting().record
        assert verification_errors(copied) == []


def test_a_backup_goes_on_without_a_text_that_cannot_be_unpacked_and_names_it(store: Store, target: Path) -> None:
    store.add([judged_sitting("A"), judged_sitting("B")], ANN)
    store.create_token("Ann", "admin")
    tamper(store.path, "UPDATE revisions SET packed = x'ff' WHERE record = 1")
    [left_out] = store.back_up(target, lambda _bytes: None)
    assert (left_out.record, left_out.revision) == (1, 1)
    assert list(target.parent.glob(".*")) == []
    with closing(Store.open(target, read_only=True)) as copied:
        assert record_ids(copied) == [2]
        assert copied.tokens() == store.tokens()
        assert verification_errors(copied) == []


def test_what_a_killed_backup_has_left_is_deleted_by_the_next_one(store: Store, target: Path) -> None:
    program = (
        "import os, signal, sys; from daifu.data.store.open import open_store;"
        "open_store(sys.argv[1]).back_up(sys.argv[2], lambda _count: os.kill(os.getpid(), signal.SIGKILL))"
    )
    call = [sys.executable, "-c", program, str(store.path), str(target.with_name("yesterday.db"))]
    subprocess.run(call, env=process_environment(), timeout=60, check=False)
    assert list(target.parent.glob(".yesterday.db.*"))
    copy(store, target)
    assert list(target.parent.glob(".*")) == []


def test_a_backup_under_way_is_left_alone_by_another(store: Store, target: Path) -> None:
    def begin_another(_count: int) -> None:
        if not other.exists():
            copy(store, other)

    other = target.with_name("other.db")
    store.back_up(target, begin_another)
    assert target.exists()
    assert other.exists()


def test_an_interrupted_copy_leaves_nothing(store: Store, target: Path) -> None:
    def stop(_count: int) -> None:
        raise KeyboardInterrupt

    before = set(target.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        store.back_up(target, stop)
    assert set(target.parent.iterdir()) == before
    store.add([judged_sitting()], ANN)
