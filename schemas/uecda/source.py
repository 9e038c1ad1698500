"""What only a server log knows: kept in the record's `source`, so that the log can be written again byte for byte."""

from typing import Annotated, Final, Literal

import msgspec

from schemas.foreign_log import LineEnd, WritingError
from schemas.record import limits
from schemas.uecda import messages

SOURCE_FORMAT: Final = "uecda-log"

NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Padding = Annotated[int, msgspec.Meta(ge=0, le=limits.RECORD_BYTES)]
FiveTotals = Annotated[list[NotNegative], msgspec.Meta(min_length=5, max_length=5)]


class ServerLogSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The parts of a server log that the record has no other place for.

    `points_start` is the points line from which the first difference is counted, absent where the match began there at
    zero, as game 0 does. Old servers did not write the exchange and the points (`exchange_written`, `points_written`
    false); a log may have been cut in the points line of its last game, which is whole without (`points_cut`);
    `unsettled_exchanges` are the deals, by place, whose exchange the replay could not find either. `tail` is
    what follows the last whole game of a log that was cut, `tail_line` the number of its first line; where that is
    nothing but NUL bytes, as a crash may leave, `padding` says how many.
    """

    format: Literal["uecda-log"]
    file: str = ""
    head: list[str] = []
    first_game: NotNegative = 0
    exchange_written: bool = True
    points_written: bool = True
    points_start: FiveTotals | None = None
    points_cut: bool = False
    foot: list[str] = []
    unsettled_exchanges: list[int] = []
    tail: str = ""
    tail_line: int = 0
    padding: Padding = 0
    line_end: LineEnd = "\n"

    def to_raw(self) -> dict[str, object]:
        """The same as the JSON object that a record carries."""
        raw: dict[str, object] = msgspec.to_builtins(self)
        return raw


def read_source(raw: dict[str, object]) -> ServerLogSource:
    """The `source` of a record that was read from a server log. Raises `WritingError` if it is not of that form."""
    try:
        return msgspec.convert(raw, ServerLogSource)
    except msgspec.ValidationError as error:
        raise WritingError(messages.bad_source(str(error))) from error
