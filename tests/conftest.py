"""How long tests run: properties take few examples and always the same ones.

Under the soak profile they take many new ones.
"""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

SOAK: Final = "soak"

SLOW_TO_DRAW: Final = [HealthCheck.too_slow]
"""A sitting of whole packs takes a while to play."""

WHOLE_GAMES: Final = {
    Path(__file__).parent / place
    for place in (
        "corpus",
        "golden",
        "service",
        "statistics/test_recount_of_logs.py",
        "statistics/test_recount_of_records.py",
        "statistics/test_recount_of_stores.py",
        "store/test_samples.py",
    )
}
"""Where tests replay or play games by the hundred."""

settings.register_profile(
    "short", max_examples=30, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW_TO_DRAW
)
settings.register_profile(SOAK, max_examples=1_000, deadline=None, print_blob=True, suppress_health_check=SLOW_TO_DRAW)
settings.load_profile("short")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Properties and whole games are untraced; under the soak profile every property is a long run."""
    soaks = config.getoption("--hypothesis-profile") == SOAK
    for item in items:
        is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if is_property or not WHOLE_GAMES.isdisjoint([item.path, *item.path.parents]):
            item.add_marker(pytest.mark.untraced)
        if is_property and soaks:
            item.add_marker(pytest.mark.soak)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Where coverage is taken, untraced tests run without it: they are four times as fast.

    Which lines their games happen to reach says little; the coverage tells how much of the rules the examples reach, of
    which each is there for a rule. The marker `no_cover` of pytest-cov would not do: in the processes that share the
    tests there are two measurements, and stopping the one lets the other go on.
    """
    tracer = sys.gettrace()
    if item.get_closest_marker("untraced") is None or not item.config.pluginmanager.hasplugin("_cov"):
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
