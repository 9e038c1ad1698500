"""One record as it is read: its present state, any of its revisions, its report, its history."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

from data.store.asked import Kind, Revision, Stored
from data.store.refusals import NoSuchRecord, Withdrawn
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST

_HEAD: Final = "SELECT revision, withdrawn FROM records WHERE id = ?"
_REVISION: Final = """
SELECT number, dictionary, packed, cut, at, withdrawn, revision
FROM records CROSS JOIN revisions ON record = id AND number = coalesce(?, revision)
WHERE id = ?
"""
_REPORT: Final = """
SELECT dictionary, packed, cut, number FROM revisions WHERE record = ? ORDER BY number DESC LIMIT 1
"""
_HISTORY: Final = """
SELECT revisions.number, kinds.text, at, authors.text, reason, dictionary, packed, cut
FROM revisions JOIN texts AS kinds ON kinds.number = kind JOIN texts AS authors ON authors.number = author
WHERE record = ?
ORDER BY revisions.number
"""


class Head(NamedTuple):
    """Where a record stands: its latest revision, and whether that withdrew it."""

    revision: int
    withdrawn: bool


def head(session: Session, record: int) -> Head:
    """Where a record stands. Raises `NoSuchRecord`."""
    row = session.connection.execute(_HEAD, (min(record, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchRecord
    return Head(row[0], bool(row[1]))


def latest(session: Session, record: int) -> int:
    """The number of a record's latest revision. Raises `NoSuchRecord` or `Withdrawn`."""
    found = head(session, record)
    if found.withdrawn:
        raise Withdrawn(found.revision)
    return found.revision


def revision(session: Session, record: int, number: int | None) -> Stored:
    """A revision of a record, by default the latest.

    Raises `NoSuchRecord`, also where there is no such revision, and `Withdrawn` for one that withdrew the record.
    """
    wanted = None if number is None else min(number, LARGEST)
    row = session.connection.execute(_REVISION, (wanted, min(record, LARGEST))).fetchone()
    if row is None:
        raise NoSuchRecord
    found, dictionary, packed, cut, at, withdrawn, latest = row
    if packed is None:
        raise Withdrawn(found)
    texts = session.packing.unpack(dictionary, packed, cut)
    return Stored(record, found, *texts, moment(at), bool(withdrawn), found == latest)


def report(session: Session, record: int) -> tuple[bytes, int]:
    """The report on a record with the number of its latest revision. Raises `NoSuchRecord` or `Withdrawn`."""
    row = session.connection.execute(_REPORT, (min(record, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchRecord
    dictionary, packed, cut, number = row
    if packed is None:
        raise Withdrawn(number)
    return session.packing.report(dictionary, packed, cut), number


def history(session: Session, record: int) -> list[Revision]:
    """All revisions of a record, first to last. Raises `NoSuchRecord`."""
    rows = session.connection.execute(_HISTORY, (min(record, LARGEST),)).fetchall()
    if not rows:
        raise NoSuchRecord
    return [
        Revision(number, Kind(kind), moment(at), author, reason, packed[1] and session.packing.report(*packed))
        for number, kind, at, author, reason, *packed in rows
    ]


def moment(seconds: int) -> datetime:
    """A time of the clock as the store keeps it."""
    return datetime.fromtimestamp(seconds, UTC)
