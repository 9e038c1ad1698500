"""Answers about the log of a tournament, its changes and draws, and what is still to be done in it."""

from typing import Final

from marshmallow import fields

from schemas.http.answer_fields import CHANGE_SCHEMA, Answer, JsonSchema, anything, part, parts, text, whole, wholes
from schemas.http.records import LandingProblemSchema, LandingSchema
from schemas.http.tournament_standings import ConsequenceSchema, versioned
from schemas.http.tournaments import QualitySchema


class EntrySchema(Answer):
    """A change as it stands in the log, with what it was about before and after it."""

    number = whole("Its number, from 1.", 12)
    at = fields.DateTime(required=True, metadata={"description": "When it was made."})
    author = text("Who made it: the name of a token.", "Haru")
    reason = text("Why.", "the sheet was misread", allow_none=True)
    change = fields.Raw(required=True, metadata={"description": "What was changed.", "allOf": [CHANGE_SCHEMA]})
    before = anything("The part of the tournament that it is about, as it was; null where there was none.")
    after = anything("The same as it is; null where nothing is left.")


EVENT: Final[JsonSchema] = {
    "type": "object",
    "description": "An event of the stream: an entry of the log as it comes.",
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]{1,15}$", "description": "The number of the entry."},
        "event": {"type": "string", "description": "The name of the change."},
        "data": {
            "type": "string",
            "description": "The entry in JSON.",
            "contentMediaType": "application/json",
            "contentSchema": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer", "minimum": 1},
                    "at": {"type": "string", "format": "date-time"},
                    "author": {"type": "string"},
                    "reason": {"type": ["string", "null"]},
                    "change": CHANGE_SCHEMA,
                },
                "required": ["number", "at", "author", "reason", "change"],
            },
        },
    },
    "required": ["id", "event", "data"],
}
"""What an event looks like to who has its fields."""

LogSchema = versioned("LogSchema", entries=parts(EntrySchema, "The entries, first to last."))


class ChangedSchema(Answer):
    """A tournament after a change, or as it would be."""

    version = whole("The number of the last entry of its log, which is also its ETag.", 62)
    made = whole("How many changes were made; 0 where it was only asked what they would do.", 1)
    consequences = parts(ConsequenceSchema, "The lines of standings that are other ones then.")


class MissingDealsSchema(Answer):
    """A table whose results are not all there."""

    stage = whole("The stage.", 1)
    round = whole("The round.", 3)
    table = whole("The table.", 2)
    deals = wholes("The deals that are missing.", [1])


class MadeSchema(ChangedSchema):
    """A tournament after changes, and what the tables still miss of which results came."""

    missing = parts(
        MissingDealsSchema,
        "The tables of these results at which deals are missing; left out in a dry run.",
        required=False,
    )


class SeatingSchema(Answer):
    """A round that was drawn."""

    stage = whole("The stage.", 1)
    round = whole("The round.", 1)
    tables = fields.List(
        fields.List(fields.Integer(strict=True)),
        required=True,
        metadata={"description": "The tables, each with its entrants in the order of the seats."},
    )
    byes = wholes("Who sits out.", [])


class DrawnSchema(Answer):
    """What a draw came to."""

    version = whole("The number of the last entry of the log, which is also the ETag.", 70)
    seed = whole("The seed by which it was drawn; null where chance had no part in it.", 7, allow_none=True)
    rounds = parts(SeatingSchema, "The rounds that were drawn.")
    quality = part(QualitySchema, "How good the draw is; null where there was nothing to draw.", allow_none=True)


class OpenFaultSchema(Answer):
    """A fault that the replay found, and that waits for a decision."""

    stage = whole("The stage.", 1)
    round = whole("The round.", 3)
    table = whole("The table.", 2)
    deal = whole("The deal; null where it is the whole table.", 1, allow_none=True)
    action = whole("The action, from 0; null where it is the whole deal.", 17, allow_none=True)
    seat = whole("The seat, from 1; null where it is nobody's.", 3, allow_none=True)
    entrant = whole("For whom the seat counts.", 7, allow_none=True)
    code = text("What is wrong.", "run_overlap")
    severity = text("How much it matters.", "illegal")


FaultsToDecideSchema = versioned("FaultsToDecideSchema", faults=parts(OpenFaultSchema, "The faults, round by round."))


MissingSchema = versioned("MissingSchema", missing=parts(MissingDealsSchema, "The tables, round by round."))


LandingsSchema = versioned(
    "LandingsSchema",
    problems=parts(LandingProblemSchema, "What could not land, in the order of the records."),
    unlanded=wholes(
        "Records that name the tournament and of which it holds nothing, though nothing hinders them.", [8]
    ),
)


class AttemptedSchema(Answer):
    """What became of records that were to land."""

    landings = parts(LandingSchema, "Each of them, in the order in which they were named.")
