"""A record as plain JSON values (record format, section 1): what foreign formats are read into and written from."""

from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from replay.options import Value
from replay.text import Text

FORMAT: Final = "daifu/1"


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


class Imported(NamedTuple):
    """A record made from a foreign log, and what people should be told about it."""

    record: RawRecord
    notices: list[Text]


def player_id(player: str | RawPlayer) -> str:
    """The id of a player entry: a plain string is its own."""
    return player if isinstance(player, str) else player["id"]


def player_name(player: str | RawPlayer) -> str:
    """The name of a player entry: a plain string is its own."""
    return player if isinstance(player, str) else player["name"]
