"""Tokens: what is asked for when one is made, and what is told of them."""

from collections.abc import Sequence

from marshmallow import Schema, fields

from schemas.http.fields import Asked, name, word


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


def new_token(roles: Sequence[str]) -> Schema:
    """What is asked for a new token: one of the roles, and a name."""
    schema = Asked.from_dict(
        {
            "name": name("Who it is for; revisions name him as their author.", required=True),
            "role": word(tuple(roles), "What it may do.", required=True),
        },
        name="NewTokenSchema",
    )
    return schema()
