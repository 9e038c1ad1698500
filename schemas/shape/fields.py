"""The fields of the slow reader: a value is right as it is, or the field says all that it expected instead."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeGuard

from marshmallow import Schema, ValidationError, fields

from replay.text import Text
from schemas import limits
from schemas.problems import Finding, Path
from schemas.shape.wording import A_LIST, AN_OBJECT, MISSING, one_of, wanted

Errors = list[Text] | dict[Any, Any]
"""What marshmallow collects: by field or by place in a list, down to lists of sentences."""


class Expecting(fields.Field[Any]):
    """A field whose values are those that it `accepts`; `want` says which these are."""

    def __init__(
        self, want: Text, accepts: Callable[[object], bool], *, required: bool = False, allow_none: bool = False
    ) -> None:
        messages: dict[str, str | list[Any] | dict[Any, Any]] = {"required": [MISSING], "null": [wanted(want, None)]}
        super().__init__(required=required, allow_none=allow_none, error_messages=messages)
        self._want = want
        self._accepts = accepts

    def errors(self, value: object) -> Errors:
        """All that is wrong with the value, nothing if it is right."""
        right = self.allow_none if value is None else self._accepts(value)
        return [] if right else [wanted(self._want, value)]

    def _deserialize(
        self,
        value: object,
        attr: str | None,  # noqa: ARG002 - how marshmallow calls a field
        data: Mapping[str, Any] | None,  # noqa: ARG002
        **kwargs: object,  # noqa: ARG002
    ) -> object:
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

    def errors(self, value: object) -> Errors:
        """What is wrong with the object as a whole, or with some of its fields."""
        if not is_object(value):
            return super().errors(value)
        found: dict[Any, Any] = {}
        found.update(self._schema.validate(value))
        unknown = (name for name in value if name not in self._schema.fields)
        found.update((name, [wanted(self._known, name)]) for name in islice(unknown, limits.PROBLEMS))
        return found


class ListOf(Expecting):
    """A list of at least `low` and at most `high` values, each as the field `inner` has it, or of anything."""

    def __init__(
        self, inner: Expecting | None, low: int, high: int, *, required: bool = False, allow_none: bool = False
    ) -> None:
        super().__init__(A_LIST, is_list, required=required, allow_none=allow_none)
        self._inner = inner
        self._low = low
        self._high = high

    def errors(self, value: object) -> Errors:
        """What is wrong with the list as a whole, or with some of its values, by their places."""
        if not is_list(value):
            return super().errors(value)
        if not self._low <= len(value) <= self._high:
            want = Text(f"a list of {self._low} to {self._high}", f"{self._low}〜{self._high}個の配列")
            return [wanted(want, len(value))]
        if self._inner is None:
            return []
        found = ((place, self._inner.errors(item)) for place, item in enumerate(value))
        return {place: errors for place, errors in found if errors}


def flat(errors: Errors, path: Path = ()) -> Iterator[Finding]:
    """What marshmallow collected, each sentence with its place."""
    if isinstance(errors, list):
        yield from (Finding(path, text) for text in errors)
        return
    for part, inner in errors.items():
        yield from flat(inner, (*path, part))


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list; importers may write tuples."""
    return isinstance(value, list | tuple)
