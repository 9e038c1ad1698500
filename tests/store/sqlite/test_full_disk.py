"""A killed process loses nothing that it acknowledged, and a full disk harms nothing that is stored."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.ingest import Ingest, IngestResult
from daifu.data.store.errors import StoreFull
from daifu.data.store.sqlite import connections
from daifu.data.store.sqlite.errors import TRANSLATED_ERRORS
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import UploadStatus
from daifu.schemas.sources.items import DAIFU, Item
from tests.support.stores import ANN, judged_sitting, process_environment, raw_sitting, record_ids, verification_errors

PAGES = 120
"""Few more pages than a new store has."""

LIMITED_PROGRAM = """
import resource, sys
from daifu.data.store.sqlite.store import Store
from daifu.data.store.errors import StoreError
from tests.support.stores import ANN, judged_sitting

store = Store.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, resource.RLIM_INFINITY))
try:
    for number in range(5_000):
        store.add([judged_sitting(str(number))], ANN)
        print(number, flush=True)
except StoreError as refusal:
    print(type(refusal).__name__, flush=True)
    print(store.latest(1), flush=True)
"""


@pytest.fixture
def full(path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that was filled until there was no room."""
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, f"PRAGMA max_page_count = {PAGES}"))
    store = Store.open(path)
    with pytest.raises(StoreFull):
        fill_store(store)
    return store


def fill_store(store: Store) -> None:
    """Store more than there is room for."""
    for number in range(10_000):
        store.add([judged_sitting(str(number))], ANN)


def test_a_full_store_can_be_read(full: Store) -> None:
    count = full.counts().records
    assert count > 0
    assert full.latest(count) == 1
    assert verification_errors(full) == []


def test_a_batch_without_room_is_not_stored_at_all(full: Store) -> None:
    before = full.counts()
    with pytest.raises(StoreFull):
        full.add([judged_sitting(f"new {number}") for number in range(50)], ANN)
    assert full.counts() == before


def test_a_record_that_exists_needs_no_room(full: Store) -> None:
    assert full.add([judged_sitting("0")], ANN)[0].status is UploadStatus.EXISTS


def test_corrections_and_withdrawals_are_refused_too(full: Store) -> None:
    with pytest.raises(StoreFull):
        full.revise(1, judged_sitting("x", notes="x" * 20_000), ANN, expected=1, reason="x" * 20_000)
    with pytest.raises(StoreFull):
        full.withdraw(1, ANN, expected=1, reason="x" * 20_000)
    assert full.latest(1) == 1


def test_uploads_succeed_again_when_there_is_room(full: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full.close()
    monkeypatch.undo()
    with closing(Store.open(path)) as store:
        count = store.counts().records
        assert store.add([judged_sitting("more")], ANN)[0].id == count + 1
        assert verification_errors(store) == []


def test_a_limit_on_the_size_of_files_is_a_full_disk(path: Path) -> None:
    call = [sys.executable, "-c", LIMITED_PROGRAM, os.fspath(path)]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=120, check=False)
    *stored, refusal, latest = done.stdout.splitlines()
    assert (refusal, latest, done.stderr) == ("StoreFull", "1", "")
    with closing(Store.open(path)) as store:
        assert store.counts().records == len(stored) > 0
        assert verification_errors(store) == []
        assert len(record_ids(store)) == min(50, len(stored))


def test_records_without_room_have_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, "PRAGMA max_page_count = 100"))
    items = (Item("bulk", 1, DAIFU, json.dumps(raw_sitting(str(table))).encode()) for table in range(5_000))
    results: list[IngestResult] = []
    with closing(Store.open(tmp_path / "small.db")) as small:
        with pytest.raises(StoreFull):
            results.extend(Ingest(small, ANN).take(items))
        assert small.counts().records == len(results) > 0
        assert verification_errors(small) == []


def test_errors_of_the_program_are_not_translated() -> None:
    with pytest.raises(OverflowError), TRANSLATED_ERRORS:
        (2**80).to_bytes(8)
