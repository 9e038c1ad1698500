"""A store that nobody has meddled with has no differences."""

import pytest

from daifu.data.store.store import Store
from tests.support.stores import ANN, BO, disputed_sitting, judged_sitting, verification_errors


@pytest.fixture
def revised(store: Store) -> Store:
    """A store with a record, one that was corrected to have a fault, and one that was withdrawn."""
    event = {"name": "The league", "round": 1, "date": "2025-04-04"}
    store.add([judged_sitting("A", event=event), judged_sitting("B"), judged_sitting("C")], ANN)
    store.revise(2, disputed_sitting("B"), BO, expected=1, reason="a test")
    store.withdraw(3, ANN, expected=1, reason="a test")
    return store


def test_a_store_is_sound_after_corrections_and_withdrawals(revised: Store) -> None:
    assert verification_errors(revised) == []


def test_a_store_with_nothing_in_it_is_sound(store: Store) -> None:
    assert verification_errors(store) == []


def test_all_revisions_are_looked_at(revised: Store) -> None:
    looked_at: list[int] = []
    assert list(revised.differences(looked_at.append)) == []
    assert sum(looked_at) == revised.counts().revisions == 5


def test_what_is_stored_meanwhile_is_not_looked_at(revised: Store) -> None:
    looked_at: list[int] = []

    def advance(count: int) -> None:
        looked_at.append(count)
        revised.add([judged_sitting("D")], ANN)

    assert list(revised.differences(advance)) == []
    assert sum(looked_at) == 5
