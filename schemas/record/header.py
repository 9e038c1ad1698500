"""Checks on the header of a record, all but its deals: free JSON objects, the event, the ids of the players."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, time
from typing import Any, Final

from replay.match import Player
from replay.text import Text
from schemas.record import limits
from schemas.record.errors import Finding, Path, mismatch_text
from schemas.record.model import PROSE_PATTERN, PlayerShape

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


_A_TEXT: Final = Text("text", "文字列")
_TEXT_OR_NUMBER: Final = Text("text or a whole number", "文字列または整数")
_A_DATE: Final = Text(
    "an ISO 8601 date such as 2007-07-16 or 2007-07-16T20:00", "2007-07-16や2007-07-16T20:00のようなISO 8601の日付"
)
_YEAR_OR_MONTH: Final = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?")


def check_event(event: dict[str, Any]) -> Iterator[Finding]:
    """The fields of an event that are not of the type that the format gives them; unknown fields may be anything."""
    for name, (is_valid, want) in _EVENT_FIELDS.items():
        if name in event and not is_valid(event[name]):
            yield Finding((name,), mismatch_text(want, event[name]))


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def _is_string_or_integer(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_date(value: object) -> bool:
    """Whether a value is a day, with or without a time, a month or a year in ISO 8601."""
    if not isinstance(value, str):
        return False
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
