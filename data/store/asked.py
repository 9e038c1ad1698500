"""What is asked of the store and what it answers: plain values, no SQL."""

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from data.store.tournaments.asked import Landing

LOCAL: Final = "local"
"""The author's name where somebody works on the store itself, by the command line."""

READER: Final = "reader"
SCOREKEEPER: Final = "scorekeeper"
ADMIN: Final = "admin"
ROLES: Final = (READER, SCOREKEEPER, ADMIN)
"""From the least to the most that somebody may do; each may do what those before it may."""


class Status(StrEnum):
    """What became of an upload: a new record, the next revision of one that grew, or one that is there already."""

    CREATED = "created"
    GROWN = "grown"
    EXISTS = "exists"


class Kind(StrEnum):
    """How a revision came about."""

    CREATED = "created"
    GROWN = "grown"
    DEAL = "deal"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"


class Author(NamedTuple):
    """Who writes, as the revisions will name him: the name of his token, or `local`."""

    name: str = LOCAL


class Outcome(NamedTuple):
    """What became of an upload; `revision` is the latest of the record.

    `landings` are what became of it in the tournaments that it concerns.
    """

    status: Status
    id: int
    revision: int
    withdrawn: bool = False
    landings: tuple[Landing, ...] = ()


class Withdrawal(NamedTuple):
    """The revision that withdrew a record, and what became of it in the tournaments that it concerned."""

    revision: int
    landings: tuple[Landing, ...] = ()


class Wanted(NamedTuple):
    """Which records are wanted; None asks for nothing. `player` is an id, dates are of the event, both included."""

    player: str | None = None
    rules: str | None = None
    tournament: str | None = None
    legal: bool | None = None
    fault: str | None = None
    since: date | None = None
    until: date | None = None
    withdrawn: bool = False


class Filter(NamedTuple):
    """Which deals are summed up; None asks for nothing.

    `since` and `until` are days of the event, both included, `seated` is how many sat in a deal.
    """

    since: date | None = None
    until: date | None = None
    tournament: str | None = None
    seated: int | None = None


class Listed(NamedTuple):
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


class Page(NamedTuple):
    """Some of the records that were wanted, newest first; `after` is where the next page begins, None at the end."""

    records: list[Listed]
    after: int | None


class Stored(NamedTuple):
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
    kind: Kind
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


class Minted(NamedTuple):
    """A new token with its secret, which is shown this once."""

    token: Token
    secret: str


class Counts(NamedTuple):
    """How much is in a store: records, those of them that are withdrawn, revisions, and bytes of its file."""

    records: int
    withdrawn: int
    revisions: int
    bytes: int


def now() -> datetime:
    """The time of this moment, in UTC to the second, as the store keeps times."""
    return datetime.now(UTC).replace(microsecond=0)
