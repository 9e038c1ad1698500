"""Stores uploads, corrections and withdrawals as revisions of records, as `daifu.data.store.uploads` decides."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from daifu.data.store.errors import RecordDamaged
from daifu.data.store.sql.columns import RecordRow, facts_checksum, record_row, revision_checksum
from daifu.data.store.sql.compression import PackedRecord
from daifu.data.store.sql.people.identities import store_names
from daifu.data.store.sql.progress import request_recount
from daifu.data.store.sql.records import PackedRevision, load_head, read_checked_texts, read_texts
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics.deltas import delta_of
from daifu.data.store.sql.statistics.recount import retract_record
from daifu.data.store.sql.tokens import require_valid_token
from daifu.data.store.sql.tournaments import events
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.uploads import (
    MAX_CANDIDATES,
    MAX_SIMILAR,
    Candidate,
    RecordHead,
    SimilarRecord,
    match_upload,
    next_revision,
    next_withdrawal,
    probable_duplicates,
)
from daifu.data.store.values import Attribution, Author, RevisionKind, UploadOutcome, UploadStatus, Withdrawal
from daifu.schemas.judged_record import JudgedRecord, RecordFacts

_CREATE: Final = """
INSERT INTO records
    (id, revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults,
    time, house, checksum)
VALUES (?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SET_FACTS: Final = """
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
_HAS_NAME: Final = "SELECT 1 FROM aliases WHERE player = ?"
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
    store_names(writing, judged.facts.players)
    writing.add_row(_CREATE, (record, judged.opening, *row, facts_checksum(record, judged.opening, row)))
    writing.absent.discard(judged.opening)
    writing.deltas.append(delta_of(row, judged.content, judged.tallies))
    _index_facts(writing, record, judged.facts)
    head = _head(writing, record, 1, RevisionCause(RevisionKind.CREATED, author))
    writing.add_row(ADD_REVISION, (*head, judged.content, *packed.texts))
    writing.absent.discard(judged.content)
    return record


def insert_revision(writing: Transaction, record: int, number: int, packed: PackedRecord, cause: RevisionCause) -> None:
    """Write the next revision of a record, which lists show from now on."""
    judged = packed.judged
    retract_record(writing, record)
    connection = writing.connection  # the record is found no more by what its latest revision says
    players, faults = connection.execute(_FACTS, (record,)).fetchone()
    connection.executemany(_REMOVE_PLAYER, [(player, record) for player in json.loads(players)])
    connection.executemany(_REMOVE_FAULT, [(writing.number(fault), record) for fault in json.loads(faults or "{}")])
    row = show_facts(writing, record, number, judged)
    writing.deltas.append(delta_of(row, judged.content, judged.tallies))
    store_names(writing, judged.facts.players)
    _index_facts(writing, record, judged.facts)
    writing.add_row(ADD_REVISION, (*_head(writing, record, number, cause), judged.content, *packed.texts))
    writing.absent.difference_update((judged.opening, judged.content))
    writing.write_rows()  # rows of a new record begin with the record, to which the others refer


def insert_withdrawal(writing: Transaction, record: int, number: int, cause: RevisionCause) -> None:
    """Write the revision that withdraws a record. Its earlier revisions stay, but count no more."""
    retract_record(writing, record)
    writing.connection.execute(_WITHDRAW, (number, record))
    writing.connection.execute(ADD_REVISION, (*_head(writing, record, number, cause), None, None, None, None))


def show_facts(
    writing: Transaction, record: int, revision: int, judged: JudgedRecord, *, withdrawn: bool = False
) -> RecordRow:
    """Let lists show a record as it is judged; the columns that say so."""
    row = record_row(judged.facts, writing.number)
    checksum = facts_checksum(record, judged.opening, row)
    writing.connection.execute(_SET_FACTS, (record, revision, int(withdrawn), judged.opening, *row, checksum))
    return row


def restore_facts(writing: Transaction, record: int, revision: int, judged: JudgedRecord, *, withdrawn: bool) -> None:
    """Let lists show a record as it is judged, and let it be found by its players and faults, which may be so already.

    Players who have no name get the one of this record. Others go by those of later records.
    """
    show_facts(writing, record, revision, judged, withdrawn=withdrawn)
    execute, facts = writing.connection.execute, judged.facts
    for player, _ in facts.players:
        execute(f"{_ADD_PLAYER} ON CONFLICT DO NOTHING", (writing.number(player), record))
    for fault in facts.faults:
        execute(f"{_ADD_FAULT} ON CONFLICT DO NOTHING", (writing.number(fault), record))
    nameless = [one for one in facts.players if execute(_HAS_NAME, (writing.number(one[0]),)).fetchone() is None]
    store_names(writing, nameless)


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


LOG: Final = logging.getLogger("daifu.store")

_SAME: Final = """
SELECT id, revision, withdrawn FROM records
WHERE id = (SELECT record FROM revisions WHERE content = ? LIMIT 1)
"""
_OF_CONTENT: Final = """
SELECT record, number, dictionary, packed, cut, content FROM revisions WHERE content = ? ORDER BY record, number
"""
_KNOWN: Final = """
SELECT content FROM revisions WHERE content IN ({places})
UNION ALL SELECT opening FROM records WHERE opening IN ({places})
"""
_AT_ONCE: Final = 32
"""How many uploads of a batch are looked up at once."""
# The latest ones are cut off before their texts are read.
_CANDIDATES: Final = """
SELECT id, revision, withdrawn, deals, actions, number, dictionary, packed, cut, content
FROM (SELECT * FROM records WHERE opening = ? ORDER BY id DESC LIMIT ?) AS latest
    CROSS JOIN revisions ON record = id AND number = revision - withdrawn
ORDER BY id DESC
"""
_SAME_DAY: Final = "SELECT * FROM records INDEXED BY by_date WHERE date = ?2 AND withdrawn = 0"
_SAME_TOURNAMENT: Final = "SELECT * FROM records INDEXED BY by_tournament WHERE tournament = ?1 AND withdrawn = 0"
# IS NOT DISTINCT FROM takes two nulls for equal. Players are compared as sets: people change their seats.
_SIMILAR: Final = """
SELECT id, number, dictionary, packed, cut, content
FROM ({nearby} ORDER BY id DESC LIMIT ?3) AS nearby CROSS JOIN revisions ON record = id AND number = revision
WHERE tournament IS NOT DISTINCT FROM ?1 AND date IS NOT DISTINCT FROM ?2
    AND json_array_length(players) = ?4 AND NOT EXISTS (
        SELECT 1 FROM json_each(players) AS one
        WHERE CAST(one.value AS BIGINT) NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?5)))
ORDER BY abs(deals - ?6), abs(actions - ?7), id DESC LIMIT ?8
"""
_MAX_NEARBY: Final = 200
"""How many records of the same day or tournament are looked through, so that an upload of many costs little."""
_LATEST_CONTENT: Final = """
SELECT content FROM records CROSS JOIN revisions ON record = id AND number = revision WHERE id = ?
"""


def preview_upload(session: Session, judged: JudgedRecord) -> UploadOutcome | None:
    """What would become of an upload that is no new record; None for one that is."""
    outcome = _match_stored(session, judged)
    if outcome is None or outcome.status is UploadStatus.GROWN or not any(_damaged_texts(session, judged.content)):
        return outcome
    return outcome._replace(status=UploadStatus.REPAIRED)


def _match_stored(session: Session, judged: JudgedRecord) -> UploadOutcome | None:
    """The same, whether or not the texts that the store has are damaged."""
    return match_upload(judged, _record_with_content(session, judged.content), _candidates(session, judged.opening))


def look_up_uploads(writing: Transaction, uploads: Iterable[PackedRecord]) -> None:
    """Find out which contents and openings of uploads are absent from the store, many at once.

    A new record needs no further look-up then, and most records are new.
    """
    keys = [(packed.judged.content, packed.judged.opening) for packed in uploads]
    size = 1 if len(keys) == 1 else _AT_ONCE  # two sizes, so that there are two statements to prepare
    statement = _KNOWN.format(places=", ".join("?" * size))
    asked = []
    for begin in range(0, len(keys), size):
        contents, openings = zip(*keys[begin : begin + size], strict=True)
        # Places that are left over ask for the first key once more.
        filled = [*contents, *contents[:1] * (size - len(contents)), *openings, *openings[:1] * (size - len(openings))]
        asked.append(writing.connection.execute(statement, filled))
    known = {key for found in asked for (key,) in found.fetchall()}
    writing.absent.update(key for pair in keys for key in pair if key not in known)


def store_upload(writing: Transaction, packed: PackedRecord, author: Author) -> UploadOutcome:
    """Store an upload, unless there is nothing new in it."""
    judged = packed.judged
    is_new = judged.content in writing.absent and judged.opening in writing.absent
    outcome = None if is_new else _match_stored(writing.session, judged)
    if outcome is None:
        duplicates = find_duplicates(writing.session, judged, writing.known_number)
        record = insert_record(writing, packed, author)
        imports = events.import_revision(writing, record, 1, judged, Attribution(author))
        return UploadOutcome(UploadStatus.CREATED, record, 1, imports=imports, duplicates=duplicates)
    if outcome.status is UploadStatus.GROWN:
        insert_revision(writing, outcome.id, outcome.revision, packed, RevisionCause(RevisionKind.GROWN, author))
        imports = events.import_revision(writing, outcome.id, outcome.revision, judged, Attribution(author))
        return outcome._replace(imports=imports)
    if repair_texts(writing, packed):
        outcome = outcome._replace(status=UploadStatus.REPAIRED)
    if outcome.withdrawn:
        return outcome
    return outcome._replace(imports=events.import_known_record(writing, outcome.id, judged, author))


def find_duplicates(session: Session, judged: JudgedRecord, number: Callable[[str], int | None]) -> tuple[int, ...]:
    """The records that are probably the same sitting as one that is not stored yet; `number` gives those of texts."""
    facts = judged.facts
    if facts.date is None and facts.tournament is None:
        return ()  # neither the event nor the day is known
    row = record_row(facts, number)
    players = json.loads(row.players)
    if None in players or (row.tournament is None) != (facts.tournament is None):
        return ()  # the store has no record with this player or this event
    statement = _SIMILAR.format(nearby=_SAME_TOURNAMENT if facts.date is None else _SAME_DAY)
    same = (row.tournament, row.date, _MAX_NEARBY, len(players), row.players)
    found = session.connection.execute(statement, (*same, facts.deals, facts.actions, MAX_SIMILAR)).fetchall()
    similar = []
    for record, revision, *packed in found:
        with suppress(RecordDamaged):
            text, _ = read_checked_texts(session, record, revision, PackedRevision(*packed))
            similar.append(SimilarRecord(record, text))
    return probable_duplicates(judged, similar)


def revise_record(
    writing: Transaction, record: int, expected: int, packed: PackedRecord, cause: RevisionCause
) -> UploadOutcome:
    """Write the next revision of a record, unless it changes nothing.

    Raises `TokenRevoked`, `NoSuchRecord`, and what `next_revision` raises.
    """
    require_valid_token(writing.connection, cause.author)
    judged = packed.judged
    head = load_head(writing.session, record)
    owner = _record_with_content(writing.session, judged.content)
    (latest,) = writing.connection.execute(_LATEST_CONTENT, (record,)).fetchone()
    revision = next_revision(
        head, cause.kind, expected=expected, owner=owner and owner.id, unchanged=latest == judged.content
    )
    if revision is None:
        status = UploadStatus.REPAIRED if repair_texts(writing, packed) else UploadStatus.EXISTS
        return UploadOutcome(status, record, head.revision)
    insert_revision(writing, record, revision.number, packed, cause._replace(kind=revision.kind))
    imports = events.import_revision(writing, record, revision.number, judged, Attribution(cause.author, cause.reason))
    return UploadOutcome(UploadStatus.GROWN, record, revision.number, imports=imports)


def repair_texts(writing: Transaction, packed: PackedRecord) -> bool:
    """Write the texts of a record in place of damaged ones of the same content; whether there were any.

    The counts of such a record may be missing, so that all records are counted again when the store is next opened.
    """
    content = packed.judged.content
    repaired = False
    for damaged in _damaged_texts(writing.session, content):
        LOG.warning("%s; it was sent again", damaged)
        writing.connection.execute(SET_TEXTS, (*packed.texts, content, damaged.id, damaged.revision))
        request_recount(writing.connection)
        repaired = True
    return repaired


def _damaged_texts(session: Session, content: bytes) -> Iterator[RecordDamaged]:
    """Each revision of this content whose texts are damaged."""
    for record, number, *row in session.connection.execute(_OF_CONTENT, (content,)).fetchall():
        try:
            read_texts(session, record, number, PackedRevision(*row))
        except RecordDamaged as damaged:
            yield damaged


def withdraw_record(writing: Transaction, record: int, expected: int, author: Author, reason: str | None) -> Withdrawal:
    """Withdraw a record. Raises `TokenRevoked`, `NoSuchRecord`, and what `next_withdrawal` raises."""
    require_valid_token(writing.connection, author)
    number, kind = next_withdrawal(load_head(writing.session, record), expected=expected)
    insert_withdrawal(writing, record, number, RevisionCause(kind, author, reason))
    imports = events.import_revision(writing, record, number, None, Attribution(author, reason))
    return Withdrawal(number, imports)


def _record_with_content(session: Session, content: bytes) -> RecordHead | None:
    """The record one of whose revisions has this content."""
    row = session.connection.execute(_SAME, (content,)).fetchone()
    return None if row is None else RecordHead(row[0], row[1], bool(row[2]))


def _candidates(session: Session, opening: bytes) -> Iterator[Candidate]:
    """The records that begin so, the latest first. They are looked up with the first one that is asked for."""
    for row in session.connection.execute(_CANDIDATES, (opening, MAX_CANDIDATES)).fetchall():
        record, revision, withdrawn, deals, actions, number, *packed = row
        with suppress(RecordDamaged):  # nobody knows what it is the beginning of
            text, _ = read_checked_texts(session, record, number, PackedRevision(*packed))
            yield Candidate(RecordHead(record, revision, bool(withdrawn)), deals, actions, text)
