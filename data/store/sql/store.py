"""The store in a database: `Store` implements `daifu.data.store.interface.Store`, and each backend completes it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING

from daifu.data.fork_hooks import call_at_forks
from daifu.data.long_records import LONG_RECORD
from daifu.data.store.errors import LeftOut
from daifu.data.store.sql import judging_progress, tokens
from daifu.data.store.sql.records import lists, records
from daifu.data.store.sql.sessions import Session, SessionPool
from daifu.data.store.sql.statistics.count_version import is_counted
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.values import (
    Author,
    Difference,
    Location,
    NewToken,
    RecordFilter,
    RecordImportPreview,
    RecordPage,
    Repair,
    Revision,
    RevisionKind,
    RevisionPage,
    SimilarTournament,
    StoreCounts,
    StoredRecord,
    Token,
    UploadOutcome,
    UploadStatus,
    Withdrawal,
)
from daifu.schemas.judged_record import JudgedRecord

if TYPE_CHECKING:
    from daifu.data.store.jobs import WorkerNumbers
    from daifu.data.store.sql.analyses import Analyses
    from daifu.data.store.sql.club import ClubTable
    from daifu.data.store.sql.hook_calls import HookCalls
    from daifu.data.store.sql.houses import Houses
    from daifu.data.store.sql.jobs import Jobs
    from daifu.data.store.sql.people.people import People
    from daifu.data.store.sql.push_subscriptions import PushSubscriptions
    from daifu.data.store.sql.ratings.ratings import Ratings
    from daifu.data.store.sql.seasons import Seasons
    from daifu.data.store.sql.statistics.statistics import Statistics
    from daifu.data.store.sql.tournaments.tournaments import Tournaments

# ruff: noqa: PLC0415 - a command that reads a store loads only the subjects that it asks for, in half the time


class Store(ABC):
    """A store in a database. What each method does is said in `daifu.data.store.interface`.

    A backend says how sessions are made and how the store is copied.
    """

    def __init__(self, max_wait: float | None) -> None:
        """A store that is ready for use."""
        self._max_wait = max_wait
        self._open()
        call_at_forks(self)

    @abstractmethod
    def _new_sessions(self) -> SessionPool:
        """The sessions of a store that was opened, or that opens again."""

    def _open(self) -> None:
        self._sessions = self._new_sessions()
        self._queue = WriteQueue(self._sessions)
        for subject in ("statistics", "people", "ratings"):
            vars(self).pop(subject, None)

    def separate_session(self) -> AbstractContextManager[Session]:
        """A session of its own for the length of a `with` block, for what takes long."""
        return self._sessions.separate()

    @property
    def translated_errors(self) -> AbstractContextManager[None]:
        """Raises errors of the store in place of those of the database."""
        return self._sessions.errors

    def writing(self) -> AbstractContextManager[Transaction]:
        """Write inside the block; everything is on disk when the block has ended. Raises `StoreUnusable`."""
        return self._queue.transaction()

    def recount(self) -> None:
        """Count all records that this version has not counted yet."""
        with self._sessions.acquire() as session:
            if is_counted(session.connection):
                return
        from daifu.data.store.sql.statistics.recount import recount

        recount(self._queue)

    def close(self) -> None:
        """Close all connections; the store opens again by itself."""
        self._sessions.close()
        self._open()

    @cached_property
    def statistics(self) -> "Statistics":
        """The statistics of the store."""
        from daifu.data.store.sql.statistics.statistics import Statistics

        return Statistics(self._sessions, self._queue)

    @cached_property
    def people(self) -> "People":
        """The people of the store."""
        from daifu.data.store.sql.people.people import People

        return People(self._sessions, self._queue)

    @cached_property
    def ratings(self) -> "Ratings":
        """The ratings of the store."""
        from daifu.data.store.sql.ratings.ratings import Ratings

        return Ratings(self._sessions, self._queue, self._max_wait)

    @property
    def analyses(self) -> "Analyses":
        """The analyses of records."""
        from daifu.data.store.sql.analyses import Analyses

        return Analyses(self._sessions, self._queue)

    @property
    def jobs(self) -> "Jobs":
        """The analyses that were ordered."""
        from daifu.data.store.sql.jobs import Jobs

        return Jobs(self._sessions, self._queue)

    @property
    def houses(self) -> "Houses":
        """The house rules that are kept."""
        from daifu.data.store.sql.houses import Houses

        return Houses(self._sessions, self._queue)

    @property
    def hook_calls(self) -> "HookCalls":
        """What the addresses were told that follow the store."""
        from daifu.data.store.sql.hook_calls import HookCalls

        return HookCalls(self._sessions, self._queue)

    @property
    def push_subscriptions(self) -> "PushSubscriptions":
        """The phones that are told where somebody sits."""
        from daifu.data.store.sql.push_subscriptions import PushSubscriptions

        return PushSubscriptions(self._sessions, self._queue)

    @property
    def club(self) -> "ClubTable":
        """What the club says of itself."""
        from daifu.data.store.sql.club import ClubTable

        return ClubTable(self._sessions, self._queue)

    @property
    def seasons(self) -> "Seasons":
        """The seasons of the store."""
        from daifu.data.store.sql.seasons import Seasons

        return Seasons(self._sessions, self._queue)

    @property
    def tournaments(self) -> "Tournaments":
        """The tournaments of the store."""
        from daifu.data.store.sql.tournaments.tournaments import Tournaments

        return Tournaments(self._sessions, self._queue)

    @property
    def read_only(self) -> bool:
        """Whether the store was opened to be read, or cannot be written to."""
        return self._sessions.read_only

    def add(self, judged: Sequence[JudgedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads, all or none."""
        with self._sessions.acquire() as session:
            packed = list(map(session.compressor.pack_judged, judged))
        with ExitStack() as counted:
            for one in judged:
                outcome = self.preview(one) if len(one.record) > LONG_RECORD else None
                if outcome and outcome.status is UploadStatus.GROWN:
                    counted.enter_context(self._counted_ahead(outcome.id))
            return self._queue.add(packed, author)

    @contextmanager
    def _counted_ahead(self, record: int) -> Iterator[None]:
        """Count a record, if it is long, before the block in which it is retracted while others wait."""
        from daifu.data.store.sql.statistics.record_deltas import counted_ahead, long_text

        with self._sessions.acquire() as session:
            found = long_text(session, record)
        with counted_ahead(*found) if found else nullcontext():
            yield

    def preview(self, judged: JudgedRecord) -> UploadOutcome | None:
        """What would become of an upload."""
        from daifu.data.store.sql.records import uploads

        with self._sessions.acquire() as session:
            return uploads.preview_upload(session, judged)

    def duplicates(self, judged: JudgedRecord) -> tuple[int, ...]:
        """The records that are probably the same sitting as a record that is not stored yet."""
        from daifu.data.store.sql.records import uploads

        with self._sessions.acquire() as session:
            return uploads.find_duplicates(session, judged)

    def preview_imports(self, judged: JudgedRecord, foreseen: UploadOutcome | None) -> tuple[RecordImportPreview, ...]:
        """What would become of an upload in the tournaments that it concerns."""
        from daifu.data.store.sql.tournaments import import_triggers

        with self._sessions.acquire() as session:
            return import_triggers.preview_imports(session, judged, foreseen)

    def similar_tournaments(self, names: Collection[str]) -> dict[str, SimilarTournament]:
        """The tournaments that these names of events nearly name."""
        from daifu.data.store.sql.tournaments import similar_names

        with self._sessions.acquire() as session:
            return similar_names.find_similar_tournaments(session, names)

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
        from daifu.data.store.sql.records.revisions import RevisionCause
        from daifu.data.store.sql.records.uploads import revise_record

        with self._sessions.acquire() as session:
            packed = session.compressor.pack_judged(judged)
        with self._counted_ahead(record), self.writing() as writing:
            return revise_record(writing, record, expected, packed, RevisionCause(kind, author, reason))

    def withdraw(self, record: int, author: Author, *, expected: int, reason: str | None = None) -> Withdrawal:
        """Withdraw a record."""
        from daifu.data.store.sql.records import uploads

        with self._counted_ahead(record), self.writing() as writing:
            return uploads.withdraw_record(writing, record, expected, author, reason)

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report."""
        with self._sessions.acquire() as session:
            return records.load_revision(session, record, revision)

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record and its latest revision."""
        with self._sessions.acquire() as session:
            return records.load_report(session, record)

    def latest(self, record: int) -> int:
        """The number of the latest revision of a record."""
        with self._sessions.acquire() as session:
            return records.latest_revision(session, record)

    def length(self, record: int, revision: int | None = None) -> int:
        """The bytes of the text of a revision."""
        with self._sessions.acquire() as session:
            return records.text_length(session, record, revision)

    def mark(self, record: int, revision: int) -> str | None:
        """What tells a revision from any other that had its number."""
        with self._sessions.acquire() as session:
            return records.revision_mark(session, record, revision)

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record."""
        with self._sessions.acquire() as session:
            return records.load_history(session, record)

    def revision_page(self, record: int, after: int = 0, limit: int = 50) -> RevisionPage:
        """Some of the revisions of a record."""
        with self._sessions.acquire() as session:
            return records.load_revision_page(session, record, after, limit)

    def page(self, wanted: RecordFilter, after: int | None = None, limit: int = 50) -> RecordPage:
        """Some of the wanted records, newest first."""
        with self._sessions.acquire() as session:
            return lists.list_records(session, wanted, after, limit)

    def each(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """All wanted records, oldest first, through a connection of their own."""
        with self._sessions.separate() as session:
            yield from lists.iterate_records(session, wanted, skip)

    def each_by_day(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """All wanted records by game and day, through a connection of their own."""
        with self._sessions.separate() as session:
            yield from lists.iterate_by_day(session, wanted, skip)

    def create_token(self, name: str, role: str, days: int | None = None) -> NewToken:
        """Create a token."""
        with self.writing() as writing:
            return tokens.create_token(writing, name, role, days)

    def find_token(self, secret: str) -> Token | None:
        """The token with this secret."""
        with self._sessions.acquire() as session:
            return tokens.find_token(session, secret)

    def valid_token(self, token: int) -> Token | None:
        """The token with this number, if it is still valid."""
        with self._sessions.acquire() as session:
            return tokens.valid_token(session, token)

    def signing_key(self) -> bytes:
        """The random key of the store."""
        with self._sessions.acquire() as session:
            return tokens.signing_key(session)

    def end_signed(self, subject: str) -> int:
        """Note that what services signed under this subject has ended."""
        with self.writing() as writing:
            return tokens.end_signed(writing, subject)

    def times_ended(self, subject: str) -> int:
        """How often what services signed under this subject was ended."""
        with self._sessions.acquire() as session:
            return tokens.times_ended(session, subject)

    def tokens(self) -> list[Token]:
        """All tokens."""
        with self._sessions.acquire() as session:
            return tokens.list_tokens(session)

    def revoke(self, token: int) -> Token:
        """Revoke a token."""
        with self.writing() as writing:
            return tokens.revoke_token(writing, token)

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        with self._sessions.acquire() as session:
            return records.count_records(session)

    def ready(self) -> None:
        """Check that records can be read, and written to the store that was opened."""
        self._sessions.require_same_store()
        with self._sessions.acquire() as session:
            records.check_readable(session)

    @abstractmethod
    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy the store to a new location, as far as it can be read."""

    @abstractmethod
    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process be inside such a block of this store."""

    @abstractmethod
    def worker_numbers(self) -> "WorkerNumbers":
        """The numbers of the workers of the store."""

    def differences(self, advance: Callable[[int], None]) -> Generator[Difference, None, None]:
        """Everything that is inconsistent in the store."""
        from daifu.data.store.sql.maintenance import check

        with self._sessions.separate() as session:
            yield from check.store_differences(session, advance)

    def mend(self) -> list[Difference]:
        """Make anew what is damaged and follows from records."""
        from daifu.data.store.sql.maintenance.mend import mend

        return mend(self._sessions, self._queue)

    def repair(self, advance: Callable[[int], None]) -> Generator[Repair, None, None]:
        """Put right what is inconsistent in the store."""
        from daifu.data.store.sql.maintenance.repair import repair

        yield from repair(self._sessions, self._queue, advance)

    def is_judged(self) -> bool:
        """Whether all records were judged by the present version of the rules."""
        with self._sessions.acquire() as session:
            return judging_progress.is_judged(session.connection)

    def state(self) -> object:
        """A value that changes with each write."""
        with self._sessions.acquire() as session:
            return session.state()

    def before_fork(self) -> None:
        """Close the connections that no child of this process may use."""
        self._sessions.drop()

    def after_fork(self) -> None:
        """Open the store again in a child of the process."""
        self._sessions.abandon()
        self._open()
