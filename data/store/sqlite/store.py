"""The store in one SQLite file: `Store` implements `data.store.interface.Store`."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from data.fork_hooks import call_at_forks
from data.store.sqlite import tokens
from data.store.sqlite.connections import Session, SessionPool, StoreLocation, open_location
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.records import lists, records
from data.store.sqlite.statistics.count_version import is_counted
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import (
    Author,
    Difference,
    Location,
    NewToken,
    RecordFilter,
    RecordImportPreview,
    RecordPage,
    Revision,
    RevisionKind,
    RevisionPage,
    StoreCounts,
    StoredRecord,
    Token,
    UploadOutcome,
    Withdrawal,
)
from schemas.judged_record import JudgedRecord

if TYPE_CHECKING:
    from data.store.sqlite.people.people import People
    from data.store.sqlite.ratings.ratings import Ratings
    from data.store.sqlite.statistics.statistics import Statistics
    from data.store.sqlite.tournaments.tournaments import Tournaments

# ruff: noqa: PLC0415 - a command that reads a store loads only the subjects that it asks for, in half the time


class Store:
    """A store in one SQLite file. What each method does is said in `data.store.interface`."""

    def __init__(self, location: StoreLocation, patience: float | None) -> None:
        """A store at a location that is ready for use; `Store.open` prepares one."""
        self._location = location
        self._patience = patience
        self._open()
        call_at_forks(self)

    def _open(self) -> None:
        self._sessions = SessionPool(self._location)
        self._queue = WriteQueue(self._sessions)
        for subject in ("statistics", "people", "ratings"):
            vars(self).pop(subject, None)

    @classmethod
    def open(cls, path: Location, *, read_only: bool = False, patience: float | None = None) -> Self:
        """The store in this file. It is made if there is none, and migrated, unless it is only to be read."""
        store = cls(open_location(Path(path).absolute(), read_only=read_only), patience)
        if not store.read_only:
            store._recount()
        return store

    def _recount(self) -> None:
        """Count all records that this version has not counted yet."""
        with self._sessions.acquire() as session:
            if is_counted(session.connection):
                return
        from data.store.sqlite.statistics.recount import recount

        recount(self._queue)

    def close(self) -> None:
        """Close all connections; the store opens again by itself."""
        self._sessions.close()
        self._queue.close()
        self._open()

    @cached_property
    def statistics(self) -> "Statistics":
        """The statistics of the store."""
        from data.store.sqlite.statistics.statistics import Statistics

        return Statistics(self._sessions, self._queue)

    @cached_property
    def people(self) -> "People":
        """The people of the store."""
        from data.store.sqlite.people.people import People

        return People(self._sessions, self._queue)

    @cached_property
    def ratings(self) -> "Ratings":
        """The ratings of the store."""
        from data.store.sqlite.ratings.ratings import Ratings

        return Ratings(self._sessions, self._queue, self._patience)

    @property
    def tournaments(self) -> "Tournaments":
        """The tournaments of the store."""
        from data.store.sqlite.tournaments.tournaments import Tournaments

        return Tournaments(self._sessions, self._queue)

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._location.path

    @property
    def read_only(self) -> bool:
        """Whether the store was opened to be read, or cannot be written to."""
        return self._location.read_only

    def add(self, judged: Sequence[JudgedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads, all or none."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            packed = list(map(session.compressor.pack_judged, judged))
        return self._queue.add(packed, author)

    def preview(self, judged: JudgedRecord) -> UploadOutcome | None:
        """What would become of an upload."""
        from data.store.sqlite.records import uploads

        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return uploads.preview_upload(session, judged)

    def duplicates(self, judged: JudgedRecord) -> tuple[int, ...]:
        """The records that are probably the same sitting as a record that is not stored yet."""
        from data.store.sqlite.records import uploads

        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return uploads.find_duplicates(session, judged)

    def preview_imports(self, judged: JudgedRecord, foreseen: UploadOutcome | None) -> tuple[RecordImportPreview, ...]:
        """What would become of an upload in the tournaments that it concerns."""
        from data.store.sqlite.tournaments import import_triggers

        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return import_triggers.preview_imports(session, judged, foreseen)

    def revise(
        self,
        record: int,
        judged: JudgedRecord,
        author: Author,
        *,
        expected: int,
        reason: str | None = None,
        kind: RevisionKind = RevisionKind.CORRECTED,
    ) -> UploadOutcome:
        """Store the next revision of a record."""
        from data.store.sqlite.records.revisions import RevisionCause
        from data.store.sqlite.records.uploads import revise_record

        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            packed = session.compressor.pack_judged(judged)
        with self._queue.transaction() as writing:
            return revise_record(writing, record, expected, packed, RevisionCause(kind, author, reason))

    def withdraw(self, record: int, author: Author, *, expected: int, reason: str | None = None) -> Withdrawal:
        """Withdraw a record."""
        from data.store.sqlite.records import uploads

        with self._queue.transaction() as writing:
            return uploads.withdraw_record(writing, record, expected, author, reason)

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_revision(session, record, revision)

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record and its latest revision."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_report(session, record)

    def latest(self, record: int) -> int:
        """The number of the latest revision of a record."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.latest_revision(session, record)

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_history(session, record)

    def revision_page(self, record: int, after: int = 0, limit: int = 50) -> RevisionPage:
        """Some of the revisions of a record."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_revision_page(session, record, after, limit)

    def page(self, wanted: RecordFilter, after: int | None = None, limit: int = 50) -> RecordPage:
        """Some of the wanted records, newest first."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return lists.list_records(session, wanted, after, limit)

    def each(self, wanted: RecordFilter) -> Generator[StoredRecord, None, None]:
        """All wanted records, oldest first, through a connection of their own."""
        with TRANSLATED_ERRORS, closing(Session(self._location)) as session:
            yield from lists.iterate_records(session, wanted)

    def each_by_day(self, wanted: RecordFilter) -> Generator[StoredRecord, None, None]:
        """All wanted records by game and day, through a connection of their own."""
        with TRANSLATED_ERRORS, closing(Session(self._location)) as session:
            yield from lists.iterate_by_day(session, wanted)

    def create_token(self, name: str, role: str) -> NewToken:
        """Create a token."""
        with self._queue.transaction() as writing:
            return tokens.create_token(writing, name, role)

    def find_token(self, secret: str) -> Token | None:
        """The token with this secret."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.find_token(session, secret)

    def valid_token(self, token: int) -> Token | None:
        """The token with this number, if it has not been revoked."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.valid_token(session, token)

    def signing_key(self) -> bytes:
        """The random key of the store."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.signing_key(session)

    def tokens(self) -> list[Token]:
        """All tokens."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.list_tokens(session)

    def revoke(self, token: int) -> Token:
        """Revoke a token."""
        with self._queue.transaction() as writing:
            return tokens.revoke_token(writing, token)

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.count_records(session)

    def ready(self) -> None:
        """Check that records can be read."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            records.check_readable(session)

    def back_up(self, target: Location, advance: Callable[[int], None]) -> None:
        """Copy the store into a new file."""
        from data.store.sqlite.maintenance import backup

        with TRANSLATED_ERRORS, closing(Session(self._location)) as session:
            backup.back_up(session, Path(target), advance)

    def differences(self, advance: Callable[[int], None]) -> Generator[Difference, None, None]:
        """Everything that is inconsistent in the store."""
        from data.store.sqlite.maintenance import check

        with TRANSLATED_ERRORS, closing(Session(self._location)) as session:
            yield from check.store_differences(session, advance)

    def state(self) -> object:
        """A value that changes with each write."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return session.state()

    def before_fork(self) -> None:
        """Close the connections that no child of this process may use."""
        self._sessions.drop()

    def after_fork(self) -> None:
        """Open the store again in a child of the process."""
        self._sessions.abandon()
        self._open()
