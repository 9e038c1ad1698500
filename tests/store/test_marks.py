"""Marks tell a version from any other that had its number, as after a restore."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.changes import Created, Entered
from tests.support.stores import ANN, judged_sitting


@pytest.fixture
def restored(new_location: Callable[[], Location]) -> Iterator[Store]:
    """Another store, which gives the same numbers to something else."""
    with closing(open_store(new_location())) as opened:
        yield opened


def test_the_mark_of_a_revision_stays(store: Store, location: Location) -> None:
    store.add([judged_sitting()], ANN)
    mark = store.mark(1, 1)
    store.revise(1, judged_sitting(notes="corrected"), ANN, expected=1)
    store.withdraw(1, ANN, expected=2)
    with closing(open_store(location)) as again:
        assert again.mark(1, 1) == mark
    assert len({store.mark(1, number) for number in (1, 2, 3)}) == 3


def test_another_record_under_the_same_number_has_another_mark(store: Store, restored: Store) -> None:
    store.add([judged_sitting()], ANN)
    restored.add([judged_sitting(table="B")], ANN)
    assert store.mark(1, 1) != restored.mark(1, 1)


def test_another_tournament_under_the_same_number_has_other_marks(store: Store, restored: Store) -> None:
    for one, name in ((store, "Winter cup"), (restored, "Summer cup")):
        cup = one.tournaments.create(Created(name=name, rules="theater"), ANN)
        one.tournaments.append(cup, [Entered(name="Mu")], ANN, expected=1)
    for version in (1, 2):
        assert store.tournaments.mark(1, version) != restored.tournaments.mark(1, version)


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_what_is_not_there_has_no_mark(store: Store, number: int) -> None:
    store.add([judged_sitting()], ANN)
    store.tournaments.create(Created(name="Cup", rules="theater"), ANN)
    assert store.mark(1, number) is store.mark(number, 1) is None
    assert store.tournaments.mark(1, number) is store.tournaments.mark(number, 1) is None
