"""Uploads that wait together are committed together, but for the parts of large ones."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.sql.write_queue import SMALL_UPLOAD, WriteQueue, _QueuedUpload
from daifu.data.store.values import Location
from tests.support.processes import wait_until
from tests.support.stores import ANN, judged_sitting


def test_a_small_upload_is_committed_with_one_part_of_a_large_one_and_not_with_all(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = [[judged_sitting(f"{part} {table}") for table in range(SMALL_UPLOAD + 1)] for part in range(3)]
    with closing(open_store(location)) as store:
        queue: WriteQueue = store._queue  # noqa: SLF001 - nobody else asks for it
        commit = queue._commit  # noqa: SLF001 - likewise
        commits: list[list[_QueuedUpload]] = []

        def commit_and_note(uploads: list[_QueuedUpload]) -> None:
            commits.append(uploads)
            commit(uploads)

        def wait_for(number: int) -> None:
            wait_until(lambda: len(queue.waiting) == number)

        monkeypatch.setattr(queue, "_commit", commit_and_note)
        with ThreadPoolExecutor(4) as pool, queue._turn:  # noqa: SLF001 - as if another thread wrote
            for number, uploads in enumerate([*large, [judged_sitting("small")]], 1):
                pool.submit(store.add, uploads, ANN)
                wait_for(number)
            parts = list(queue.waiting)
            small = parts.pop()
        assert commits == [[parts[0], small], [parts[1]], [parts[2]]]
        assert store.counts().records == len(large) * len(large[0]) + 1
