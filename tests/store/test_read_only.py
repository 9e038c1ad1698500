"""A store that was opened to be read is not written to."""

from collections.abc import Callable
from contextlib import closing

import pytest

from daifu.data.store.errors import StoreReadOnly
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location, RecordFilter
from tests.support.stores import ANN, judged_sitting, record_ids


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
