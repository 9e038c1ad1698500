"""The `source` of a record that was read from a server log, from which the same bytes can be written again."""

from typing import Annotated, Final, Literal

import msgspec

from daifu.schemas.foreign_log import LineEnd, LogSource
from daifu.schemas.record import limits
from daifu.schemas.uecda import messages

SOURCE_FORMAT: Final = "uecda-log"

NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Padding = Annotated[int, msgspec.Meta(ge=0, le=limits.RECORD_BYTES)]
FiveTotals = Annotated[list[NotNegative], msgspec.Meta(min_length=5, max_length=5)]


class ServerLogSource(LogSource, kw_only=True, omit_defaults=True):
    """The parts of a server log for which the record has no other place.

    `points_start` is the points line from which the first difference is counted, absent if the match begins with game 0
    at zero. Old servers did not write the exchange and the points (`exchange_written`, `points_written` false). A log
    may be truncated in the points line of its last game, which is whole without it (`points_cut`).
    `unsettled_exchanges` are the places of the deals whose exchange the replay could not find. `tail` is what follows
    the last whole game of a truncated log, `tail_line` the number of its first line. If only NUL bytes follow, as after
    a crash, `padding` is their number.
    """

    format: Literal["uecda-log"]
    file: str = ""
    head: list[str] = msgspec.field(default_factory=list)
    first_game: NotNegative = 0
    exchange_written: bool = True
    points_written: bool = True
    points_start: FiveTotals | None = None
    points_cut: bool = False
    foot: list[str] = msgspec.field(default_factory=list)
    unsettled_exchanges: list[int] = msgspec.field(default_factory=list)
    tail: str = ""
    tail_line: int = 0
    padding: Padding = 0
    line_end: LineEnd = "\n"


def read_source(raw: dict[str, object]) -> ServerLogSource:
    """The `source` of a record that was read from a server log. Raises `WritingError` if it is not of that form."""
    return ServerLogSource.from_raw(raw, messages.bad_source)
