"""What is told of records that land in tournaments, or cannot."""

from typing import Any

from marshmallow import fields

from schemas.http.answer_fields import Answer, part, parts, text, whole, wholes
from schemas.http.tournament_fields import TextsSchema


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
