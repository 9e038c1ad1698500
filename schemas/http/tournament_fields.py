"""The fields that answers about tournaments have in common."""

from typing import Any, Final

from marshmallow import fields

from schemas.http.answer_fields import Answer, text, whole
from schemas.http.struct_schemas import AT, FRACTION

Schema = dict[str, Any]

_FORMS: Final[list[Schema]] = list(FRACTION["anyOf"])
PREFIX: Final = "Tournament"
"""With this the names of a tournament's shapes begin in the contract."""
CHANGE: Final[Schema] = {"$ref": AT.format(name=f"{PREFIX}Change")}
"""How the contract refers to a change, whichever it is."""


def exact(description: str, example: float | str | None, **settings: Any) -> fields.Raw:  # noqa: ANN401 - of the field
    """An exact number, which JSON has as a number, or as a text such as "1/3"."""
    forms = [*_FORMS, {"type": "null"}] if settings.get("allow_none") else _FORMS
    told = {"description": description, "anyOf": forms}
    metadata = told if example is None else {**told, "example": example}
    return fields.Raw(required=True, metadata=metadata, **settings)


def shape(name: str, description: str, **settings: Any) -> fields.Raw:  # noqa: ANN401 - of the field
    """A part that stands in the log in the same shape."""
    found = {"$ref": AT.format(name=PREFIX + name)}
    forms = [found, {"type": "null"}] if settings.get("allow_none") else [found]
    return fields.Raw(required=True, metadata={"description": description, "anyOf": forms}, **settings)


def by_seat(inner: fields.Field[Any], description: str) -> fields.List[Any]:
    """A list with something for each seat of a table; null where it is not known."""
    inner.allow_none = True
    return fields.List(inner, required=True, metadata={"description": description})


def anything(description: str) -> fields.Raw:
    """Any JSON."""
    return fields.Raw(required=True, allow_none=True, metadata={"description": description})


class RoundIdSchema(Answer):
    """A round of a stage."""

    stage = whole("The number of the stage.", 1)
    round = whole("The number of the round in it.", 3)


class TextsSchema(Answer):
    """A sentence for people."""

    en = text("In English.", "the event does not name the table")
    ja = text("In Japanese.", "eventにtableがありません")
