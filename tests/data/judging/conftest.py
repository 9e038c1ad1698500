"""A judge that is at hand for uploads which are soon large."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.judging import batches
from data.judging.judge import Judge
from data.store import Store
from tests.support.judging import process_of


@pytest.fixture(autouse=True, scope="module")
def _two_cores_and_small_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
        patch.setattr(batches, "MOST_RECORDS", 4)
        yield


@pytest.fixture(scope="module")
def shared() -> Judge:
    """A judge for tests that leave it as it is."""
    return Judge()


@pytest.fixture
def judge(shared: Judge) -> Judge:
    """The same, ready."""
    process_of(shared)
    return shared


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "test.db")) as opened:
        yield opened
