"""The `source` of a record that was read from a FujiGokoro file, from which the same bytes can be written again."""

from typing import Annotated, Final, Literal

import msgspec

from daifu.schemas.foreign_log import LineEnd, LogSource
from daifu.schemas.fujigokoro import messages

SOURCE_FORMAT: Final = "fujigokoro"

NotNegative = Annotated[int, msgspec.Meta(ge=0)]
FiveRanks = Annotated[list[int], msgspec.Meta(min_length=5, max_length=5)]
FiveHands = Annotated[list[str], msgspec.Meta(min_length=5, max_length=5)]


class GameSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The parts of a game for which the record has no other place.

    `thinking` are the exact microseconds of each play, null if they are not written. `classes` are the ranks by player
    of a game without exchange, in which they have no meaning. `changed` are the cards that each player submitted for
    exchange, if the server took others (U-XCH-1). `spelt` are the plays, by their place, with an unusual spelling.
    """

    thinking: list[NotNegative | None]
    classes: FiveRanks | None = None
    changed: FiveHands | None = None
    spelt: dict[int, str] = {}


class FujiGokoroSource(LogSource, kw_only=True, omit_defaults=True):
    """The parts of a FujiGokoro file for which the record has no other place.

    `first_game` is the number of the first game, null in newer files, which do not number games. `tail` is what follows
    the last whole game of a truncated file, `tail_line` the number of its first line.
    """

    format: Literal["fujigokoro"]
    file: str = ""
    first_game: NotNegative | None = None
    games: list[GameSource]
    tail: str = ""
    tail_line: int = 0
    line_end: LineEnd = "\n"


def read_source(raw: dict[str, object]) -> FujiGokoroSource:
    """The `source` of a record that was read from such a file. Raises `WritingError` if it is not of that form."""
    return FujiGokoroSource.from_raw(raw, messages.bad_source)
