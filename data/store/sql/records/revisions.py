"""Writes the rows of a record: its revisions, and the facts of the latest one by which lists are filtered."""

import json
from typing import Any, Final, NamedTuple

from daifu.data.store.sql.columns import facts_checksum, record_row, revision_checksum
from daifu.data.store.sql.compression import PackedRecord, PackedTexts
from daifu.data.store.sql.people.names import store_names
from daifu.data.store.sql.statistics.deltas import delta_of
from daifu.data.store.sql.statistics.record_deltas import retract_record
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.values import Author, RevisionKind
from daifu.schemas.judged_record import RecordFacts

_CREATE: Final = """
INSERT INTO records
    (id, revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults,
    time, house, checksum)
VALUES (?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SET_FACTS: Final = """
INSERT INTO records
    (id, revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults,
        time, house, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
    revision = excluded.revision, withdrawn = excluded.withdrawn, opening = excluded.opening, rules = excluded.rules,
    players = excluded.players, names = excluded.names, tournament = excluded.tournament, round = excluded.round,
    date = excluded.date, deals = excluded.deals, actions = excluded.actions, legal = excluded.legal,
    faults = excluded.faults, time = excluded.time, house = excluded.house, checksum = excluded.checksum
"""
"""Writes what lists show of a record, also of one of which nothing is known yet."""
_WITHDRAW: Final = "UPDATE records SET revision = ?, withdrawn = 1 WHERE id = ?"
ADD_REVISION: Final = """
INSERT INTO revisions (record, number, kind, at, author, reason, checksum, content, dictionary, packed, cut)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SET_TEXTS: Final = """
UPDATE revisions SET dictionary = ?, packed = ?, cut = ?, content = ? WHERE record = ? AND number = ?
"""
_ADD_PLAYER: Final = "INSERT INTO record_players (player, record) VALUES (?, ?)"
_ADD_FAULT: Final = "INSERT INTO record_faults (fault, record) VALUES (?, ?)"
_FACTS: Final = "SELECT players, faults FROM records WHERE id = ?"
_REMOVE_PLAYER: Final = "DELETE FROM record_players WHERE player = ? AND record = ?"
_REMOVE_FAULT: Final = "DELETE FROM record_faults WHERE fault = ? AND record = ?"


class RevisionCause(NamedTuple):
    """How a revision comes about, by whom, and why."""

    kind: RevisionKind
    author: Author
    reason: str | None = None


def insert_record(writing: Transaction, packed: PackedRecord, author: Author) -> int:
    """Write a new record with its first revision; its id."""
    judged = packed.judged
    row = record_row(judged.facts, writing.number)
    record = writing.next_record()
    store_names(writing, judged.facts)
    writing.add_row(_CREATE, (record, judged.opening, *row, facts_checksum(record, judged.opening, row)))
    writing.absent.discard(judged.opening)
    writing.deltas.append(delta_of(row, judged.content, judged.tallies))
    _index_facts(writing, record, judged.facts)
    head = _head(writing, record, 1, RevisionCause(RevisionKind.CREATED, author))
    _insert_texts(writing, head, judged.content, packed.texts)
    return record


def insert_revision(writing: Transaction, record: int, number: int, packed: PackedRecord, cause: RevisionCause) -> None:
    """Write the next revision of a record, which lists show from now on."""
    judged = packed.judged
    row = record_row(judged.facts, writing.number)
    retract_record(writing, record)
    writing.deltas.append(delta_of(row, judged.content, judged.tallies))
    connection = writing.connection  # the record is found no more by what its latest revision says
    players, faults = connection.execute(_FACTS, (record,)).fetchone()
    connection.executemany(_REMOVE_PLAYER, [(player, record) for player in json.loads(players)])
    connection.executemany(_REMOVE_FAULT, [(writing.number(fault), record) for fault in json.loads(faults or "{}")])
    checksum = facts_checksum(record, judged.opening, row)
    writing.connection.execute(SET_FACTS, (record, number, 0, judged.opening, *row, checksum))
    writing.absent.discard(judged.opening)
    store_names(writing, judged.facts)
    _index_facts(writing, record, judged.facts)
    _insert_texts(writing, _head(writing, record, number, cause), judged.content, packed.texts)
    writing.write_rows()  # rows of a new record begin with the record, to which the others refer


def insert_withdrawal(writing: Transaction, record: int, number: int, cause: RevisionCause) -> None:
    """Write the revision that withdraws a record. Its earlier revisions stay, but count no more."""
    retract_record(writing, record)
    writing.connection.execute(_WITHDRAW, (number, record))
    writing.connection.execute(ADD_REVISION, (*_head(writing, record, number, cause), None, None, None, None))


def _insert_texts(writing: Transaction, head: tuple[Any, ...], content: bytes, packed: PackedTexts) -> None:
    writing.add_row(ADD_REVISION, (*head, content, *packed))
    writing.absent.discard(content)


def _head(writing: Transaction, record: int, number: int, cause: RevisionCause) -> tuple[Any, ...]:
    """The columns of a revision that say how it came about, with their checksum."""
    kind, author = writing.number(cause.kind.value), writing.number(cause.author.name)
    head = (record, number, kind, writing.at, author, cause.reason)
    return *head, revision_checksum(*head)


def index_players(writing: Transaction) -> None:
    """Let the records of a transaction be found by their players, before it is committed.

    Each player has a page of the table, and in the order of the players each page is changed once.
    """
    rows = sorted((player, record) for record, players in writing.record_players.items() for player in players)
    writing.connection.executemany(_ADD_PLAYER, rows)
    writing.record_players.clear()


def _index_facts(writing: Transaction, record: int, facts: RecordFacts) -> None:
    """Let the record be found by its players and its faults."""
    writing.record_players[record] = [writing.number(player) for player, _ in facts.players]
    for fault in facts.faults:
        writing.add_row(_ADD_FAULT, (writing.number(fault), record))
