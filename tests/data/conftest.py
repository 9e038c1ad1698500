"""Stores of these tests do not wait for the disk: what is lost with the power is not what they are about."""

from collections.abc import Iterator

import pytest

from data.store import opening


@pytest.fixture(autouse=True, scope="session")
def _no_waiting_for_the_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "PRAGMAS", (*opening.PRAGMAS, "PRAGMA synchronous = OFF"))
        yield
