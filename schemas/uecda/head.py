"""The header of a server log: who plays, under which rules (rules digest, section 2 and U-OPT)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from replay.options import Options, Value
from schemas.log_errors import LogError, ReadingError, WritingError, found
from schemas.log_lines import LogLines
from schemas.raw import RawPlayer
from schemas.uecda import wording
from schemas.uecda.plain_deals import PLAYERS

OUTSIDE: Final = "%-----%"
OPTION_FLAGS: Final = {"RULE_11BACK": "jack_back", "RULE_6REVERS": "six_reverse"}
IDLE_FLAGS: Final = ("RULE_5TOBI", "RULE_KINSOKU")
FIXED_FLAGS: Final = ("RULE_KAKUMEI", "RULE_SHIBARI", "RULE_KAIDAN", "RULE_CHANGE", "RULE_8GIRI", "RULE_SEKIGAE")

_ENTRY: Final = re.compile(r"%-----%([A-Za-z0-9_]+)%(?: (.*))?")


@dataclass
class Head:
    """A header: its lines word for word, and what the record takes from them."""

    lines: list[str]
    names: list[str]
    options: dict[str, Value]
    date: str = ""


def read_head(lines: LogLines) -> Head:
    """The header, up to the first game. Raises `LogError`: no names, or a rule is NO that no option covers."""
    head = Head([], [], {})
    while lines.peek().startswith(OUTSIDE):
        line = lines.take()
        head.lines.append(line)
        with lines.blamed():
            _read_entry(head, line)
    if not head.names:
        raise LogError(lines.number + 1, wording.NO_NAMES, wording.NAMES_LINE)
    lines.keep_up_to_here()
    return head


def players_named(names: Sequence[str]) -> list[RawPlayer]:
    """The players of these names; where names repeat the id is `name#k`, k being the player's digit."""
    often = Counter(names)
    ids = [name if often[name] == 1 else f"{name}#{digit}" for digit, name in enumerate(names)]
    if len(set(ids)) < len(names):
        ids = [f"{name}#{digit}" for digit, name in enumerate(names)]
    return [RawPlayer(id=one, name=name) for one, name in zip(ids, names, strict=True)]


def write_head(names: Sequence[str], options: Options, games: int) -> list[str]:
    """A header for a record that comes from elsewhere. Raises `WritingError` for a name that a log cannot hold."""
    check_names(names)
    flags = dict.fromkeys(FIXED_FLAGS, "YES") | dict.fromkeys(IDLE_FLAGS, "NO")
    flags |= {flag: "YES" if options.get(option) else "NO" for flag, option in OPTION_FLAGS.items()}
    entries = {"palyer_name": " ".join(names), **flags, "GAME_NUMBER": str(games)}
    return [f"{OUTSIDE}{key}% {value}" for key, value in entries.items()]


def check_names(names: Sequence[str]) -> None:
    """Refuse names that are empty or hold a space or a line end, for that is what ends a name (`WritingError`)."""
    for name in names:
        if not name or set(name) & set(" \r\n"):
            raise WritingError(wording.bad_name(name))


def _read_entry(head: Head, line: str) -> None:
    entry = _ENTRY.fullmatch(line)
    if entry is None:
        raise ReadingError(found(line), wording.HEAD_ENTRY)
    key, value = entry[1], entry[2] or ""
    reader = _READERS.get(key)
    if reader is not None:
        reader(head, key, value)
    elif key.startswith("RULE_") and key not in IDLE_FLAGS and value == "NO":
        raise ReadingError(wording.rule_off(key), wording.RULE_ON)


def _read_names(head: Head, _key: str, value: str) -> None:
    names = value.split(" ")
    if len(names) != PLAYERS or not all(names):
        raise ReadingError(found(value), wording.FIVE_NAMES)
    head.names = names


def _read_date(head: Head, _key: str, value: str) -> None:
    try:
        head.date = datetime.strptime(value, "%Y/%m/%d %H:%M:%S").isoformat()  # noqa: DTZ007 - the server names no time zone
    except ValueError as error:
        raise ReadingError(found(value), wording.DATE) from error


def _read_option(head: Head, key: str, value: str) -> None:
    if value not in {"YES", "NO"}:
        raise ReadingError(found(f"{key} {value}"), wording.YES_OR_NO)
    head.options[OPTION_FLAGS[key]] = value == "YES"


_READERS: Final[dict[str, Callable[[Head, str, str], None]]] = {
    "palyer_name": _read_names,
    "TIME_START": _read_date,
    **dict.fromkeys(OPTION_FLAGS, _read_option),
}
