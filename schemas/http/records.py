"""Answers about records: uploads, lists, deals, revisions, and what became of them in tournaments."""

from typing import Any, Final

from marshmallow import Schema, fields

from replay.games.catalogue import PROFILES
from schemas.http.answer_fields import Answer, TextsSchema, by_player, flag, part, parts, text, whole, wholes, word
from schemas.http.position import UpcomingSchema
from schemas.http.record_schema import DEAL_REFERENCE
from schemas.http.report import ChangesSchema, DealReportSchema, ReportSchema, TextSchema


class LandingProblemSchema(Answer):
    """Why a record could not land."""

    record = whole("The record; null where it is not stored.", 7, allow_none=True)
    revision = whole("The revision of it that was to land; null where none was.", 1, allow_none=True)
    version = whole("The version of the tournament then.", 61)
    at = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "When; null where it is only foreseen."}
    )
    author = text("Who sent the record; null where it is only foreseen.", "Haru", allow_none=True)
    code = text("What hindered it.", "not_named")
    message = part(TextsSchema, "The same as a sentence.")


class LandingSchema(Answer):
    """What became of a record in a tournament."""

    tournament = whole("The tournament.", 3)
    record = whole("The record; null where it is not stored.", 7, allow_none=True)
    version = whole("The version of the tournament now.", 62)
    problem = part(LandingProblemSchema, "What hindered it; null where nothing did.", allow_none=True)
    missing = wholes("The deals that its table has still to play, or to report.", [])


def landings() -> fields.List[Any]:
    """What became of a record in the tournaments that it concerns; left out where there are none."""
    return parts(LandingSchema, "What became of it in the tournaments that it concerns.", required=False)


JUDGED: Final = "judged"
"""What becomes of an upload that is only to be judged."""

_ADDRESS: Final = "/v1/records/7"


class RecordStateSchema(Answer):
    """A record by its number, and its latest revision."""

    id = whole("The number of the record.", 7)
    revision = whole("Its latest revision, which is also its ETag.", 2)
    address = text("Where it is.", _ADDRESS)
    withdrawn = flag("Whether it was withdrawn; an upload does not bring it back.", example=False)


def uploaded_schema(statuses: tuple[str, ...]) -> Schema:
    """What became of an upload, in one of these words."""
    what = "A new record, a sitting that went on, one that is there already, or judged without being stored."
    schema = Answer.from_dict(
        {
            "status": word((*statuses, JUDGED), what, statuses[0]),
            "id": whole("The number of the record; null where it is not stored.", 7, allow_none=True),
            "revision": whole("Its latest revision; null where it is not stored.", 1, allow_none=True),
            "address": text("Where it is; null where it is not stored.", _ADDRESS, allow_none=True),
            "withdrawn": flag("Whether it was withdrawn; an upload does not bring it back.", example=False),
            "report": part(ReportSchema, "What the replay of the uploaded record found."),
            "notices": parts(TextSchema, "What is to be known about how a log was read."),
            "landings": landings(),
        },
        name="UploadedSchema",
    )
    return schema()


class CorrectedSchema(RecordStateSchema):
    """A record after a correction."""

    report = part(ReportSchema, "What the replay of the corrected record found.")
    changes = part(ChangesSchema, "What the correction changed.")
    landings = landings()


class WithdrawnSchema(Answer):
    """A record that was withdrawn."""

    revision = whole("The revision that withdrew it.", 2)
    landings = landings()


class AddedDealSchema(Answer):
    """A sitting after one more deal."""

    id = whole("The number of the record.", 7)
    revision = whole("The revision that this is, which is also the ETag.", 2)
    deal = whole("The number of the deal.", 2)
    report = part(DealReportSchema, "What the replay of the deal found.")
    totals = by_player(fields.Float(), "The sum of each player's points up to now.", [1, 2, -1, -2])
    ranks = by_player(fields.Integer(strict=True), "The place of each player by his total.", [2, 1, 3, 4])
    next = part(UpcomingSchema, "What the deal after it starts from.")
    landings = landings()


class DealOfRecordSchema(Answer):
    """One deal of a record, and what came of it."""

    deal = fields.Dict(
        required=True, metadata={"description": "The deal as it was recorded.", "allOf": [DEAL_REFERENCE]}
    )
    report = part(DealReportSchema, "What the replay of the deal found.")


class ListedPlayerSchema(Answer):
    """A player of a record."""

    id = text("What he is known by.", "Mu")
    name = text("What he is called.", "Mu")


class ListedEventSchema(Answer):
    """Where a record was played."""

    name = text("The name of the event.", "July league", allow_none=True)
    round = text("The round.", "3", allow_none=True)
    date = text("The day.", "2026-07-16", allow_none=True)


class ListedSchema(RecordStateSchema):
    """A record as lists show it."""

    rules = word(tuple(PROFILES), "The game.", "theater")
    players = parts(ListedPlayerSchema, "The players, in the order of their numbers.")
    event = part(ListedEventSchema, "Where it was played; null is what the record does not tell.")
    deals = whole("How many deals it has.", 6)
    actions = whole("How many actions these have.", 372)
    legal = flag("Whether nothing worse than a notice was found.", example=False)
    faults = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True),
        required=True,
        metadata={"description": "How many faults of each code were found.", "example": {"run_overlap": 1}},
    )
    stored_at = fields.DateTime(required=True, metadata={"description": "When the latest revision was stored."})
    author = text("Who stored the latest revision.", "Haru")


class PageSchema(Answer):
    """Some of the records that are wanted, newest first; the header `Link` leads to the next ones."""

    records = parts(ListedSchema, "The records.")


def revisions_schema(kinds: tuple[str, ...]) -> Schema:
    """The history of a record, whose revisions are of these kinds."""
    revision: dict[str, Any] = {
        "number": whole("The number of the revision, counted from 1.", 2),
        "kind": word(kinds, "How it came about.", kinds[0]),
        "at": fields.DateTime(required=True, metadata={"description": "When."}),
        "author": text("Who did it: the name of a token.", "Haru"),
        "reason": text("Why; null where nobody was asked.", "Junko passed in the third trick", allow_none=True),
        "changes": part(
            ChangesSchema, "What it changed beside the revision before; empty in the first, and where it withdrew."
        ),
    }
    one = Answer.from_dict(revision, name="RevisionSchema")
    schema = Answer.from_dict({"revisions": parts(one, "All revisions, the first one first.")}, name="RevisionsSchema")
    return schema()
