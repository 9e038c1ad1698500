"""Sittings for tests of the store, and what a store holds."""

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import Author, Location, RecordFilter
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from tests.support.project import PROJECT_ROOT
from tests.support.small_records import UNKNOWN_HANDS

Locate = Callable[[str], Location]
"""Gives the location of a store by a name such as `club.db`."""

ON_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
"""Marks tests of what SQLite alone has, such as a file."""

ANN = Author("Ann")
BO = Author("Bo")
WHY = "they are one person"

PLAYERS: Sequence[object] = ("Mu", "Junko", "Shimo", "Aki")
SITTING_ACTIONS = ("1 D3", "2 S4", "3 H5", "4 C6", "1 -", "2 -", "3 -", "4 S7")
"""How such a sitting goes."""


def raw_sitting(table: str = "A", actions: int = len(SITTING_ACTIONS), **fields: object) -> dict[str, Any]:
    """A sitting that has come so far."""
    deal = {"hands": UNKNOWN_HANDS, "actions": SITTING_ACTIONS[:actions]}
    raw = {"format": "daifu/1", "rules": "theater", "players": PLAYERS, "event": {"table": table}, "deals": [deal]}
    return {**raw, **fields}


def judged_sitting(table: str = "A", actions: int = len(SITTING_ACTIONS), **fields: object) -> JudgedRecord:
    """The same, judged."""
    return judge_json(json.dumps(raw_sitting(table, actions, **fields)).encode())


def evening(store: Store, *players: object, table: str = "A") -> int:
    """Store a sitting of these players; its id."""
    [outcome] = store.add([judged_sitting(table, players=players)], ANN)
    return outcome.id


def disputed_sitting(table: str = "A") -> JudgedRecord:
    """A sitting with a fault: an equal card is laid."""
    deal = {"hands": UNKNOWN_HANDS, "actions": ["1 D3", "2 S4", "3 H4"], "abandoned": True}
    return judged_sitting(table, deals=[deal])


def numbered_copies(count: int) -> list[JudgedRecord]:
    """This many records that differ only in their hashes."""
    one = judged_sitting()
    return [one._replace(content=number.to_bytes(16), opening=number.to_bytes(8)) for number in range(count)]


def record_ids(store: Store, wanted: RecordFilter | None = None) -> list[int]:
    """The ids of the records that are wanted, newest first."""
    return [record.id for record in store.page(wanted or RecordFilter()).records]


def verification_errors(store: Store) -> list[str]:
    """What is wrong with a store, in English."""
    return [difference.text.en for difference in store.differences(lambda _count: None)]


def store_contents(store: Store) -> list[tuple[object, ...]]:
    """All records of a store with all their revisions, without authors and times."""
    every = [record for hidden in (False, True) for record in store.each(RecordFilter(withdrawn=hidden))]
    return [
        (record.id, record.record, record.withdrawn, [(one.number, one.kind, one.report) for one in revisions])
        for record in every
        for revisions in [store.revisions(record.id)]
    ]


def tamper(path: Path, *statements: str) -> None:
    """Change the file without the store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def fetch_rows(path: Path, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """What a statement finds in the file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement, values).fetchall()


def record_contents(path: Path) -> list[tuple[Any, ...]]:
    """Everything that a store has of its records, except authors and times."""
    lists = "SELECT id, revision, withdrawn, players, deals, actions, legal, faults FROM records ORDER BY id"
    revisions = "SELECT record, revisions.number, text, content FROM revisions JOIN texts ON texts.number = kind"
    return fetch_rows(path, lists) + fetch_rows(path, f"{revisions} ORDER BY record, revisions.number")


def process_environment() -> dict[str, str]:
    """The environment of a process that imports this project."""
    return {**os.environ, "PYTHONPATH": os.fspath(PROJECT_ROOT)}
