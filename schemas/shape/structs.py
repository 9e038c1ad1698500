"""A record as the fast reader takes it from JSON: typed, bounded, and nothing in it that the format does not know.

Fields that are not written are `UNSET`. What one field says about another is not looked at here: see `agreement`.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from schemas import limits

NAME: Final = r"\A(?=[^\n]*\S)[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
"""A name has something to see and no control characters."""
PROSE: Final = r"\A[^\x00\ud800-\udfff]*\Z"
"""Free text has no character that files and pages cannot hold."""

Name = Annotated[str, Meta(min_length=1, max_length=limits.NAME_LENGTH, pattern=NAME)]
Notes = Annotated[str, Meta(max_length=limits.NOTES_LENGTH, pattern=PROSE)]
Cards = Annotated[str, Meta(max_length=limits.CARDS_LENGTH)]
ActionText = Annotated[str, Meta(max_length=limits.ACTION_LENGTH)]
PlayerNumber = Annotated[int, Meta(ge=1, le=limits.PLAYERS)]
Numbers = Annotated[tuple[PlayerNumber, ...], Meta(max_length=limits.PLAYERS)]
Everybody = Annotated[Numbers, Meta(min_length=1)]
Whole = Annotated[int, Meta(ge=-limits.WHOLE, le=limits.WHOLE)]
Decimal = Annotated[float, Meta(ge=-limits.WHOLE, le=limits.WHOLE)]
Points = Annotated[tuple[Whole | Decimal | None, ...], Meta(max_length=limits.PLAYERS)]


class PlayerShape(Struct, forbid_unknown_fields=True, gc=False):
    """A player whose name others may share."""

    id: Name
    name: Name


class ResultShape(Struct, forbid_unknown_fields=True, gc=False):
    """What the table wrote down."""

    order: Numbers | UnsetType = UNSET
    points: Points | UnsetType = UNSET


class DealShape(Struct, forbid_unknown_fields=True, gc=False):
    """One deal."""

    seats: Everybody | UnsetType = UNSET
    places: Everybody | UnsetType | None = UNSET
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
