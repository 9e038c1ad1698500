"""What a store says of its records is what a slow count finds in their texts, whatever has happened to them."""

from datetime import date
from random import Random

import pytest

from daifu.data.store.errors import SatTogether
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.replay.games.catalogue import PROFILES
from tests.support.recount.store import (
    AUTHOR,
    RecordHistory,
    person_differences,
    revise_record,
    sample_records,
    store_differences,
    upload_records,
)
from tests.support.stores import verification_errors

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
