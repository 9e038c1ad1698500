"""The shape of a record (record format, section 1): as msgspec structs, and as plain JSON values.

The structs are typed and bounded, refuse unknown fields, and say in both languages what each value has to be. A field
that is not written is `UNSET`. `deals` checks the fields against each other. Foreign formats are read into the plain
JSON values and written from them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType, field

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Value
from daifu.replay.text import Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import A_LIST, Finding, Path, mismatch_text, one_of
from daifu.schemas.record.struct_reader import expects

NAME_PATTERN: Final = r"\A(?=[^\n]*\S)[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
"""A name has a visible character and no control characters."""
PROSE_PATTERN: Final = r"\A[^\x00\ud800-\udfff]*\Z"
"""Free text has no NUL and no surrogates, which files and pages cannot hold."""

RECORD_FORMAT: Final = "daifu/1"

PROFILE_NAMES: Final = one_of(PROFILES)
"""What the name of a profile has to be."""
_PLAYER_ENTRY: Final = Text(
    f'a name of at most {limits.NAME_LENGTH} visible characters, or an object with "id" and "name"',
    f"表示できる{limits.NAME_LENGTH}文字以下の名前、または「id」と「name」を持つオブジェクト",
)

Name = Annotated[
    str,
    Meta(min_length=1, max_length=limits.NAME_LENGTH, pattern=NAME_PATTERN),
    expects(
        Text(f"1 to {limits.NAME_LENGTH} visible characters", f"1〜{limits.NAME_LENGTH}文字の表示できる文字列"),
    ),
]
Notes = Annotated[
    str,
    Meta(max_length=limits.NOTES_LENGTH, pattern=PROSE_PATTERN),
    expects(
        Text(
            f"text of at most {limits.NOTES_LENGTH} characters, without NUL",
            f"NUL文字のない{limits.NOTES_LENGTH}文字以下の文字列",
        )
    ),
]
Cards = Annotated[str, Meta(max_length=limits.CARDS_LENGTH)]
PlayerNumber = Annotated[
    int,
    Meta(ge=1, le=limits.PLAYERS),
    expects(Text(f"a player number from 1 to {limits.PLAYERS}", f"1〜{limits.PLAYERS}のプレイヤー番号")),
]
PlayerNumbers = Annotated[tuple[PlayerNumber, ...], Meta(max_length=limits.PLAYERS)]
SeatedPlayers = Annotated[PlayerNumbers, Meta(min_length=1)]
Integer = Annotated[int, Meta(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER)]
Decimal = Annotated[float, Meta(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER)]
Points = Annotated[Integer | Decimal | None, expects(Text("a number of points, or null", "点数（数またはnull）"))]

HASH_PATTERN: Final = r"\A[0-9a-f]{64}\Z"
SLUG_PATTERN: Final = r"\A[a-z0-9]+(_[a-z0-9]+)*\Z"

Slug = Annotated[
    str,
    Meta(max_length=limits.SLUG_LENGTH, pattern=SLUG_PATTERN),
    expects(Text("small letters, digits and single _ between them", "英小文字と数字、その間の_")),
]
HouseVersion = Annotated[
    int, Meta(ge=1, le=limits.LARGEST_INTEGER), expects(Text("a version from 1", "1以上のバージョン"))
]
NumbersOfPlayers = Annotated[
    tuple[PlayerNumber, ...],
    Meta(min_length=2, max_length=2),
    expects(Text("the least and the largest number of players, such as [3, 6]", "[3, 6]のような最少と最多の人数")),
]
HouseHash = Annotated[
    str,
    Meta(pattern=HASH_PATTERN),
    expects(Text("64 digits of a SHA-256, in small letters", "SHA-256の64桁（小文字）")),
]

SchemaAddress = Annotated[
    str, Meta(max_length=limits.NAME_LENGTH), expects(Text("the address of a JSON Schema", "JSON Schemaのアドレス"))
]

_KEY_TEXT: Final = Text(
    f"names of at most {limits.NAME_LENGTH} characters, without NUL", f"NUL文字のない{limits.NAME_LENGTH}文字以下の名前"
)
_NUMBER_TEXT: Final = Text(
    f"a number from -{limits.LARGEST_INTEGER} to {limits.LARGEST_INTEGER}",
    f"-{limits.LARGEST_INTEGER}〜{limits.LARGEST_INTEGER}の数",
)
_FREE_TEXT: Final = Text(
    f"text of at most {limits.FREE_TEXT_LENGTH} characters, without NUL",
    f"NUL文字のない{limits.FREE_TEXT_LENGTH}文字以下の文字列",
)
_NESTING_TEXT: Final = Text(f"at most {limits.NESTING} levels of nesting", f"{limits.NESTING}段以下の入れ子")

_CONTAINERS: Final = (dict, list, tuple)

_matches_prose: Final = re.compile(PROSE_PATTERN).match


def _text_like(example: str, length: int) -> Meta:
    return expects(
        Text(
            f"text of at most {length} characters such as {example!r}", f"「{example}」のような{length}文字以下の文字列"
        )
    )


Hand = Annotated[Cards | None, _text_like("D3 S5 ?", limits.CARDS_LENGTH)]
Stock = Annotated[Cards, _text_like("H9 C4", limits.CARDS_LENGTH)]
ActionText = Annotated[str, Meta(max_length=limits.ACTION_LENGTH), _text_like("1 D3", limits.ACTION_LENGTH)]


class PlayerShape(Struct, forbid_unknown_fields=True, gc=False):
    """A player whose name others may share."""

    id: Name
    name: Name


PlayerEntry = Annotated[Name | PlayerShape, expects(_PLAYER_ENTRY)]


class ResultShape(Struct, forbid_unknown_fields=True, gc=False):
    """What the table wrote down."""

    order: PlayerNumbers | UnsetType = UNSET
    points: Annotated[tuple[Points, ...], Meta(max_length=limits.PLAYERS)] | UnsetType = UNSET


class DealShape(Struct, forbid_unknown_fields=True, gc=False):
    """One deal."""

    seats: SeatedPlayers | UnsetType = UNSET
    places: Annotated[SeatedPlayers | None, expects(A_LIST)] | UnsetType = UNSET
    hands: Annotated[tuple[Hand, ...], Meta(max_length=limits.PLAYERS)] | UnsetType = UNSET
    hands_are: Literal["dealt", "exchanged"] | UnsetType = UNSET
    dealer: PlayerNumber | UnsetType = UNSET
    first: PlayerNumber | UnsetType = UNSET
    stock: Stock | UnsetType = UNSET
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=limits.ACTIONS)] | UnsetType = UNSET
    result: ResultShape | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET


HouseBase = Annotated[
    str,
    Meta(pattern=r"\A[a-z0-9]+/[1-9][0-9]*\Z", max_length=limits.SLUG_LENGTH),
    _text_like("daifugo/1", limits.SLUG_LENGTH),
]


class HouseShape(Struct, forbid_unknown_fields=True, gc=False):
    """The house rules that a record was played under, by which its options can be checked."""

    id: Slug
    version: HouseVersion
    base: HouseBase
    players: NumbersOfPlayers
    hash: HouseHash


class RecordShape(Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One sitting; `options`, `event` and `source` are any JSON: see `free`."""

    format: Literal["daifu/1"]
    rules: Annotated[str, expects(PROFILE_NAMES)]
    options: dict[str, Any] | UnsetType = UNSET
    house: HouseShape | UnsetType = UNSET
    players: Annotated[tuple[PlayerEntry, ...], Meta(min_length=1, max_length=limits.PLAYERS)]
    event: dict[str, Any] | UnsetType = UNSET
    source: dict[str, Any] | UnsetType = UNSET
    deals: Annotated[tuple[DealShape, ...], Meta(min_length=1, max_length=limits.DEALS)]
    notes: Notes | UnsetType = UNSET
    schema: SchemaAddress | UnsetType = field(default=UNSET, name="$schema")
    """Where editors find the JSON Schema of records. It is read and not kept: it says nothing of the sitting."""


class RawPlayer(TypedDict):
    """A player whose name others may share."""

    id: str
    name: str


class RawResult(TypedDict, total=False):
    """What the table wrote down: player numbers best first, points by player number."""

    order: list[int]
    points: list[float | None]


class RawDeal(TypedDict, total=False):
    """One deal; section 1 of the record format says which fields are required."""

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


class RawHouse(TypedDict):
    """The house rules that a record was played under."""

    id: str
    version: int
    base: str
    players: list[int]
    hash: str


class RawRecord(TypedDict):
    """One sitting of one group of players under one profile."""

    format: Literal["daifu/1"]
    rules: str
    options: NotRequired[dict[str, Value]]
    house: NotRequired[RawHouse]
    players: list[str | RawPlayer]
    event: NotRequired[dict[str, object]]
    source: NotRequired[dict[str, object]]
    deals: list[RawDeal]
    notes: NotRequired[str]


def player_id(player: str | RawPlayer | dict[str, str]) -> str:
    """The id of a player entry: a plain string is its own id."""
    return player if isinstance(player, str) else player["id"]


def player_name(player: str | RawPlayer | dict[str, str]) -> str:
    """The name of a player entry: a plain string is its own name."""
    return player if isinstance(player, str) else player["name"]


def is_name(value: object) -> bool:
    """Whether a JSON value can be the name of a player."""
    return isinstance(value, str) and len(value) <= limits.NAME_LENGTH and re.match(NAME_PATTERN, value) is not None


def check_any_json(value: dict[str, Any] | Sequence[Any], path: Path = ()) -> Iterator[Finding]:
    """The values of a free object that exceed the limits."""
    if len(path) >= limits.NESTING:
        yield Finding(path, mismatch_text(_NESTING_TEXT, value))
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and not _text_fits(key, limits.NAME_LENGTH):
            yield Finding(path, mismatch_text(_KEY_TEXT, key))
        if isinstance(item, _CONTAINERS):
            yield from check_any_json(item, (*path, key))
        elif not _scalar_fits(item):
            yield Finding((*path, key), mismatch_text(_FREE_TEXT if isinstance(item, str) else _NUMBER_TEXT, item))


def _scalar_fits(item: object) -> bool:
    if isinstance(item, str):
        return _text_fits(item, limits.FREE_TEXT_LENGTH)
    if isinstance(item, int | float):
        return abs(item) <= limits.LARGEST_INTEGER  # false for NaN
    return item is None


def _text_fits(text: str, length: int) -> bool:
    return len(text) <= length and "\0" not in text and (text.isascii() or _matches_prose(text) is not None)
