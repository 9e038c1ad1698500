"""The fields of what the service is asked: each reads what it wants, or says so in both languages.

In a query every value is a text; in a JSON body numbers and flags come as such. Both are read alike.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, missing

from replay.text import Text
from schemas import limits
from schemas.shape.leaves import is_name
from schemas.shape.wording import MISSING, one_of, wanted

_UNKNOWN: Final = Text("expected nothing of this name, found it", "この名前のものは使えません")
_NOT_AN_OBJECT: Final = Text("expected an object, found something else", "オブジェクトが必要です")
_DIGITS: Final = re.compile(r"[0-9]{1,16}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_VISIBLE: Final = r"^[^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u001f\u007f-\u009f\s][^\u0000-\u001f\u007f-\u009f]*$"
"""What a name looks like, as every reader of JSON Schema understands it."""
_FLAGS: Final[Mapping[object, bool]] = {"true": True, "false": False, True: True, False: False}


class Asked(Schema):
    """A query or a body; whatever it does not know is refused."""

    class Meta:
        """How marshmallow is told so."""

        unknown = RAISE

    error_messages = {"unknown": _UNKNOWN, "type": _NOT_AN_OBJECT}  # type: ignore[dict-item]  # noqa: RUF012


class Given(fields.Field[Any]):
    """A value as `read` reads it, which raises ValueError for whatever is not wanted; `shape` is its JSON schema."""

    def __init__(
        self,
        want: Text,
        read: Callable[[object], Any],
        shape: Mapping[str, Any],
        description: str,
        *,
        required: bool = False,
        load_default: Any = missing,  # noqa: ANN401 - marshmallow's own
    ) -> None:
        messages: dict[str, str | list[Any] | dict[Any, Any]] = {"required": [MISSING], "null": [wanted(want, None)]}
        super().__init__(
            required=required,
            load_default=load_default,
            error_messages=messages,
            metadata={"description": description, **shape},
        )
        self._want = want
        self._read = read

    def _deserialize(
        self,
        value: object,
        attr: str | None,  # noqa: ARG002 - how marshmallow calls a field
        data: Mapping[str, Any] | None,  # noqa: ARG002
        **kwargs: object,  # noqa: ARG002
    ) -> Any:  # noqa: ANN401 - as it was read
        try:
            return self._read(value)
        except ValueError as error:
            raise ValidationError([wanted(self._want, value)]) from error


def whole(least: int, most: int, description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """A whole number within bounds."""

    def read(value: object) -> int:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ValueError(value)
        return number

    want = Text(f"a whole number from {least} to {most}", f"{least}〜{most}の整数")
    return Given(want, read, {"type": "integer", "minimum": least, "maximum": most}, description, **settings)


def word(words: tuple[str, ...], description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """One of some words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(value)
        return value

    return Given(one_of(words), read, {"type": "string", "enum": list(words)}, description, **settings)


def flag(description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """True or false."""

    def read(value: object) -> bool:
        if not isinstance(value, str | bool) or value not in _FLAGS:
            raise ValueError(value)
        return _FLAGS[value]

    return Given(Text("true or false", "trueかfalse"), read, {"type": "boolean"}, description, **settings)


def day(description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """A day of the calendar."""

    def read(value: object) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise ValueError(value)
        return date.fromisoformat(value)

    want = Text("a day such as 2026-07-31", "2026-07-31のような日付")
    return Given(want, read, {"type": "string", "format": "date"}, description, **settings)


def name(description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """A name: some visible characters."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not is_name(value):
            raise ValueError(value)
        return value

    want = Text(f"1 to {limits.NAME_LENGTH} visible characters", f"1〜{limits.NAME_LENGTH}文字の表示できる文字列")
    shape = {"type": "string", "minLength": 1, "maxLength": limits.NAME_LENGTH, "pattern": _VISIBLE}
    return Given(want, read, shape, description, **settings)
