"""A store that may not be written to is read all the same."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp

import pytest

from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting, process_environment

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
