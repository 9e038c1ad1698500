"""Answers about the service: problems (RFC 9457), its state, and tokens."""

from marshmallow import INCLUDE, Schema, fields


class FlawSchema(Schema):
    """One thing that is wrong with what was sent."""

    pointer = fields.String(metadata={"description": "The place in the body, as a JSON pointer (RFC 6901)."})
    line = fields.Integer(metadata={"description": "The line of a log, from 1."})
    parameter = fields.String(metadata={"description": "The parameter of the query."})
    code = fields.String(metadata={"description": "What is wrong, where a tournament does not allow a change."})
    detail = fields.String(required=True, metadata={"description": "What was expected there."})


class ProblemSchema(Schema):
    """Why the service did not do what it was asked; some types have further members."""

    class Meta:
        """How marshmallow is told so."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"description": "What identifies it: urn:daifu:problem: and a name."})
    title = fields.String(required=True, metadata={"description": "The same for all problems of the type."})
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "What it is in this case."})
    request_id = fields.String(required=True, metadata={"description": "The id under which the log has the request."})
    errors = fields.List(fields.Nested(FlawSchema), metadata={"description": "Everything that was found, with places."})


class StateSchema(Schema):
    """How it is."""

    status = fields.String(required=True)


class TokenSchema(Schema):
    """A token without its secret."""

    id = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"description": "Who it is for; revisions name him as their author."})
    role = fields.String(required=True)
    made_at = fields.DateTime(required=True)
    revoked_at = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "Null as long as it is valid."}
    )


class TokensSchema(Schema):
    """All tokens."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True)


class MintedSchema(TokenSchema):
    """A new token with its secret, which is told this once."""

    secret = fields.String(required=True, metadata={"description": "What goes behind `Authorization: Bearer`."})
