"""Changes of tournaments are heard of by all processes that listen."""

from collections.abc import Iterator
from contextlib import closing
from queue import SimpleQueue

import pytest

from daifu.data.store.errors import VersionConflict
from daifu.data.store.postgresql import connections
from daifu.data.store.postgresql.store import Store
from daifu.data.store.values import ChangeListener
from daifu.data.tournaments.changes import Created, Entered
from tests.store.postgresql.conftest import Execute
from tests.support.processes import WAIT_SECONDS, wait_until
from tests.support.stores import ANN, judged_sitting

Calls = SimpleQueue[None]


@pytest.fixture
def tournament(store: Store) -> int:
    """A tournament without entrants."""
    return store.tournaments.create(Created(name="Cup", rules="theater"), ANN)


@pytest.fixture
def calls() -> Calls:
    """An item for each time that the listener called."""
    return SimpleQueue()


@pytest.fixture
def listener(store: Store, tournament: int, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChangeListener]:  # noqa: ARG001 - the tournament is there before
    """A listener that has begun to listen."""
    monkeypatch.setattr(connections, "RETRY_SECONDS", 0.05)
    found = store.tournaments.listen(lambda: calls.put(None))
    assert found is not None
    with closing(found):
        calls.get(timeout=WAIT_SECONDS)  # what there was before
        yield found


CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE query = 'LISTEN \"daifu_' || current_schema() || '\"'"
)
"""Cuts the connections of the listeners of a store."""


def enter(store: Store, tournament: int, expected: int) -> None:
    store.tournaments.append(tournament, [Entered(name=f"P{expected}")], ANN, expected=expected)


def test_a_change_that_another_service_made_is_heard_of(
    listener: ChangeListener, other: Store, tournament: int, calls: Calls
) -> None:
    assert listener.is_listening
    enter(other, tournament, 1)
    calls.get(timeout=WAIT_SECONDS)


def test_nothing_is_heard_of_what_changes_no_tournament(
    listener: ChangeListener, other: Store, tournament: int, calls: Calls
) -> None:
    other.add([judged_sitting()], ANN)
    with pytest.raises(VersionConflict):
        enter(other, tournament, 5)
    enter(other, tournament, 1)
    calls.get(timeout=WAIT_SECONDS)
    listener.close()
    assert calls.empty()


def test_after_a_connection_that_was_cut_the_listener_calls_for_what_it_missed(
    listener: ChangeListener, other: Store, tournament: int, calls: Calls, execute: Execute
) -> None:
    assert execute(CUT)
    calls.get(timeout=WAIT_SECONDS)
    wait_until(lambda: listener.is_listening)
    enter(other, tournament, 1)
    calls.get(timeout=WAIT_SECONDS)


def test_a_listener_whose_database_is_away_does_not_listen(
    listener: ChangeListener, execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "RETRY_SECONDS", WAIT_SECONDS)
    assert execute(CUT)
    wait_until(lambda: not listener.is_listening)


def test_a_listener_that_is_closed_has_no_connection(listener: ChangeListener, execute: Execute) -> None:
    listener.close()
    assert not listener.is_listening
    wait_until(lambda: execute(CUT) == [])
