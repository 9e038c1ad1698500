"""Threads, processes and children of a process use a store at once; connections are used again."""

import threading
from contextlib import closing, suppress
from pathlib import Path

from daifu.data.store.sqlite.connections import SessionPool, open_location
from daifu.data.store.sqlite.store import Store
from tests.support.stores import (
    ANN,
    judged_sitting,
    record_ids,
)


def test_a_thread_that_ended_keeps_no_file_open(store: Store) -> None:
    def handles() -> int:
        return sum(handle.resolve() == store.path for handle in Path("/proc/self/fd").iterdir())

    store.ready()
    before = handles()
    for _ in range(3):
        thread = threading.Thread(target=store.ready)
        thread.start()
        thread.join()
    assert handles() <= before + 1  # SQLite keeps one back for the next to come


def test_the_session_given_back_last_is_given_out_first(path: Path) -> None:
    with closing(SessionPool(open_location(path, read_only=False))) as sessions:
        with sessions.acquire() as one, sessions.acquire() as other:
            assert one is not other
        with sessions.acquire() as again:
            assert again is one


def test_a_session_comes_back_when_its_block_fails(path: Path) -> None:
    with closing(SessionPool(open_location(path, read_only=False))) as sessions:
        with suppress(ZeroDivisionError), sessions.acquire() as one:
            1 / 0  # noqa: B018 - something that fails
        with sessions.acquire() as again:
            assert again is one


def test_a_store_can_be_asked_again_after_its_sessions_were_let_go(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    store.before_fork()
    assert record_ids(store) == [1]
