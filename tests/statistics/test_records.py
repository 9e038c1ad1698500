"""What is counted of a record in one pass is what a slow count finds that takes every deal by itself."""

from importlib.resources import files

import pytest

from replay.games.catalogue import PROFILES
from schemas.record import load
from tests.support.recount.agreeing import record_differences

SAMPLES = files("data") / "samples"


@pytest.mark.parametrize("sample", [*PROFILES, "faulty"])
def test_the_samples_are_counted_as_the_slow_count_finds(sample: str) -> None:
    for line in (SAMPLES / f"{sample}.ndjson").read_bytes().splitlines():
        assert record_differences(load(line).record) == []
