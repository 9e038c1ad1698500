"""The fields of the slow reader: a value is right as it is, or the field says all that it expected instead."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields

from replay.text import Text
from schemas.shape.wording import A_LIST, AN_OBJECT, MISSING, one_of, wanted

Errors = list[Text] | dict[str | int, Any]
"""What marshmallow collects: by field or by place in a list, down to lists of sentences."""


class Expecting(fields.Field[Any]):
    """A field whose values are those that it `accepts`; `want` says which these are."""

    def __init__(
        self, want: Text, accepts: Callable[[Any], bool], *, required: bool = False, allow_none: bool = False
    ) -> None:
        messages: dict[str, str | list[Any] | dict[Any, Any]] = {"required": [MISSING], "null": [wanted(want, None)]}
        super().__init__(required=required, allow_none=allow_none, error_messages=messages)
        self._want = want
        self._accepts = accepts

    def errors(self, value: Any) -> Errors:
        """All that is wrong with the value, nothing if it is right."""
        return [] if self._accepts(value) else [wanted(self._want, value)]

    def _deserialize(self, value: Any, _attr: str | None, _data: Mapping[str, Any] | None, **_kwargs: Any) -> Any:
        errors = self.errors(value)
        if errors:
            raise ValidationError(errors)
        return value


class Part(Expecting):
    """An object with a schema of its own, and with no fields but those of the schema."""

    def __init__(self, schema: Schema, *, required: bool = False) -> None:
        super().__init__(AN_OBJECT, is_object, required=required)
        self._schema = schema
        self._known = one_of(schema.fields)

    def errors(self, value: Any) -> Errors:
        """What is wrong with the object as a whole, or with some of its fields."""
        if not is_object(value):
            return super().errors(value)
        unknown: Errors = {name: [wanted(self._known, name)] for name in value if name not in self._schema.fields}
        return {**unknown, **self._schema.validate(value, unknown=EXCLUDE)}


class ListOf(Expecting):
    """A list of at least `low` and at most `high` values, each as the field `inner` has it."""

    def __init__(self, inner: Expecting, low: int, high: int, *, required: bool = False, allow_none: bool = False) -> None:
        super().__init__(A_LIST, is_list, required=required, allow_none=allow_none)
        self._inner = inner
        self._low = low
        self._high = high

    def errors(self, value: Any) -> Errors:
        """What is wrong with the list as a whole, or with some of its values."""
        if not is_list(value):
            return super().errors(value)
        if not self._low <= len(value) <= self._high:
            want = Text(f"a list of {self._low} to {self._high}", f"{self._low}〜{self._high}個の配列")
            return [wanted(want, len(value))]
        return self.errors_inside(value)

    def errors_inside(self, values: list[Any]) -> Errors:
        """What is wrong with each of the values, by its place."""
        found: Errors = {}
        for place, value in enumerate(values):
            try:
                self._inner.deserialize(value)
            except ValidationError as error:
                found[place] = error.messages
        return found


def is_object(value: object) -> bool:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> bool:
    """Whether a JSON value is a list."""
    return isinstance(value, list)
