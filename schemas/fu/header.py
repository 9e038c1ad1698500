"""What a text says beside its deals: the lines before them, and the annex of what its lines cannot say."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from daifu.replay.text import Text
from daifu.schemas.fu.tokens import escape, unescape
from daifu.schemas.record.errors import json_pointer

FIRST_LINE: Final = "fu/1"
ONLY_ONE: Final = Text("only one line of this kind", "この種類の行は1つだけ")
FREE_OBJECTS: Final = ("event", "source", "house")
"""The fields of a record that are objects of any JSON, in the order in which they are written."""

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][\w.-]*")
_BARE_WORD: Final = re.compile(r"[^\s\"\[{][^\s]*")
_KEY: Final = re.compile(r'([A-Za-z_][\w.-]*)=|(?=")')
_NAME_SIGNS: Final = re.compile(r"[\\,=]")
_PLAYER: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(?:[^\\,=]|\\.)+')

Place = tuple[str | int, ...]

_ABSENT: Any = object()


def _no_constant(name: str) -> None:
    raise ValueError(name)


_JSON: Final = json.JSONDecoder(parse_constant=_no_constant)


class HeadRefused(ValueError):
    """A part of a line of the head that cannot be read, and where it stands in the line."""

    def __init__(self, place: int, length: int) -> None:
        super().__init__(f"characters {place} to {place + length}")
        self.place = place
        self.length = length


def json_text(value: object) -> str:
    """A JSON value as text."""
    return msgspec.json.encode(value).decode()


def write_pairs(values: Mapping[str, object]) -> str:
    """The fields of an object as `key=json`, one behind the other."""
    return " ".join(
        f"{key if _PLAIN_KEY.fullmatch(key) else json_text(key)}={json_text(values[key])}" for key in values
    )


def read_pairs(text: str, place: int) -> dict[str, Any]:
    """The fields in a line from a place on. A bare word is a text, as people write it. Raises `HeadRefused`."""
    values: dict[str, Any] = {}
    place = _skip_blanks(text, place)
    while place < len(text):
        begin = place
        found = _KEY.match(text, place)
        if found is None:
            raise HeadRefused(place, len(text) - place)
        if found[1] is not None:
            key, place = found[1], found.end()
        else:
            key, place = _read_json(text, place)
            if not isinstance(key, str) or not text.startswith("=", place):
                raise HeadRefused(begin, max(1, place - begin))
            place += 1
        values[key], place = _read_value(text, place)
        if place < len(text) and text[place] != " ":
            raise HeadRefused(begin, place - begin + 1)
        place = _skip_blanks(text, place)
    return values


def _skip_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def _read_value(text: str, place: int) -> tuple[Any, int]:
    try:
        value, end = _JSON.raw_decode(text, place)
    except (ValueError, RecursionError):
        value, end = None, -1
    if end < 0 or (end < len(text) and text[end] != " "):
        word = _BARE_WORD.match(text, place)
        if word is None:
            raise HeadRefused(place, max(1, len(text) - place))
        return word[0], word.end()
    return value, end


def _read_json(text: str, place: int) -> tuple[Any, int]:
    try:
        return _JSON.raw_decode(text, place)
    except (ValueError, RecursionError) as error:
        raise HeadRefused(place, max(1, len(text) - place)) from error


def write_players(players: Iterable[str | Mapping[str, str]]) -> str:
    """The players of a record, with commas between them."""
    return ", ".join(
        _write_name(player) if isinstance(player, str) else f"{_write_name(player['id'])}={_write_name(player['name'])}"
        for player in players
    )


def _write_name(name: str) -> str:
    if name != name.strip() or name.startswith('"'):
        return json_text(name)
    return _NAME_SIGNS.sub(lambda sign: "\\" + sign[0], name)


def read_players(text: str, place: int) -> list[str | dict[str, str]]:
    """The players in a line from a place on. Raises `HeadRefused`."""
    players: list[str | dict[str, str]] = []
    comma = "," if "," in text[place:] else "[,、，]"  # full-width commas separate where there are no others
    for player in re.finditer(rf'(?:"(?:[^"\\]|\\.)*"|\\.|(?!{comma}).)+', text[place:]):
        begin = place + player.start() + len(player[0]) - len(player[0].lstrip())
        part = player[0].strip()
        names = [_read_name(found[0]) for found in _PLAYER.finditer(part)]
        if len(names) not in {1, 2} or part.count("=") < len(names) - 1 or not all(names):
            raise HeadRefused(begin, max(1, len(part)))
        players.append(names[0] if len(names) == 1 else {"id": names[0], "name": names[1]})
    return players


def _read_name(text: str) -> str:
    text = text.strip()
    if text.startswith('"'):
        value, _ = _read_json(text, 0)
        return value if isinstance(value, str) else ""
    return re.sub(r"\\(.)", r"\1", text)


def write_notes(text: str) -> str:
    """Notes as the rest of a line."""
    escaped = escape(text)
    return json_text(text) if escaped != escaped.strip() or not escaped or escaped.startswith('"') else escaped


def read_notes(text: str) -> str:
    """The notes in the rest of a line."""
    if text.startswith('"'):
        try:
            value, end = _JSON.raw_decode(text)
        except ValueError:
            return unescape(text)
        if isinstance(value, str) and end == len(text):
            return value
    return unescape(text)


def head_lines(record: Mapping[str, Any]) -> list[str]:
    """The lines of a record before its deals."""
    chosen = write_pairs(record.get("options", {}))
    lines = [FIRST_LINE, f"rules {record['rules']} {chosen}".rstrip(), f"players {write_players(record['players'])}"]
    lines += [f"{name} {write_pairs(record[name])}" for name in FREE_OBJECTS if record.get(name)]
    if "notes" in record:
        lines.append(f"notes {write_notes(record['notes'])}")
    return lines


class BadPointer(ValueError):
    """A line of the annex that names no place of the record, or has no JSON value."""


def annex_lines(found: Any, wanted: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """The lines that make the wanted record of the found one."""
    for place, value in _differences(found, wanted, ()):
        yield f"%-{json_pointer(place)}" if value is _ABSENT else f"%{json_pointer(place)} {json_text(value)}"


def _differences(found: Any, wanted: Any, place: Place) -> Iterator[tuple[Place, Any]]:  # noqa: ANN401
    """The places where two values differ, with the wanted values; the order of keys is free."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in found:
            if key not in wanted:
                yield (*place, key), _ABSENT
        for key, value in wanted.items():
            yield from _differences(found.get(key, _ABSENT), value, (*place, key))
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(one, other, (*place, number))
    elif found is _ABSENT or type(found) is not type(wanted) or found != wanted:  # Python's 1, 1.0 and True are equal
        yield place, wanted


def apply_annex(record: Any, line: str) -> Any:  # noqa: ANN401 - any JSON value
    """The record with one line of the annex applied. Raises `BadPointer`."""
    removes = line.startswith("%-")
    pointer, _, text = line[1 + removes :].partition(" ")
    try:
        value = _ABSENT if removes else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPointer from error
    if not pointer:
        if removes:
            raise BadPointer
        return value
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    holder = record
    try:
        for part in parents:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        _set(holder, last, value)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadPointer from error
    return record


def _set(holder: Any, name: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    key = int(name) if isinstance(holder, list) else name
    if value is _ABSENT:
        del holder[key]
    elif isinstance(holder, list) and key == len(holder):
        holder.append(value)
    else:
        holder[key] = value
