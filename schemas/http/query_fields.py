"""The fields of queries and JSON bodies: each reads a value, or says in both languages what it expected.

In a query every value is text; in a JSON body numbers and flags have types of their own. Fields read both.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, Final

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, missing

from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Text
from daifu.schemas import answer
from daifu.schemas.answer import COUNTED_GAME
from daifu.schemas.record import limits
from daifu.schemas.record.errors import AN_OBJECT, MISSING, Finding, Path, mismatch_text, one_of
from daifu.schemas.record.json_text import is_object
from daifu.schemas.record.model import is_name

_NOT_AN_OBJECT: Final = Text("expected an object, found something else", "オブジェクトが必要です")
_DIGITS: Final = re.compile(r"[0-9]{1,16}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_VISIBLE: Final = r"^[^\x00-\x1f\x7f-\x9f]*[^\x00-\x1f\x7f-\x9f\s][^\x00-\x1f\x7f-\x9f]*$"
"""The pattern of a name, as every reader of JSON Schema understands it."""
_BOOLEANS: Final[Mapping[object, bool]] = {"true": True, "false": False, True: True, False: False}


class QuerySchema(Schema):
    """A query or a body. Unknown names are errors."""

    class Meta:
        """The options of marshmallow."""

        unknown = RAISE

    error_messages = {"type": _NOT_AN_OBJECT}  # type: ignore[dict-item]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        unknown = Text(
            f"unknown; known are {', '.join(self.fields)}", f"不明な名前です。使えるのは{'、'.join(self.fields)}です"
        )
        self.error_messages = {**self.error_messages, "unknown": unknown}  # type: ignore[dict-item]


class QueryField(fields.Field[Any]):
    """A value that `read` reads, which raises ValueError for a wrong one; `shape` is its JSON schema."""

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
        messages: dict[str, str | list[Any] | dict[Any, Any]] = {
            "required": [MISSING],
            "null": [mismatch_text(want, None)],
        }
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
            raise ValidationError([mismatch_text(self._want, value)]) from error


def whole(least: int, most: int, description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A whole number within bounds."""

    def read(value: object) -> int:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ValueError(value)
        return number

    want = Text(f"a whole number from {least} to {most}", f"{least}〜{most}の整数")
    return QueryField(want, read, {"type": "integer", "minimum": least, "maximum": most}, description, **settings)


def fitting(
    want: Text,
    fits: Callable[[Any], bool],
    shape: Mapping[str, Any],
    description: str,
    **settings: Any,  # noqa: ANN401 - of the field
) -> QueryField:
    """A value that is taken as it is if it `fits`."""

    def read(value: object) -> object:
        if not fits(value):
            raise ValueError(value)
        return value

    return QueryField(want, read, shape, description, **settings)


def word(words: tuple[str, ...], description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """One of some words."""
    shape = {"type": "string", "enum": list(words)}
    return fitting(
        one_of(words), lambda value: isinstance(value, str) and value in words, shape, description, **settings
    )


def counted_game(description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A name under which results are counted: a game, or a game and the id of a house."""

    def read(value: object) -> str:
        try:
            game_of(str(value))
        except KeyError as error:
            raise ValueError(value) from error
        return str(value)

    return QueryField(one_of(PROFILES), read, {"type": "string", "pattern": COUNTED_GAME}, description, **settings)


def flag(description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """True or false."""

    def read(value: object) -> bool:
        if not isinstance(value, str | bool) or value not in _BOOLEANS:
            raise ValueError(value)
        return _BOOLEANS[value]

    return QueryField(Text("true or false", "trueかfalse"), read, {"type": "boolean"}, description, **settings)


def day(description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A day of the calendar."""

    def read(value: object) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise ValueError(value)
        return date.fromisoformat(value)

    want = Text("a day such as 2026-07-31", "2026-07-31のような日付")
    return QueryField(want, read, {"type": "string", "format": "date"}, description, **settings)


def name(description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A name: some visible characters."""
    want = Text(f"1 to {limits.NAME_LENGTH} visible characters", f"1〜{limits.NAME_LENGTH}文字の表示できる文字列")
    shape = {"type": "string", "minLength": 1, "maxLength": limits.NAME_LENGTH, "pattern": _VISIBLE}
    return fitting(want, lambda value: isinstance(value, str) and is_name(value), shape, description, **settings)


PAGE: Final = 50
LARGEST_PAGE: Final = 500
REASON_LENGTH: Final = 500

_PROSE: Final = r"^[^\x00]*[^\x00\s][^\x00]*$"


def prose(most: int, description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A text of at most `most` characters, one of them visible."""

    def fits(value: object) -> bool:
        return isinstance(value, str) and len(value) <= most and re.fullmatch(_PROSE, value) is not None

    want = Text(f"a text of 1 to {most} characters", f"1〜{most}文字の文")
    shape = {"type": "string", "minLength": 1, "maxLength": most, "pattern": _PROSE}
    return fitting(want, fits, shape, description, **settings)


def exact_text(description: str) -> QueryField:
    """Any text, compared exactly."""
    return fitting(Text("a text", "文字列"), lambda value: isinstance(value, str), {"type": "string"}, description)


_VERSION_OF_HOUSE: Final = "@[1-9][0-9]{0,15}"
_HOUSE: Final = "^[a-z0-9]+(_[a-z0-9]+)*"


def house_version(description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A version of house rules, as its id and its number."""
    want = Text("an id and a version such as press_club@1", "press_club@1のようなidとバージョン")
    return _house_field(f"{_HOUSE}{_VERSION_OF_HOUSE}$", want, description, **settings)


def house(description: str) -> QueryField:
    """House rules: their id and the number of a version, or None for the latest one."""
    want = Text("an id such as friday or friday@3", "fridayやfriday@3のようなid")
    return _house_field(f"{_HOUSE}({_VERSION_OF_HOUSE})?$", want, description)


def _house_field(pattern: str, want: Text, description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    def read(value: object) -> tuple[str, int | None]:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise ValueError(value)
        slug, _, number = value.partition("@")
        return slug, int(number) if number else None

    return QueryField(want, read, {"type": "string", "pattern": pattern}, description, **settings)


def cursor() -> QueryField:
    """Where a page begins: the number of a record, as links write it."""
    return _cursor_field(answer.read_cursor, answer.CURSOR_PATTERN)


def player_cursor() -> QueryField:
    """Where a page of players begins, as links write it."""
    return _cursor_field(answer.read_player_cursor, answer.PLAYER_CURSOR_PATTERN)


def _cursor_field(read: Callable[[object], Any], pattern: str) -> QueryField:
    want = Text("a cursor as the header Link has it", "Linkヘッダーにあるカーソル")
    description = "Where the page begins, as the header `Link` of the page before says."
    return QueryField(want, read, {"type": "string", "pattern": pattern}, description)


_JSON_OBJECT: Final = r"^[ \t\r\n]*[{]"


def json_object(description: str) -> QueryField:
    """A JSON object as text."""

    def read(value: object) -> dict[str, Any]:
        try:
            found = msgspec.json.decode(value) if isinstance(value, str) else value
        except RecursionError as error:
            raise ValueError(value) from error
        if not is_object(found):
            raise ValueError(value)
        return found

    want = Text(f"{AN_OBJECT.en} in JSON", f"JSONの{AN_OBJECT.ja}")
    shape = {"type": "string", "contentMediaType": "application/json", "pattern": _JSON_OBJECT}
    return QueryField(want, read, shape, description)


def or_null(field: QueryField) -> QueryField:
    """The same field of a body, which may be null, too."""
    field.allow_none = True
    kinds = {name: shape for name, shape in field.metadata.items() if name != "description"}
    field.metadata = {"description": field.metadata["description"], "oneOf": [kinds, {"type": "null"}]}
    return field


def names(most: int, description: str) -> QueryField:
    """A list of names in a body."""

    def fits(value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) <= most
            and all(isinstance(one, str) and is_name(one) for one in value)
        )

    want = Text(f"a list of at most {most} names", f"{most}個までの名前の配列")
    one = {"type": "string", "minLength": 1, "maxLength": limits.NAME_LENGTH, "pattern": _VISIBLE}
    return fitting(want, fits, {"type": "array", "items": one, "maxItems": most}, description)


def an_object(description: str) -> QueryField:
    """A JSON object in a body."""
    return fitting(AN_OBJECT, is_object, {"type": "object"}, description)


LARGEST_NUMBER: Final = 10**15


def numbers(most: int, description: str, **settings: Any) -> QueryField:  # noqa: ANN401 - of the field
    """A list of numbers, each from 1."""

    def fits(value: object) -> bool:
        return (
            isinstance(value, list)
            and 1 <= len(value) <= most
            and all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= LARGEST_NUMBER for one in value)
        )

    want = Text(f"a list of 1 to {most} numbers from 1", f"1以上の数を1〜{most}個並べた配列")
    one = {"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER}
    shape = {"type": "array", "items": one, "minItems": 1, "maxItems": most}
    return fitting(want, fits, shape, description, **settings)


def small_picture(description: str) -> QueryField:
    """A small picture in Base64."""

    def read(value: object) -> bytes:
        if not isinstance(value, str):
            raise ValueError(value)  # noqa: TRY004 - fields raise ValueError
        return b64decode(value, validate=True)

    want = Text("a picture in Base64", "Base64で書いた画像")
    return QueryField(want, read, {"type": "string", "contentEncoding": "base64"}, description, load_default=None)


Errors = list[Text] | dict[Any, Any]
"""The errors of marshmallow: by field or by place in a list, down to lists of sentences."""


def flatten_errors(errors: Errors, path: Path = ()) -> Iterator[Finding]:
    """The sentences in errors of marshmallow, each with its place."""
    if isinstance(errors, list):
        yield from (Finding(path, text) for text in errors)
        return
    for part, inner in errors.items():
        yield from flatten_errors(inner, (*path, part))


def parameters_of(query: type[Schema]) -> list[dict[str, Any]]:
    """The parameters of a query, as OpenAPI describes them."""
    found = []
    for name, field in query().fields.items():
        schema = dict(field.metadata)
        described = {"in": "query", "name": name, "description": schema.pop("description"), "required": field.required}
        default = {} if field.load_default in {missing, None} else {"default": field.load_default}
        found.append({**described, "schema": {**schema, **default}})
    return found


def body_component(body: type[Schema]) -> tuple[str, dict[str, Any]]:
    """The name and the JSON schema of a body."""
    known = body().fields
    schema = {
        "type": "object",
        "properties": {name: dict(field.metadata) for name, field in known.items()},
        "required": [name for name, field in known.items() if field.required],
        "additionalProperties": False,
    }
    return body.__name__.removesuffix("Schema"), schema
