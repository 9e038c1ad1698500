"""Lists are read through indices, and uploads cost almost nothing more in a store without tournaments."""

import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from daifu.data.store.sql.records import page_query
from daifu.data.store.sql.transactions import transaction
from daifu.data.store.sql.uploads import store_upload
from daifu.data.store.sqlite.connections import Session, open_location
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.judged_record import JudgedRecord
from tests.support.stores import ANN, fetch_rows, judged_sitting, process_environment
from tests.support.tournaments.store import played_record, tournament_with_round

DAY: Final = date(2025, 4, 4)


FILTERS: Final[Mapping[str, RecordFilter]] = {
    "player": RecordFilter(player="Mu"),
    "against": RecordFilter(against="Junko"),
    "rules": RecordFilter(rules="theater"),
    "tournament": RecordFilter(tournament="The league"),
    "legal": RecordFilter(legal=True),
    "not legal": RecordFilter(legal=False),
    "fault": RecordFilter(fault="not_stronger"),
    "since": RecordFilter(since=DAY),
    "until": RecordFilter(until=DAY),
    "withdrawn": RecordFilter(withdrawn=True),
}


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
def test_every_filter_uses_an_index(path: Path, wanted: RecordFilter) -> None:
    with closing(Store.open(path)):
        plan = _plan(path, wanted)
    assert _scanned(plan) == ["w"]


@pytest.mark.parametrize("one", FILTERS)
@pytest.mark.parametrize("other", FILTERS)
def test_two_filters_together_use_an_index(path: Path, one: str, other: str) -> None:
    asked = {
        name: value
        for filters in (FILTERS[one], FILTERS[other])
        for name, value in filters._asdict().items()
        if value != RecordFilter._field_defaults[name]
    }
    with closing(Store.open(path)):
        plan = _plan(path, RecordFilter(**asked))
    assert _scanned(plan) == ["w"]


def test_only_a_list_by_days_has_to_be_sorted(path: Path) -> None:
    with closing(Store.open(path)):
        sorts = {name: _plan(path, wanted).count("USE TEMP B-TREE FOR ORDER BY") for name, wanted in FILTERS.items()}
    assert {name for name, count in sorts.items() if count > 1} == {"since", "until"}


def _plan(path: Path, wanted: RecordFilter) -> list[str]:
    """The query plan of a page. The page itself is always sorted."""
    statement, values = page_query(wanted, None, 50)
    return [step[-1] for step in fetch_rows(path, f"EXPLAIN QUERY PLAN {statement}", values)]


def _scanned(plan: list[str]) -> list[str]:
    """What is scanned from end to end, lists within a row aside; of the tables it should be the page alone."""
    return [step.split()[1] for step in plan if step.startswith("SCAN") and "json_each" not in step]


PROGRAM = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN, judged_sitting

with TemporaryDirectory() as folder:
    store = Store.open(Path(folder) / "test.db")
    store.add([judged_sitting(event={"name": "The league", "round": 1, "table": 1})], ANN)
    store.revise(1, judged_sitting(actions=2), ANN, expected=1)
    store.withdraw(1, ANN, expected=2)
    print(list(store.differences(lambda count: None)))
    store.close()
print([name for name in sys.modules if name.startswith("daifu.data.tournaments")])
"""


def tournament_statements(store: Store, record: JudgedRecord) -> int:
    """The number of statements of an upload that concern tournaments."""
    heard: list[str] = []
    with closing(Session(open_location(store.path, read_only=False))) as session:
        parcel = session.compressor.pack_judged(record)
        with transaction(session) as writing:
            session.connection.set_trace_callback(heard.append)
            store_upload(writing, parcel, ANN)
            session.connection.set_trace_callback(None)
    return sum(_is_of_tournaments(statement) for statement in heard)


def _is_of_tournaments(statement: str) -> bool:
    return any(table in statement for table in ("tournament_names", "result_imports", "entries"))


def test_a_record_without_an_event_asks_nothing_of_tournaments(store: Store) -> None:
    tournament_with_round(store)
    assert tournament_statements(store, judged_sitting()) == 0


def test_a_record_of_another_event_asks_for_its_name_once(store: Store) -> None:
    tournament_with_round(store)
    assert tournament_statements(store, played_record(name="Another cup")) == 1


def test_a_record_that_is_there_already_asks_as_much_as_a_new_one(store: Store) -> None:
    tournament_with_round(store)
    for record, asked in ((judged_sitting(), 0), (played_record(name="Another cup"), 1)):
        store.add([record], ANN)
        assert tournament_statements(store, record) == asked


def test_a_record_that_grows_asks_once_more_where_it_was(store: Store) -> None:
    tournament_with_round(store)
    event = {"name": "Another cup"}
    store.add([judged_sitting(actions=3, event=event)], ANN)
    assert tournament_statements(store, judged_sitting(actions=5, event=event)) == 2


def test_a_store_without_tournaments_does_not_load_them() -> None:
    call = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(call, env=process_environment(), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n[]\n"
