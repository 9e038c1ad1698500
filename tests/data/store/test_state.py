"""What tells that nothing has been written since one last looked."""

from contextlib import closing
from pathlib import Path

from data.store import Store
from tests.support.kept import ANN, judged


def test_it_stays_the_same_as_long_as_nothing_is_written(store: Store) -> None:
    state = store.state()
    store.counts()
    store.people.find("")
    assert store.state() == state


def test_it_changes_with_everything_that_is_written(store: Store) -> None:
    states = [store.state()]
    store.add([judged()], ANN)
    states.append(store.state())
    store.people.rename("Mu", "Mū", ANN, "so he writes")
    states.append(store.state())
    store.mint("Ann", "reader")
    states.append(store.state())
    assert len(set(states)) == len(states)


def test_it_changes_with_what_another_process_writes(store: Store, path: Path) -> None:
    state = store.state()
    with closing(Store.open(path)) as other:
        other.add([judged()], ANN)
    assert store.state() != state


def test_no_two_stores_share_it(store: Store, path: Path) -> None:
    with closing(Store.open(path)) as other:
        assert store.state() != other.state()
