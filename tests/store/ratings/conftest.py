"""Reads of ratings wait until these are up to date, however busy the machine is."""

from collections.abc import Iterator
from math import inf

import pytest

from data.store.sqlite.ratings import ratings


@pytest.fixture(autouse=True, scope="module")
def _readers_wait() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "MAX_WAIT", inf)
        yield
