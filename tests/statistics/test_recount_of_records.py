"""What is counted of a record in one pass is what the slow count finds deal by deal."""

from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.decode import decode_json, load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.random_records import choose_carelessly, random_record
from tests.support.recount.store import record_differences
from tests.support.strategies import sittings

SAMPLES = files("daifu.data") / "samples"


def sample_records(sample: str) -> list[bytes]:
    return (SAMPLES / f"{sample}.ndjson").read_bytes().splitlines()


@pytest.mark.parametrize("sample", [*PROFILES, "faulty"])
def test_the_first_samples_are_counted_as_the_slow_count_finds(sample: str) -> None:
    """House rules and numbers of players come again after at most six records."""
    for line in sample_records(sample)[:8]:
        assert record_differences(decode_json(line).record) == []


@pytest.mark.soak
@pytest.mark.parametrize("sample", [*PROFILES, "faulty"])
def test_the_samples_are_counted_as_the_slow_count_finds(sample: str) -> None:
    for line in sample_records(sample):
        assert record_differences(decode_json(line).record) == []


@given(
    st.sampled_from(("dalmuti", "floor13")), st.lists(st.lists(st.integers(-2, 3), min_size=4, max_size=4), min_size=1)
)
def test_deals_of_which_only_the_points_were_written(rules: str, rows: list[list[int]]) -> None:
    deals: list[RawDeal] = [{"result": {"points": [*row]}} for row in rows]
    raw: RawRecord = {"format": "daifu/1", "rules": rules, "players": ["A", "B", "C", "D"], "deals": deals}
    assert record_differences(load_raw_record(raw)) == []


FEW = range(3)
MANY = range(3, 100)


@pytest.mark.parametrize("seed", [*FEW, *(pytest.param(seed, marks=pytest.mark.soak) for seed in MANY)])
@pytest.mark.parametrize("rules", PROFILES)
def test_records_of_whatever_players_might_have_done(rules: str, seed: int) -> None:
    assert record_differences(load_raw_record(random_record(rules, Random(seed)))) == []


@given(sittings())
def test_sittings_under_any_options(raw: RawRecord) -> None:
    assert record_differences(load_raw_record(raw)) == []


@given(sittings(choose=choose_carelessly))
def test_sittings_of_careless_players(raw: RawRecord) -> None:
    assert record_differences(load_raw_record(raw)) == []
