"""The fields of answers: they describe answers in the OpenAPI document, and tests hold the answers against them."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from schemas.http.json_schema import COMPONENT, FRACTION
from schemas.record.json_text import is_object
from schemas.record.model import is_name


class Answer(Schema):
    """An answer; it has every field that is described here and no others, unless a field may be left out."""

    class Meta:
        """How marshmallow is told so."""

        unknown = RAISE


def whole(description: str, example: int | None, **settings: Any) -> fields.Integer:  # noqa: ANN401 - of the field
    """A whole number."""
    return fields.Integer(strict=True, **_settings(description, example, settings))


def number(description: str, example: float | None, **settings: Any) -> fields.Float:  # noqa: ANN401
    """Any number."""
    return fields.Float(**_settings(description, example, settings))


def text(description: str, example: str | None, **settings: Any) -> fields.String:  # noqa: ANN401
    """Text."""
    return fields.String(**_settings(description, example, settings))


def word(words: tuple[str, ...], description: str, example: str | None, **settings: Any) -> fields.String:  # noqa: ANN401
    """One of some words."""
    return text(description, example, validate=validate.OneOf(words), **settings)


def flag(description: str, example: bool | None, **settings: Any) -> fields.Boolean:  # noqa: ANN401, FBT001 - an example
    """True or false."""
    return fields.Boolean(truthy={True}, falsy={False}, **_settings(description, example, settings))


def part(schema: type[Schema], description: str, **settings: Any) -> fields.Nested:  # noqa: ANN401 - of the field
    """An object of its own."""
    return fields.Nested(schema, required=settings.pop("required", True), metadata=_metadata(description), **settings)


def parts(schema: type[Schema], description: str, **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list of objects."""
    return fields.List(fields.Nested(schema), required=settings.pop("required", True), metadata=_metadata(description))


def wholes(description: str, example: list[int], **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list of whole numbers: of players, or of deals."""
    return fields.List(fields.Integer(strict=True), **_settings(description, example, settings))


def by_player(inner: fields.Field[Any], description: str, example: list[Any], **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list with something for each player of the record, in the order of their numbers; null where there is none."""
    inner.allow_none = True
    return fields.List(inner, **_settings(description, example, settings))


class PlayerEntry(fields.Field[Any]):
    """A player as the record names him: a name, or an object with `id` and `name`."""

    def __init__(self) -> None:
        named = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "name")}}
        super().__init__(metadata={"oneOf": [{"type": "string"}, {**named, "required": ["id", "name"]}]})

    def _deserialize(
        self,
        value: object,
        attr: str | None,  # noqa: ARG002 - how marshmallow calls a field
        data: Mapping[str, Any] | None,  # noqa: ARG002
        **kwargs: object,  # noqa: ARG002
    ) -> object:
        entry = list(value.values()) if is_object(value) and sorted(value) == ["id", "name"] else [value]
        if not all(map(is_name, entry)):
            raise ValidationError([str(value)])
        return value


def _metadata(description: str, example: Any = None) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    return {"description": description} if example is None else {"description": description, "example": example}


def _settings(description: str, example: Any, settings: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    return {"required": True, **settings, "metadata": _metadata(description, example)}


JsonSchema = dict[str, Any]

_FRACTION_FORMS: Final[list[JsonSchema]] = list(FRACTION["anyOf"])
TOURNAMENT_PREFIX: Final = "Tournament"
"""With this the names of a tournament's shapes begin in the contract."""
CHANGE_SCHEMA: Final[JsonSchema] = {"$ref": COMPONENT.format(name=f"{TOURNAMENT_PREFIX}Change")}
"""How the contract refers to a change, whichever it is."""


def exact(description: str, example: float | str | None, **settings: Any) -> fields.Raw:  # noqa: ANN401 - of the field
    """An exact number, which JSON has as a number, or as a text such as "1/3"."""
    forms = [*_FRACTION_FORMS, {"type": "null"}] if settings.get("allow_none") else _FRACTION_FORMS
    told = {"description": description, "anyOf": forms}
    metadata = told if example is None else {**told, "example": example}
    return fields.Raw(required=True, metadata=metadata, **settings)


def log_struct(name: str, description: str, **settings: Any) -> fields.Raw:  # noqa: ANN401 - of the field
    """A part that stands in the log in the same shape."""
    found = {"$ref": COMPONENT.format(name=TOURNAMENT_PREFIX + name)}
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
