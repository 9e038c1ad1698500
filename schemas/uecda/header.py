"""The header of a server log (rules digest, section 2 and U-OPT): the players and the rules.

A record that was read from a log keeps in its `source` from what the same bytes can be written again.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from daifu.replay.options import Options, Value
from daifu.schemas.foreign_log import LineEnd, LogError, LogLines, LogSource, ReadingError, WritingError, quote_found
from daifu.schemas.record import limits
from daifu.schemas.record.model import RawPlayer
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.deals import PLAYERS

HEADER_START: Final = "%-----%"
OPTION_FLAGS: Final = {"RULE_11BACK": "jack_back", "RULE_6REVERS": "six_reverse"}
IDLE_FLAGS: Final = ("RULE_5TOBI", "RULE_KINSOKU")
FIXED_FLAGS: Final = ("RULE_KAKUMEI", "RULE_SHIBARI", "RULE_KAIDAN", "RULE_CHANGE", "RULE_8GIRI", "RULE_SEKIGAE")

_ENTRY: Final = re.compile(r"%-----%([A-Za-z0-9_]+)%(?: (.*))?")

SOURCE_FORMAT: Final = "uecda-log"

NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Padding = Annotated[int, msgspec.Meta(ge=0, le=limits.RECORD_BYTES)]
FiveTotals = Annotated[list[NotNegative], msgspec.Meta(min_length=5, max_length=5)]


@dataclass
class LogHeader:
    """A header: its lines, and the values that the record takes from them."""

    lines: list[str]
    names: list[str]
    options: dict[str, Value]
    date: str = ""


def read_header(lines: LogLines) -> LogHeader:
    """The header, up to the first game.

    Raises `LogError` if it has no names, or switches off a rule for which the profile has no option.
    """
    head = LogHeader([], [], {})
    while lines.peek().startswith(HEADER_START):
        line = lines.take()
        head.lines.append(line)
        with lines.attribute_errors():
            _read_header_entry(head, line)
    if not head.names:
        raise LogError(lines.number + 1, messages.NO_NAMES, messages.NAMES_LINE)
    lines.mark_complete()
    return head


def entry_key(line: str) -> str:
    """The key of an entry of a header or footer; empty for any other line."""
    entry = _ENTRY.fullmatch(line)
    return entry[1] if entry else ""


def read_names(text: str) -> list[str]:
    """The names of the five players. Raises `ReadingError`."""
    names = text.split(" ")
    if len(names) != PLAYERS or not all(names):
        raise ReadingError(quote_found(text), messages.FIVE_NAMES)
    return names


def players_from_names(names: Sequence[str]) -> list[RawPlayer]:
    """The players of these names; the id of a repeated name is `name#k`, where k is the player's digit."""
    counts = Counter(names)
    ids = [name if counts[name] == 1 else f"{name}#{digit}" for digit, name in enumerate(names)]
    if len(set(ids)) < len(names):
        ids = [f"{name}#{digit}" for digit, name in enumerate(names)]
    return [RawPlayer(id=player, name=name) for player, name in zip(ids, names, strict=True)]


def write_header(names: Sequence[str], options: Options, games: int) -> list[str]:
    """A header for a record from another source. Raises `WritingError` for a name that a log cannot hold."""
    check_player_names(names)
    flags = dict.fromkeys(FIXED_FLAGS, "YES") | dict.fromkeys(IDLE_FLAGS, "NO")
    flags |= {flag: "YES" if options.get(option) else "NO" for flag, option in OPTION_FLAGS.items()}
    entries = {"palyer_name": " ".join(names), **flags, "GAME_NUMBER": str(games)}
    return [f"{HEADER_START}{key}% {value}" for key, value in entries.items()]


def check_player_names(names: Sequence[str]) -> None:
    """Raise `WritingError` for a name that is empty or has a space or a line end, which would end it in a log."""
    for name in names:
        if not name or set(name) & set(" \r\n"):
            raise WritingError(messages.bad_name(name))


def _read_header_entry(head: LogHeader, line: str) -> None:
    entry = _ENTRY.fullmatch(line)
    if entry is None:
        raise ReadingError(quote_found(line), messages.HEADER_ENTRY)
    key, value = entry[1], entry[2] or ""
    if key == "palyer_name":
        head.names = read_names(value)
    elif key == "TIME_START":
        try:
            head.date = datetime.strptime(value, "%Y/%m/%d %H:%M:%S").isoformat()  # noqa: DTZ007 - the server names no time zone
        except ValueError as error:
            raise ReadingError(quote_found(value), messages.DATE) from error
    elif key in OPTION_FLAGS:
        if value not in {"YES", "NO"}:
            raise ReadingError(quote_found(f"{key} {value}"), messages.YES_OR_NO)
        head.options[OPTION_FLAGS[key]] = value == "YES"
    elif key.startswith("RULE_") and key not in IDLE_FLAGS and value == "NO":
        raise ReadingError(messages.rule_switched_off(key), messages.RULE_SWITCHED_ON)


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
