"""What a store offers, by subject. `daifu.data.store.open.open_store` opens one; every backend has these protocols.

Several threads and several processes may use one store at once. Each method does all of its work or none of it, and
what it wrote is on disk when it returns. Every method may raise `StoreUnusable`, or one of its subclasses, where the
machine or the state of the store prevents the work. Values are those of `daifu.data.store.values`, errors those of
`daifu.data.store.errors`. Times are in UTC, to the second.

Ids of records, tournaments, tokens and merges are positive integers. A number that is too large for the backend is the
number of nothing; it is not an error of its own.

`tests/store` holds the contract: its tests use nothing but these protocols and run for every backend.
"""

from collections.abc import Callable, Collection, Generator, Hashable, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, Protocol

from daifu.data.ratings.values import (
    FeatHolders,
    RatedPerson,
    RatingChanges,
    RatingHistory,
    RatingPage,
    RatingsVersion,
    RecentForm,
)
from daifu.data.store.errors import LeftOut
from daifu.data.store.values import (
    SCOREKEEPER,
    Anonymous,
    Author,
    ChangeListener,
    Club,
    DealFilter,
    Difference,
    EveningCounts,
    HouseDocument,
    HousePage,
    ImportProblem,
    Location,
    Look,
    MergePreview,
    NewToken,
    PeopleCursor,
    PeoplePage,
    Person,
    PersonChange,
    PushSubscription,
    RecordFilter,
    RecordImportPreview,
    RecordPage,
    Repair,
    ResultImport,
    Revision,
    RevisionKind,
    RevisionPage,
    SeasonTerms,
    SimilarPeople,
    SimilarTournament,
    StoreCounts,
    StoredAnalysis,
    StoredHouse,
    StoredRecord,
    StoredSeason,
    Token,
    TournamentPage,
    UploadOutcome,
    VersionedState,
    Withdrawal,
)
from daifu.replay.counters import Counts
from daifu.schemas.judged_record import JudgedRecord

if TYPE_CHECKING:  # most commands need no jobs and no tournaments, which take long to load
    from daifu.data.store.jobs import Job, JobState, TakenJob, WorkerNumbers
    from daifu.data.tournaments.changes import AnyChange, Created
    from daifu.data.tournaments.log import Entry
    from daifu.data.tournaments.result_import import ImportPreview
    from daifu.data.tournaments.state import State

ALL_DEALS = DealFilter()


class Records(Protocol):
    """Records with all their revisions and reports. A revision is never changed or deleted.

    A record whose latest revision withdraws it is withdrawn: lists leave it out unless they are asked for withdrawn
    records, and statistics and ratings do not count it.

    Each method that writes raises `TokenRevoked` where the token of the author is revoked, also while they upload.
    """

    def add(self, judged: Sequence[JudgedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads, and return what became of each, in their order. Either all are stored or none.

        `daifu.data.store.uploads.match_upload` says what becomes of an upload. Results of the records are imported
        into the tournaments that they concern; what came of that is in `UploadOutcome.imports`.
        `UploadOutcome.duplicates` names records that are probably the same sitting as a new one.
        """
        ...

    def preview(self, judged: JudgedRecord) -> UploadOutcome | None:
        """What `add` would return for an upload now, without imports; None for a new record. Nothing is written."""
        ...

    def duplicates(self, judged: JudgedRecord) -> tuple[int, ...]:
        """The records that are probably the same sitting as a record that is not stored yet, nearest in length first.

        They have the same event, day and players; `daifu.data.store.uploads.probable_duplicates` compares them.
        """
        ...

    def preview_imports(self, judged: JudgedRecord, foreseen: UploadOutcome | None) -> tuple[RecordImportPreview, ...]:
        """What would become of an upload in the tournaments it concerns; `foreseen` is what `preview` returned."""
        ...

    def similar_tournaments(self, names: Collection[str]) -> dict[str, SimilarTournament]:
        """The tournaments that these names of events nearly name, by the name.

        Such a name differs from one that a tournament has or had only by case, width or blanks. A record with it does
        not land there.
        """
        ...

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
        ...

    def withdraw(self, record: int, author: Author, *, expected: int, reason: str | None = None) -> Withdrawal:
        """Withdraw a record whose latest revision is `expected`.

        Raises `NoSuchRecord`, `RevisionConflict`, and `RecordWithdrawn` where it is withdrawn already.
        """
        ...

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report; by default the latest revision.

        Raises `NoSuchRecord`, also where there is no such revision, `RecordWithdrawn` where that revision withdrew the
        record, and `RecordDamaged` where its text is damaged.
        """
        ...

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record, and the number of its latest revision. Raises `NoSuchRecord`, `RecordWithdrawn`."""
        ...

    def latest(self, record: int) -> int:
        """The number of a record's latest revision. Raises `NoSuchRecord` or `RecordWithdrawn`."""
        ...

    def length(self, record: int, revision: int | None = None) -> int:
        """The bytes of the text of a revision, by default the latest that has one; 0 where there is none."""
        ...

    def mark(self, record: int, revision: int) -> str | None:
        """Eight characters that tell a revision from any other that had its number; None where there is none.

        Where a store is restored from a backup, records get numbers again that were lost.
        """
        ...

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record with their reports, first to last. Raises `NoSuchRecord`."""
        ...

    def revision_page(self, record: int, after: int = 0, limit: int = 50) -> RevisionPage:
        """At most `limit` revisions, first to last, starting behind the revision `after`. Raises `NoSuchRecord`."""
        ...

    def page(self, wanted: RecordFilter, after: int | None = None, limit: int = 50) -> RecordPage:
        """At most `limit` of the wanted records, newest first, starting behind the record `after`.

        Records that are added meanwhile come before the first page, so that the following pages stay as they are.
        """
        ...

    def each(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """All wanted records, oldest first, in one state of the store: that at the moment of the first record.

        Where the text of a record is damaged, `skip` is called and the record is left out; without `skip`,
        `RecordDamaged` is raised.

        A withdrawn record is given as it was before its withdrawal. Writers are not held up, memory stays flat, and
        another thread may continue the iteration. Closing the generator releases its connection.
        """
        ...

    def each_by_day(self, wanted: RecordFilter, skip: LeftOut | None = None) -> Generator[StoredRecord, None, None]:
        """Like `each`, ordered by game and by the day of the event; records without a day come first in their game."""
        ...


class Tokens(Protocol):
    """Tokens of those who may use the service. Only a hash of each secret is stored."""

    def create_token(self, name: str, role: str, days: int | None = None) -> NewToken:
        """Create a token, which ends after so many days if they are given.

        Its secret is returned here once and stored nowhere. Raises `TokenNameTaken`.
        """
        ...

    def find_token(self, secret: str) -> Token | None:
        """The token with this secret; None where there is none, or where it was revoked or has ended."""
        ...

    def valid_token(self, token: int) -> Token | None:
        """The token with this number; None where there is none, or where it was revoked or has ended."""
        ...

    def signing_key(self) -> bytes:
        """The random key of the store, by which services sign what they will read again, such as sessions.

        It is made with the store and never changes, so that all processes share it, before and after a restart.
        """
        ...

    def end_signed(self, subject: str) -> int:
        """Note that what services signed under this subject has ended: a session, or the links made so far.

        Returns how often it has ended by now.
        """
        ...

    def times_ended(self, subject: str) -> int:
        """How often what services signed under this subject was ended."""
        ...

    def tokens(self) -> list[Token]:
        """All tokens, also those that are not valid any more, in the order of their creation."""
        ...

    def revoke(self, token: int) -> Token:
        """Revoke a token; one that is revoked already keeps its time. Raises `NoSuchToken`."""
        ...


class Maintenance(Protocol):
    """Operations on the store as a whole."""

    @property
    def read_only(self) -> bool:
        """Whether the store was opened for reading, or cannot be written to; each write raises `StoreReadOnly`."""
        ...

    def close(self) -> None:
        """Close all connections. Nobody may be using the store. It opens again by itself at the next call."""
        ...

    def first_start(self) -> AbstractContextManager[None]:
        """Let no other process be inside such a block of this store. There a new store is filled."""
        ...

    def ready(self) -> None:
        """Check that records can be read."""
        ...

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        ...

    def state(self) -> Hashable:
        """A value that is never the same again in this process once anything was written to the store, by any process.

        It may also change without a write. Two open stores never have the same. Another process, or the same store
        after a restore, may have it again, so that nothing may leave this process by which somebody compares states.
        """
        ...

    def back_up(self, target: Location, advance: Callable[[int], None]) -> list[Difference]:
        """Copy one state of the store to a new location, where `open_store` opens it, while others may write.

        `advance` is called with the number of bytes copied since the last call. The copy is there when it is complete,
        and was found sound. Of a damaged store it has what can be read; what cannot is returned. Raises
        `FileExistsError` where there is something at the target already, and other kinds of `OSError`.
        """
        ...

    def worker_numbers(self) -> "WorkerNumbers":
        """The numbers by which the workers of the store are known, for this process."""
        ...

    def differences(self, advance: Callable[[int], None]) -> Generator[Difference, None, None]:
        """Everything that is inconsistent in one state of the store: all revisions are judged again and compared.

        `advance` is called with the number of revisions looked at since the last call.
        """
        ...

    def mend(self) -> list[Difference]:
        """Make anew what is damaged and follows from the records: indexes, lists, statistics, ratings; what was.

        The database looks for damage in all that it has. Raises `StoreDamaged` where it finds some elsewhere, in what
        nobody who reads it could tell from what was written.
        """
        ...

    def repair(self, advance: Callable[[int], None]) -> Generator[Repair, None, None]:
        """Judge all revisions by the present rules, and put right what differs: reports, lists, statistics, ratings.

        Each difference is given once it was put right, and at the end those that stay, such as damaged texts. Others
        may write meanwhile. A repair that is stopped goes on where it was. `advance` is called as by `differences`,
        and each revision is looked at twice.
        """
        ...

    def is_judged(self) -> bool:
        """Whether all records were judged by the present version of the rules; otherwise `repair` judges them again."""
        ...


class Analyses(Protocol):
    """Analyses of records: for a revision, the bytes of its latest analysis, and the method by which it was made.

    An analysis belongs to its revision: when the record is corrected, the new revision has none. It can be made again
    at any time, because it follows from the revision and the method.
    """

    def find(self, record: int, revision: int, method: str) -> bytes | None:
        """The analysis of a revision by this version of the method; None where there is none."""
        ...

    def keep(self, record: int, revision: int, method: str, analysis: bytes) -> None:
        """Store the analysis of a revision in place of an earlier one. Its job is done then, and is forgotten.

        It is a JSON list of deals in the format `daifu-analysis/1`. Statistics count the analysis of the present
        revision by the present version of the method, and no other.

        Raises `NoSuchRecord`, also where there is no such revision, and `RecordWithdrawn` where that revision withdrew
        the record.
        """
        ...

    def each(self) -> Generator[StoredAnalysis, None, None]:
        """All analyses by record and revision, in the state of the store at the moment of the first one."""
        ...


class Jobs(Protocol):
    """Analyses that were ordered, each from its order until it is kept: one of a revision for a version of the method.

    A job belongs to the worker that has taken it, which is known by its number. When it was cancelled or given to
    another one, what the former notes of it changes nothing.
    """

    def find(self, record: int, revision: int, method: str) -> "Job | None":
        """The job of a revision; None where there is none, also where it is done."""
        ...

    def order(self, record: int, revision: int, method: str, author: Author) -> None:
        """Let the job of a revision wait, unless it waits or runs already. Raises `QueueFull`.

        Its turn is after the last job of the same token (or name, without one), or that of the job that is next of all.
        """
        ...

    def cancel(self, record: int, revision: int, method: str, author: str) -> None:
        """Cancel the job of a revision, if it waits or runs."""
        ...

    def take(self, method: str, worker: int) -> "TakenJob | None":
        """The job whose turn it is, which runs from now on under the number of a worker; None where none waits."""
        ...

    def note(self, job: "TakenJob", state: "JobState", done: int | None = None, deals: int | None = None) -> None:
        """Note how many of the deals of a job are done, and its state, unless it was cancelled."""
        ...

    def counts(self) -> dict[str, int]:
        """How many jobs have each state, of those that the store knows."""
        ...

    def is_running(self, job: "TakenJob") -> bool:
        """Whether its worker is to go on with a job."""
        ...

    def restore_lost(self, method: str, is_lost: Callable[[int], bool]) -> None:
        """Let the jobs of lost workers wait again, and forget those that failed or were cancelled long ago.

        A job that has lost three workers has failed.
        """
        ...


class Houses(Protocol):
    """House rules as documents. A document is never changed or deleted; a version of it can be withdrawn from lists.

    An id belongs to the token that stored it first: only that token, and who may do everything, add higher versions
    and withdraw.
    """

    def add(self, document: HouseDocument, author: Author, *, as_admin: bool = False) -> StoredHouse:
        """Store a document. Raises `HouseVersionTaken`, `HouseOfAnother` and `TokenRevoked`."""
        ...

    def find(self, slug: str, version: int | None = None) -> StoredHouse:
        """A version of house rules, by default the highest that is not withdrawn. Raises `NoSuchHouse`."""
        ...

    def versions(self, slug: str) -> list[StoredHouse]:
        """All versions of house rules, the highest first, withdrawn ones included. Raises `NoSuchHouse`."""
        ...

    def page(self, after: int | None = None, limit: int = 50) -> HousePage:
        """At most `limit` house rules, each in its highest version that is not withdrawn, the latest stored first."""
        ...

    def withdraw(self, slug: str, version: int, author: Author, *, as_admin: bool = False) -> None:
        """Take a version out of all lists, if it is not yet. Raises what `add` raises, and `NoSuchHouse`."""
        ...

    def each(self) -> Generator[StoredHouse, None, None]:
        """All documents in the order in which they were stored."""
        ...


class ClubTable(Protocol):
    """What the club of a store says of itself, its passwords, and the names of its people who need not have played.

    Each change raises `TokenRevoked`.
    """

    def find(self) -> Club | None:
        """What the club says of itself; None where nobody said anything yet."""
        ...

    def write(self, club: Club, author: Author) -> None:
        """Write what the club says of itself, but for its passwords."""
        ...

    def set_password(self, password: str | None, author: Author, role: str = SCOREKEEPER) -> None:
        """Set the password of a club that has a name, or take it away: that which enters results, or of a reader.

        Those who signed in with the one before are signed out.

        Raises `TokenNameTaken`.
        """
        ...

    def token_of(self, password: str) -> Token | None:
        """The token of those who know the password, who may enter results, or only read; None for any other."""
        ...

    def names(self) -> list[str]:
        """The names that were typed in, in their order."""
        ...

    def set_names(self, names: Collection[str], author: Author) -> None:
        """Keep these names in place of those before. Of names that differ in case or width only, the first counts."""
        ...


class Seasons(Protocol):
    """Seasons: named sets of evenings. They hold no results, and change only by these methods.

    Each method that writes raises `TokenRevoked`.
    """

    def all(self) -> list[StoredSeason]:
        """All seasons, the latest first: by their last days, those without an end before all others."""
        ...

    def find(self, season: int) -> StoredSeason:
        """The season with this number. Raises `NoSuchSeason`."""
        ...

    def add(self, terms: SeasonTerms, author: Author) -> StoredSeason:
        """Store a season."""
        ...

    def change(self, season: int, terms: SeasonTerms, author: Author) -> StoredSeason:
        """Give a season other terms. Raises `NoSuchSeason`."""
        ...

    def remove(self, season: int, author: Author) -> None:
        """Remove a season; the games stay. Raises `NoSuchSeason`."""
        ...

    def events(self, limit: int = 50) -> list[str]:
        """The names of the events of at most `limit` kinds that games name, the latest stored first."""
        ...


class HookCalls(Protocol):
    """What the addresses were told that follow the store. `hook` names one of them, `subject` what it is told of."""

    def take(self, hook: str, subject: str, version: int, now: int) -> int | None:
        """Take the call about this version; how often it has failed. None where it is done, or another process has it.

        It is taken again when it was not `done` after a pause that doubles each time, or with another version.
        """
        ...

    def done(self, hook: str, subject: str, version: int) -> None:
        """Note that the call was made, or is given up."""
        ...


class PushSubscriptions(Protocol):
    """The phones that are told where somebody sits in a tournament, once that is drawn."""

    def add(self, phone: PushSubscription) -> None:
        """Keep a phone. Of the phones of an entrant only the latest stay."""
        ...

    def all(self) -> list[PushSubscription]:
        """All phones, by tournament and entrant."""
        ...

    def remove(self, phone: PushSubscription) -> None:
        """Tell a phone nothing more of this entrant."""
        ...

    def end(self, tournament: int) -> None:
        """Forget all phones of a tournament."""
        ...


class People(Protocol):
    """The people who play. One person may play under several ids: merges say so, and can be undone.

    Neither records nor statistics change by a merge: a reader adds up what belongs to one person. An id is known as
    long as any record that is not withdrawn has it.
    """

    def find(self, search: str = "", limit: int = 50, after: PeopleCursor | None = None) -> PeoplePage:
        """At most `limit` people one of whose ids or names begins with `search`, then those where it stands inside.

        Case, width and composition of letters make no difference. The people found by a beginning are ordered by id,
        and so are the others.
        """
        ...

    def one(self, player: str) -> Person:
        """The person to whom an id belongs. Raises `NoSuchPlayer`."""
        ...

    def one_or_named(self, player: str) -> Person:
        """The same, or somebody without games whom a tournament or the club knows by this name.

        Raises `NoSuchPlayer`.
        """
        ...

    def names(self, players: Collection[str]) -> dict[str, str]:
        """The names that these ids go by, as far as the store knows the ids."""
        ...

    def merged(self) -> dict[str, str]:
        """For each id that was merged into another: the id that stands for the person."""
        ...

    def history(self, player: str) -> list[PersonChange]:
        """All changes to a person and their ids, first to last. Raises `NoSuchPlayer`."""
        ...

    def changes(self) -> list[PersonChange]:
        """All changes to all people, first to last."""
        ...

    def version(self) -> str:
        """A text that changes with each merge, its undoing, each rename, and each new name in a record."""
        ...

    def similar(self) -> list[SimilarPeople]:
        """The pairs of people one of whose names looks the same, and who may be merged.

        Those of whom somebody said that they are two are not among them.
        """
        ...

    def keep_apart(self, player: str, other: str, author: Author, reason: str) -> None:
        """Note that two people are not the same, so that nobody is asked again. They may still be merged.

        Raises `NoSuchPlayer`, `OnePerson` and `TokenRevoked`.
        """
        ...

    def preview_merge(self, player: str, into: str) -> MergePreview:
        """The two people of whom a merge would make one. Raises what `merge` raises."""
        ...

    def looks(self) -> dict[str, Look]:
        """How all people look who have a look of their own, by each of their ids."""
        ...

    def picture(self, player: str) -> bytes | None:
        """The picture of a person; None for one without. Raises `NoSuchPlayer`."""
        ...

    def set_look(self, player: str, look: Look, picture: bytes | None, author: Author) -> Look:
        """Give a person a nickname and a colour, and a picture: None keeps theirs, and an empty one takes it away.

        They are found by the nickname from then on. Raises `NoSuchPlayer`.
        """
        ...

    def preview_anonymity(self, player: str) -> Anonymous:
        """What making a person anonymous would concern. Raises `NoSuchPlayer`."""
        ...

    def make_anonymous(self, player: str, author: Author) -> Anonymous:
        """Write all that the store has without the names of a person, past revisions and logs as well.

        Nothing else changes: numbers of records, results, statistics and ratings stay. It cannot be undone. Raises
        `NoSuchPlayer`.
        """
        ...

    def times_names_ended(self) -> int:
        """How often people were made anonymous or got another look: what was remembered of them before is old."""
        ...

    def merge(self, player: str, into: str, author: Author, reason: str) -> int:
        """Make all ids of the one person ids of the other; the number by which that can be undone.

        Raises `NoSuchPlayer`, `OnePerson` where they are one person already, and `SatTogether` where they sat in one
        deal of any record that is not withdrawn.
        """
        ...

    def undo(self, merge: int, author: Author, reason: str) -> None:
        """Undo a merge: everything is as it would be without it. Raises `NoSuchMerge`."""
        ...

    def rename(self, player: str, name: str, author: Author, reason: str) -> None:
        """Give a person a name that later records do not change. Raises `NoSuchPlayer`.

        Where a merge is undone later, the name stays with the id by which the person was renamed.
        """
        ...


class Statistics(Protocol):
    """Counts of players, of all players, and of pairs of players, by game. Ids are taken as records have them.

    A record that names a house counts in its game and under the name of the house, which is given in place of a game:
    so a game has the results of all its houses together.

    Each method may raise `StoreBusy` while all records are being counted again, and `StoreDamaged` where another
    version of the program has counted them.
    """

    def houses(self) -> list[str]:
        """The names of the houses in which records count, too, such as daifugo_friday, in alphabetical order."""
        ...

    def version(self, rules: str) -> int:
        """A number that grows whenever a count of this game changes; 0 where nothing has been counted."""
        ...

    def player(self, ids: Sequence[str], rules: str, wanted: DealFilter = ALL_DEALS) -> Counts | None:
        """The counts of the person with these ids; None where they have not played such deals."""
        ...

    def profile(self, rules: str, wanted: DealFilter = ALL_DEALS) -> tuple[Counts, Counts]:
        """The counts of the deals themselves, and those of all players in them together."""
        ...

    def opponents(self, ids: Sequence[str], rules: str) -> list[tuple[str, Counts]]:
        """All other ids that sat with a person, sorted, each with the counts of the two from the person's side."""
        ...

    def against(self, ids: Sequence[str], others: Sequence[str], rules: str) -> Counts:
        """The counts of two persons from the side of the first; empty where they never sat together."""
        ...

    def catch_up(self) -> None:
        """Add up what was counted lately, as far as the store can be written to: the next readers need not wait for it.

        Readers get all counts in any case.
        """
        ...

    def everybody(
        self,
        rules: str,
        least_deals: int = 0,
        wanted: DealFilter = ALL_DEALS,
        counters: Collection[str] | None = None,
    ) -> Generator[tuple[str, Counts], None, None]:
        """All ids with at least `least_deals` such deals and their counts, in the state at the moment of the first one.

        Their order is that in which the store met the ids. Counts are of all counters, or only of `deals` and of those
        that are named, which is faster.
        """
        ...

    def evenings(self, rules: str, wanted: DealFilter, counters: Collection[str]) -> list[EveningCounts]:
        """The named counters of each id on each day and at each event of these deals, in no order."""
        ...

    def pairs(self, rules: str) -> Generator[tuple[str, str, Counts], None, None]:
        """All two ids that sat together, once, each with the counts from the side of the first.

        Their order, and which of the two is the first, follow from the order in which the store met the ids.
        """
        ...


class Ratings(Protocol):
    """Ratings, streaks and reigns by game. They depend on the order in which the deals were played.

    That is the order of the days of the events, or of first storing where an event has no day; within a day the order
    of the records' ids. Each method that reads first brings the ratings up to date, for at most `max_wait` seconds;
    after that, or where nothing can be written, it answers with the ratings as of an earlier moment, and says by how
    many deals they are `behind`.
    """

    max_wait: float
    """How many seconds a reader waits for the ratings to be brought up to date."""

    def catch_up(self, rules: str | None = None, max_wait: float = ...) -> bool:
        """Bring the ratings of one game, or of all, up to date; whether that was finished within `max_wait` seconds.

        By default there is no limit. Others may write meanwhile.
        """
        ...

    def version(self, rules: str | None = None) -> RatingsVersion:
        """A count that grows with each change of the ratings of a game, or of all, and how far they are behind."""
        ...

    def ratings(self, rules: str, least_deals: int = 1, limit: int = 50, cursor: int = 0) -> RatingPage:
        """At most `limit` people with `least_deals` or more rated deals, highest skill first, after `cursor` people."""
        ...

    def history(self, ids: Sequence[str], rules: str) -> RatingHistory:
        """The rating of a person at the end of each day on which they played a rated deal, first to last."""
        ...

    def changes(self, rules: str, since: date | None, until: date | None) -> RatingChanges:
        """What a span of days, both included, changed for everybody who played a rated deal in it."""
        ...

    def form(self, ids: Sequence[str], rules: str) -> RecentForm:
        """The last places of a person, with their streaks and reigns; all empty for somebody who has not played."""
        ...

    def everybody(self, rules: str) -> Generator[RatedPerson, None, None]:
        """Everybody who has played a game, in the order in which the store met them, in one state of the store."""
        ...

    def records(self, rules: str, limit: int = 10) -> FeatHolders:
        """For each feat the at most `limit` people with the highest values, the best first."""
        ...


class Tournaments(Protocol):
    """Logs of tournaments, which only grow, and the states and results that follow from them.

    Each method that takes a tournament raises `NoSuchTournament`, and `LogDamaged` where its log cannot be read. A
    method that changes one raises `daifu.data.tournaments.errors.TournamentError` where the rules of tournaments
    refuse the change; nothing has changed then.
    """

    def listen(self, call: Callable[[], None]) -> ChangeListener | None:
        """Call this from another thread after each change of a tournament; None where the database tells of none."""
        ...

    def create(self, change: "Created", author: Author, reason: str | None = None) -> int:
        """Begin a tournament; its id. Raises `NameTaken`: records find their tournament by its name."""
        ...

    def append(
        self,
        tournament: int,
        changes: "Sequence[AnyChange]",
        author: Author,
        *,
        expected: int | None,
        reason: str | None = None,
    ) -> int:
        """Append changes to the log of a tournament, all or none; its new version.

        Raises `VersionConflict` where `expected` is given and is not the version, `NameTaken`, and `OnlyByImport` for
        a result that names a record: only the import of that record may write it.
        """
        ...

    def remove(self, tournament: int) -> None:
        """Let a tournament be found no more, also by its name. Its games stay."""
        ...

    def page(self, after: int | None = None, limit: int = 50) -> TournamentPage:
        """At most `limit` tournaments, newest first, starting behind the tournament `after`."""
        ...

    def named(self, name: str) -> int | None:
        """The tournament that has this name or had it; None where there is none."""
        ...

    def version(self, tournament: int) -> int:
        """The number of the last entry of the log."""
        ...

    def mark(self, tournament: int, version: int) -> str | None:
        """Eight characters that tell an entry of the log from any other that had its number; None where it is not."""
        ...

    def log(self, tournament: int, after: int = 0, limit: int = 100, characters: int | None = None) -> "list[Entry]":
        """At most `limit` entries of the log, first to last, starting behind the entry `after`.

        With `characters` it ends before entries that would have more of them in all, but not before the first.
        """
        ...

    def present(self, tournament: int) -> VersionedState:
        """The state of a tournament and its version."""
        ...

    def state(self, tournament: int, until: int | None = None) -> "State":
        """The state of a tournament after the entry `until`, by default the last one. Raises `NoSuchEntry`."""
        ...

    def problems(self, tournament: int) -> list[ImportProblem]:
        """The records that could not be imported, and were neither changed, imported nor dismissed since, by id."""
        ...

    def unimported(self, tournament: int) -> list[int]:
        """The records whose event names the tournament, of which it holds no result and stores no problem, by id.

        They came before the tournament, or their results were removed, or their problem was dismissed.
        """
        ...

    def attempt(
        self, tournament: int, records: Sequence[int], author: Author, reason: str | None = None
    ) -> list[ResultImport]:
        """Import records again as if they had been uploaded now; what became of each. Raises `NoSuchRecord`."""
        ...

    def import_record(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Import a record, also where that replaces results that others entered; the new version.

        The results of a record that belongs there no more are removed. Raises `NoSuchRecord` and `RecordWithdrawn`.
        """
        ...

    def preview(self, tournament: int, record: int) -> "ImportPreview":
        """What `import_record` would change if all rounds were open. Raises what it raises."""
        ...

    def ignore(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Take a record out of those that could not be imported; the version that notes it in the log.

        Ignoring it again changes nothing. Raises `NoSuchRecord` for one that never waited there.
        """
        ...


class Store(Records, Tokens, Maintenance, Protocol):
    """A whole store."""

    @property
    def analyses(self) -> Analyses:
        """The analyses of records."""
        ...

    @property
    def jobs(self) -> Jobs:
        """The analyses that were ordered."""
        ...

    @property
    def houses(self) -> Houses:
        """The house rules that are kept."""
        ...

    @property
    def club(self) -> ClubTable:
        """What the club says of itself."""
        ...

    @property
    def seasons(self) -> Seasons:
        """The seasons of the store."""
        ...

    @property
    def hook_calls(self) -> HookCalls:
        """What the addresses were told that follow the store."""
        ...

    @property
    def push_subscriptions(self) -> PushSubscriptions:
        """The phones that are told where somebody sits."""
        ...

    @property
    def people(self) -> People:
        """The people of the store."""
        ...

    @property
    def statistics(self) -> Statistics:
        """The statistics of the store."""
        ...

    @property
    def ratings(self) -> Ratings:
        """The ratings of the store."""
        ...

    @property
    def tournaments(self) -> Tournaments:
        """The tournaments of the store."""
        ...


class StoreCopy(Protocol):
    """A copy of a store that is under way, as `daifu.data.store.open.open_copy` begins it or goes on with it.

    It cannot be opened as a store before it is finished.
    """

    @property
    def source(self) -> Store:
        """The store that is copied, opened to be read."""
        ...

    @property
    def target(self) -> Store:
        """What was copied, to be read as a store."""
        ...

    def remaining(self) -> int:
        """How many revisions are still to be copied."""
        ...

    def run(self, advance: Callable[[int], None]) -> None:
        """Copy all that is missing, in one state of the source.

        `advance` is called with the number of revisions copied since the last call. A run that is stopped leaves what
        it has copied, and the next one goes on behind that. Raises `StoreDamaged` where another store was copied there.
        """
        ...

    def salvage(self, advance: Callable[[int], None]) -> list[Difference]:
        """Copy what can be read of a damaged source, and make anew what follows from it; what is not in the copy.

        There has to be nothing in the copy yet. `advance` is called with 1 for each revision.
        """
        ...

    def finish(self) -> None:
        """Make a store of the copy."""
        ...
