"""What the service says about its own state."""

from marshmallow import Schema, fields


class StateSchema(Schema):
    """How it is."""

    status = fields.String(required=True)
