"""Uploads cost almost nothing more in a store without tournaments."""

import subprocess
import sys
from contextlib import closing

from daifu.data.store.sql.transactions import transaction
from daifu.data.store.sql.uploads import store_upload
from daifu.data.store.sqlite.connections import Session, open_location
from daifu.data.store.sqlite.store import Store
from daifu.schemas.judged_record import JudgedRecord
from tests.support.stores import ANN, judged_sitting, process_environment
from tests.support.tournaments.store import played_record, tournament_with_round

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
