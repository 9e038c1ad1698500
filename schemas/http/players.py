"""Answers about players: who they are."""

from typing import Any

from marshmallow import Schema, fields

from schemas.http.answer_fields import Answer, part, parts, text, whole, word


class NamedSchema(Answer):
    """A player by his id, with the name he goes by."""

    id = text("What he is known by.", "Mu")
    name = text("What he is called.", "Mu")


class PersonSchema(NamedSchema):
    """A player."""

    address = text("Where he is.", "/v1/players/Mu")
    players = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "All ids that are his, his own first.", "example": ["Mu", "mu2"]},
    )
    names = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What else he was called.", "example": ["Mū"]},
    )


class PeopleSchema(Answer):
    """Some of the players who were looked for; the header `Link` leads to the next ones."""

    players = parts(PersonSchema, "The players.")


def whole_person_schema(kinds: tuple[str, ...]) -> Schema:
    """A player with what was done to him, by deeds of these kinds."""
    deed: dict[str, Any] = {
        "id": whole("The number by which a merge is undone.", 3),
        "kind": word(kinds, "What was done.", kinds[0]),
        "player": text("The id that was merged, parted again or renamed.", "mu2"),
        "person": text("The person whom it was merged into, or parted from; in a rename, whose it was.", "Mu"),
        "name": text("The new name; null where nobody was renamed.", None, allow_none=True),
        "merge": whole("The merge that was undone; null where none was.", None, allow_none=True),
        "at": fields.DateTime(required=True, metadata={"description": "When."}),
        "author": text("Who did it: the name of a token.", "Haru"),
        "reason": text("Why.", "he registered twice"),
    }
    one = Answer.from_dict(deed, name="DeedSchema")
    told: dict[str, Any] = {"history": parts(one, "What was done to him, the first first.")}
    return PersonSchema.from_dict(told, name="WholePersonSchema")()


class MergedSchema(Answer):
    """Two players who were merged."""

    merge = whole("The number by which it is undone.", 3)
    player = part(PersonSchema, "The person that they are now.")
