"""Values that pages share: found once for each version, also where many ask at the same time."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, Event

from daifu.api.web.page_services import PageServices

THREADS = 8


def test_threads_that_ask_at_the_same_time_find_a_value_once() -> None:
    shared, begun, found = PageServices(), Event(), []
    barrier = Barrier(THREADS)

    def find() -> int:
        found.append(1)
        begun.wait(0.05)
        return len(found)

    def ask(_number: int) -> int:
        barrier.wait()
        return shared.value("wall", 1, find)

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(ask, range(THREADS))) == [1] * THREADS
    assert found == [1]


def test_a_new_version_is_found_anew() -> None:
    shared = PageServices()
    found = iter(("first", "second"))
    assert [shared.value("wall", version, found.__next__) for version in (1, 1, 2)] == ["first", "first", "second"]


def test_a_value_that_cannot_be_found_is_looked_for_again() -> None:
    shared, tries = PageServices(), [ValueError(), None]

    def find() -> str:
        if error := tries.pop(0):
            raise error
        return "found"

    with ThreadPoolExecutor(1) as pool:
        assert isinstance(pool.submit(shared.value, "wall", 1, find).exception(), ValueError)
        assert pool.submit(shared.value, "wall", 1, find).result() == "found"


def test_values_that_cannot_be_found_leave_nothing_behind() -> None:
    shared = PageServices()

    def ask_for(keys: range) -> None:
        for key in keys:
            with suppress(KeyError):
                shared.value(("wall", key), 1, {}.popitem)

    tracemalloc.start()
    try:
        ask_for(range(100))
        before, _peak = tracemalloc.get_traced_memory()
        ask_for(range(100, 2_100))
        after, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000
