"""The values that a store takes and returns: records, people, ratings, tournaments and tokens."""

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from replay.text import Text

if TYPE_CHECKING:  # most commands need no tournaments, which take long to load
    from data.tournaments.state import State

LOCAL_AUTHOR: Final = "local"
"""The author's name where somebody works on the store itself, by the command line."""

READER: Final = "reader"
SCOREKEEPER: Final = "scorekeeper"
ADMIN: Final = "admin"
ROLES: Final = (READER, SCOREKEEPER, ADMIN)
"""From the least to the most that somebody may do; each may do what those before it may."""


class UploadStatus(StrEnum):
    """What became of an upload: a new record, the next revision of one that grew, or one that is there already."""

    CREATED = "created"
    GROWN = "grown"
    EXISTS = "exists"


class RevisionKind(StrEnum):
    """How a revision came about."""

    CREATED = "created"
    GROWN = "grown"
    DEAL = "deal"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"


class Author(NamedTuple):
    """Who writes, as the revisions will name him: the name of his token, or `local`."""

    name: str = LOCAL_AUTHOR


class LandingProblem(NamedTuple):
    """Why a revision of a record could not land in a tournament, when that had this version.

    `code` is one of `data.tournaments.errors` or of `unlandable`, `text` its sentence. `author` tried it `at` that
    time; the record was stored all the same.
    """

    tournament: int
    record: int
    revision: int
    version: int
    at: datetime
    author: str
    code: str
    text: Text


class Landing(NamedTuple):
    """What became of a record in a tournament, which has this version now.

    Where there is a problem, nothing of the record landed. Without one, what the tournament
    holds of the record is what the record says; `missing` are the deals that its table has still to play or to report.
    """

    tournament: int
    record: int
    version: int
    problem: LandingProblem | None = None
    missing: tuple[int, ...] = ()


class UploadOutcome(NamedTuple):
    """What became of an upload; `revision` is the latest of the record.

    `landings` are what became of it in the tournaments that it concerns.
    """

    status: UploadStatus
    id: int
    revision: int
    withdrawn: bool = False
    landings: tuple[Landing, ...] = ()


class Withdrawal(NamedTuple):
    """The revision that withdrew a record, and what became of it in the tournaments that it concerned."""

    revision: int
    landings: tuple[Landing, ...] = ()


class RecordFilter(NamedTuple):
    """Which records are wanted; None asks for nothing. `player` is an id, dates are of the event, both included."""

    player: str | None = None
    rules: str | None = None
    tournament: str | None = None
    legal: bool | None = None
    fault: str | None = None
    since: date | None = None
    until: date | None = None
    withdrawn: bool = False


class DealFilter(NamedTuple):
    """Which deals are summed up; None asks for nothing.

    `since` and `until` are days of the event, both included, `seated` is how many sat in a deal.
    """

    since: date | None = None
    until: date | None = None
    tournament: str | None = None
    seated: int | None = None


class RecordSummary(NamedTuple):
    """A record as lists show it; `faults` counts by code, `stored_at` is when its latest revision came."""

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


class RecordPage(NamedTuple):
    """Some of the records that were wanted, newest first; `after` is where the next page begins, None at the end."""

    records: list[RecordSummary]
    after: int | None


class StoredRecord(NamedTuple):
    """One revision of a record with its report, both as JSON; `latest` tells whether it is the record's present one."""

    id: int
    revision: int
    record: bytes
    report: bytes
    stored_at: datetime
    withdrawn: bool
    latest: bool


class Revision(NamedTuple):
    """One revision as the history tells it; `report` is None where it withdrew the record."""

    number: int
    kind: RevisionKind
    at: datetime
    author: str
    reason: str | None
    report: bytes | None


class Token(NamedTuple):
    """A token without its secret, which nobody keeps."""

    id: int
    name: str
    role: str
    made_at: datetime
    revoked_at: datetime | None


class NewToken(NamedTuple):
    """A new token with its secret, which is shown this once."""

    token: Token
    secret: str


class StoreCounts(NamedTuple):
    """How much is in a store: records, those of them that are withdrawn, revisions, and bytes of its file."""

    records: int
    withdrawn: int
    revisions: int
    bytes: int


def current_time() -> datetime:
    """The time of this moment, in UTC to the second, as the store keeps times."""
    return datetime.now(UTC).replace(microsecond=0)


class Person(NamedTuple):
    """Somebody who plays: his id, the name he goes by, all ids that are his, and other names that he was given."""

    id: str
    name: str
    players: list[str]
    names: list[str]


class PeopleCursor(NamedTuple):
    """Where a list goes on: behind the person with this id, among those found by the middle of a name, or before."""

    inside: bool
    id: str


class PeoplePage(NamedTuple):
    """Some of the people who were looked for; `after` is where the next part begins, None at the end."""

    people: list[Person]
    after: PeopleCursor | None


class PersonChangeKind(StrEnum):
    """What somebody did to people."""

    MERGED = "merged"
    UNDONE = "undone"
    RENAMED = "renamed"


class PersonChange(NamedTuple):
    """What was done, by whom, when and why.

    `player` was merged into `person`, or parted from him again: then `merge` is the number of the deed that is undone.
    A rename gives `name` to `person`, one of whose ids is `player`.
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
    """Some tournaments, newest first; `after` is where the next page begins, None at the end."""

    tournaments: list[TournamentSummary]
    after: int | None


class VersionedState(NamedTuple):
    """The state of a tournament after the entry `version` of its log."""

    version: int
    state: "State"


class LandingPreview(NamedTuple):
    """What would become of a record in a tournament, which has this version now; `record` is None for a new one.

    Where it could not land, `code` and `text` say why; where it could, `missing` are the deals that its table would
    still miss.
    """

    tournament: int
    record: int | None
    version: int
    code: str | None = None
    text: Text | None = None
    missing: tuple[int, ...] = ()


class Attribution(NamedTuple):
    """Through whom a change comes about, and why."""

    author: Author
    reason: str | None = None


class Difference(NamedTuple):
    """Something that is not as it should be: in a revision of a record, in a record, or in the file as a whole."""

    text: Text
    record: int | None = None
    revision: int | None = None
