"""Whatever a well-formed record holds, it is counted as the slow count finds."""

from random import Random

import pytest
from hypothesis import given

from replay.games.catalogue import PROFILES
from schemas.raw import RawRecord
from schemas.record import read_record
from tests.support.any_record import any_record
from tests.support.garbage import careless
from tests.support.recount.agreeing import record_differences
from tests.support.strategies import sittings

SEEDS = range(8)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", PROFILES)
def test_records_of_whatever_players_might_have_done(rules: str, seed: int) -> None:
    assert record_differences(read_record(any_record(rules, Random(seed)))) == []


@given(sittings())
def test_sittings_under_any_options(raw: RawRecord) -> None:
    assert record_differences(read_record(raw)) == []


@given(sittings(choose=careless))
def test_sittings_of_careless_players(raw: RawRecord) -> None:
    assert record_differences(read_record(raw)) == []
