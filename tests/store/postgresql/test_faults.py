"""What was acknowledged is there after any fault of the server, and the store goes on by itself."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

import psycopg
import pytest

from daifu.data.store.errors import StoreBusy, StoreFull, StoreReadOnly, StoreUnreachable
from daifu.data.store.open import open_store
from daifu.data.store.postgresql import connections
from daifu.data.store.store import Store
from tests.store.postgresql.conftest import Execute
from tests.support.postgresql import Server
from tests.support.running_service import run_at_once
from tests.support.stores import ANN, judged_sitting, record_ids, verification_errors


@pytest.fixture
def own(server: Server) -> Iterator[Store]:
    """A store on the server of the test."""
    with closing(open_store(server.address)) as opened:
        yield opened


def cut_connections(execute: Execute) -> None:
    """Cut the connections of all others, as a firewall or an operator does."""
    execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE application_name = 'daifu' AND pid <> pg_backend_pid()"
    )


def assert_unreachable(*calls: Callable[[], object]) -> None:
    """Make these calls at once, each of which waits for the server for some seconds. None of them reaches it."""

    def is_refused(call: Callable[[], object]) -> bool:
        with pytest.raises(StoreUnreachable):
            call()
        return True

    assert all(run_at_once(*(partial(is_refused, call) for call in calls)))


def test_after_a_kill_all_that_was_acknowledged_is_there_and_the_store_goes_on(own: Store, server: Server) -> None:
    for table in range(5):
        own.add([judged_sitting(str(table))], ANN)
    server.kill()
    assert_unreachable(lambda: own.add([judged_sitting("lost")], ANN), lambda: own.record(1))
    server.start()
    assert record_ids(own) == [5, 4, 3, 2, 1]
    [outcome] = own.add([judged_sitting("next")], ANN)
    assert outcome.id == 6
    assert verification_errors(own) == []


def test_a_process_with_more_than_a_thousand_open_files_uses_its_store(store: Store, address: str) -> None:
    with ExitStack() as files:
        for _ in range(1100):
            files.enter_context(Path(os.devnull).open("rb"))
        with closing(open_store(address)) as late:
            late.add([judged_sitting()], ANN)
            late.add([judged_sitting("B")], ANN)
            assert record_ids(late) == record_ids(store) == [2, 1]


def test_a_store_whose_server_is_away_is_refused_with_what_is_the_matter_in_one_line(server: Server) -> None:
    server.stop()
    with pytest.raises(StoreUnreachable, match="cannot be reached") as refusal:
        open_store(server.address)
    assert str(refusal.value).isprintable()


def test_a_server_that_goes_away_is_logged_once_each_time_and_used_again_when_it_comes_up(
    own: Store, server: Server, log: pytest.LogCaptureFixture
) -> None:
    for table in range(2):
        server.stop()
        for _ in range(2):
            with pytest.raises(StoreUnreachable):
                own.counts()
        server.start()
        own.add([judged_sitting(str(table))], ANN)
    said = [record.getMessage() for record in log.records]
    assert len(said) == 2
    assert all("cannot be reached: connection" in message and message.isprintable() for message in said)
    assert record_ids(own) == [2, 1]


def test_an_attempt_that_fails_after_another_succeeded_is_not_logged(
    address: str, log: pytest.LogCaptureFixture
) -> None:
    pool = connections.SessionPool(connections.open_location(address, read_only=False))
    began = monotonic()
    with closing(pool), pool.acquire():
        pool._log_failure(psycopg.OperationalError("late"), began)  # noqa: SLF001 - the pool has threads, which end as they will
        assert log.records == []
        pool._log_failure(psycopg.OperationalError("new"), monotonic())  # noqa: SLF001 - likewise
        assert len(log.records) == 1


def test_idle_connections_that_were_cut_are_replaced(store: Store, execute: Execute) -> None:
    store.add([judged_sitting()], ANN)
    assert record_ids(store) == [1]
    cut_connections(execute)
    assert record_ids(store) == [1]
    cut_connections(execute)
    store.add([judged_sitting("B")], ANN)
    assert record_ids(store) == [2, 1]


def test_any_number_of_idle_connections_that_were_cut_is_replaced_at_the_first_read(
    address: str, execute: Execute
) -> None:
    with closing(connections.SessionPool(connections.open_location(address, read_only=False))) as pool:
        with ExitStack() as readers:
            for _ in range(6):
                readers.enter_context(pool.acquire())
        cut_connections(execute)
        for _ in range(2):
            with pool.acquire() as session:
                session.state()


def test_a_process_has_sixteen_connections_for_readers_and_one_for_the_writer(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "POOL_TIMEOUT", 0.5)
    with (
        closing(connections.SessionPool(connections.open_location(address, read_only=False))) as pool,
        ExitStack() as readers,
    ):
        processes = [readers.enter_context(pool.acquire()).raw.info.backend_pid for _ in range(16)]
        assert len({*processes, pool.writer().raw.info.backend_pid}) == 17
        with pytest.raises(StoreUnreachable), pool.acquire():
            pass


def test_a_read_on_a_connection_that_turns_out_to_be_dead_is_done_again(address: str, execute: Execute) -> None:
    with closing(connections.SessionPool(connections.open_location(address, read_only=False))) as pool:
        with pool.acquire() as session:
            cut_connections(execute)  # after the pool has looked at it
            before = session.state()
        with pool.acquire() as session:
            cut_connections(execute)
            with session.snapshot():
                assert session.state() == before
        with pool.acquire() as session:
            assert session.state() == before


def test_a_read_whose_state_of_the_store_is_lost_with_its_connection_is_refused(address: str, execute: Execute) -> None:
    with closing(connections.SessionPool(connections.open_location(address, read_only=False))) as pool:
        with pytest.raises(StoreUnreachable), pool.acquire() as session, session.snapshot():  # noqa: PT012 - a state ends
            cut_connections(execute)
            session.state()
        with pool.acquire() as session:
            session.state()


def test_nothing_is_stored_of_a_transaction_whose_connection_is_cut(store: Store, execute: Execute) -> None:
    store.add([judged_sitting()], ANN)
    execute(
        "CREATE FUNCTION cut() RETURNS TRIGGER LANGUAGE plpgsql AS"
        " $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$"
    )
    execute("CREATE TRIGGER cut AFTER INSERT ON revisions FOR EACH ROW EXECUTE FUNCTION cut()")
    with pytest.raises(StoreUnreachable):
        store.add([judged_sitting("B")], ANN)
    execute("DROP TRIGGER cut ON revisions")
    assert record_ids(store) == [1]
    store.add([judged_sitting("B")], ANN)
    assert record_ids(store) == [2, 1]
    assert verification_errors(store) == []


@pytest.mark.parametrize(
    ("code", "error"),
    [("disk_full", StoreFull), ("query_canceled", StoreBusy), ("read_only_sql_transaction", StoreReadOnly)],
)
def test_nothing_is_stored_where_the_server_refuses_a_row(
    store: Store, execute: Execute, code: str, error: type[Exception]
) -> None:
    execute(
        "CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS"
        f" $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{code}'; END $$"
    )
    execute("CREATE TRIGGER refuse AFTER INSERT ON revisions FOR EACH ROW EXECUTE FUNCTION refuse()")
    with pytest.raises(error):
        store.add([judged_sitting()], ANN)
    assert record_ids(store) == []
    execute("DROP TRIGGER refuse ON revisions")
    store.add([judged_sitting()], ANN)
    assert verification_errors(store) == []


@pytest.fixture
def small_disk(server: Server) -> Iterator[Path]:
    """A folder of the server on a file system of four megabytes. Skips the test where none can be mounted."""
    folder = server.new_folder("small")
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True, check=False)  # noqa: S607
    if mount.returncode:
        pytest.skip("needs the right to mount a small file system")
    shutil.chown(folder, server.user)
    yield folder
    server.stop()
    subprocess.run(["umount", folder], check=True)  # noqa: S607


def add_until_full(store: Store) -> int:
    """Add sittings with notes that cannot be compressed; how many were added when the disk was full."""
    for table in count():
        try:
            store.add([judged_sitting(str(table), notes=Random(table).randbytes(9_000).hex())], ANN)
        except StoreFull:
            break
    return table


@pytest.mark.soak
def test_a_full_disk_leaves_what_was_acknowledged_and_takes_more_when_there_is_room(
    server: Server, small_disk: Path
) -> None:
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{small_disk}'".encode())
    with closing(open_store(f"{server.address}&options=-cdefault_tablespace%3Dsmall")) as store:
        acknowledged = add_until_full(store)
        assert acknowledged > 10
        assert store.counts().records == acknowledged
        assert verification_errors(store) == []
        subprocess.run(["mount", "-o", "remount,size=12m", small_disk], check=True)  # noqa: S607
        [outcome] = store.add([judged_sitting("next")], ANN)
        assert outcome.id == acknowledged + 1
        assert verification_errors(store) == []


def test_a_statement_that_takes_too_long_leaves_the_store_busy(
    store: Store, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOCK_TIMEOUT", "50ms")
    with psycopg.connect(address) as holder, closing(open_store(address)) as waiting:
        holder.execute("UPDATE writes SET number = number + 1")
        with pytest.raises(StoreBusy):
            waiting.add([judged_sitting()], ANN)
        holder.rollback()
        waiting.add([judged_sitting()], ANN)
    assert record_ids(store) == [1]


def test_a_database_that_takes_no_writes_can_be_read(store: Store, address: str) -> None:
    store.add([judged_sitting()], ANN)
    with closing(open_store(f"{address}%20-cdefault_transaction_read_only%3Don")) as reader:
        assert record_ids(reader) == [1]
        assert reader.statistics.player(["Mu"], "theater")
        assert reader.ratings.ratings("theater").rated == []
        with pytest.raises(StoreReadOnly):
            reader.add([judged_sitting("B")], ANN)


@pytest.mark.soak
def test_a_standby_can_be_read_and_written_to_when_it_becomes_the_main_server(server: Server) -> None:
    with closing(open_store(server.address)) as main:
        main.add([judged_sitting()], ANN)
    with closing(Server(follows=server)) as standby:
        standby.start()
        with closing(open_store(standby.address)) as reader:
            assert record_ids(reader) == [1]
            with pytest.raises(StoreReadOnly):
                reader.add([judged_sitting("B")], ANN)
            standby.promote()
            reader.add([judged_sitting("B")], ANN)
            assert record_ids(reader) == [2, 1]
            assert verification_errors(reader) == []
