"""Uploads that wait together are committed together, but for the parts of large ones."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from daifu.data.store.open import open_store
from daifu.data.store.sql.write_queue import SMALL_UPLOAD, WriteQueue
from daifu.data.store.values import Location
from daifu.schemas.judged_record import JudgedRecord
from tests.support.processes import wait_until
from tests.support.stores import ANN, judged_sitting


def test_a_small_upload_is_committed_with_one_part_of_a_large_one_and_not_with_all(location: Location) -> None:
    large = [[judged_sitting(f"{part} {table}") for table in range(SMALL_UPLOAD + 1)] for part in range(3)]
    with closing(open_store(location)) as store:
        queue: WriteQueue = store._queue  # type: ignore[attr-defined] # noqa: SLF001 - the interface has none
        order = []

        def send(name: str, uploads: list[JudgedRecord]) -> None:
            store.add(uploads, ANN)
            order.append(name)

        def wait_for(number: int) -> None:
            wait_until(lambda: len(queue.waiting) == number)

        with ThreadPoolExecutor(4) as pool, queue._turn:  # noqa: SLF001 - as if another thread wrote
            for number, part in enumerate(large):
                pool.submit(send, f"part {number}", part)
                wait_for(number + 1)
            pool.submit(send, "small", [judged_sitting("small")])
            wait_for(len(large) + 1)
        assert set(order[:2]) == {"part 0", "small"}
        assert store.counts().records == len(large) * len(large[0]) + 1
