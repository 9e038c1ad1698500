"""Checks on the header of a record, all but its deals: the event and the ids of the players."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any, Final

from daifu.replay.match import Player
from daifu.replay.text import Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, mismatch_text
from daifu.schemas.record.model import PlayerShape

_A_TEXT: Final = Text("text", "文字列")
_TEXT_OR_NUMBER: Final = Text("text or a whole number", "文字列または整数")
_A_DATE: Final = Text("a date such as 2007-07-16 or 2007-07-16T20:00", "2007-07-16や2007-07-16T20:00のような日付")
MOST_DATES_CACHED: Final = 1024
"""The records of an archive share some hundred days."""

_YEAR_OR_MONTH: Final = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?")


_EVENT_TEXT: Final = Text(f"text of at most {limits.EVENT_LENGTH} characters", f"{limits.EVENT_LENGTH}文字以下の文字列")


def check_event(event: dict[str, Any]) -> Iterator[Finding]:
    """The fields of an event that are not of the type that the format gives them; unknown fields may be anything."""
    for name, (is_valid, want) in _EVENT_FIELDS.items():
        if name in event and not is_valid(event[name]):
            yield Finding((name,), mismatch_text(want, event[name]))


def check_event_length(event: dict[str, Any]) -> Iterator[Finding]:
    """The texts of an event that are too long for a record that comes in; stored ones may be of an earlier version."""
    for name in _EVENT_FIELDS:
        if isinstance(event.get(name), str) and len(event[name]) > limits.EVENT_LENGTH:
            yield Finding((name,), mismatch_text(_EVENT_TEXT, event[name]))


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def _is_string_or_integer(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_date(value: object) -> bool:
    """Whether a value is a day, with or without a time, a month or a year in ISO 8601."""
    return isinstance(value, str) and _is_date_text(value)


@lru_cache(MOST_DATES_CACHED)
def _is_date_text(value: str) -> bool:
    if _YEAR_OR_MONTH.fullmatch(value):
        return True
    day, separator, clock = value.partition("T")
    try:
        date.fromisoformat(day)
        if separator:
            time.fromisoformat(clock)
    except ValueError:
        return False
    return not clock.startswith("T")


def day_of_date(text: str | None) -> str | None:
    """The day of an ISO date; None for a year or a month."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text.partition("T")[0]).isoformat()
    except ValueError:
        return None


def time_of_date(text: str | None) -> int | None:
    """The time of an ISO date in seconds after the beginning of its day; None for a date without one.

    A time with an offset is that of UTC, and one without an offset is taken as it is.
    """
    _, _, clock = (text or "").partition("T")
    if not clock:
        return None
    found = time.fromisoformat(clock)
    offset = found.utcoffset() or timedelta()
    return found.hour * 3600 + found.minute * 60 + found.second - offset // timedelta(seconds=1)


_EVENT_FIELDS: Final = {
    "name": (_is_string, _A_TEXT),
    "site": (_is_string, _A_TEXT),
    "round": (_is_string_or_integer, _TEXT_OR_NUMBER),
    "table": (_is_string_or_integer, _TEXT_OR_NUMBER),
    "date": (_is_date, _A_DATE),
}

_OTHER_ID: Final = Text("an id that no player before has", "前のプレイヤーと重ならないid")


def player_entry(shape: str | PlayerShape) -> Player:
    """A player's entry as it is written in the record."""
    return shape if isinstance(shape, str) else {"id": shape.id, "name": shape.name}


def player_shape_id(shape: str | PlayerShape) -> str:
    """The id of a player: a plain string is its own id."""
    return shape if isinstance(shape, str) else shape.id


def readable_player_id(value: object) -> str | None:
    """The id in the JSON value of a player, None where there is none that can be read."""
    found = value.get("id") if isinstance(value, dict) else value
    return found if isinstance(found, str) else None


def check_player_ids(ids: Sequence[str | None]) -> Iterator[Finding]:
    """The players whose id an earlier player has; unknown ids are None."""
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for place, player in enumerate(ids):
        if player in seen:
            yield Finding(("players", place), mismatch_text(_OTHER_ID, player))
        if player is not None:
            seen.add(player)
