"""Records are found by what was played, by whom and when."""

from collections.abc import Callable
from contextlib import closing
from datetime import date
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.open import open_store
from daifu.data.store.sql import records
from daifu.data.store.store import Store
from daifu.data.store.values import Location, RecordFilter
from daifu.schemas.judged_record import JudgedRecord, RecordFacts
from tests.support.stores import (
    ANN,
    BO,
    PLAYERS,
    disputed_sitting,
    judged_sitting,
    numbered_copies,
    record_ids,
)

MANY: Final = 300


def test_the_newest_comes_first(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    assert record_ids(store) == [3, 2, 1]


def test_an_entry_tells_what_is_known_of_a_record(store: Store) -> None:
    event = {"name": "The league", "round": 3, "date": "2025-04-04T19:30", "table": "A"}
    store.add([judged_sitting(event=event)], ANN)
    [listed] = store.page(RecordFilter()).records
    assert (listed.id, listed.revision, listed.rules) == (1, 1, "theater")
    assert (listed.tournament, listed.round, listed.date) == ("The league", "3", "2025-04-04")
    assert (listed.deals, listed.actions, listed.legal, listed.withdrawn) == (1, 8, True, False)
    assert listed.players == [(name, name) for name in PLAYERS]
    assert (listed.author, listed.stored_at) == ("Ann", store.record(1).stored_at)


def test_a_list_shortens_the_long_name_of_an_event_of_an_earlier_version(store: Store) -> None:
    store.add([judged_sitting(event={"name": "x" * 100_000, "round": "y" * 501})], ANN)
    [listed] = store.page(RecordFilter()).records
    assert listed.tournament == "x" * 499 + "…"
    assert listed.round == "y" * 499 + "…"


def test_a_page_of_long_names_ends_before_it_is_too_long(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_CHARACTERS", 1_000)
    store.add([judged_sitting(event={"name": "x" * 400, "table": table}) for table in "ABCDE"], ANN)
    first = store.page(RecordFilter())
    assert ([one.id for one in first.records], first.after) == ([5, 4], 4)
    assert [one.id for one in store.page(RecordFilter(), after=4).records] == [3, 2]


def test_an_entry_of_a_record_without_an_event_has_none(store: Store) -> None:
    store.add([judged_sitting(event={})], ANN)
    [listed] = store.page(RecordFilter()).records
    assert (listed.tournament, listed.round, listed.date) == (None, None, None)


def test_players_with_the_same_name_are_told_apart(store: Store) -> None:
    players = [{"id": "b1", "name": "Bo"}, "Cy", {"id": "b2", "name": "Bo"}, "Di"]
    store.add([judged_sitting(players=players)], ANN)
    [listed] = store.page(RecordFilter(player="b2")).records
    assert listed.players == [("b1", "Bo"), ("Cy", "Cy"), ("b2", "Bo"), ("Di", "Di")]


def test_a_player_is_found_by_id_and_not_by_name(store: Store) -> None:
    store.add([judged_sitting(players=[{"id": "b1", "name": "Bo"}, "Cy", "Di", "Eve"])], ANN)
    assert record_ids(store, RecordFilter(player="b1")) == [1]
    assert record_ids(store, RecordFilter(player="Bo")) == []


def test_entries_tell_how_often_each_fault_was_found(store: Store) -> None:
    store.add([disputed_sitting()], ANN)
    assert store.page(RecordFilter()).records[0].faults == disputed_sitting().facts.faults
    assert "not_stronger" in disputed_sitting().facts.faults


def test_records_of_two_players_are_found(store: Store) -> None:
    sittings = [["Mu", "Junko", "Shimo", "Sora"], ["Mu", "Junko", "Shimo", "Aki"], ["Sora", "Junko", "Shimo", "Aki"]]
    store.add([judged_sitting(str(number), players=players) for number, players in enumerate(sittings)], ANN)
    assert record_ids(store, RecordFilter(player="Mu", against="Sora")) == [1]
    assert record_ids(store, RecordFilter(player="Sora", against="Mu")) == [1]
    assert record_ids(store, RecordFilter(against="Aki")) == [3, 2]
    assert record_ids(store, RecordFilter(player="Mu", against="nobody")) == []


def test_records_are_found_by_player_however_many_come_after_them(store: Store) -> None:
    store.add([judged_sitting("A", players=["Mu", "Junko", "Shimo", "Sora"]), *numbered_copies(MANY)], ANN)
    assert record_ids(store, RecordFilter(player="Sora")) == [1]
    assert record_ids(store, RecordFilter(player="Mu"))[-1] == MANY + 1 - 49


def test_a_corrected_record_is_found_by_the_players_it_has_now(store: Store) -> None:
    store.add(numbered_copies(MANY), ANN)
    store.revise(1, judged_sitting(players=["Mu", "Junko", "Shimo", "Sora"]), BO, expected=1, reason="a test")
    assert record_ids(store, RecordFilter(player="Sora")) == [1]
    assert len(store.page(RecordFilter(player="Aki"), None, MANY).records) == MANY - 1


def test_a_record_without_a_day_is_found_by_none(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    assert record_ids(store, RecordFilter(since=date.min)) == []


def test_a_page_has_at_most_its_limit_and_says_where_the_next_begins(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABCDE"], ANN)
    page = store.page(RecordFilter(), None, 2)
    assert [record.id for record in page.records] == [5, 4]
    assert [record.id for record in store.page(RecordFilter(), page.after, 2).records] == [3, 2]


def test_the_last_page_says_that_there_is_no_other(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABCD"], ANN)
    assert store.page(RecordFilter(), 3, 2).after is None
    assert store.page(RecordFilter(), None, 4).after is None


@pytest.mark.parametrize("wanted", [RecordFilter(), RecordFilter(player="Mu"), RecordFilter(since=date.min)])
def test_pages_stay_right_while_records_are_added(store: Store, wanted: RecordFilter) -> None:
    store.add([judged_sitting(event={"table": table, "date": "2025-04-04"}) for table in "ABCDE"], ANN)
    first = store.page(wanted, None, 2)
    store.add([judged_sitting(event={"table": table, "date": "2025-04-04"}) for table in "FG"], ANN)
    second = store.page(wanted, first.after, 2)
    third = store.page(wanted, second.after, 2)
    assert [record.id for page in (first, second, third) for record in page.records] == [5, 4, 3, 2, 1]


NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
FAULTS: Final = ("not_stronger", "out_of_turn")

days = st.sampled_from([date(2025, 4, day) for day in (1, 2, 3)])
facts = st.builds(
    RecordFacts,
    rules=st.sampled_from(["theater", "biga"]),
    players=st.permutations(NAMES).map(lambda ids: [(one, one) for one in ids[:4]]),
    tournament=st.sampled_from([None, "The league", "The cup"]),
    round=st.none() | st.just("3"),
    date=st.none() | days.map(date.isoformat),
    deals=st.just(1),
    actions=st.just(8),
    legal=st.booleans(),
    faults=st.dictionaries(st.sampled_from(FAULTS), st.integers(1, 3)),
    time=st.none(),
)
filters = st.builds(
    RecordFilter,
    player=st.none() | st.sampled_from(NAMES),
    against=st.none() | st.sampled_from(NAMES),
    rules=st.none() | st.sampled_from(["theater", "biga"]),
    tournament=st.none() | st.sampled_from(["The league", "The cup"]),
    legal=st.none() | st.booleans(),
    fault=st.none() | st.sampled_from(FAULTS),
    since=st.none() | days,
    until=st.none() | days,
    withdrawn=st.booleans(),
    evening=st.booleans(),
)


def fits(wanted: RecordFilter, known: RecordFacts, *, withdrawn: bool) -> bool:
    """Whether these are the facts of a record that is wanted."""
    day = known.date and date.fromisoformat(known.date)
    return (
        wanted.withdrawn == withdrawn
        and wanted.player in (None, *(player for player, _ in known.players))
        and wanted.against in (None, *(player for player, _ in known.players))
        and wanted.rules in (None, known.rules)
        and wanted.tournament in (None, known.tournament)
        and wanted.legal in (None, known.legal)
        and wanted.fault in (None, *known.faults)
        and (wanted.since is None or bool(day and wanted.since <= day))
        and (wanted.until is None or bool(day and day <= wanted.until))
        and (not wanted.evening or (day is not None and known.round is None))
    )


def with_facts(number: int, known: RecordFacts) -> JudgedRecord:
    """A record with these facts."""
    return judged_sitting()._replace(content=bytes([1, number] * 8), opening=bytes([1, number] * 4), facts=known)


@given(st.lists(st.tuples(facts, st.booleans()), max_size=12), st.lists(filters, min_size=5, max_size=5))
def test_a_list_has_all_records_that_fit_and_no_other(
    new_location: Callable[[], Location], known: list[tuple[RecordFacts, bool]], asked: list[RecordFilter]
) -> None:
    with closing(open_store(new_location())) as store:
        store.add([with_facts(number, one) for number, (one, _) in enumerate(known)], ANN)
        for number, (_, withdrawn) in enumerate(known, 1):
            if withdrawn:
                store.withdraw(number, ANN, expected=1, reason="a test")
        for wanted in asked:
            fitting = [number for number, (one, gone) in enumerate(known, 1) if fits(wanted, one, withdrawn=gone)]
            assert [record.id for record in store.page(wanted, None, len(known) + 1).records] == fitting[::-1]
            assert [stored.id for stored in store.each(wanted)] == fitting
