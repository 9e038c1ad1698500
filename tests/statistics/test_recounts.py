"""What is counted of a record, or kept of all in a store, is what the slow count finds deal by deal."""

from datetime import date
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import SatTogether
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.decode import decode_json, load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.random_records import choose_carelessly, random_record
from tests.support.recount.store import (
    AUTHOR,
    RecordHistory,
    person_differences,
    record_differences,
    revise_record,
    sample_records,
    store_differences,
    upload_records,
)
from tests.support.stores import verification_errors
from tests.support.strategies import sittings

SAMPLES = files("daifu.data") / "samples"


def lines_of_sample(sample: str) -> list[bytes]:
    return (SAMPLES / f"{sample}.ndjson").read_bytes().splitlines()


@pytest.mark.parametrize("sample", [*PROFILES, "faulty"])
def test_the_first_samples_are_counted_as_the_slow_count_finds(sample: str) -> None:
    """House rules and numbers of players come again after at most six records."""
    for line in lines_of_sample(sample)[:8]:
        assert record_differences(decode_json(line).record) == []


@pytest.mark.soak
@pytest.mark.parametrize("sample", [*PROFILES, "faulty"])
def test_the_samples_are_counted_as_the_slow_count_finds(sample: str) -> None:
    for line in lines_of_sample(sample):
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


STEPS = 12


@pytest.mark.parametrize("profile", PROFILES)
def test_after_an_upload_the_store_says_what_its_records_come_to(store: Store, profile: str) -> None:
    upload_records(store, *sample_records(profile))
    assert store_differences(store, profile) == []


def test_narrowed_down_it_is_what_the_records_asked_for_come_to(store: Store) -> None:
    first, last = sample_records("dalmuti", 12)[0], sample_records("dalmuti", 12)[-1]
    upload_records(
        store, *sample_records("dalmuti", 12), {**first, "event": {"name": "Another court", "date": "2025-04"}}
    )
    days = date.fromisoformat(first["event"]["date"]), date.fromisoformat(last["event"]["date"])
    filters = [
        DealFilter(until=days[0]),
        DealFilter(since=days[1]),
        DealFilter(*days, tournament=first["event"]["name"]),
        DealFilter(tournament="Another court"),
        DealFilter(tournament="nobody's"),
        DealFilter(seated=5),
        DealFilter(since=days[0], seated=6),
    ]
    assert store_differences(store, "dalmuti", filters) == []


def test_a_correction_may_make_it_a_record_of_another_game(store: Store) -> None:
    one, other = sample_records("theater", 1)[0], sample_records("akagiri", 1)[0]
    [record] = upload_records(store, one)
    revise_record(store, record, 1, other)
    assert store_differences(store, "theater") == store_differences(store, "akagiri") == []


def test_a_person_under_several_ids_has_what_all_of_them_have(store: Store) -> None:
    upload_records(store, *sample_records("uecda", 12))
    merge = merge_any(store)
    for player in players(store):
        assert person_differences(store, "uecda", player) == []
    store.people.undo(merge, AUTHOR, "they are two")
    for player in players(store):
        assert person_differences(store, "uecda", player) == []


def test_what_happens_to_records_of_merged_people_is_seen_of_the_person(store: Store) -> None:
    raws = sample_records("uecda", 12)
    records = upload_records(store, *raws)
    merge_any(store)
    store.withdraw(records[0], AUTHOR, expected=1)
    revise_record(store, records[1], 1, {**raws[1], "deals": raws[1]["deals"][:2]})
    for player in players(store):
        assert person_differences(store, "uecda", player) == []


def players(store: Store) -> list[str]:
    return sorted({id for listed in store.page(RecordFilter()).records for id, _name in listed.players})


def merge_any(store: Store) -> int:
    """Merge the first two who never sat together."""
    known = players(store)
    for one, other in ((one, other) for place, one in enumerate(known) for other in known[place + 1 :]):
        try:
            return store.people.merge(one, other, AUTHOR, "one and the same")
        except SatTogether:
            continue
    raise LookupError


def run_history(store: Store, profile: str, seed: int, steps: int) -> None:
    life = RecordHistory(store, sample_records(profile), Random(seed))
    for _ in range(steps):
        life.step()
        assert store_differences(store, profile) == []
    assert verification_errors(store) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_happens_to_records_the_store_says_what_they_come_to(store: Store, profile: str) -> None:
    run_history(store, profile, 1, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_happens_for_long_the_store_says_what_they_come_to(store: Store, profile: str, seed: int) -> None:
    run_history(store, profile, seed, 20 * STEPS)
