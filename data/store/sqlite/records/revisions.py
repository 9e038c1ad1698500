"""Writes the rows of a record: its revisions, and the facts of the latest one by which lists are filtered."""

from typing import Any, Final, NamedTuple

from data.store.sqlite.columns import record_row
from data.store.sqlite.compression import PackedRecord, PackedTexts
from data.store.sqlite.people.names import store_names
from data.store.sqlite.records import record_players
from data.store.sqlite.statistics.deltas import delta_of
from data.store.sqlite.statistics.record_deltas import retract_record
from data.store.sqlite.transactions import Transaction
from data.store.values import Author, RevisionKind
from schemas.judgement import RecordFacts

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
_ENTER_FAULT: Final = "INSERT INTO found (fault, record) VALUES (?, ?)"
_REMOVE_FAULTS: Final = """
DELETE FROM found
WHERE record = ?1 AND fault IN (
    SELECT number FROM json_each((SELECT faults FROM records WHERE id = ?1)) AS fault JOIN texts ON text = fault.key
)
"""


class RevisionCause(NamedTuple):
    """How a revision comes about, through whom, and why."""

    kind: RevisionKind
    author: Author
    reason: str | None = None


def insert_record(writing: Transaction, parcel: PackedRecord, author: Author) -> int:
    """Write a new record with its first revision; its id."""
    judged = parcel.judged
    row = record_row(judged.facts, writing.number)
    record = writing.insert(_CREATE, (judged.opening, *row))
    writing.deltas.append(delta_of(row, judged.tallies))
    record_players.enter_new_record(writing, record)
    _enter_faults_and_names(writing, record, judged.facts)
    _insert_texts(writing, (record, 1), RevisionCause(RevisionKind.CREATED, author), judged.content, parcel.packed)
    return record


def insert_revision(writing: Transaction, record: int, number: int, parcel: PackedRecord, cause: RevisionCause) -> None:
    """Write a record's next revision, which is what lists show from now on."""
    judged = parcel.judged
    row = record_row(judged.facts, writing.number)
    retract_record(writing, record)
    writing.deltas.append(delta_of(row, judged.tallies))
    record_players.remove_players(writing, record)
    writing.connection.execute(_REMOVE_FAULTS, (record,))
    writing.connection.execute(_RENEW, (number, judged.opening, *row, record))
    record_players.enter_again(writing, record)
    _enter_faults_and_names(writing, record, judged.facts)
    _insert_texts(writing, (record, number), cause, judged.content, parcel.packed)


def insert_withdrawal(writing: Transaction, record: int, number: int, cause: RevisionCause) -> None:
    """Write the revision that withdraws a record; whatever it was stays, but counts no more."""
    retract_record(writing, record)
    writing.connection.execute(_WITHDRAW, (number, record))
    writing.insert(_REVISION, (record, number, *_cause_columns(writing, cause), None, None, None, None))


def _insert_texts(
    writing: Transaction, key: tuple[int, int], cause: RevisionCause, content: bytes, packed: PackedTexts
) -> None:
    writing.insert(_REVISION, (*key, *_cause_columns(writing, cause), content, *packed))


def _cause_columns(writing: Transaction, cause: RevisionCause) -> tuple[Any, ...]:
    return writing.number(cause.kind.value), writing.at, writing.number(cause.author.name), cause.reason


def _enter_faults_and_names(writing: Transaction, record: int, facts: RecordFacts) -> None:
    """Let the record be found by its faults, and its players by their names."""
    store_names(writing, facts)
    if facts.faults:
        writing.connection.executemany(_ENTER_FAULT, [(writing.number(fault), record) for fault in facts.faults])
