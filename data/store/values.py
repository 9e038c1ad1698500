"""The values that a store takes and returns: records, people, ratings, tournaments and tokens."""

from datetime import UTC, date, datetime
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from daifu.replay.counters import Counts
from daifu.replay.text import Text

if TYPE_CHECKING:  # most commands need no tournaments, which take long to load
    from daifu.data.tournaments.state import State

Location = str | Path
"""Where a store is: the path of a file, or whatever else names a store to its backend."""

LOCAL_AUTHOR: Final = "local"
"""The author's name where the command line works on the store itself."""

READER: Final = "reader"
SCOREKEEPER: Final = "scorekeeper"
ADMIN: Final = "admin"
ROLES: Final = (READER, SCOREKEEPER, ADMIN)
"""The roles in ascending order: each may do what those before it may do."""


class UploadStatus(StrEnum):
    """What became of an upload: a new record, the next revision of a record that grew, or a record that exists.

    A record that exists is repaired where its text was damaged.
    """

    CREATED = "created"
    GROWN = "grown"
    EXISTS = "exists"
    REPAIRED = "repaired"


class RevisionKind(StrEnum):
    """How a revision came about."""

    CREATED = "created"
    GROWN = "grown"
    DEAL = "deal"
    SEATED = "seated"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"


class Author(NamedTuple):
    """Who writes, by the name that revisions keep: that of their `token`, given by its id, or `local` without one."""

    name: str = LOCAL_AUTHOR
    token: int | None = None


class ImportProblem(NamedTuple):
    """Why a revision of a record could not be imported in a tournament of this version.

    `code` is one of `daifu.data.tournaments.errors` or of `daifu.data.tournaments.result_import`, `text` its
    sentence. `author` tried it `at` that time; the record was stored all the same.
    """

    tournament: int
    record: int
    revision: int
    version: int
    at: datetime
    author: str
    code: str
    text: Text


class ResultImport(NamedTuple):
    """What became of a record in a tournament, which now has this version.

    With a problem, nothing of the record was imported. Without one, the tournament has the results of the record;
    `missing` are the deals that its table has still to play or to report.
    """

    tournament: int
    record: int
    version: int
    problem: ImportProblem | None = None
    missing: tuple[int, ...] = ()


class UploadOutcome(NamedTuple):
    """What became of an upload; `revision` is the latest of the record.

    `imports` say what became of it in the tournaments that it concerns. `duplicates` are the records that are
    probably the same sitting as a new record.
    """

    status: UploadStatus
    id: int
    revision: int
    withdrawn: bool = False
    imports: tuple[ResultImport, ...] = ()
    duplicates: tuple[int, ...] = ()


class SimilarTournament(NamedTuple):
    """A tournament whose name differs from that of an event only by case, width or blanks."""

    id: int
    name: str


class Withdrawal(NamedTuple):
    """The revision that withdrew a record, and what became of its results in tournaments."""

    revision: int
    imports: tuple[ResultImport, ...] = ()


class RecordFilter(NamedTuple):
    """Which records are wanted; None does not restrict.

    `player` is an id, and `against` that of another player of the same records. `rules` is a game, or the name under
    which results of a house are counted. Dates are of the event, both included. `evening` asks for those with a day
    that are no round of a tournament.
    """

    player: str | None = None
    rules: str | None = None
    tournament: str | None = None
    legal: bool | None = None
    fault: str | None = None
    since: date | None = None
    until: date | None = None
    withdrawn: bool = False
    against: str | None = None
    evening: bool = False


class DealFilter(NamedTuple):
    """Which deals are counted; None does not restrict.

    `since` and `until` are days of the event, both included, `seated` is how many sat in a deal.
    """

    since: date | None = None
    until: date | None = None
    tournament: str | None = None
    seated: int | None = None


ALL_DEALS: Final = DealFilter()


class RecordSummary(NamedTuple):
    """A record as lists show it; `faults` are counts by code, `stored_at` is the time of its latest revision.

    `time` is that of its event, in seconds after the beginning of the day.
    """

    id: int
    revision: int
    rules: str
    players: list[tuple[str, str]]
    tournament: str | None
    round: str | None
    date: str | None
    deals: int
    actions: int
    legal: bool
    faults: dict[str, int]
    stored_at: datetime
    author: str
    withdrawn: bool
    time: int | None = None


class RecordPage(NamedTuple):
    """A page of the wanted records, newest first; `after` is the cursor of the next page, None at the end."""

    records: list[RecordSummary]
    after: int | None


class StoredRecord(NamedTuple):
    """One revision of a record with its report, both as JSON; `latest` says whether it is the latest revision."""

    id: int
    revision: int
    record: bytes
    report: bytes
    stored_at: datetime
    withdrawn: bool
    latest: bool


class StoredAnalysis(NamedTuple):
    """The analysis of a revision of a record, and the method by which it was made."""

    record: int
    revision: int
    method: str
    analysis: bytes


class Revision(NamedTuple):
    """One revision in the history of a record; `report` is None where it withdrew the record."""

    number: int
    kind: RevisionKind
    at: datetime
    author: str
    reason: str | None
    report: bytes | None


class RevisionPage(NamedTuple):
    """A page of the revisions of a record, first to last, and the report that the first of them followed.

    `after` is the cursor of the next page, None at the end; `latest` is the number of the latest revision.
    """

    revisions: list[Revision]
    report_before: bytes | None
    after: int | None
    latest: int


MOST_TOKEN_DAYS: Final = 3_650
"""The longest time after which a token ends by itself."""


class Token(NamedTuple):
    """A token without its secret, which is not stored."""

    id: int
    name: str
    role: str
    made_at: datetime
    revoked_at: datetime | None
    expires_at: datetime | None = None
    """When it ends; None where it does not."""

    def is_valid(self) -> bool:
        """Whether the token was not revoked and has not ended."""
        return self.revoked_at is None and (self.expires_at is None or current_time() < self.expires_at)

    def has_role(self, role: str) -> bool:
        """Whether the token has this role or a higher one."""
        return ROLES.index(self.role) >= ROLES.index(role)


class NewToken(NamedTuple):
    """A new token with its secret, which is shown only once."""

    token: Token
    secret: str


PUBLIC: Final = "public"
BY_LINK: Final = "link"
MEMBERS: Final = "members"
READING: Final = (PUBLIC, BY_LINK, MEMBERS)
"""Who may read a store: everybody; whoever was given a link, and only what it leads to; or members alone."""


class Club(NamedTuple):
    """What a club says of itself: its name, its usual game, and who may read its store.

    `rules` is the name under which results of the game count: a game, or a game with the id of house rules.
    """

    name: str
    rules: str | None = None
    reading: str = PUBLIC
    has_password: bool = False
    has_reading_password: bool = False


class ClubChange(NamedTuple):
    """A change of what a club says of itself: when, by whom, of what, and what it is now.

    `field` is one of `name`, `rules`, `reading`, `password`, `reading_password` and `people`. A password is only `set`,
    or None where it was taken away, and of people their number is told.
    """

    at: datetime
    author: str
    field: str
    value: str | None


class SeasonTerms(NamedTuple):
    """What a season is called, which deals belong to it, and how its table is made.

    Days are of the event, both included; `event` is its name, `rules` a game or the name under which results of a house
    are counted. None does not restrict. The `best` evenings of each person count, all of them by default, and who came
    to fewer than `least` has no place.
    """

    name: str = ""
    since: date | None = None
    until: date | None = None
    event: str | None = None
    rules: str | None = None
    best: int | None = None
    least: int = 1


class StoredSeason(NamedTuple):
    """A season that is stored, and who changed it last."""

    id: int
    terms: SeasonTerms
    changed_at: datetime
    author: str


class EveningCounts(NamedTuple):
    """What was counted for an id at the tables of one day and one event; None stands for no day, or no event."""

    player: str
    day: date | None
    event: str | None
    counts: Counts


class HouseDocument(NamedTuple):
    """A document of house rules: its text as it was written, and the same as JSON with all that it takes over."""

    slug: str
    version: int
    hash: str
    is_toml: bool
    text: str
    flattened: str


class StoredHouse(NamedTuple):
    """A document that is stored; a withdrawn one is in no list."""

    document: HouseDocument
    stored_at: datetime
    author: str
    withdrawn: bool


class HousePage(NamedTuple):
    """A page of house rules; `after` is where the next one begins, None at the end."""

    houses: list[StoredHouse]
    after: int | None


class StoreCounts(NamedTuple):
    """How much is in a store: records, withdrawn records among them, revisions, and bytes on disk."""

    records: int
    withdrawn: int
    revisions: int
    bytes: int


def current_time() -> datetime:
    """The present time in UTC, to the second, as stores keep times."""
    return datetime.now(UTC).replace(microsecond=0)


class Person(NamedTuple):
    """A person who plays: the id that stands for them, their name, all their ids, and other names of theirs."""

    id: str
    name: str
    players: list[str]
    names: list[str]


class Look(NamedTuple):
    """How a person looks on pages; the `colour` is one of `COLOURS`, the `mark` tells a picture from others."""

    nickname: str | None = None
    colour: int | None = None
    mark: str | None = None


COLOURS: Final = range(1, 9)
"""The colours that people can have, by their numbers."""


class SimilarPeople(NamedTuple):
    """Two people whose names look the same and who never sat in one deal: `into` has more games than `player`."""

    player: Person
    into: Person


class MergePreview(NamedTuple):
    """Two people who may be merged, and in how many records, withdrawn ones aside, each of them is."""

    player: Person
    into: Person
    games: tuple[int, int]


class MergedGame(NamedTuple):
    """A game that one of two people has played, with the deals and the present rating of each."""

    rules: str
    deals: list[int]
    skills: list[float | None]


class Anonymous(NamedTuple):
    """A person who was made anonymous, or may be: what they are known by then, and what has to be written anew.

    `id` and `name` say nothing of them. Their names were in this many records, with these many `revisions`, and
    tournaments. `shared` are names that somebody else has, too: these stay where they stand for the others, and in free
    text. `erased` says whether the bytes of the old names are gone from the files of the store.
    """

    id: str
    name: str
    records: int
    revisions: int
    tournaments: int
    shared: list[str]
    erased: bool = False


class Opponent(NamedTuple):
    """An opponent of a person, by id and name, and the counts of the two from the person's side."""

    id: str
    name: str
    counts: Counts


class PeopleCursor(NamedTuple):
    """Where a list of people continues: behind this one, among those found by a beginning, or `inside` a name.

    `name` is what the list is sorted by; those of one name follow by their ids.
    """

    inside: bool
    name: str
    id: str


class PeoplePage(NamedTuple):
    """A page of the people found; `after` is the cursor of the next page, None at the end."""

    people: list[Person]
    after: PeopleCursor | None


class PersonChangeKind(StrEnum):
    """The kinds of changes to people."""

    MERGED = "merged"
    UNDONE = "undone"
    RENAMED = "renamed"
    ANONYMOUS = "anonymous"
    DIFFERENT = "different"


class PersonChange(NamedTuple):
    """A change to people: what, by whom, when and why.

    A merge makes `player` an id of `person`; its undoing parts them again, and `merge` is the number of that merge. A
    rename gives `name` to `person`, one of whose ids is `player`. Of who was made anonymous it tells the new id.
    """

    id: int
    kind: PersonChangeKind
    player: str
    person: str
    name: str | None
    merge: int | None
    at: datetime
    author: str
    reason: str


class PushSubscription(NamedTuple):
    """A phone that is told where an entrant sits: its address at a push service, and its keys as browsers say them."""

    tournament: int
    entrant: int
    endpoint: str
    key: str
    secret: str
    language: str

    @property
    def hook(self) -> str:
        """The name of the phone among the calls of hooks."""
        return blake2b(f"{self.entrant} {self.endpoint}".encode(), digest_size=8).hexdigest()

    @property
    def subject(self) -> str:
        """What it is told of, among the calls of hooks."""
        return seats_of(self.tournament)


def seats_of(tournament: int) -> str:
    """What phones are told of, among the calls of hooks."""
    return f"seats of tournament {tournament}"


class TournamentSummary(NamedTuple):
    """A tournament as lists show it; `version` is the number of the last entry of its log, made `changed_at`."""

    id: int
    version: int
    name: str
    rules: str
    finished: bool
    created_at: datetime
    changed_at: datetime


class TournamentPage(NamedTuple):
    """A page of tournaments, newest first; `after` is the cursor of the next page, None at the end."""

    tournaments: list[TournamentSummary]
    after: int | None


class VersionedState(NamedTuple):
    """The state of a tournament after the entry `version` of its log."""

    version: int
    state: "State"


class RecordImportPreview(NamedTuple):
    """What would become of a record in a tournament of this version; `record` is None for a new record.

    Where it could not be imported, `code` and `text` say why; where it could, `missing` are the deals that its table
    would still miss.
    """

    tournament: int
    record: int | None
    version: int
    code: str | None = None
    text: Text | None = None
    missing: tuple[int, ...] = ()


class Attribution(NamedTuple):
    """By whom a change is made, and why."""

    author: Author
    reason: str | None = None


class Difference(NamedTuple):
    """An inconsistency: in a revision of a record, in a record, or in the store as a whole."""

    text: Text
    record: int | None = None
    revision: int | None = None


class Repair(NamedTuple):
    """A difference that a repair found, and whether it was put right."""

    difference: Difference
    is_done: bool


class ChangeListener(Protocol):
    """Hears of changes of tournaments, by whatever process they are made, until it is closed."""

    @property
    def is_listening(self) -> bool:
        """Whether changes are heard of at the moment; not while the connection to the database is away."""
        ...

    def close(self) -> None:
        """Hear of nothing any more."""
        ...
