"""Queries and small JSON bodies, by subject: records, players, statistics, tournaments."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec import field as named

from replay.faults import CATALOGUE
from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas.http.answers import about, words
from schemas.http.cursors import CURSOR_PATTERN, PLAYER_CURSOR_PATTERN
from schemas.http.query_reader import Query
from schemas.record import limits
from schemas.record.errors import AN_OBJECT, Finding
from schemas.record.model import Name
from schemas.record.struct_reader import expects
from schemas.sources.items import AUTO, DAIFU, FORMATS

if TYPE_CHECKING:
    Game = str
    FaultCode = str
    Format = str
    UploadFormat = str
else:
    Game = words(PROFILES)
    FaultCode = words(CATALOGUE)
    Format = words(FORMATS)
    UploadFormat = words((AUTO, *FORMATS))

PAGE: Final = 50
LARGEST_PAGE: Final = 500
REASON_LENGTH: Final = 500
LARGEST_NUMBER: Final = 10**15

PageSize = Annotated[int, Meta(ge=1, le=LARGEST_PAGE)]
Number = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Reason = Annotated[
    str,
    Meta(min_length=1, max_length=REASON_LENGTH, pattern=r"^[^\u0000]*[^\u0000\s][^\u0000]*$"),
    expects(Text(f"a text of 1 to {REASON_LENGTH} characters", f"1〜{REASON_LENGTH}文字の文")),
]
"""A text with a visible character."""
_CURSOR: Final = Text("a cursor as the header Link has it", "Linkヘッダーにあるカーソル")
_CURSOR_FIELD: Final = about("Where the page begins, as the header `Link` of the page before says.")
Cursor = Annotated[str, Meta(pattern=CURSOR_PATTERN), expects(_CURSOR), _CURSOR_FIELD]
PlayerCursor = Annotated[str, Meta(pattern=PLAYER_CURSOR_PATTERN), expects(_CURSOR), _CURSOR_FIELD]

_UPLOAD_FORMAT: Final = about("The format of the body; `auto` detects it by how it begins.")


class DayRange(Query):
    """The first and the last of some days."""

    since: Annotated[date | None, about("Only those of events on this day or later.")] = named(
        name="from", default=None
    )
    until: Annotated[date | None, about("Only those of events on this day or earlier.")] = named(
        name="to", default=None
    )

    def find_conflicts(self) -> Sequence[Finding]:
        """That the first day comes after the last."""
        if self.since is None or self.until is None or self.since <= self.until:
            return ()
        expected = Text(
            f"expected a day that is not after `to` ({self.until}), found {self.since}",
            f"`to`（{self.until}）以前の日付が必要ですが、{self.since}となっています",
        )
        return [Finding(("from",), expected)]


class UploadQuery(Query):
    """How an upload is read, and whether it is stored."""

    format: Annotated[UploadFormat, _UPLOAD_FORMAT] = AUTO
    dry_run: Annotated[bool, about("Judge the record and store nothing.")] = False


class BulkQuery(Query):
    """How a bulk upload is read."""

    format: Annotated[UploadFormat, _UPLOAD_FORMAT] = AUTO


class RecordQuery(Query):
    """The format of a record to read."""

    format: Annotated[Format, about("The format of the answer.")] = DAIFU


class RulesQuery(Query):
    """Other rules to judge a record by."""

    rules: Annotated[Game | None, about("Judge the record by the rules of this game instead of its own.")] = None
    options: Annotated[
        dict[str, Any] | None,
        expects(Text(f"{AN_OBJECT.en} in JSON", f"JSONの{AN_OBJECT.ja}")),
        about("Options to choose instead of those of the record, as a JSON object."),
    ] = None


class ReasonQuery(Query):
    """Why a record is changed."""

    reason: Annotated[Reason, about("Why; the revision keeps it.")]


class RecordFilterQuery(DayRange):
    """A filter of records."""

    player: Annotated[str | None, about("Only records in which the player with this id takes part.")] = None
    rules: Annotated[Game | None, about("Only records of this game.")] = None
    tournament: Annotated[str | None, about("Only records of the event with this name.")] = None
    legal: Annotated[
        bool | None, about("Only records in which nothing worse than a notice was found, or only the others.")
    ] = None
    fault: Annotated[FaultCode | None, about("Only records in which a fault of this code was found.")] = None
    withdrawn: Annotated[bool, about("Only records that were withdrawn; without it only the others.")] = False


class PageQuery(RecordFilterQuery):
    """A filter of records, and a page of them."""

    limit: Annotated[PageSize, about("How many records a page has at most.")] = PAGE
    cursor: Cursor | None = None


class DealsQuery(DayRange):
    """A filter of the deals of a game."""

    tournament: Annotated[str | None, about("Only deals of the event with this name.")] = None
    players: Annotated[
        Annotated[int, Meta(ge=2, le=limits.PLAYERS)] | None, about("Only deals with this number of players.")
    ] = None


PlayedGame = Annotated[Game | None, about("The game; it may be left out if the player has played only one.")]


class GameQuery(Query):
    """The game of a player."""

    rules: PlayedGame = None


class PlayerDealsQuery(DealsQuery):
    """The game of a player, and a filter of its deals."""

    rules: PlayedGame = None


class RankingQuery(Query):
    """A ranking of players: the game, the least number of deals, and a page."""

    rules: Annotated[Game, about("The game.")]
    least: Annotated[int, Meta(ge=1, le=10**9), about("Only players with at least this number of deals.")] = 1
    limit: Annotated[PageSize, about("How many players a page has at most.")] = PAGE
    cursor: Cursor | None = None


_ROUND_LIMIT: Final = 1_000


class LogReasonQuery(Query):
    """Why a tournament is changed."""

    reason: Annotated[Reason | None, about("Why; the log keeps it.")] = None


class ChangeQuery(LogReasonQuery):
    """Why a tournament is changed, and whether the change is only previewed."""

    dry_run: Annotated[bool, about("Preview what the changes would do to the standings, and make none.")] = False


class VersionQuery(Query):
    """The version of a tournament."""

    version: Annotated[Number | None, about("As of this entry of the log; by default the last one.")] = None


class StandingQuery(VersionQuery):
    """A standing of a tournament."""

    stage: Annotated[
        Annotated[int, Meta(ge=1, le=_ROUND_LIMIT)] | None, about("The stage; by default the last one.")
    ] = None
    round: Annotated[
        Annotated[int, Meta(ge=0, le=_ROUND_LIMIT)] | None,
        about("After which round of it; by default the last that has begun."),
    ] = None
    announced: Annotated[
        bool, about("As it was when that round, by default the last one, was closed last, without later corrections.")
    ] = False


class TournamentPageQuery(Query):
    """A page of the list of tournaments."""

    limit: Annotated[PageSize, about("How many tournaments a page has at most.")] = PAGE
    cursor: Cursor | None = None


class LogQuery(Query):
    """A page of a log."""

    after: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER), about("Only entries after the one with this number.")] = 0
    limit: Annotated[PageSize, about("How many entries a page has at most.")] = PAGE


class EventsQuery(Query):
    """The entry after which events begin."""

    after: Annotated[
        Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)] | None,
        about("Begin after the entry with this number; by default with the next one. `Last-Event-ID` outranks it."),
    ] = None


class PlayersQuery(Query):
    """A search for players."""

    q: Annotated[str, about("Only players with this text in a name or id; those that begin with it come first.")] = ""
    limit: Annotated[PageSize, about("How many players a page has at most.")] = PAGE
    cursor: PlayerCursor | None = None


class RecordsBody(Struct, forbid_unknown_fields=True):
    """Records to import into a tournament."""

    records: Annotated[
        tuple[Number, ...], Meta(min_length=1, max_length=LARGEST_PAGE), about("The numbers of the records.")
    ]


class Merge(Struct, forbid_unknown_fields=True):
    """A merge of two players."""

    player: Annotated[Name, about("The id whose deals belong to the other player as well.")]
    into: Annotated[Name, about("The id of the person that both become.")]
    reason: Annotated[Reason, about("Why; the history keeps it.")]


class Rename(Struct, forbid_unknown_fields=True):
    """A new name of a player."""

    name: Annotated[Name, about("The new name, which outranks those in records.")]
    reason: Annotated[Reason, about("Why; the history keeps it.")]
