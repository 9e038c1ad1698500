"""A disk without room refuses what is to be stored, and harms nothing that is."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store, opening
from data.store.asked import Status
from data.store.refusals import StoreFull
from tests.support.kept import ANN, environment, ids, judged, wrong

PAGES = 120
"""So many pages are not many more than a store has from the beginning."""

PROGRAM = """
import resource, sys
from data.store import Store
from data.store.refusals import StoreRefusal
from tests.support.kept import ANN, judged

store = Store.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, resource.RLIM_INFINITY))
try:
    for number in range(5_000):
        store.add([judged(str(number))], ANN)
        print(number, flush=True)
except StoreRefusal as refusal:
    print(type(refusal).__name__, flush=True)
    print(store.latest(1), flush=True)
"""


@pytest.fixture
def full(path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that was filled until nothing went in any more."""
    monkeypatch.setattr(opening, "PRAGMAS", (*opening.PRAGMAS, f"PRAGMA max_page_count = {PAGES}"))
    store = Store.open(path)
    with pytest.raises(StoreFull):
        fill(store)
    return store


def fill(store: Store) -> None:
    """Store more than there is room for."""
    for number in range(10_000):
        store.add([judged(str(number))], ANN)


def test_what_was_stored_before_can_be_read(full: Store) -> None:
    count = full.counts().records
    assert count > 0
    assert full.latest(count) == 1
    assert wrong(full) == []


def test_of_a_batch_for_which_there_is_no_room_nothing_is_stored(full: Store) -> None:
    before = full.counts()
    with pytest.raises(StoreFull):
        full.add([judged(f"new {number}") for number in range(50)], ANN)
    assert full.counts() == before


def test_what_is_there_already_needs_no_room(full: Store) -> None:
    assert full.add([judged("0")], ANN)[0].status is Status.EXISTS


def test_corrections_and_withdrawals_are_refused_too(full: Store) -> None:
    with pytest.raises(StoreFull):
        full.revise(1, judged("x", notes="x" * 20_000), ANN, expected=1, reason="x" * 20_000)
    with pytest.raises(StoreFull):
        full.withdraw(1, ANN, expected=1, reason="x" * 20_000)
    assert full.latest(1) == 1


def test_once_there_is_room_again_it_goes_on(full: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full.close()
    monkeypatch.undo()
    with closing(Store.open(path)) as store:
        count = store.counts().records
        assert store.add([judged("more")], ANN)[0].id == count + 1
        assert wrong(store) == []


def test_a_system_that_lets_files_grow_no_further_refuses_likewise(path: Path) -> None:
    call = [sys.executable, "-c", PROGRAM, os.fspath(path)]
    done = subprocess.run(call, env=environment(), capture_output=True, text=True, timeout=120, check=False)
    *stored, refusal, latest = done.stdout.splitlines()
    assert (refusal, latest, done.stderr) == ("StoreFull", "1", "")
    with closing(Store.open(path)) as store:
        assert store.counts().records == len(stored) > 0
        assert wrong(store) == []
        assert len(ids(store)) == min(50, len(stored))
