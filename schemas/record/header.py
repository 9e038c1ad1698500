"""Checks on all of a record but its deals: the event, the ids of the players, and its house.

The hash of a house checks its options without looking the house up.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from daifu.replay.match import Player, RecordHouse
from daifu.replay.options import Options
from daifu.replay.text import Text, number_range
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, mismatch_text
from daifu.schemas.record.model import HouseShape, PlayerShape

if TYPE_CHECKING:
    from daifu.replay.rules import Profile

_A_TEXT: Final = Text("text", "文字列")
_TEXT_OR_NUMBER: Final = Text("text or a whole number", "文字列または整数")
_A_DATE: Final = Text("a date such as 2007-07-16 or 2007-07-16T20:00", "2007-07-16や2007-07-16T20:00のような日付")
MOST_DATES_CACHED: Final = 1024
"""The records of an archive share some hundred days."""

_YEAR_OR_MONTH: Final = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?")

_EVENT_TEXT: Final = Text(f"text of at most {limits.EVENT_LENGTH} characters", f"{limits.EVENT_LENGTH}文字以下の文字列")

_OTHER_ID: Final = Text("an id that no player before has", "前のプレイヤーと重ならないid")

_CANONICAL: Final = msgspec.json.Encoder(order="deterministic")
_SHOWN_DIGITS: Final = 16
"""Digits of a hash that are shown to people."""


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


@lru_cache(MOST_DATES_CACHED)
def _is_date(value: str) -> bool:
    """Whether a text is a day, with or without a time, a month or a year in ISO 8601."""
    if _YEAR_OR_MONTH.fullmatch(value):
        return True
    day, separator, clock = value.partition("T")
    try:
        date.fromisoformat(day)
        if separator:
            time.fromisoformat(clock)
    except ValueError:
        return False
    return not clock.startswith("T")  # which `time` would take


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
    "date": (lambda value: isinstance(value, str) and _is_date(value), _A_DATE),
}


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


def house_hash(profile: "Profile", base: str, players: Sequence[int], options: Options) -> str:
    """The hash of house rules, of what they mean alone: how they are written and called does not change it."""
    meaning = {"base": base, "players": list(players), "rules": profile.differences(options)}
    return hashlib.sha256(_CANONICAL.encode(meaning)).hexdigest()


def record_house(house: HouseShape, profile: "Profile", options: Options) -> RecordHouse:
    """The house of a record, and how the rules of the record differ from it."""
    players, written = range(house.players[0], house.players[1] + 1), msgspec.to_builtins(house)
    if house.base != profile.base:
        return RecordHouse(
            players, written, *(Text(f"the base {base}", f"基本{base}") for base in (profile.base, house.base))
        )
    digits = house_hash(profile, house.base, house.players, options)
    if digits == house.hash:
        return RecordHouse(players, written)
    shown = (one[:_SHOWN_DIGITS] for one in (digits, house.hash))
    return RecordHouse(players, written, *(Text(f"the hash {one}", f"ハッシュ{one}") for one in shown))


def check_house(house: Mapping[str, Any], profile: "Profile") -> Iterator[Finding]:
    """What is wrong with the house of a record beside its form: the game has none, or numbers of players it refuses."""
    if not profile.base:
        yield Finding(
            (),
            Text(
                f"expected no house, as {profile.name} has no local rules",
                f"{profile.name}にはローカルルールがないため、houseは書けません",
            ),
        )
        return
    yield from (finding.under("players") for finding in check_players(house.get("players"), profile))


def check_players(players: object, profile: "Profile") -> Iterator[Finding]:
    """Numbers of players for which the game is not, or of which the first is larger than the second."""
    allowed = profile.players
    if not isinstance(players, list | tuple) or not all(isinstance(one, int) for one in players):
        return
    some = number_range(allowed[0], allowed[-1])
    for place, number in enumerate(players):
        if number not in allowed:
            yield Finding((place,), mismatch_text(Text(f"{some.en} players", f"{some.ja}人"), number))
    if list(players) != sorted(players):
        want = Text("the smaller number of players first", "先に小さいほうの人数")
        yield Finding((), mismatch_text(want, players))
