"""Counts records that are stored: one whose counts are taken back when it changes, or all of them anew.

The analysis of a record is counted together with it, if it is one of the present revision by the present method.

All are counted where another version of the counting has counted a store, or none. It goes in steps, each of which is
on disk before the next begins: an interrupted recount goes on where it was, and several processes that open a store at
once take turns. Meanwhile the summaries are incomplete: they cannot be read, and no other process writes records.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from daifu.data.long_records import LONG_RECORD, apart
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import MAX_INTEGER
from daifu.data.store.sql.progress import counted_up_to, request_recount, require_counted, set_counted
from daifu.data.store.sql.records import PackedRevision, read_checked_texts
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics.deltas import RecordDelta, append_counted, new_delta
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.schemas.record.errors import RecordRefused

if TYPE_CHECKING:
    from daifu.replay.statistics.record import RecordCounters


_STATE: Final = """
SELECT id, rules, players, date, tournament, house, number, revisions.dictionary, revisions.packed, cut, content,
    method, analyses.dictionary, analyses.packed
FROM records CROSS JOIN revisions ON revisions.record = id AND number = records.revision
    LEFT JOIN analyses ON analyses.record = id AND analyses.revision = number
"""
_OF_RECORD: Final = f"{_STATE} WHERE id = ? AND withdrawn = 0"
_AFTER: Final = f"{_STATE} WHERE id > ? AND withdrawn = 0 ORDER BY id LIMIT ?"


_COUNTED: Final[dict[bytes, "RecordCounters"]] = {}
"""What is counted of records that are about to be retracted, by their contents."""


def long_text(session: Session, record: int) -> tuple[bytes, bytes] | None:
    """The content and the text of a record that takes long to count; None for any other, or where it is damaged."""
    found = session.connection.execute(_OF_RECORD, (min(record, MAX_INTEGER),)).fetchone()
    if found is None:
        return None
    packed = PackedRevision(*found[7:11])
    with suppress(StoreDamaged):
        text, _ = read_checked_texts(session, record, found[6], packed)
        return (packed.content, text) if len(text) > LONG_RECORD else None
    return None


@contextmanager
def counted_ahead(content: bytes, text: bytes) -> Iterator[None]:
    """Count the record of a long text before the block, in which it is retracted and other writers wait."""
    counted: dict[bytes, RecordCounters] = {}
    with suppress(RecordRefused):
        counted[content] = _count(text)
    with known_counts(counted):
        yield


@contextmanager
def known_counts(counted: Mapping[bytes, "RecordCounters"]) -> Iterator[None]:
    """Let nobody count these records again, which are given by their contents, inside the block."""
    _COUNTED.update(counted)
    try:
        yield
    finally:
        for content in counted:
            _COUNTED.pop(content, None)


def _count(text: bytes) -> "RecordCounters":
    from daifu.schemas.judgement import count_json  # noqa: PLC0415 - who only reads a store counts nothing

    return apart(count_json, text, size=len(text))


def current_delta(session: Session, record: int) -> RecordDelta | None:
    """The delta of a record in its present state; None where it is withdrawn. Raises `StoreDamaged`."""
    found = session.connection.execute(_OF_RECORD, (record,)).fetchone()
    return None if found is None else _delta_from_row(session, *found)


def deltas_after(session: Session, record: int, limit: int) -> Iterator[tuple[int, RecordDelta | None]]:
    """The next `limit` records that are not withdrawn, each with its delta, or None if it cannot be read."""
    for found in session.connection.execute(_AFTER, (record, limit)).fetchall():
        try:
            yield found[0], _delta_from_row(session, *found)
        except StoreDamaged:
            yield found[0], None


def _delta_from_row(session: Session, record: int, *state: Any) -> RecordDelta:  # noqa: ANN401 - the columns of a state
    rules, players, day, tournament, house, revision, *columns = state
    content = columns[3]
    packed, (method, *analysis) = columns[:4], columns[4:]
    text, report = read_checked_texts(session, record, revision, PackedRevision(*packed))
    try:
        tallies = _COUNTED.get(packed[3]) or _count(text)
    except RecordRefused as error:
        raise StoreDamaged from error
    if method is not None:
        tallies = count_analysis(tallies, report, method, session.compressor.decompress(*analysis))
    return new_delta(rules, players, day, tournament, content, tallies, house)


def count_analysis(tallies: "RecordCounters", report: bytes, method: str, analysis: bytes) -> "RecordCounters":
    """What is counted of a record with this report together with its analysis, unless that is by another method.

    Raises `StoreDamaged`.
    """
    from daifu.data.store.sql.statistics.analysis_counters import add_analysis  # noqa: PLC0415
    from daifu.replay.analysis.deals import METHOD  # noqa: PLC0415 - most records have no analysis

    if method != METHOD:
        return tallies
    try:
        return add_analysis(tallies, report, analysis)
    except msgspec.MsgspecError as error:
        raise StoreDamaged from error


LOG: Final = logging.getLogger("daifu.store")


def retract_record(writing: Transaction, record: int) -> None:
    """Retract the record's previous counts.

    If the record or its analysis can no longer be read, its counts are unknown: they stay in the summaries until
    all records are counted again when the store is next opened. Raises `StoreBusy` or `StoreDamaged` during a recount.
    """
    try:
        delta = current_delta(writing.session, record)
    except StoreDamaged:
        require_counted(writing.connection)
        LOG.warning("record %d cannot be read: all records will be counted anew when the store is next opened", record)
        request_recount(writing.connection)
    else:
        if delta is not None:
            writing.deltas.append(delta._replace(sign=-1))


STEP_RECORDS: Final = 256
"""The records that are counted in one transaction."""

# Without WHERE, SQLite takes ON CONFLICT for the ON of a join.
_FORGET: Final = (
    """
    INSERT INTO statistics_changes (rules, count)
    SELECT rules, CAST(sum(records) AS BIGINT) FROM pending_deltas WHERE true GROUP BY rules
    ON CONFLICT (rules) DO UPDATE SET count = statistics_changes.count + excluded.count
    """,
    "DELETE FROM pending_deltas",
    "DELETE FROM player_counts",
    "DELETE FROM player_totals",
    "DELETE FROM pairs",
)
"""The changes of pending deltas are kept, so that their number never falls."""


def recount(commits: WriteQueue) -> None:
    """Count all records that this version has not counted yet."""
    more = True
    while more:
        with commits.transaction() as writing:
            more = _count_step(writing)


def _count_step(writing: Transaction) -> bool:
    """Count the next records. Returns whether there may be more."""
    record = counted_up_to(writing.connection)
    if record is None:
        return False
    if record == 0:
        LOG.info("all records are counted anew")
        for statement in _FORGET:
            writing.connection.execute(statement)
    found = list(deltas_after(writing.session, record, STEP_RECORDS))
    for number, delta in found:
        if delta:
            writing.deltas.append(delta)
        else:
            LOG.warning("record %d cannot be read and is not counted", number)
    append_counted(writing)
    is_last = len(found) < STEP_RECORDS
    set_counted(writing.connection, None if is_last else found[-1][0])
    if is_last:
        LOG.info("all records have been counted")
    return not is_last
