"""Reads single records, with their revisions and reports, and counts records."""

from typing import Final

from daifu.data.store.errors import NoSuchRecord, RecordDamaged, RecordWithdrawn
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp, version_mark
from daifu.data.store.sql.records.stored_texts import check_head, read_present_texts
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.uploads import RecordHead
from daifu.data.store.values import Revision, RevisionKind, RevisionPage, StoreCounts, StoredRecord

_HEAD: Final = "SELECT revision, withdrawn FROM records WHERE id = ?"
_REVISION: Final = """
SELECT number, withdrawn, revision, dictionary, packed, cut, content, kind, at, author, reason, revisions.checksum
FROM records CROSS JOIN revisions ON record = id AND number = coalesce(?, revision)
WHERE id = ?
"""
_LENGTH: Final = """
SELECT cut FROM records CROSS JOIN revisions ON record = id AND number = coalesce(?, revision - withdrawn) WHERE id = ?
"""
_MARK: Final = "SELECT at, content FROM revisions WHERE record = ? AND number = ?"
_REPORT: Final = """
SELECT number, dictionary, packed, cut, content FROM revisions WHERE record = ? ORDER BY number DESC LIMIT 1
"""
_HISTORY: Final = """
SELECT revisions.number, kinds.text, authors.text, dictionary, packed, cut, content, kind, at, author, reason, checksum
FROM revisions JOIN texts AS kinds ON kinds.number = kind JOIN texts AS authors ON authors.number = author
WHERE record = ? AND revisions.number > ?
ORDER BY revisions.number
LIMIT ?
"""
_REPORT_BEFORE: Final = """
SELECT number, dictionary, packed, cut, content FROM revisions
WHERE record = ? AND number <= ? AND packed IS NOT NULL
ORDER BY number DESC LIMIT 1
"""
_KINDS: Final = frozenset(map(str, RevisionKind))
_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM records),
    (SELECT count(*) FROM records WHERE withdrawn = 1),
    (SELECT count(*) FROM revisions)
"""


def load_head(session: Session, record: int) -> RecordHead:
    """A record by its latest revision. Raises `NoSuchRecord`."""
    row = session.connection.execute(_HEAD, (min(record, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchRecord
    return RecordHead(record, row[0], bool(row[1]))


class Records(Subject):
    """Reads single records of a store."""

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report; by default the latest revision.

        Raises `NoSuchRecord`, also where there is no such revision, `RecordWithdrawn` where that revision withdrew the
        record, and `RecordDamaged` where its text is damaged.
        """
        wanted = None if revision is None else min(revision, MAX_INTEGER)
        with self._sessions.acquire() as session:
            row = session.connection.execute(_REVISION, (wanted, min(record, MAX_INTEGER))).fetchone()
            if row is None:
                raise NoSuchRecord
            found, withdrawn, latest, *columns = row
            packed, head = columns[:4], columns[4:]
            check_head(record, found, *head)
            texts = read_present_texts(session, record, found, packed)
        if texts is None:
            raise RecordWithdrawn(found)
        return StoredRecord(record, found, *texts, from_timestamp(head[1]), bool(withdrawn), found == latest)

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record, and the number of its latest revision. Raises `NoSuchRecord`, `RecordWithdrawn`."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(_REPORT, (min(record, MAX_INTEGER),)).fetchone()
            if row is None:
                raise NoSuchRecord
            number, *packed = row
            texts = read_present_texts(session, record, number, packed)
        if texts is None:
            raise RecordWithdrawn(number)
        return texts.report, number

    def latest(self, record: int) -> int:
        """The number of a record's latest revision. Raises `NoSuchRecord` or `RecordWithdrawn`."""
        with self._sessions.acquire() as session:
            found = load_head(session, record)
        if found.withdrawn:
            raise RecordWithdrawn(found.revision)
        return found.revision

    def length(self, record: int, revision: int | None = None) -> int:
        """The bytes of the text of a revision, by default the latest that has one; 0 where there is none."""
        wanted = None if revision is None else min(revision, MAX_INTEGER)
        row = self._row(_LENGTH, (wanted, min(record, MAX_INTEGER)))
        return 0 if row is None else row[0] or 0

    def mark(self, record: int, revision: int) -> str | None:
        """Eight characters that tell a revision from any other that had its number; None where there is none.

        Where a store is restored from a backup, records get numbers again that were lost. They are made of the content,
        which a withdrawal has not, and the time.
        """
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        row = self._row(_MARK, key)
        return None if row is None else version_mark(*row)

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record with their reports, first to last. Raises `NoSuchRecord`."""
        with self._sessions.acquire() as session:
            found = _load_revisions(session, record, 0, MAX_INTEGER)
        if not found:
            raise NoSuchRecord
        return found

    def revision_page(self, record: int, after: int = 0, limit: int = 50) -> RevisionPage:
        """At most `limit` revisions, first to last, starting behind the revision `after`. Raises `NoSuchRecord`."""
        with self._sessions.acquire() as session:
            # Read first: what is added meanwhile must not have this number.
            latest = load_head(session, record).revision
            found = _load_revisions(session, record, after, limit)
            before = session.connection.execute(_REPORT_BEFORE, (record, after)).fetchone()
            following = found[-1].number if found and found[-1].number < latest else None
            if after < latest and not found:
                raise RecordDamaged(record, after + 1)
            texts = before and read_present_texts(session, record, before[0], before[1:])
        return RevisionPage(found, texts and texts.report, following, latest)

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        with self._sessions.acquire() as session:
            records, withdrawn, revisions = session.connection.execute(_COUNTS).fetchone()
            return StoreCounts(records, withdrawn, revisions, session.size())

    def ready(self) -> None:
        """Check that records can be read, and written to the store that was opened."""
        self._sessions.require_same_store()
        self._row("SELECT id FROM records ORDER BY id DESC LIMIT 1")


def _load_revisions(session: Session, record: int, after: int, limit: int) -> list[Revision]:
    """At most `limit` revisions behind the revision `after`. Raises `RecordDamaged` where one cannot be read."""
    rows = session.connection.execute(_HISTORY, (min(record, MAX_INTEGER), min(after, MAX_INTEGER), limit)).fetchall()
    found = []
    for place, (number, kind, author, *columns) in enumerate(rows, after + 1):
        if number != place or kind not in _KINDS:
            raise RecordDamaged(record, place)
        packed, head = columns[:4], columns[4:]
        check_head(record, number, *head)
        texts = read_present_texts(session, record, number, packed)
        _, at, _, reason, _ = head
        found.append(Revision(number, RevisionKind(kind), from_timestamp(at), author, reason, texts and texts.report))
    return found
