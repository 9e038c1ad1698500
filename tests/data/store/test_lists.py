"""Records are found by what was played, by whom and when."""

from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from data.store import Store
from data.store.asked import Wanted
from data.store.listing import page_query
from data.store.seats import TOGETHER
from tests.support.kept import ANN, BO, PLAYERS, alike, disputed, ids, judged, rows

DAY: Final = date(2025, 4, 4)
FILTERS: Final[Mapping[str, Wanted]] = {
    "player": Wanted(player="Mu"),
    "rules": Wanted(rules="theater"),
    "tournament": Wanted(tournament="The league"),
    "legal": Wanted(legal=True),
    "not legal": Wanted(legal=False),
    "fault": Wanted(fault="not_stronger"),
    "since": Wanted(since=DAY),
    "until": Wanted(until=DAY),
    "withdrawn": Wanted(withdrawn=True),
}


def test_the_newest_comes_first(store: Store) -> None:
    store.add([judged(table) for table in "ABC"], ANN)
    assert ids(store) == [3, 2, 1]


def test_an_entry_tells_what_is_known_of_a_record(store: Store) -> None:
    event = {"name": "The league", "round": 3, "date": "2025-04-04T19:30", "table": "A"}
    store.add([judged(event=event)], ANN)
    [listed] = store.page(Wanted()).records
    assert (listed.id, listed.revision, listed.rules) == (1, 1, "theater")
    assert (listed.tournament, listed.round, listed.date) == ("The league", "3", "2025-04-04")
    assert (listed.deals, listed.actions, listed.legal, listed.withdrawn) == (1, 8, True, False)
    assert listed.players == [(name, name) for name in PLAYERS]
    assert (listed.author, listed.stored_at) == ("Ann", store.record(1).stored_at)


def test_an_entry_of_a_record_without_an_event_has_none(store: Store) -> None:
    store.add([judged(event={})], ANN)
    [listed] = store.page(Wanted()).records
    assert (listed.tournament, listed.round, listed.date) == (None, None, None)


def test_players_with_the_same_name_are_told_apart(store: Store) -> None:
    players = [{"id": "b1", "name": "Bo"}, "Cy", {"id": "b2", "name": "Bo"}, "Di"]
    store.add([judged(players=players)], ANN)
    [listed] = store.page(Wanted(player="b2")).records
    assert listed.players == [("b1", "Bo"), ("Cy", "Cy"), ("b2", "Bo"), ("Di", "Di")]


def test_a_player_is_found_by_his_id_and_not_by_his_name(store: Store) -> None:
    store.add([judged(players=[{"id": "b1", "name": "Bo"}, "Cy", "Di", "Eve"])], ANN)
    assert ids(store, Wanted(player="b1")) == [1]
    assert ids(store, Wanted(player="Bo")) == []


def test_entries_tell_how_often_each_fault_was_found(store: Store) -> None:
    store.add([disputed()], ANN)
    assert store.page(Wanted()).records[0].faults == disputed().facts.faults
    assert "not_stronger" in disputed().facts.faults


def test_records_are_found_by_player(store: Store) -> None:
    store.add([judged("A"), judged("B", players=["Mu", "Junko", "Shimo", "Sora"])], ANN)
    assert ids(store, Wanted(player="Sora")) == [2]
    assert ids(store, Wanted(player="Mu")) == [2, 1]


def test_records_are_found_by_player_however_many_come_after_them(store: Store) -> None:
    store.add([judged("A", players=["Mu", "Junko", "Shimo", "Sora"]), *alike(TOGETHER)], ANN)
    assert ids(store, Wanted(player="Sora")) == [1]
    assert ids(store, Wanted(player="Mu"))[-1] == TOGETHER + 1 - 49


def test_a_corrected_record_is_found_by_the_players_it_has_now(store: Store) -> None:
    store.add(alike(TOGETHER), ANN)
    store.revise(1, judged(players=["Mu", "Junko", "Shimo", "Sora"]), BO, expected=1, reason="a test")
    assert ids(store, Wanted(player="Sora")) == [1]
    assert len(store.page(Wanted(player="Aki"), None, TOGETHER).records) == TOGETHER - 1


def test_records_are_found_by_rules(store: Store) -> None:
    store.add([judged()], ANN)
    assert ids(store, Wanted(rules="theater")) == [1]
    assert ids(store, Wanted(rules="biga")) == []


def test_records_are_found_by_tournament(store: Store) -> None:
    store.add([judged(event={"name": name}) for name in ("The league", "The cup")], ANN)
    assert ids(store, Wanted(tournament="The cup")) == [2]


def test_records_are_found_by_whether_they_are_legal(store: Store) -> None:
    store.add([judged("A"), disputed("B")], ANN)
    assert ids(store, Wanted(legal=True)) == [1]
    assert ids(store, Wanted(legal=False)) == [2]


def test_records_are_found_by_fault(store: Store) -> None:
    store.add([judged("A"), disputed("B")], ANN)
    assert ids(store, Wanted(fault="not_stronger")) == [2]
    assert ids(store, Wanted(fault="bad_deck")) == []


def test_records_are_found_by_the_days_of_the_event_both_included(store: Store) -> None:
    days = [date(2025, 4, day) for day in range(1, 6)]
    store.add([judged(event={"date": day.isoformat()}) for day in days], ANN)
    assert ids(store, Wanted(since=days[3])) == [5, 4]
    assert ids(store, Wanted(until=days[1])) == [2, 1]
    assert ids(store, Wanted(since=days[1], until=days[2])) == [3, 2]


def test_a_record_without_a_day_is_found_by_none(store: Store) -> None:
    store.add([judged()], ANN)
    assert ids(store, Wanted(since=date.min)) == []


def test_filters_that_are_given_together_all_have_to_fit(store: Store) -> None:
    store.add([judged("A"), disputed("A"), disputed("B")], ANN)
    store.withdraw(3, ANN, expected=1, reason="a test")
    asked = Wanted(player="Mu", rules="theater", legal=False, fault="not_stronger")
    assert ids(store, asked) == [2]
    assert ids(store, asked._replace(withdrawn=True)) == [3]


def test_a_page_has_so_many_records_at_most_and_says_where_the_next_begins(store: Store) -> None:
    store.add([judged(table) for table in "ABCDE"], ANN)
    page = store.page(Wanted(), None, 2)
    assert [record.id for record in page.records] == [5, 4]
    assert [record.id for record in store.page(Wanted(), page.after, 2).records] == [3, 2]


def test_the_last_page_says_that_there_is_no_other(store: Store) -> None:
    store.add([judged(table) for table in "ABCD"], ANN)
    assert store.page(Wanted(), 3, 2).after is None
    assert store.page(Wanted(), None, 4).after is None


@pytest.mark.parametrize("wanted", [Wanted(), Wanted(player="Mu"), Wanted(since=date.min)])
def test_pages_stay_right_while_records_are_added(store: Store, wanted: Wanted) -> None:
    store.add([judged(event={"table": table, "date": "2025-04-04"}) for table in "ABCDE"], ANN)
    first = store.page(wanted, None, 2)
    store.add([judged(event={"table": table, "date": "2025-04-04"}) for table in "FG"], ANN)
    second = store.page(wanted, first.after, 2)
    third = store.page(wanted, second.after, 2)
    assert [record.id for page in (first, second, third) for record in page.records] == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
def test_whatever_is_asked_for_an_index_leads_there(path: Path, wanted: Wanted) -> None:
    with closing(Store.open(path)):
        plan = _plan(path, wanted)
    assert _scanned(plan) == ["w"]


@pytest.mark.parametrize("one", FILTERS)
@pytest.mark.parametrize("other", FILTERS)
def test_two_things_together_need_no_more_than_one_index(path: Path, one: str, other: str) -> None:
    asked = {
        name: value
        for filters in (FILTERS[one], FILTERS[other])
        for name, value in filters._asdict().items()
        if value != Wanted._field_defaults[name]
    }
    with closing(Store.open(path)):
        plan = _plan(path, Wanted(**asked))
    assert _scanned(plan) == ["w"]


def test_only_a_list_by_days_has_to_be_sorted(path: Path) -> None:
    with closing(Store.open(path)):
        sorts = {name: _plan(path, wanted).count("USE TEMP B-TREE FOR ORDER BY") for name, wanted in FILTERS.items()}
    assert {name for name, count in sorts.items() if count > 1} == {"since", "until"}


def _plan(path: Path, wanted: Wanted) -> list[str]:
    """The steps by which SQLite gets at a page; the page itself is always sorted."""
    statement, values = page_query(wanted, None, 50)
    return [step[-1] for step in rows(path, f"EXPLAIN QUERY PLAN {statement}", values)]


def _scanned(plan: list[str]) -> list[str]:
    """What is gone through from end to end, lists within a row apart: of the tables only the page itself."""
    return [step.split()[1] for step in plan if step.startswith("SCAN") and "json_each" not in step]
