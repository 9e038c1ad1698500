"""A worker process that is ready, and uploads that soon count as large."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data import batches, judging
from daifu.data.judging import WorkerPool
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from tests.support.processes import start_judging


@pytest.fixture(autouse=True, scope="module")
def _two_cores_and_small_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
        patch.setattr(batches, "MAX_BATCH_RECORDS", 4)
        patch.setattr(batches, "LARGE_BATCH_RECORDS", 4)
        patch.setattr(judging, "SHARE_RECORDS", 1)
        yield


@pytest.fixture(scope="module")
def shared() -> Iterator[WorkerPool]:
    """A pool for tests that leave its process as it is."""
    pool = WorkerPool()
    yield pool
    pool.before_fork()


@pytest.fixture
def pool(shared: WorkerPool) -> WorkerPool:
    """The same, with a process that is ready."""
    start_judging(shared)
    return shared


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path / "test.db")) as opened:
        yield opened
