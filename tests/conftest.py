"""How long properties run: few games and always the same ones, or, asked to soak, many and ever new ones."""

import pytest
from hypothesis import HealthCheck, settings

SOAK = "soak"

SLOW_TO_DRAW = [HealthCheck.too_slow]
"""A sitting of whole packs takes a while to play."""

settings.register_profile(
    "short", max_examples=30, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW_TO_DRAW
)
settings.register_profile(SOAK, max_examples=1_000, deadline=None, print_blob=True, suppress_health_check=SLOW_TO_DRAW)
settings.load_profile("short")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under the soak profile every property is a long run."""
    if config.getoption("--hypothesis-profile") == SOAK:
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker(pytest.mark.soak)
