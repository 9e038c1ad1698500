"""Several services write to one store, one after the other, and hear of what the others change in tournaments."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from queue import SimpleQueue

import psycopg
import pytest

from daifu.data.store.errors import RevisionConflict, VersionConflict
from daifu.data.store.postgresql import connections
from daifu.data.store.postgresql.store import Store
from daifu.data.store.values import ChangeListener, UploadStatus
from daifu.data.tournaments.changes import Created, Entered
from tests.store.postgresql.conftest import Execute
from tests.support.processes import WAIT_SECONDS, wait_until
from tests.support.stores import ANN, BO, judged_sitting, record_ids, verification_errors
from tests.support.tournaments.store import create_tournament

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'daifu'"


@contextmanager
def held_up(execute: Execute, address: str, writers: int) -> Iterator[None]:
    """Hold up all who write inside the block until this many wait."""
    with psycopg.connect(address) as holder:
        holder.execute("UPDATE writes SET number = number + 1")
        yield
        wait_until(lambda: execute(WAITING) == [(writers,)])
        holder.rollback()


def at_once(execute: Execute, address: str, *works: Callable[[], object]) -> list[Future[object]]:
    """Let these write at the same moment; what became of each."""
    with ThreadPoolExecutor(len(works)) as pool, held_up(execute, address, len(works)):
        return [pool.submit(work) for work in works]


def test_two_services_give_no_number_twice(store: Store, other: Store, execute: Execute, address: str) -> None:
    futures = at_once(
        execute,
        address,
        lambda: store.add([judged_sitting("A"), judged_sitting("B")], ANN),
        lambda: other.add([judged_sitting("C"), judged_sitting("D")], BO),
    )
    for future in futures:
        future.result()
    assert record_ids(store) == record_ids(other) == [4, 3, 2, 1]
    assert verification_errors(store) == []


def test_two_services_store_the_same_record_once(store: Store, other: Store, execute: Execute, address: str) -> None:
    one, two = at_once(
        execute,
        address,
        lambda: store.add([judged_sitting()], ANN),
        lambda: other.add([judged_sitting()], BO),
    )
    statuses = {one.result()[0].status, two.result()[0].status}  # type: ignore[index]
    assert statuses == {UploadStatus.CREATED, UploadStatus.EXISTS}
    assert record_ids(store) == [1]


def test_of_two_corrections_through_two_services_one_is_refused(
    store: Store, other: Store, execute: Execute, address: str
) -> None:
    store.add([judged_sitting("A", 3)], ANN)
    futures = at_once(
        execute,
        address,
        lambda: store.revise(1, judged_sitting("A", 4), ANN, expected=1),
        lambda: other.revise(1, judged_sitting("A", 5), BO, expected=1),
    )
    assert [type(future.exception()) for future in futures if future.exception()] == [RevisionConflict]
    assert store.latest(1) == 2
    assert verification_errors(store) == []


def test_of_two_changes_of_a_tournament_through_two_services_one_is_refused(
    store: Store, other: Store, execute: Execute, address: str
) -> None:
    cup = create_tournament(store)
    futures = at_once(
        execute,
        address,
        lambda: store.tournaments.append(cup, [Entered(name="Late")], ANN, expected=1),
        lambda: other.tournaments.append(cup, [Entered(name="Later")], BO, expected=1),
    )
    assert [type(future.exception()) for future in futures if future.exception()] == [VersionConflict]
    assert len(store.tournaments.state(cup).entrants) == len(other.tournaments.state(cup).entrants) == 1


def test_counts_of_two_services_are_added_up(store: Store, other: Store, execute: Execute, address: str) -> None:
    futures = at_once(
        execute,
        address,
        lambda: store.add([judged_sitting("A")], ANN),
        lambda: other.add([judged_sitting("B")], BO),
    )
    for future in futures:
        future.result()
    for service in (store, other):
        assert service.statistics.version("theater") == 2
        assert service.statistics.player(["Mu"], "theater")
    assert verification_errors(store) == []


def test_without_the_turn_to_write_two_services_would_give_one_number_twice(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_MARK_WRITE", "SELECT 1")
    with store.writing() as one, other.writing() as two:
        assert one.next_record() == two.next_record() == 1


def test_a_service_sees_what_another_has_written(store: Store, other: Store) -> None:
    before = other.state()
    store.add([judged_sitting()], ANN)
    assert other.state() != before
    assert record_ids(other) == [1]
    cup = create_tournament(store)
    assert other.tournaments.present(cup).version == 1
    store.tournaments.append(cup, [Entered(name="Late")], ANN, expected=1)
    assert [entrant.name for entrant in other.tournaments.present(cup).state.entrants] == ["Late"]


def test_names_that_another_service_stores_are_not_stored_again(store: Store, other: Store) -> None:
    store.add([judged_sitting("A", players=[{"id": "mu", "name": "Mu"}, "Junko", "Shimo", "Aki"])], ANN)
    other.add([judged_sitting("B", players=[{"id": "mu", "name": "Mumu"}, "Junko", "Shimo", "Aki"])], ANN)
    store.add([judged_sitting("C", players=[{"id": "mu", "name": "Mu"}, "Junko", "Shimo", "Aki"])], ANN)
    assert other.people.one("mu").name == "Mu"
    assert verification_errors(other) == []


def test_a_state_does_not_come_again_after_an_earlier_one_was_restored(store: Store, execute: Execute) -> None:
    [(before,)] = execute("SELECT number FROM writes")
    store.create_token("Ann", "reader")
    lost = store.state()
    execute(f"UPDATE writes SET number = {before}")  # noqa: S608 - a number
    store.create_token("Bo", "reader")
    assert store.state() != lost


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
