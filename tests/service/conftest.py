"""A service for all tests that need no settings of their own and leave it running."""

from collections.abc import Iterator

import pytest

from tests.support.running_service import RunningService, run_service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with default settings, but for limits of rates."""
    with run_service(tmp_path_factory.mktemp("service"), DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield running
