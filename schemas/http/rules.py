"""Answers about the games and their rules."""

from typing import Final

from marshmallow import Schema, fields

from schemas.http.report import TextSchema


class PlayersSchema(Schema):
    """How many can play."""

    least = fields.Integer(required=True)
    most = fields.Integer(required=True)


class GameSchema(Schema):
    """A game as the list has it."""

    name = fields.String(required=True, metadata={"description": "What records write under `rules`."})
    address = fields.String(required=True, metadata={"description": "Where all about it stands."})
    title = fields.Nested(TextSchema, required=True)
    summary = fields.Nested(TextSchema, required=True)
    players = fields.Nested(PlayersSchema, required=True)


class GamesSchema(Schema):
    """All games."""

    rules = fields.List(fields.Nested(GameSchema), required=True)


class RuleSchema(Schema):
    """One rule of the rule book."""

    id = fields.String(required=True, metadata={"description": "What faults cite, such as T-RUN-2."})
    section = fields.String(required=True)
    text = fields.Nested(TextSchema, required=True)


class OptionSchema(Schema):
    """An option that a record may choose."""

    name = fields.String(required=True)
    type = fields.String(required=True, metadata={"description": "The values that it takes."})
    default = fields.Raw(required=True, allow_none=True, metadata={"description": "Its value where none is chosen."})
    rule = fields.String(required=True, metadata={"description": "The rule that it belongs to."})
    text = fields.Nested(TextSchema, required=True)


class KnownFaultSchema(Schema):
    """A fault that the game knows."""

    code = fields.String(required=True)
    severity = fields.String(required=True)
    sentence = fields.Nested(
        TextSchema, required=True, metadata={"description": "Names in braces stand for details of the case."}
    )
    rules = fields.List(fields.String(), required=True, metadata={"description": "The rules that it may break."})


class ProfileSchema(GameSchema):
    """All about one game."""

    prefix = fields.String(required=True, metadata={"description": "How the ids of its rules begin."})
    rules = fields.List(fields.Nested(RuleSchema), required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    faults = fields.List(fields.Nested(KnownFaultSchema), required=True)


GAMES: Final = GamesSchema()
PROFILE: Final = ProfileSchema()
