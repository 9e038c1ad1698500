"""The fields of what the service answers: they describe it in the contract, and tests hold the answers against them."""

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from schemas.shape.fields import is_object
from schemas.shape.leaves import is_name


class Answer(Schema):
    """An answer; it has every field that is described here and no others, unless a field may be left out."""

    class Meta:
        """How marshmallow is told so."""

        unknown = RAISE


def whole(description: str, example: int | None, **settings: Any) -> fields.Integer:  # noqa: ANN401 - of the field
    """A whole number."""
    return fields.Integer(strict=True, **_described(description, example, settings))


def number(description: str, example: float | None, **settings: Any) -> fields.Float:  # noqa: ANN401
    """Any number."""
    return fields.Float(**_described(description, example, settings))


def text(description: str, example: str | None, **settings: Any) -> fields.String:  # noqa: ANN401
    """Text."""
    return fields.String(**_described(description, example, settings))


def word(words: tuple[str, ...], description: str, example: str | None, **settings: Any) -> fields.String:  # noqa: ANN401
    """One of some words."""
    return text(description, example, validate=validate.OneOf(words), **settings)


def flag(description: str, example: bool | None, **settings: Any) -> fields.Boolean:  # noqa: ANN401, FBT001 - an example
    """True or false."""
    return fields.Boolean(truthy={True}, falsy={False}, **_described(description, example, settings))


def part(schema: type[Schema], description: str, **settings: Any) -> fields.Nested:  # noqa: ANN401 - of the field
    """An object of its own."""
    return fields.Nested(schema, required=settings.pop("required", True), metadata=_told(description), **settings)


def parts(schema: type[Schema], description: str, **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list of objects."""
    return fields.List(fields.Nested(schema), required=settings.pop("required", True), metadata=_told(description))


def wholes(description: str, example: list[int], **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list of whole numbers: of players, or of deals."""
    return fields.List(fields.Integer(strict=True), **_described(description, example, settings))


def by_player(inner: fields.Field[Any], description: str, example: list[Any], **settings: Any) -> fields.List[Any]:  # noqa: ANN401
    """A list with something for each player of the record, in the order of their numbers; null where there is none."""
    inner.allow_none = True
    return fields.List(inner, **_described(description, example, settings))


class Entry(fields.Field[Any]):
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


def _told(description: str, example: Any = None) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    return {"description": description} if example is None else {"description": description, "example": example}


def _described(description: str, example: Any, settings: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    return {"required": True, **settings, "metadata": _told(description, example)}
