"""Queries and small JSON bodies, by subject: records, players, statistics, tournaments, tokens."""

from collections.abc import Sequence
from typing import Any, Final

from marshmallow import Schema, ValidationError, validates_schema
from marshmallow.fields import Field

from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import (
    LARGEST_NUMBER,
    LARGEST_PAGE,
    PAGE,
    REASON_LENGTH,
    QueryField,
    QuerySchema,
    an_object,
    counted_game,
    cursor,
    day,
    exact_text,
    fitting,
    flag,
    house,
    house_version,
    json_object,
    name,
    names,
    numbers,
    or_null,
    player_cursor,
    prose,
    small_picture,
    whole,
    word,
)
from daifu.schemas.record import limits
from daifu.schemas.sheets.layout import LAYOUTS
from daifu.schemas.sources.items import AUTO, DAIFU, FORMATS

_NOT_BESIDE_HOUSE: Final = Text(
    "expected neither `rules` nor `options` beside it", "`rules`や`options`と同時には指定できません"
)
MOST_COLOURS: Final = 8
_LONGEST_CONTENT: Final = 1 << 20
_DIGEST_LENGTH: Final = 64
_UPLOAD_FORMAT: Final = "The format of the body; `auto` detects it by how it begins."
_RECORD_FORMAT: Final = "The format of the answer."
_TABLE_FORMAT: Final = (
    "The format of the answer; by default the one that `Accept` prefers. It outranks that header. Where the address "
    "does not end with the id of a player, `.csv` behind it does the same as `csv` here."
)


class DayRange(QuerySchema):
    """Some days, of which `from` is the first and `to` the last."""

    @validates_schema(skip_on_field_errors=True)
    def _check_order(self, query: dict[str, Any], **_settings: object) -> None:
        """Raise ValidationError if the first day comes after the last."""
        first, last = query.get("from"), query.get("to")
        if first and last and first > last:
            expected = Text(
                f"expected a day that is not after `to` ({last}), found {first}",
                f"`to`（{last}）以前の日付が必要ですが、{first}となっています",
            )
            raise ValidationError({"from": [expected]})


class TableQuery(QuerySchema):
    """The format of a table, where a client does not say it by the header `Accept`."""

    format = word(("json", "csv", "xlsx"), _TABLE_FORMAT)


class UploadQuery(QuerySchema):
    """How an upload is read, and whether it is stored."""

    format = word((AUTO, *FORMATS), _UPLOAD_FORMAT, load_default=AUTO)
    dry_run = flag("Judge the record and store nothing.", load_default=False)


class BulkQuery(QuerySchema):
    """How a bulk upload is read."""

    format = word((AUTO, *FORMATS), _UPLOAD_FORMAT, load_default=AUTO)


class RecordQuery(QuerySchema):
    """The format of a record to read."""

    format = word(FORMATS, _RECORD_FORMAT, load_default=DAIFU)


class RevisionQuery(QuerySchema):
    """A revision of a record."""

    revision = whole(1, LARGEST_NUMBER, "The number of the revision; by default the latest one.", load_default=None)


class RulesQuery(QuerySchema):
    """Other rules to judge a record by."""

    rules = word(tuple(PROFILES), "Judge the record by the rules of this game instead of its own.")
    options = json_object("Options to choose instead of those of the record, as a JSON object.")
    house = house("House rules to judge by, such as friday or friday@3; they say the game and its options.")

    @validates_schema(skip_on_field_errors=True)
    def _check_alone(self, query: dict[str, Any], **_settings: object) -> None:
        """Raise ValidationError if a game or options are asked for beside house rules."""
        if "house" in query and ("rules" in query or "options" in query):
            raise ValidationError({"house": [_NOT_BESIDE_HOUSE]})


class WhatIfQuery(RulesQuery, RevisionQuery):
    """Other rules for a revision of a record."""


class ReasonQuery(QuerySchema):
    """Why a record is changed."""

    reason = prose(REASON_LENGTH, "Why; the revision keeps it.", required=True)


class CorrectionQuery(ReasonQuery):
    """Why a record is corrected, and whether it may become another game."""

    replace = flag(
        "Replace the record by another game: needed if the rules change, or all of the players.", load_default=False
    )


# A field named `from` cannot be an attribute of a class in Python: schemas with one are made of dictionaries.
RecordFilterQuery: Final = DayRange.from_dict(
    {
        "player": exact_text("Only records in which the player with this id takes part."),
        "against": exact_text("Only records in which the player with this id takes part, too."),
        "rules": counted_game("Only records of this game, or of this house, such as daifugo_friday."),
        "tournament": exact_text("Only records of the event with this name."),
        "legal": flag("Only records in which nothing worse than a notice was found, or only the others."),
        "fault": word(tuple(CATALOGUE), "Only records in which a fault of this code was found."),
        "from": day("Only records of events on this day or later."),
        "to": day("Only records of events on this day or earlier."),
        "evening": flag("Only evenings: records with a day that are no round of a tournament.", load_default=False),
        "withdrawn": flag(
            "Only records that were withdrawn, for scorekeepers; without it only the others.", load_default=False
        ),
    },
    name="RecordFilterQuery",
)
"""A filter of records."""


class PageQuery(RecordFilterQuery):  # type: ignore[misc, valid-type] # a class that marshmallow made
    """A filter of records, and a page of them."""

    limit = whole(1, LARGEST_PAGE, "How many records a page has at most.", load_default=PAGE)
    cursor = cursor()


class RecordTableQuery(PageQuery, TableQuery):
    """The same, and its format."""


_MOST_DEALS: Final = 10**9
_DEAL_FILTER: Final[dict[str, Field[Any]]] = {
    "from": day("Only deals of events on this day or later."),
    "to": day("Only deals of events on this day or earlier."),
    "tournament": exact_text("Only deals of the event with this name."),
    "players": whole(2, limits.PLAYERS, "Only deals with this number of players."),
    "season": whole(
        1,
        LARGEST_NUMBER,
        "Only deals of the days and the event of this season; `from`, `to` and `tournament` outrank its own.",
    ),
}
"""A filter of deals."""


class GameQuery(QuerySchema):
    """The game of a player."""

    rules = counted_game("The game, or a house of it; it may be left out if the player has played only one game.")


class GameTableQuery(GameQuery, TableQuery):
    """The game of a player, and the format of a table."""


DealFilterQuery: Final = DayRange.from_dict(_DEAL_FILTER, name="DealFilterQuery")


class DealsQuery(DealFilterQuery, TableQuery):  # type: ignore[misc, valid-type] # a class that marshmallow made
    """A filter of the deals of a game, and the format of a table."""


class PlayerDealsQuery(GameQuery, DealsQuery):
    """The game of a player, a filter of its deals, and the format of a table."""


_MOST_EVENINGS: Final = 10_000
_SEASON_FIELDS: Final[dict[str, Field[Any]]] = {
    "from": day("Its first day."),
    "to": day("Its last day."),
    "event": prose(limits.EVENT_LENGTH, "The name of the event that its games have."),
    "best": whole(1, _MOST_EVENINGS, "Only this number of the best evenings of each player count; by default all."),
    "least": whole(1, _MOST_EVENINGS, "Who came to fewer evenings has no place.", load_default=1),
}
NewSeasonSchema: Final = DayRange.from_dict(
    {
        "name": name("What it is called.", required=True),
        **_SEASON_FIELDS,
        "rules": counted_game("The game, or a house of it, such as daifugo_friday."),
    },
    name="NewSeasonSchema",
)
"""A season: its name, what belongs to it, and how its table is made."""


class SeasonTableQuery(TableQuery):
    """The game of a season in which several are played, and the format of its table."""

    rules = counted_game("The game, where the season has several; by default the one that is played most.")


SeasonTermsQuery: Final = DayRange.from_dict(_SEASON_FIELDS, name="SeasonTermsQuery")


class SpanTableQuery(SeasonTableQuery, SeasonTermsQuery):  # type: ignore[misc, valid-type] # likewise
    """What belongs to a table over several evenings, and its format."""


class RankingQuery(TableQuery):
    """A ranking of players: the game, the least number of deals, a page, and the format of a table."""

    rules = counted_game("The game, or a house of it, such as daifugo_friday.", required=True)
    least = whole(1, _MOST_DEALS, "Only players with at least this number of deals.", load_default=1)
    limit = whole(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = cursor()


class LeaderboardQuery(RankingQuery, DealFilterQuery):  # type: ignore[misc, valid-type] # likewise
    """A ranking of players by some of their deals."""


SpanQuery: Final = DayRange.from_dict(
    {
        "from": day("The first day; by default the first of all."),
        "to": day("The last day; by default the latest."),
        "season": whole(1, LARGEST_NUMBER, "The days of the season with this number; `from` and `to` outrank them."),
    },
    name="SpanQuery",
)


class RatingChangesQuery(RankingQuery, SpanQuery):  # type: ignore[misc, valid-type] # likewise
    """A ranking of players by what some days changed."""


_MOST_ROUNDS: Final = 1_000

_LOG_REASON: Final = "Why; the log keeps it."


class LogReasonQuery(QuerySchema):
    """Why a tournament is changed."""

    reason = prose(REASON_LENGTH, _LOG_REASON, load_default=None)


class ChangeQuery(LogReasonQuery):
    """Why a tournament is changed, and whether the change is only previewed."""

    dry_run = flag("Preview what the changes would do to the standings, and make none.", load_default=False)


class VersionQuery(QuerySchema):
    """The version of a tournament."""

    version = whole(1, LARGEST_NUMBER, "As of this entry of the log; by default the last one.", load_default=None)


class StandingQuery(VersionQuery):
    """A standing of a tournament."""

    stage = whole(1, _MOST_ROUNDS, "The stage; by default the last one.", load_default=None)
    round = whole(0, _MOST_ROUNDS, "After which round of it; by default the last that has begun.", load_default=None)
    announced = flag(
        "As it was when that round, by default the last one, was closed last, without later corrections.",
        load_default=False,
    )


_FILES: Final = ("json", "csv", "xlsx", "parquet")


class StandingFormatQuery(StandingQuery):
    """A standing of a tournament, and its format."""

    format = word((*_FILES, "html"), _TABLE_FORMAT)


class StandingTableQuery(StandingQuery):
    """A table about a standing, and its format."""

    format = word(_FILES, _TABLE_FORMAT)


class RevisionPageQuery(QuerySchema):
    """A page of the history of a record."""

    limit = whole(1, LARGEST_PAGE, "How many revisions a page has at most.", load_default=PAGE)
    cursor = cursor()


class TournamentPageQuery(QuerySchema):
    """A page of the list of tournaments."""

    limit = whole(1, LARGEST_PAGE, "How many tournaments a page has at most.", load_default=PAGE)
    cursor = cursor()


class HousePageQuery(QuerySchema):
    """A page of the list of house rules."""

    limit = whole(1, LARGEST_PAGE, "How many house rules a page has at most.", load_default=PAGE)
    cursor = cursor()


HouseCompareQuery: Final = QuerySchema.from_dict(
    {"with": house_version("The other version, such as press_club@1.", required=True)}, name="HouseCompareQuery"
)
"""The other version of a comparison of house rules."""


class LanguageQuery(QuerySchema):
    """The language of a page."""

    lang = word(("en", "ja"), "The language; by default the one that `Accept-Language` prefers.")


class LogQuery(QuerySchema):
    """A page of a log."""

    after = whole(0, LARGEST_NUMBER, "Only entries after the one with this number.", load_default=0)
    limit = whole(1, LARGEST_PAGE, "How many entries a page has at most.", load_default=PAGE)


class EventsQuery(QuerySchema):
    """The entry after which events begin."""

    after = whole(
        0,
        LARGEST_NUMBER,
        "Begin after the entry with this number; by default with the next one. `Last-Event-ID` outranks it.",
        load_default=None,
    )


class RecordsBody(QuerySchema):
    """Records to import into a tournament."""

    records = numbers(LARGEST_PAGE, "The numbers of the records.", required=True)


class PlayersQuery(QuerySchema):
    """A search for players."""

    q = exact_text("Only players with this text in a name or id; those that begin with it come first.")
    limit = whole(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = player_cursor()


class PlayersTableQuery(PlayersQuery, TableQuery):
    """The same, and the format of the table."""


class MergeSchema(QuerySchema):
    """A merge of two players."""

    player = name("The id whose deals belong to the other player as well.", required=True)
    into = name("The id of the person that both become.", required=True)
    reason = prose(REASON_LENGTH, "Why; the history keeps it.", required=True)


class DifferentSchema(QuerySchema):
    """Two players who are not the same."""

    player = name("The id of the one.", required=True)
    other = name("The id of the other.", required=True)
    reason = prose(REASON_LENGTH, "Why; the history keeps it.", required=True)


class DryRunQuery(QuerySchema):
    """Whether something is done, or only said."""

    dry_run = flag("Say what would change, and change nothing.", load_default=False)


class NewLookSchema(QuerySchema):
    """How a player looks on pages."""

    nickname = name("A nickname; without it the player has none.", load_default=None)
    colour = whole(1, MOST_COLOURS, "A colour, by its number; without it the player has none.", load_default=None)
    picture = small_picture("A PNG, JPEG or WebP picture in Base64; an empty one takes it away, without one it stays.")


class GamesToMoveSchema(QuerySchema):
    """Records that somebody else played."""

    records = numbers(LARGEST_PAGE, "The numbers of the records.", required=True)
    to = name("The id of who played, or the name of somebody new.", required=True)
    reason = prose(REASON_LENGTH, "Why; the revisions keep it.", required=True)


class NowCalledSchema(QuerySchema):
    """That a player is made anonymous."""

    name = name("The name that the player goes by now, so that it is sure who is meant.", required=True)


class RenameSchema(QuerySchema):
    """A new name of a player."""

    name = name("The new name, which outranks those in records.", required=True)
    reason = prose(REASON_LENGTH, "Why; the history keeps it.", required=True)


def new_token_schema(roles: Sequence[str], most_days: int) -> type[Schema]:
    """The body that makes a token: one of the roles, a name, and when it ends."""
    return QuerySchema.from_dict(
        {
            "name": name("The name of the token's holder; revisions name it as their author.", required=True),
            "role": word(tuple(roles), "What it may do.", required=True),
            "days": whole(1, most_days, "After how many days it ends; by default never.", load_default=None),
        },
        name="NewTokenSchema",
    )


MOST_NAMES: Final = 1_000
"""How many names of people a club may type in."""
PASSWORD_LENGTH: Final = 8
"""How many characters the password of a club has at least."""


def password(description: str) -> QueryField:
    """A password that people choose: long enough, and not so long that hashing it takes time."""

    def fits(value: object) -> bool:
        return isinstance(value, str) and PASSWORD_LENGTH <= len(value) <= REASON_LENGTH

    want = Text(f"{PASSWORD_LENGTH} to {REASON_LENGTH} characters", f"{PASSWORD_LENGTH}〜{REASON_LENGTH}文字")
    shape = {"type": "string", "minLength": PASSWORD_LENGTH, "maxLength": REASON_LENGTH}
    return fitting(want, fits, shape, description)


def club_schema(reading: Sequence[str]) -> type[Schema]:
    """The body that changes what a club says of itself: what is left out stays."""
    return QuerySchema.from_dict(
        {
            "name": name("The name of the club."),
            "rules": or_null(counted_game("The usual game, or a game with the id of house rules that are kept.")),
            "reading": word(tuple(reading), "Who may read: everybody, who was given a link, or members."),
            "password": or_null(password("A password with which people sign in to enter results; null for none.")),
            "reading_password": or_null(password("Another with which people sign in only to read; null for none.")),
            "people": names(MOST_NAMES, "Names of people who need not have played, in place of those before."),
        },
        name="ClubChangesSchema",
    )


class SheetQuery(QuerySchema):
    """How a sheet of results is read."""

    columns = json_object("The map of the sheet, as `docs/sheets.md` has it.")
    rules = word(tuple(PROFILES), "The game, if the map does not say it.")
    layout = word(tuple(LAYOUTS), "The layout; recognised by default.")
    sheet = exact_text("The sheet of a workbook; the first visible one by default.")


class SheetSchema(QuerySchema):
    """A sheet of results that was seen."""

    content = prose(_LONGEST_CONTENT, "The sheet, CSV, TSV or XLSX, in base64.", required=True)
    columns = an_object("The map of the sheet with all answers, as the preview was made with.")
    digest = prose(_DIGEST_LENGTH, "The digest of the preview.", required=True)
    partly = flag("Store the rows without errors, if there are others.", load_default=False)
    file = exact_text("The name of the file.")
    sheet = exact_text("The sheet of a workbook.")
