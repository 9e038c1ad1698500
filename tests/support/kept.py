"""Sittings for the tests of the store: short, quickly judged, and told from each other by their table."""

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from data.store import Store
from data.store.asked import Author, Wanted
from schemas.judged import Judged, judge_json
from tests.support.command_line import UNKNOWN_HANDS

ANN = Author("Ann")
BO = Author("Bo")

PLAYERS: Sequence[object] = ("Mu", "Junko", "Shimo", "Aki")
EVENING = ("1 D3", "2 S4", "3 H5", "4 C6", "1 -", "2 -", "3 -", "4 S7")
"""How such a sitting goes."""


def sitting(table: str = "A", actions: int = len(EVENING), **fields: object) -> dict[str, Any]:
    """A sitting that has come so far."""
    deal = {"hands": UNKNOWN_HANDS, "actions": EVENING[:actions]}
    raw = {"format": "daifu/1", "rules": "theater", "players": PLAYERS, "event": {"table": table}, "deals": [deal]}
    return {**raw, **fields}


def judged(table: str = "A", actions: int = len(EVENING), **fields: object) -> Judged:
    """The same, judged."""
    return judge_json(json.dumps(sitting(table, actions, **fields)).encode())


def disputed(table: str = "A") -> Judged:
    """A sitting with a fault: an equal card is laid."""
    deal = {"hands": UNKNOWN_HANDS, "actions": ["1 D3", "2 S4", "3 H4"], "abandoned": True}
    return judged(table, deals=[deal])


def alike(count: int) -> list[Judged]:
    """So many records that differ in nothing but their hashes."""
    one = judged()
    return [one._replace(content=number.to_bytes(16), opening=number.to_bytes(8)) for number in range(count)]


def ids(store: Store, wanted: Wanted | None = None) -> list[int]:
    """The ids of the records that are wanted, newest first."""
    return [record.id for record in store.page(wanted or Wanted()).records]


def wrong(store: Store) -> list[str]:
    """What is wrong with a store, in English."""
    return [difference.text.en for difference in store.differences(lambda _count: None)]


def tampered(path: Path, *statements: str) -> None:
    """Let somebody change the file behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def made_before_statistics(path: Path) -> None:
    """Let a store be as one that was last opened when there were no statistics yet."""
    tables = ("buckets", "sums", "pairs", "changes", "waiting", "alike", "counted", "counters")
    forgotten = "DELETE FROM _sqlite_migrations WHERE name = '005_statistics'"
    tampered(path, *(f"DROP TABLE {table}" for table in tables), forgotten)


def rows(path: Path, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """What a statement finds in the file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement, values).fetchall()


def contents(path: Path) -> list[tuple[Any, ...]]:
    """All that a store says of its records, whoever wrote it and when."""
    lists = "SELECT id, revision, withdrawn, players, deals, actions, legal, faults FROM records ORDER BY id"
    revisions = "SELECT record, revisions.number, text, content FROM revisions JOIN texts ON texts.number = kind"
    return rows(path, lists) + rows(path, f"{revisions} ORDER BY record, revisions.number")


def environment() -> dict[str, str]:
    """That of a process which uses the store."""
    return {**os.environ, "PYTHONPATH": os.fspath(Path(__file__).parents[2])}
