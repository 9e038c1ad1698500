"""A judge that is ready, and uploads that soon count as large."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.judging import batches
from data.judging.worker import WorkerPool
from data.store.sqlite.store import Store
from tests.support.processes import judge_process_id


@pytest.fixture(autouse=True, scope="module")
def _two_cores_and_small_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
        patch.setattr(batches, "MAX_BATCH_RECORDS", 4)
        yield


@pytest.fixture(scope="module")
def shared() -> WorkerPool:
    """A judge for tests that leave it as it is."""
    return WorkerPool()


@pytest.fixture
def judge(shared: WorkerPool) -> WorkerPool:
    """The same, ready."""
    judge_process_id(shared)
    return shared


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "test.db")) as opened:
        yield opened
