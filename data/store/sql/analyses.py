"""The table of analyses: for a revision of a record, the latest one."""

from collections.abc import Generator
from contextlib import nullcontext
from typing import Final

from daifu.data.store.errors import NoSuchRecord, RecordWithdrawn
from daifu.data.store.sql.columns import MAX_INTEGER
from daifu.data.store.sql.jobs import CLEAR, FORGET_DEALS
from daifu.data.store.sql.statistics.record_deltas import counted_ahead, current_delta, long_text, retract_record
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import StoredAnalysis

_FIND: Final = "SELECT dictionary, packed FROM analyses WHERE record = ? AND revision = ? AND method = ?"
_ALL: Final = "SELECT record, revision, method, dictionary, packed FROM analyses ORDER BY record, revision"
_KEEP: Final = """
INSERT INTO analyses (record, revision, method, dictionary, packed) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (record, revision) DO UPDATE SET
    method = excluded.method, dictionary = excluded.dictionary, packed = excluded.packed
"""
_HAS_TEXT: Final = """
SELECT packed IS NOT NULL, number = records.revision
FROM revisions CROSS JOIN records ON id = record WHERE record = ? AND number = ?
"""


class Analyses(Subject):
    """Analyses of records: for a revision, the bytes of its latest analysis, and the method by which it was made.

    An analysis belongs to its revision: when the record is corrected, the new revision has none. It can be made again
    at any time, because it follows from the revision and the method.
    """

    def find(self, record: int, revision: int, method: str) -> bytes | None:
        """The analysis of a revision by this version of the method; None where there is none."""
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        with self._sessions.acquire() as session:
            row = session.connection.execute(_FIND, (*key, method)).fetchone()
            return None if row is None else session.compressor.decompress(*row)

    def keep(self, record: int, revision: int, method: str, analysis: bytes) -> None:
        """Store the analysis of a revision in place of an earlier one. Its job is done then, and is forgotten.

        It is a JSON list of deals in the format `daifu-analysis/1`. Statistics count the analysis of the present
        revision by the present version of the method, and no other.

        Raises `NoSuchRecord`, also where there is no such revision, and `RecordWithdrawn` where that revision withdrew
        the record.
        """
        with self._sessions.acquire() as session:
            packed = session.compressor.compress(analysis)
            found = long_text(session, record)
        with counted_ahead(*found) if found else nullcontext(), self._queue.transaction() as writing:
            key = (record, revision)
            state = writing.connection.execute(_HAS_TEXT, key).fetchone() if max(key) <= MAX_INTEGER else None
            if state is None:
                raise NoSuchRecord
            has_text, is_present = state
            if not has_text:
                raise RecordWithdrawn(revision)
            if is_present:  # the record is retracted and counted again, together with its analysis
                retract_record(writing, record)
            writing.connection.execute(_KEEP, (*key, method, *packed))
            if is_present and (delta := current_delta(writing.session, record)):
                writing.deltas.append(delta)
            writing.connection.execute(CLEAR, (*key, method))
            writing.connection.execute(FORGET_DEALS)

    def each(self) -> Generator[StoredAnalysis, None, None]:
        """All analyses by record and revision, in the state of the store at the moment of the first one."""
        with self._sessions.separate() as session, session.snapshot():
            for record, revision, method, *packed in session.stream(_ALL):
                yield StoredAnalysis(record, revision, method, session.compressor.decompress(*packed))
