"""Rows of a record: its revisions, and the facts of the latest that lists are filtered by."""

from typing import Any, Final, NamedTuple

from data.store import seats
from data.store.asked import Author, Kind
from data.store.packing import Packed, Parcel
from data.store.people.naming import note_names
from data.store.rows import row_of
from data.store.statistics.leaving import take_away
from data.store.statistics.shares import added
from data.store.transactions import Transaction
from schemas.judged import Facts

_CREATE: Final = """
INSERT INTO records
    (revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults)
VALUES (1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_RENEW: Final = """
UPDATE records SET
    revision = ?, withdrawn = 0, opening = ?, rules = ?, players = ?, names = ?, tournament = ?, round = ?, date = ?,
    deals = ?, actions = ?, legal = ?, faults = ?
WHERE id = ?
"""
_WITHDRAW: Final = "UPDATE records SET revision = ?, withdrawn = 1 WHERE id = ?"
_REVISION: Final = """
INSERT INTO revisions (record, number, kind, at, author, reason, content, dictionary, packed, cut)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_FIND: Final = "INSERT INTO found (fault, record) VALUES (?, ?)"
_UNFIND: Final = """
DELETE FROM found
WHERE record = ?1 AND fault IN (
    SELECT number FROM json_each((SELECT faults FROM records WHERE id = ?1)) AS fault JOIN texts ON text = fault.key
)
"""


class Cause(NamedTuple):
    """How a revision comes about, through whom, and why."""

    kind: Kind
    author: Author
    reason: str | None = None


def create(writing: Transaction, parcel: Parcel, author: Author) -> int:
    """Write a new record with its first revision; its id."""
    judged = parcel.judged
    row = row_of(judged.facts, writing.number)
    record = writing.insert(_CREATE, (judged.opening, *row))
    writing.shares.append(added(row, judged.tallies))
    seats.has_come(writing, record)
    _find(writing, record, judged.facts)
    _write(writing, (record, 1), Cause(Kind.CREATED, author), judged.content, parcel.packed)
    return record


def renew(writing: Transaction, record: int, number: int, parcel: Parcel, cause: Cause) -> None:
    """Write a record's next revision, which is what lists show from now on."""
    judged = parcel.judged
    row = row_of(judged.facts, writing.number)
    take_away(writing, record)
    writing.shares.append(added(row, judged.tallies))
    seats.leaves(writing, record)
    writing.connection.execute(_UNFIND, (record,))
    writing.connection.execute(_RENEW, (number, judged.opening, *row, record))
    seats.comes_back(writing, record)
    _find(writing, record, judged.facts)
    _write(writing, (record, number), cause, judged.content, parcel.packed)


def withdraw(writing: Transaction, record: int, number: int, cause: Cause) -> None:
    """Write the revision that withdraws a record; whatever it was stays, but counts no more."""
    take_away(writing, record)
    writing.connection.execute(_WITHDRAW, (number, record))
    writing.insert(_REVISION, (record, number, *_told(writing, cause), None, None, None, None))


def _write(writing: Transaction, key: tuple[int, int], cause: Cause, content: bytes, packed: Packed) -> None:
    writing.insert(_REVISION, (*key, *_told(writing, cause), content, *packed))


def _told(writing: Transaction, cause: Cause) -> tuple[Any, ...]:
    return writing.number(cause.kind.value), writing.at, writing.number(cause.author.name), cause.reason


def _find(writing: Transaction, record: int, facts: Facts) -> None:
    """Let the record be found by its faults, and its players by their names."""
    note_names(writing, facts)
    if facts.faults:
        writing.connection.executemany(_FIND, [(writing.number(fault), record) for fault in facts.faults])
