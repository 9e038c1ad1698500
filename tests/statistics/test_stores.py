"""What a store says of its records is what a slow count finds in their texts, whatever has happened to them."""

from datetime import date
from random import Random

import pytest

from data.store import Store
from data.store.asked import Filter, Wanted
from data.store.people.refusals import SatTogether
from replay.games.catalogue import PROFILES
from tests.support.kept import wrong
from tests.support.recount.agreeing import person_differences, store_differences
from tests.support.recount.life import WHO, Life, put, revise, sample

STEPS = 24


@pytest.mark.parametrize("profile", PROFILES)
def test_after_an_upload_the_store_says_what_its_records_come_to(store: Store, profile: str) -> None:
    put(store, *sample(profile))
    assert store_differences(store, profile) == []


def test_narrowed_down_it_is_what_the_records_asked_for_come_to(store: Store) -> None:
    first, last = sample("dalmuti", 12)[0], sample("dalmuti", 12)[-1]
    put(store, *sample("dalmuti", 12), {**first, "event": {"name": "Another court", "date": "2025-04"}})
    days = date.fromisoformat(first["event"]["date"]), date.fromisoformat(last["event"]["date"])
    filters = [
        Filter(until=days[0]),
        Filter(since=days[1]),
        Filter(*days, tournament=first["event"]["name"]),
        Filter(tournament="Another court"),
        Filter(tournament="nobody's"),
        Filter(seated=5),
        Filter(since=days[0], seated=6),
    ]
    assert store_differences(store, "dalmuti", filters) == []


def test_a_record_that_grows_is_counted_once(store: Store) -> None:
    whole = sample("uecda", 1)[0]
    for deals in range(1, len(whole["deals"]) + 1):
        put(store, {**whole, "deals": whole["deals"][:deals]})
        assert store_differences(store, "uecda") == []
    assert store.counts().records == 1


def test_a_record_that_is_sent_again_is_not_counted_again(store: Store) -> None:
    put(store, *sample("biga"), *sample("biga"))
    put(store, *sample("biga"))
    assert store_differences(store, "biga") == []


def test_a_correction_takes_the_place_of_what_was_there(store: Store) -> None:
    one, other = sample("theater", 2)
    [record, _] = put(store, one, other)
    corrected = {**one, "players": other["players"], "event": {}, "options": {"jokers": 2}, "deals": one["deals"][1:]}
    revise(store, record, 1, corrected)
    assert store_differences(store, "theater") == []


def test_a_correction_may_make_it_a_record_of_another_game(store: Store) -> None:
    one, other = sample("theater", 1)[0], sample("akagiri", 1)[0]
    [record] = put(store, one)
    revise(store, record, 1, other)
    assert store_differences(store, "theater") == store_differences(store, "akagiri") == []


def test_what_is_withdrawn_is_taken_away_and_what_is_restored_comes_back(store: Store) -> None:
    raws = sample("floor13")
    records = put(store, *raws)
    for record in records:
        store.withdraw(record, WHO, expected=1)
        assert store_differences(store, "floor13") == []
    for record, raw in zip(records, raws, strict=True):
        revise(store, record, 2, {**raw, "notes": "restored"})
        assert store_differences(store, "floor13") == []


def test_nothing_is_left_of_a_store_from_which_everything_was_withdrawn(store: Store) -> None:
    for record in put(store, *sample("akagiri")):
        store.withdraw(record, WHO, expected=1)
    assert store.statistics.profile("akagiri") == ({}, {})
    assert list(store.statistics.everybody("akagiri")) == []


def test_a_person_under_several_ids_has_what_all_of_them_have(store: Store) -> None:
    put(store, *sample("uecda", 12))
    merge = merge_any(store)
    for player in players(store):
        assert person_differences(store, "uecda", player) == []
    store.people.undo(merge, WHO, "they are two")
    for player in players(store):
        assert person_differences(store, "uecda", player) == []


def test_what_happens_to_records_of_merged_people_is_seen_of_the_person(store: Store) -> None:
    raws = sample("uecda", 12)
    records = put(store, *raws)
    merge_any(store)
    store.withdraw(records[0], WHO, expected=1)
    revise(store, records[1], 1, {**raws[1], "deals": raws[1]["deals"][:2]})
    for player in players(store):
        assert person_differences(store, "uecda", player) == []


def players(store: Store) -> list[str]:
    return sorted({id for listed in store.page(Wanted()).records for id, _name in listed.players})


def merge_any(store: Store) -> int:
    """Merge the first two who never sat together."""
    known = players(store)
    for one, other in ((one, other) for place, one in enumerate(known) for other in known[place + 1 :]):
        try:
            return store.people.merge(one, other, WHO, "one and the same")
        except SatTogether:
            continue
    raise LookupError


def live(store: Store, profile: str, seed: int, steps: int) -> None:
    life = Life(store, sample(profile), Random(seed))
    for _ in range(steps):
        life.step()
        assert store_differences(store, profile) == []
    assert wrong(store) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_happens_to_records_the_store_says_what_they_come_to(store: Store, profile: str) -> None:
    live(store, profile, 1, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_happens_for_long_the_store_says_what_they_come_to(store: Store, profile: str, seed: int) -> None:
    live(store, profile, seed, 10 * STEPS)
