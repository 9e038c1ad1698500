"""The store in one SQLite file: every operation is a method of `Store`."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

from data.fork_hooks import call_at_forks
from data.store.sqlite import tokens
from data.store.sqlite.connections import Session, SessionPool, StoreLocation, open_location
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.maintenance import backup, check
from data.store.sqlite.people.people import People
from data.store.sqlite.ratings.ratings import Ratings
from data.store.sqlite.records import listing, records, uploads
from data.store.sqlite.records.revisions import RevisionCause
from data.store.sqlite.statistics.recount import recount
from data.store.sqlite.statistics.statistics import Statistics
from data.store.sqlite.tournaments import import_triggers
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import (
    Author,
    Difference,
    LandingPreview,
    NewToken,
    RecordFilter,
    RecordPage,
    Revision,
    RevisionKind,
    StoreCounts,
    StoredRecord,
    Token,
    UploadOutcome,
    Withdrawal,
)
from schemas.judgement import JudgedRecord

if TYPE_CHECKING:
    from data.store.sqlite.tournaments.tournaments import Tournaments


class Store:
    """Records with all their revisions and reports, tournaments, and the tokens of who may write; in one SQLite file.

    Several threads and several processes may use one file at once. Each method does all that it says or nothing, and
    what it wrote is on disk when it returns. Every method raises `StoreUnusable` where the machine does not let it.
    """

    def __init__(self, place: StoreLocation) -> None:
        """A store that is ready; `Store.open` makes it so."""
        self._place = place
        self._begin()
        call_at_forks(self)

    def _begin(self) -> None:
        self._sessions = SessionPool(self._place)
        self._commits = WriteQueue(self._sessions)
        self.statistics = Statistics(self._sessions, self._commits)
        self.people = People(self._sessions, self._commits)
        self.ratings = Ratings(self._sessions, self._commits)

    @classmethod
    def open(cls, path: str | Path, *, read_only: bool = False) -> Self:
        """The store in this file. It is made if there is none, and brought up to date; not if it is only to be read."""
        store = cls(open_location(Path(path).absolute(), read_only=read_only))
        if not store.read_only:
            recount(store._sessions, store._commits)
        return store

    def close(self) -> None:
        """Let go of the file; nobody may be using the store any more. It opens again by itself when it is asked."""
        self._sessions.close()
        self._commits.close()
        self._begin()

    @property
    def tournaments(self) -> "Tournaments":
        """The tournaments that are kept in the store."""
        from data.store.sqlite.tournaments.tournaments import Tournaments  # noqa: PLC0415 - most commands need none of it

        return Tournaments(self._sessions, self._commits)

    @property
    def path(self) -> Path:
        """The file."""
        return self._place.path

    @property
    def read_only(self) -> bool:
        """Whether it was opened for reading alone, or may not be written to; every write raises `StoreReadOnly`."""
        return self._place.read_only

    def add(self, judged: Sequence[JudgedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads and say of each, in their order, what it came to. All are on disk, or none is.

        Content that any revision of any record has is there already. What a record has grown to becomes its next
        revision; an older version of it is there already. Everything else is a new record.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            parcels = list(map(session.compressor.pack_judged, judged))
        return self._commits.add(parcels, author)

    def preview(self, judged: JudgedRecord) -> UploadOutcome | None:
        """What `add` would say of an upload at this moment; None for a new record. Nothing is written."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return uploads.preview_upload(session, judged)

    def landings(self, judged: JudgedRecord, foreseen: UploadOutcome | None) -> tuple[LandingPreview, ...]:
        """What would become of an upload that is foreseen so in the tournaments that it concerns."""
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
        """Make this the next revision of a record whose latest is `expected`.

        The outcome is GROWN, or EXISTS with the same revision where nothing has changed. The correction of a withdrawn
        record restores it. Raises `NoSuchRecord`, `OtherRevision`, `SameContent` where another record has that content
        or had it, and `Withdrawn` where a deal is added to a withdrawn record.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            parcel = session.compressor.pack_judged(judged)
        with self._commits.transaction() as writing:
            return uploads.revise_record(writing, record, expected, parcel, RevisionCause(kind, author, reason))

    def withdraw(self, record: int, author: Author, *, expected: int, reason: str | None = None) -> Withdrawal:
        """Withdraw a record whose latest revision is `expected`; the revision that does.

        Raises `NoSuchRecord`, `OtherRevision`, and `Withdrawn` where it has been done before.
        """
        with self._commits.transaction() as writing:
            return uploads.withdraw_record(writing, record, expected, author, reason)

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report, by default the latest.

        Raises `NoSuchRecord`, and `Withdrawn` where that revision withdrew the record; earlier ones can be read still.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_revision(session, record, revision)

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record and the number of its latest revision. Raises `NoSuchRecord` or `Withdrawn`."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_report(session, record)

    def latest(self, record: int) -> int:
        """The number of a record's latest revision. Raises `NoSuchRecord` or `Withdrawn`."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.latest_revision(session, record)

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record with their reports, first to last. Raises `NoSuchRecord`."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.load_history(session, record)

    def page(self, wanted: RecordFilter, after: int | None = None, limit: int = 50) -> RecordPage:
        """So many of the wanted records at most, newest first, from behind the record `after` on.

        Records that are added in the meantime come before the first page and move nothing.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return listing.list_records(session, wanted, after, limit)

    def each(self, wanted: RecordFilter) -> Generator[StoredRecord, None, None]:
        """All wanted records, oldest first, as they are at the moment of the first one, however long it takes.

        Of a withdrawn record it is what it was before. Memory stays flat. The connection is one of its own, which is
        closed at the end, or with the iterator.
        """
        with TRANSLATED_ERRORS, closing(Session(self._place)) as session:
            yield from listing.iterate_records(session, wanted)

    def each_by_day(self, wanted: RecordFilter) -> Generator[StoredRecord, None, None]:
        """The same, game by game and day by day: what belongs to one month of a game comes together.

        Records whose event has no day come before the others of their game.
        """
        with TRANSLATED_ERRORS, closing(Session(self._place)) as session:
            yield from listing.iterate_by_day(session, wanted)

    def create_token(self, name: str, role: str) -> NewToken:
        """Make a token with this name and role; its secret is told this once and kept by nobody."""
        with self._commits.transaction() as writing:
            return tokens.create_token(writing, name, role)

    def find_token(self, secret: str) -> Token | None:
        """The token with this secret; None where there is none, or it has been revoked."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.find_token(session, secret)

    def tokens(self) -> list[Token]:
        """All tokens, also those that were revoked, in the order in which they were made."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return tokens.list_tokens(session)

    def revoke(self, token: int) -> Token:
        """Let nobody in with this token any more; one that was revoked stays as it is. Raises `NoSuchToken`."""
        with self._commits.transaction() as writing:
            return tokens.revoke_token(writing, token)

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return records.count_records(session)

    def ready(self) -> None:
        """See that records can be read; nothing happens where they can."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            records.check_readable(session)

    def back_up(self, target: str | Path, advance: Callable[[int], None]) -> None:
        """Copy the store as it is at this moment into a new file, while others go on writing.

        `advance` is told how many bytes more were copied. The file appears under its name when it is whole. Raises
        `FileExistsError` and other kinds of `OSError`.
        """
        with TRANSLATED_ERRORS, closing(Session(self._place)) as session:
            backup.back_up(session, Path(target), advance)

    def differences(self, advance: Callable[[int], None]) -> Generator[Difference, None, None]:
        """Everything that is not as it should be: all revisions are judged again and compared with what is stored.

        It is one state of the store that is looked at; `advance` is told how many revisions more were.
        """
        with TRANSLATED_ERRORS, closing(Session(self._place)) as session:
            yield from check.store_differences(session, advance)

    def state(self) -> object:
        """What is not the same again once something has been written to the store, by whomever."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return session.state()

    def before_fork(self) -> None:
        """Close what must not be carried over into a child of this process."""
        self._sessions.drop()

    def after_fork(self) -> None:
        """Begin anew in a child of the process that opened the store."""
        self._sessions.abandon()
        self._begin()
