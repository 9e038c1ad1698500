"""Errors of a store in a worker reach the process that waits for it as they were."""

import pickle

import pytest

from daifu.data.store.errors import LogDamaged, StoreBusy, StoreFull, StoreUnusable
from daifu.replay.text import Text


@pytest.mark.parametrize("error", [StoreFull(), StoreBusy(Text("wait", "待って")), LogDamaged(3)])
def test_an_error_is_pickled_with_its_text(error: StoreUnusable) -> None:
    found = pickle.loads(pickle.dumps(error))  # noqa: S301 - bytes of this test
    assert (type(found), found.text, str(found), vars(found)) == (type(error), error.text, str(error), vars(error))
