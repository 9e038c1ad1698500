"""A seed draws the same everywhere: in another process, whatever order its sets have, and on however many cores."""

import subprocess
import sys

import pytest

from tests.support.drawn_evening import WISHES, evening_json
from tests.support.kept import environment


@pytest.fixture(scope="module")
def here() -> str:
    """All that is drawn in this process."""
    return evening_json()


def test_everything_that_can_be_drawn_is(here: str) -> None:
    assert [line.count('"change":"redrawn"') for line in here.splitlines()].count(1) == 2
    assert len(here.splitlines()) == 3 + 2 + len(WISHES[1:]) + 1


def test_the_same_process_draws_the_same_again(here: str) -> None:
    assert evening_json() == here


@pytest.mark.parametrize("variables", [{"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "7"}, {"OMP_NUM_THREADS": "1"}])
def test_another_process_draws_the_same(here: str, variables: dict[str, str]) -> None:
    call = [sys.executable, "-m", "tests.support.drawn_evening"]
    done = subprocess.run(call, env=environment() | variables, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == here
