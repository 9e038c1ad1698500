"""The shape of a record (record format, section 1): as msgspec structs, and as plain JSON values.

The structs are typed, bounded, and refuse fields that the format does not know. A field that is not written is `UNSET`.
What one field says about another is checked in `deals`. Foreign formats are read into and written from the
plain JSON values.
"""

import re
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from replay.options import Value
from schemas.record import limits

NAME_PATTERN: Final = r"\A(?=[^\n]*\S)[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
"""A name has something to see and no control characters."""
PROSE_PATTERN: Final = r"\A[^\x00\ud800-\udfff]*\Z"
"""Free text has no character that files and pages cannot hold."""

Name = Annotated[str, Meta(min_length=1, max_length=limits.NAME_LENGTH, pattern=NAME_PATTERN)]
Notes = Annotated[str, Meta(max_length=limits.NOTES_LENGTH, pattern=PROSE_PATTERN)]
Cards = Annotated[str, Meta(max_length=limits.CARDS_LENGTH)]
ActionText = Annotated[str, Meta(max_length=limits.ACTION_LENGTH)]
PlayerNumber = Annotated[int, Meta(ge=1, le=limits.PLAYERS)]
PlayerNumbers = Annotated[tuple[PlayerNumber, ...], Meta(max_length=limits.PLAYERS)]
SeatedPlayers = Annotated[PlayerNumbers, Meta(min_length=1)]
Integer = Annotated[int, Meta(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER)]
Decimal = Annotated[float, Meta(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER)]
Points = Annotated[tuple[Integer | Decimal | None, ...], Meta(max_length=limits.PLAYERS)]


class PlayerShape(Struct, forbid_unknown_fields=True, gc=False):
    """A player whose name others may share."""

    id: Name
    name: Name


class ResultShape(Struct, forbid_unknown_fields=True, gc=False):
    """What the table wrote down."""

    order: PlayerNumbers | UnsetType = UNSET
    points: Points | UnsetType = UNSET


class DealShape(Struct, forbid_unknown_fields=True, gc=False):
    """One deal."""

    seats: SeatedPlayers | UnsetType = UNSET
    places: SeatedPlayers | UnsetType | None = UNSET
    hands: Annotated[tuple[Cards | None, ...], Meta(max_length=limits.PLAYERS)] | UnsetType = UNSET
    hands_are: Literal["dealt", "exchanged"] | UnsetType = UNSET
    dealer: PlayerNumber | UnsetType = UNSET
    first: PlayerNumber | UnsetType = UNSET
    stock: Cards | UnsetType = UNSET
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=limits.ACTIONS)] | UnsetType = UNSET
    result: ResultShape | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET


class RecordShape(Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One sitting; `options`, `event` and `source` are any JSON: see `free`."""

    format: Literal["daifu/1"]
    rules: str
    options: dict[str, Any] | UnsetType = UNSET
    players: Annotated[tuple[Name | PlayerShape, ...], Meta(min_length=1, max_length=limits.PLAYERS)]
    event: dict[str, Any] | UnsetType = UNSET
    source: dict[str, Any] | UnsetType = UNSET
    deals: Annotated[tuple[DealShape, ...], Meta(min_length=1, max_length=limits.DEALS)]
    notes: Notes | UnsetType = UNSET


RECORD_FORMAT: Final = "daifu/1"


class RawPlayer(TypedDict):
    """A player whose name others may share."""

    id: str
    name: str


class RawResult(TypedDict, total=False):
    """What the table wrote down: player numbers best first, points by player number."""

    order: list[int]
    points: list[float | None]


class RawDeal(TypedDict, total=False):
    """One deal; which fields are needed is said by the record format, section 1."""

    seats: list[int]
    places: list[int] | None
    hands: list[str | None]
    hands_are: Literal["dealt", "exchanged"]
    dealer: int
    first: int
    stock: str
    actions: list[str]
    result: RawResult
    abandoned: bool
    notes: str


class RawRecord(TypedDict):
    """One sitting of one group of players under one profile."""

    format: Literal["daifu/1"]
    rules: str
    options: NotRequired[dict[str, Value]]
    players: list[str | RawPlayer]
    event: NotRequired[dict[str, object]]
    source: NotRequired[dict[str, object]]
    deals: list[RawDeal]
    notes: NotRequired[str]


def player_id(player: str | RawPlayer) -> str:
    """The id of a player entry: a plain string is its own."""
    return player if isinstance(player, str) else player["id"]


def player_name(player: str | RawPlayer) -> str:
    """The name of a player entry: a plain string is its own."""
    return player if isinstance(player, str) else player["name"]


def is_name(value: object) -> bool:
    """Whether a JSON value can be somebody's name."""
    return is_text(value, limits.NAME_LENGTH, NAME_PATTERN)


def is_text(value: object, length: int, pattern: str) -> bool:
    """Whether a JSON value is a text of at most `length` characters that begins with a match of the pattern."""
    return isinstance(value, str) and len(value) <= length and re.match(pattern, value) is not None
