"""Whoever keeps no tournaments pays next to nothing for them: uploads come by the thousand."""

import subprocess
import sys
from contextlib import closing

from data.store import Store
from data.store.opening import open_place
from data.store.sessions import Session
from data.store.transactions import transaction
from data.store.uploads import add
from schemas.judged import Judged
from tests.support.kept import ANN, environment, judged
from tests.support.landed import drawn, played

PROGRAM = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from data.store import Store
from tests.support.kept import ANN, judged

with TemporaryDirectory() as folder:
    store = Store.open(Path(folder) / "test.db")
    store.add([judged(event={"name": "The league", "round": 1, "table": 1})], ANN)
    store.revise(1, judged(actions=2), ANN, expected=1)
    store.withdraw(1, ANN, expected=2)
    print(list(store.differences(lambda count: None)))
    store.close()
print([name for name in sys.modules if name.startswith("data.tournaments")])
"""


def asked_about_tournaments(store: Store, record: Judged) -> int:
    """How many statements of an upload have to do with tournaments."""
    heard: list[str] = []
    with closing(Session(open_place(store.path, read_only=False))) as session:
        parcel = session.packing.parcel(record)
        with transaction(session) as writing:
            session.connection.set_trace_callback(heard.append)
            add(writing, parcel, ANN)
            session.connection.set_trace_callback(None)
    return sum(_is_of_tournaments(statement) for statement in heard)


def _is_of_tournaments(statement: str) -> bool:
    return "tournament_names" in statement or "landings" in statement or "entries" in statement


def test_a_record_without_an_event_asks_nothing_of_tournaments(store: Store) -> None:
    drawn(store)
    assert asked_about_tournaments(store, judged()) == 0


def test_a_record_of_another_event_asks_for_its_name_once(store: Store) -> None:
    drawn(store)
    assert asked_about_tournaments(store, played(name="Another cup")) == 1


def test_a_record_that_is_there_already_asks_as_much_as_a_new_one(store: Store) -> None:
    drawn(store)
    for record, asked in ((judged(), 0), (played(name="Another cup"), 1)):
        store.add([record], ANN)
        assert asked_about_tournaments(store, record) == asked


def test_a_record_that_grows_asks_once_more_where_it_was(store: Store) -> None:
    drawn(store)
    event = {"name": "Another cup"}
    store.add([judged(actions=3, event=event)], ANN)
    assert asked_about_tournaments(store, judged(actions=5, event=event)) == 2


def test_what_tournaments_are_is_not_loaded_where_there_are_none() -> None:
    call = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(call, env=environment(), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n[]\n"
