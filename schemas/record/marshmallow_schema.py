"""The record as marshmallow schemas, which find every reason why a record is refused.

The shape is the same as in `model`, field by field (record format, section 1). A value is right as it is, or its
field says all that it expected instead.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple, TypeGuard

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.experimental.context import Context

from replay.actions import Notation
from replay.deal import read_cards, read_hand
from replay.games.catalogue import PROFILES
from replay.melds import Lexicon
from replay.text import ReadError, Text
from schemas.record import limits, model
from schemas.record.errors import A_LIST, AN_OBJECT, MISSING, Finding, Path, mismatch_text, one_of
from schemas.record.json_text import is_list, is_object
from schemas.record.model import PROSE_PATTERN, RECORD_FORMAT, is_name, is_text

Errors = list[Text] | dict[Any, Any]
"""What marshmallow collects: by field or by place in a list, down to lists of sentences."""


class CheckedField(fields.Field[Any]):
    """A field whose values are those that it `accepts`; `want` says which these are."""

    def __init__(
        self, want: Text, accepts: Callable[[object], bool], *, required: bool = False, allow_none: bool = False
    ) -> None:
        messages: dict[str, str | list[Any] | dict[Any, Any]] = {
            "required": [MISSING],
            "null": [mismatch_text(want, None)],
        }
        super().__init__(required=required, allow_none=allow_none, error_messages=messages)
        self._want = want
        self._accepts = accepts

    def errors(self, value: object) -> Errors:
        """All that is wrong with the value, nothing if it is right."""
        right = self.allow_none if value is None else self._accepts(value)
        return [] if right else [mismatch_text(self._want, value)]

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


class ObjectField(CheckedField):
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
        found.update((name, [mismatch_text(self._known, name)]) for name in islice(unknown, limits.PROBLEMS))
        return found


class ListField(CheckedField):
    """A list of at least `low` and at most `high` values, each as the field `inner` has it, or of anything."""

    def __init__(
        self, inner: CheckedField | None, low: int, high: int, *, required: bool = False, allow_none: bool = False
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
            return [mismatch_text(want, len(value))]
        if self._inner is None:
            return []
        found = ((place, self._inner.errors(item)) for place, item in enumerate(value))
        return {place: errors for place, errors in found if errors}


def flatten_errors(errors: Errors, path: Path = ()) -> Iterator[Finding]:
    """What marshmallow collected, each sentence with its place."""
    if isinstance(errors, list):
        yield from (Finding(path, text) for text in errors)
        return
    for part, inner in errors.items():
        yield from flatten_errors(inner, (*path, part))


class CardNotation(NamedTuple):
    """How the cards and the actions of the record at hand are written; None where that is not known."""

    lexicon: Lexicon | None
    notation: Notation | None


class CardNotationContext(Context[CardNotation]):
    """Carries the reading of a record to the fields."""


class CardTextField(CheckedField):
    """Text of at most `length` characters that `read` can read."""

    def __init__(
        self, length: int, example: str, read: Callable[[CardNotation, str], object], *, allow_none: bool = False
    ) -> None:
        want = Text(
            f"text of at most {length} characters such as {example!r}", f"「{example}」のような{length}文字以下の文字列"
        )
        super().__init__(want, lambda value: isinstance(value, str) and len(value) <= length, allow_none=allow_none)
        self._read = read

    def errors(self, value: object) -> Errors:
        """What cannot be read, or that it is no text at all."""
        errors = super().errors(value)
        if not errors and isinstance(value, str):
            try:
                self._read(CardNotationContext.get(), value)
            except ReadError as unreadable:
                return [unreadable.text]
        return errors


def try_hand(reading: CardNotation, text: str) -> object:
    """Read a hand, if it is known with which cards."""
    return reading.lexicon and read_hand(reading.lexicon, text)


def try_stock(reading: CardNotation, text: str) -> object:
    """Read the stock, if it is known with which cards."""
    return reading.lexicon and read_cards(reading.lexicon, text)


def try_action(reading: CardNotation, text: str) -> object:
    """Read an action, if it is known with which cards and by how many players."""
    return None if reading.notation is None else reading.notation[text]


_NAME_TEXT: Final = Text(
    f"1 to {limits.NAME_LENGTH} visible characters", f"1〜{limits.NAME_LENGTH}文字の表示できる文字列"
)
_NOTES_TEXT: Final = Text(
    f"text of at most {limits.NOTES_LENGTH} characters, without NUL",
    f"NUL文字のない{limits.NOTES_LENGTH}文字以下の文字列",
)
_PLAYER_TEXT: Final = Text(f"a player number from 1 to {limits.PLAYERS}", f"1〜{limits.PLAYERS}のプレイヤー番号")
_POINTS_TEXT: Final = Text("a number of points, or null", "点数（数またはnull）")
_FLAG_TEXT: Final = Text("true or false", "trueかfalse")


def word_field(*known: str, required: bool = False) -> CheckedField:
    """One of some words."""
    return CheckedField(one_of(known), lambda value: isinstance(value, str) and value in known, required=required)


def name_field(*, required: bool = False) -> CheckedField:
    """A name of somebody."""
    return CheckedField(_NAME_TEXT, is_name, required=required)


def notes_field() -> CheckedField:
    """Text for people."""
    return CheckedField(_NOTES_TEXT, lambda value: is_text(value, limits.NOTES_LENGTH, PROSE_PATTERN))


def player_field() -> CheckedField:
    """A player number as such; whether there is such a player is a matter of agreement."""
    return CheckedField(_PLAYER_TEXT, lambda value: _is_number(value, int) and 1 <= value <= limits.PLAYERS)


def points_field() -> CheckedField:
    """What a player won or lost; null where nobody knows."""
    return CheckedField(
        _POINTS_TEXT,
        lambda value: _is_number(value, int, float) and abs(value) <= limits.LARGEST_INTEGER,
        allow_none=True,
    )


def flag_field() -> CheckedField:
    """True or false."""
    return CheckedField(_FLAG_TEXT, lambda value: isinstance(value, bool))


def object_field() -> CheckedField:
    """An object, whatever is in it."""
    return CheckedField(AN_OBJECT, is_object)


def _is_number(value: object, *types: type) -> TypeGuard[float]:
    return isinstance(value, types) and not isinstance(value, bool)


_PLAYER_ENTRY_TEXT: Final = Text(
    f'a name of at most {limits.NAME_LENGTH} visible characters, or an object with "id" and "name"',
    f"表示できる{limits.NAME_LENGTH}文字以下の名前、または「id」と「name」を持つオブジェクト",
)


class BaseSchema(Schema):
    """A schema that leaves unknown fields to `ObjectField`, which names the known ones."""

    class Meta:
        """How marshmallow is told so."""

        unknown = EXCLUDE


class PlayerSchema(BaseSchema):
    """A player whose name others may share."""

    id = name_field(required=True)
    name = name_field(required=True)


class PlayerField(CheckedField):
    """A player as the record names him: a plain name, or an object."""

    _object: Final = ObjectField(PlayerSchema())

    def __init__(self) -> None:
        super().__init__(_PLAYER_ENTRY_TEXT, model.is_name)

    def errors(self, value: object) -> Errors:
        """What is wrong with the name, or inside the object."""
        return self._object.errors(value) if is_object(value) else super().errors(value)


class ResultSchema(BaseSchema):
    """What the table wrote down."""

    order = ListField(player_field(), 0, limits.PLAYERS)
    points = ListField(points_field(), 0, limits.PLAYERS)


class DealSchema(BaseSchema):
    """One deal."""

    seats = ListField(player_field(), 1, limits.PLAYERS)
    places = ListField(player_field(), 1, limits.PLAYERS, allow_none=True)
    hands = ListField(CardTextField(limits.CARDS_LENGTH, "D3 S5 ?", try_hand, allow_none=True), 0, limits.PLAYERS)
    hands_are = word_field("dealt", "exchanged")
    dealer = player_field()
    first = player_field()
    stock = CardTextField(limits.CARDS_LENGTH, "H9 C4", try_stock)
    actions = ListField(CardTextField(limits.ACTION_LENGTH, "1 D3", try_action), 0, limits.ACTIONS)
    result = ObjectField(ResultSchema())
    abandoned = flag_field()
    notes = notes_field()


class RecordSchema(BaseSchema):
    """One sitting; its deals are looked at one by one, with what the record tells about them."""

    format = word_field(RECORD_FORMAT, required=True)
    rules = word_field(*PROFILES, required=True)
    options = object_field()
    players = ListField(PlayerField(), 1, limits.PLAYERS, required=True)
    event = object_field()
    source = object_field()
    deals = ListField(None, 1, limits.DEALS, required=True)
    notes = notes_field()


DEAL_FIELD: Final = ObjectField(DealSchema())
RECORD_FIELD: Final = ObjectField(RecordSchema())
