"""Players in the contract: how they are looked for, what is told of them, and what changes are asked for."""

import re
from typing import Any, Final

from marshmallow import Schema, fields

from replay.text import Text
from schemas.http.answer_fields import Answer, part, parts, text, whole, word
from schemas.http.fields import Asked, Given, name
from schemas.http.fields import whole as whole_asked
from schemas.http.queries import LARGEST_PAGE, PAGE, REASON_LENGTH, prose, same

_CURSOR: Final = r"^[01]([0-9a-f]{2}){0,1000}$"
_INSIDE: Final = "1"
_BEGINNING: Final = "0"


def place_cursor() -> Given:
    """Where a list of people goes on: inside (or not) and an id, as links write it."""

    def read(value: object) -> tuple[bool, str]:
        if not isinstance(value, str) or not re.fullmatch(_CURSOR, value):
            raise ValueError(value)
        return value[0] == _INSIDE, bytes.fromhex(value[1:]).decode(errors="replace")

    want = Text("a cursor as the header Link has it", "Linkヘッダーにあるカーソル")
    description = "Where the page begins, as the header `Link` of the page before says."
    return Given(want, read, {"type": "string", "pattern": _CURSOR}, description)


def place_text(inside: bool, id: str) -> str:  # noqa: FBT001 - a place as the store has it
    """The cursor of the page that begins behind this place."""
    return f"{_INSIDE if inside else _BEGINNING}{id.encode().hex()}"


class PlayersQuery(Asked):
    """Who is looked for."""

    q = same("Only players one of whose names or ids has this in it; those that begin with it come first.")
    limit = whole_asked(1, LARGEST_PAGE, "How many players a page has at most.", load_default=PAGE)
    cursor = place_cursor()


class MergeSchema(Asked):
    """Two players who are one person."""

    player = name("The id whose deals belong to the other player, too.", required=True)
    into = name("The id of the person that both are from now on.", required=True)
    reason = prose(REASON_LENGTH, "Why; the history will tell it.", required=True)


class RenameSchema(Asked):
    """Another name for a player."""

    name = name("What he is called from now on, whatever records say.", required=True)
    reason = prose(REASON_LENGTH, "Why; the history will tell it.", required=True)


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
