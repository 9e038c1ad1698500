"""A store is opened and closed; one that was opened to be read is not written to."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from daifu.data.store.errors import StoreMissing, StoreReadOnly
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location, RecordFilter
from tests.support.stores import ANN, judged_sitting, process_environment, record_ids, verification_errors


def test_a_store_that_is_not_there_is_made(location: Location) -> None:
    with closing(open_store(location)) as store:
        assert record_ids(store) == []
    with closing(open_store(location, read_only=True)) as store:
        assert record_ids(store) == []


def test_a_store_that_is_there_is_opened_with_what_is_in_it(location: Location) -> None:
    with closing(open_store(location)) as store:
        store.add([judged_sitting()], ANN)
    with closing(open_store(location)) as store:
        assert record_ids(store) == [1]


def test_a_store_that_was_closed_opens_again_by_itself(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.close()
    assert record_ids(store) == [1]


def test_a_store_that_is_only_to_be_read_is_not_made(location: Location) -> None:
    with pytest.raises(StoreMissing, match="there is no store"):
        open_store(location, read_only=True)
    with pytest.raises(StoreMissing):
        open_store(location, read_only=True)


def test_refusals_speak_both_languages(location: Location) -> None:
    with pytest.raises(StoreMissing) as refusal:
        open_store(location, read_only=True)
    assert "there is no store" in refusal.value.text.en
    assert "保存先" in refusal.value.text.ja


def test_several_processes_may_make_a_store_at_once(location: Location) -> None:
    program = "import sys; from daifu.data.store.open import open_store; open_store(sys.argv[1]).close()"
    processes = [
        subprocess.Popen([sys.executable, "-c", program, os.fspath(location)], env=process_environment())
        for _ in range(4)
    ]
    assert [process.wait(60) for process in processes] == [0] * 4
    with closing(open_store(location)) as store:
        assert verification_errors(store) == []


@pytest.fixture
def kept(location: Location) -> Location:
    """A store with one record."""
    with closing(open_store(location)) as store:
        store.add([judged_sitting("A")], ANN)
    return location


WRITES: list[Callable[[Store], object]] = [
    lambda store: store.add([judged_sitting("B")], Author()),
    lambda store: store.revise(1, judged_sitting("B"), Author(), expected=1, reason="a test"),
    lambda store: store.withdraw(1, Author(), expected=1, reason="a test"),
    lambda store: store.create_token("Ann", "admin"),
    lambda store: store.revoke(1),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_store_opened_to_be_read_refuses_writes(kept: Location, write: Callable[[Store], object]) -> None:
    with closing(open_store(kept, read_only=True)) as store:
        assert store.read_only
        with pytest.raises(StoreReadOnly):
            write(store)
        assert record_ids(store) == [1]


def test_a_store_opened_to_be_read_can_be_read(kept: Location) -> None:
    with closing(open_store(kept, read_only=True)) as store:
        assert store.report(1) == (judged_sitting("A").report, 1)
        assert [stored.id for stored in store.each(RecordFilter())] == [1]
        assert store.preview(judged_sitting("B")) is None
        assert store.find_token("daifu_") is None
