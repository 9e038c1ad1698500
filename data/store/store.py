"""What a store offers. `daifu.data.store.open.open_store` opens one, and each backend completes the class.

Several threads and several processes may use one store at once. Each method does all of its work or none of it, and
what it wrote is on disk when it returns. Every method may raise `StoreUnusable`, or one of its subclasses, where the
machine or the state of the store prevents the work. Values are those of `daifu.data.store.values`, errors those of
`daifu.data.store.errors`. Times are in UTC, to the second.

Ids of records, tournaments, tokens and merges are positive integers. A number that is too large for the backend is the
number of nothing; it is not an error of its own.

`tests/store` holds the contract: its tests use nothing but these methods and run for every backend.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cached_property, partial
from typing import TYPE_CHECKING

from daifu.data.child_process import call_at_forks
from daifu.data.long_records import LONG_RECORD
from daifu.data.store.errors import LeftOut
from daifu.data.store.sql import progress, records, tokens
from daifu.data.store.sql.progress import counted_up_to
from daifu.data.store.sql.records import Records
from daifu.data.store.sql.sessions import Session, SessionPool
from daifu.data.store.sql.texts import text_number
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
    RevisionKind,
    SimilarTournament,
    StoredRecord,
    Token,
    UploadOutcome,
    UploadStatus,
    Withdrawal,
)
from daifu.schemas.judged_record import JudgedRecord

if TYPE_CHECKING:
    from daifu.data.store.jobs import WorkerNumbers
    from daifu.data.store.sql.analyses import Analyses, Jobs
    from daifu.data.store.sql.club import ClubTable
    from daifu.data.store.sql.houses import Houses
    from daifu.data.store.sql.notifications import HookCalls, PushSubscriptions
    from daifu.data.store.sql.people.people import People
    from daifu.data.store.sql.ratings.ratings import Ratings
    from daifu.data.store.sql.seasons import Seasons
    from daifu.data.store.sql.statistics.statistics import Statistics
    from daifu.data.store.sql.tournaments.tournaments import Tournaments

# ruff: noqa: PLC0415 - a command that reads a store loads only the subjects that it asks for, in half the time


class Store(Records, ABC):
    """Records with all their revisions and reports, tokens, and what is done with a store as a whole.

    A revision is never changed or deleted. A record whose latest revision withdraws it is withdrawn: lists leave it out
    unless they are asked for withdrawn records, and statistics and ratings do not count it. Each method that writes
    records raises `TokenRevoked` where the token of the author is revoked, also while they upload. Only a hash of the
    secret of a token is stored.

    All else is in the properties. A backend says how sessions are made and how the store is copied; `separate_session`,
    `writing` and `recount` are for backends and copies.
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
        sessions = self._new_sessions()
        super().__init__(sessions, WriteQueue(sessions))
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
            if counted_up_to(session.connection) is None:
                return
        from daifu.data.store.sql.statistics.recount import recount

        recount(self._queue)

    def close(self) -> None:
        """Close all connections. Nobody may be using the store. It opens again by itself at the next call."""
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
        from daifu.data.store.sql.analyses import Jobs

        return Jobs(self._sessions, self._queue)

    @property
    def houses(self) -> "Houses":
        """The house rules that are kept."""
        from daifu.data.store.sql.houses import Houses

        return Houses(self._sessions, self._queue)

    @property
    def hook_calls(self) -> "HookCalls":
        """What the addresses were told that follow the store."""
        from daifu.data.store.sql.notifications import HookCalls

        return HookCalls(self._sessions, self._queue)

    @property
    def push_subscriptions(self) -> "PushSubscriptions":
        """The phones that are told where somebody sits."""
        from daifu.data.store.sql.notifications import PushSubscriptions

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
        """Whether the store was opened for reading, or cannot be written to; each write raises `StoreReadOnly`."""
        return self._sessions.read_only

    def add(self, judged: Sequence[JudgedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads, and return what became of each, in their order. Either all are stored or none.

        `daifu.data.store.uploads.match_upload` says what becomes of an upload. Results of the records are imported
        into the tournaments that they concern; what came of that is in `UploadOutcome.imports`.
        `UploadOutcome.duplicates` names records that are probably the same sitting as a new one.
        """
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
        from daifu.data.store.sql.statistics.recount import counted_ahead, long_text

        with self._sessions.acquire() as session:
            found = long_text(session, record)
        with counted_ahead(*found) if found else nullcontext():
            yield

    def preview(self, judged: JudgedRecord) -> UploadOutcome | None:
        """What `add` would return for an upload now, without imports; None for a new record. Nothing is written."""
        from daifu.data.store.sql import uploads

        with self._sessions.acquire() as session:
            return uploads.preview_upload(session, judged)

    def duplicates(self, judged: JudgedRecord) -> tuple[int, ...]:
        """The records that are probably the same sitting as a record that is not stored yet, nearest in length first.

        They have the same event, day and players; `daifu.data.store.uploads.probable_duplicates` compares them.
        """
        from daifu.data.store.sql import uploads

        with self._sessions.acquire() as session:
            return uploads.find_duplicates(session, judged, partial(text_number, session.connection))

    def preview_imports(self, judged: JudgedRecord, foreseen: UploadOutcome | None) -> tuple[RecordImportPreview, ...]:
        """What would become of an upload in the tournaments it concerns; `foreseen` is what `preview` returned."""
        from daifu.data.store.sql.tournaments import events

        with self._sessions.acquire() as session:
            return events.preview_imports(session, judged, foreseen)

    def similar_tournaments(self, names: Collection[str]) -> dict[str, SimilarTournament]:
        """The tournaments that these names of events nearly name, by the name.

        Such a name differs from one that a tournament has or had only by case, width or blanks. A record with it does
        not land there.
        """
        from daifu.data.store.sql.tournaments import events

        with self._sessions.acquire() as session:
            return events.find_similar_tournaments(session, names)

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
        """Store the next revision of a record whose latest revision is `expected`.

        Returns GROWN with the new revision, or EXISTS with the latest one where the content has not changed. The
        correction of a withdrawn record restores it. `daifu.data.store.uploads.next_revision` says which.

        Raises `NoSuchRecord`, `RevisionConflict`, `DuplicateContent` where another record has or had this content, and
        `RecordWithdrawn` where a deal is added to a withdrawn record.
        """
        from daifu.data.store.sql.uploads import RevisionCause, revise_record

        with self._sessions.acquire() as session:
            packed = session.compressor.pack_judged(judged)
        with self._counted_ahead(record), self.writing() as writing:
            return revise_record(writing, record, expected, packed, RevisionCause(kind, author, reason))

    def withdraw(self, record: int, author: Author, *, expected: int, reason: str | None = None) -> Withdrawal:
        """Withdraw a record whose latest revision is `expected`.

        Raises `NoSuchRecord`, `RevisionConflict`, and `RecordWithdrawn` where it is withdrawn already.
        """
        from daifu.data.store.sql import uploads

        with self._counted_ahead(record), self.writing() as writing:
            return uploads.withdraw_record(writing, record, expected, author, reason)

    def page(self, wanted: RecordFilter, after: int | None = None, limit: int = 50) -> RecordPage:
        """At most `limit` of the wanted records, newest first, starting behind the record `after`.

        Records that are added meanwhile come before the first page, so that the following pages stay as they are.
        """
        with self._sessions.acquire() as session:
            return records.list_records(session, wanted, after, limit)

    def each(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """All wanted records, oldest first, in one state of the store: that at the moment of the first record.

        Where the text of a record is damaged, `skip` is called and the record is left out; without `skip`,
        `RecordDamaged` is raised.

        A withdrawn record is given as it was before its withdrawal. Writers are not held up, memory stays flat, and
        another thread may continue the iteration. Closing the generator releases its connection.
        """
        with self._sessions.separate() as session:
            yield from records.iterate_records(session, wanted, records.OLDEST_FIRST, skip)

    def each_by_day(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """Like `each`, ordered by game and by the day of the event; records without a day come first in their game."""
        with self._sessions.separate() as session:
            yield from records.iterate_records(session, wanted, records.BY_DAY, skip)

    def create_token(self, name: str, role: str, days: int | None = None) -> NewToken:
        """Create a token, which ends after so many days if they are given.

        Its secret is returned here once and stored nowhere. Raises `TokenNameTaken`.
        """
        with self.writing() as writing:
            return tokens.create_token(writing, name, role, days)

    def find_token(self, secret: str) -> Token | None:
        """The token with this secret; None where there is none, or where it was revoked or has ended."""
        with self._sessions.acquire() as session:
            return tokens.find_token(session, secret)

    def valid_token(self, token: int) -> Token | None:
        """The token with this number; None where there is none, or where it was revoked or has ended."""
        with self._sessions.acquire() as session:
            return tokens.valid_token(session, token)

    def signing_key(self) -> bytes:
        """The random key of the store, by which services sign what they will read again, such as sessions.

        It is made with the store and never changes, so that all processes share it, before and after a restart.
        """
        with self._sessions.acquire() as session:
            return tokens.signing_key(session)

    def end_signed(self, subject: str) -> int:
        """Note that what services signed under this subject has ended: a session, or the links made so far.

        Returns how often it has ended by now.
        """
        with self.writing() as writing:
            return tokens.end_signed(writing, subject)

    def times_ended(self, subject: str) -> int:
        """How often what services signed under this subject was ended."""
        with self._sessions.acquire() as session:
            return tokens.times_ended(session, subject)

    def tokens(self) -> list[Token]:
        """All tokens, also those that are not valid any more, in the order of their creation."""
        with self._sessions.acquire() as session:
            return tokens.list_tokens(session)

    def revoke(self, token: int) -> Token:
        """Revoke a token; one that is revoked already keeps its time. Raises `NoSuchToken`."""
        with self.writing() as writing:
            return tokens.revoke_token(writing, token)

    @abstractmethod
    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy one state of the store to a new location, where `open_store` opens it, while others may write.

        `advance` is called with the number of bytes copied since the last call. The copy is there when it is complete,
        and was found sound. Of a damaged store it has what can be read; what cannot is returned. Raises
        `FileExistsError` where there is something at the target already, and other kinds of `OSError`.
        """

    @abstractmethod
    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process be inside such a block of this store. There a new store is filled."""

    @abstractmethod
    def worker_numbers(self) -> "WorkerNumbers":
        """The numbers by which the workers of the store are known, for this process."""

    def differences(self, advance: Callable[[int], None]) -> Generator[Difference, None, None]:
        """Everything that is inconsistent in one state of the store: all revisions are judged again and compared.

        `advance` is called with the number of revisions looked at since the last call.
        """
        from daifu.data.store.sql.maintenance import check

        with self._sessions.separate() as session:
            yield from check.store_differences(session, advance)

    def mend(self) -> list[Difference]:
        """Make anew what is damaged and follows from the records: indexes, lists, statistics, ratings; what was.

        The database looks for damage in all that it has. Raises `StoreDamaged` where it finds some elsewhere, in what
        nobody who reads it could tell from what was written.
        """
        from daifu.data.store.sql.maintenance.repair import mend

        return mend(self._sessions, self._queue)

    def repair(self, advance: Callable[[int], None]) -> Generator[Repair, None, None]:
        """Judge all revisions by the present rules, and put right what differs: reports, lists, statistics, ratings.

        Each difference is given once it was put right, and at the end those that stay, such as damaged texts. Others
        may write meanwhile. A repair that is stopped goes on where it was. `advance` is called as by `differences`,
        and each revision is looked at twice.
        """
        from daifu.data.store.sql.maintenance.repair import repair

        yield from repair(self._sessions, self._queue, advance)

    def is_judged(self) -> bool:
        """Whether all records were judged by the present version of the rules; otherwise `repair` judges them again."""
        with self._sessions.acquire() as session:
            return progress.is_judged(session.connection)

    def state(self) -> Hashable:
        """A value that is never the same again in this process once anything was written to the store, by any process.

        It may also change without a write. Two open stores never have the same. Another process, or the same store
        after a restore, may have it again, so that nothing may leave this process by which somebody compares states.
        """
        with self._sessions.acquire() as session:
            return session.state()

    def before_fork(self) -> None:
        """Close the connections that no child of this process may use."""
        self._sessions.drop()

    def after_fork(self) -> None:
        """Open the store again in a child of the process."""
        self._sessions.abandon()
        self._open()
