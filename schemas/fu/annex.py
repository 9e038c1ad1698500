"""The annex of a text: what its lines cannot say, as JSON values with their places, `%/deals/0/notes "…"`."""

import json
from collections.abc import Iterator
from typing import Any

from daifu.schemas.fu.header import json_text
from daifu.schemas.record.errors import json_pointer

Place = tuple[str | int, ...]


class BadPointer(ValueError):
    """A line of the annex that names no place of the record, or has no JSON value."""


def annex_lines(found: Any, wanted: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """The lines that make the wanted record of the found one."""
    for place, value in _differences(found, wanted, ()):
        yield f"%-{json_pointer(place)}" if value is _ABSENT else f"%{json_pointer(place)} {json_text(value)}"


_ABSENT: Any = object()


def _differences(found: Any, wanted: Any, place: Place) -> Iterator[tuple[Place, Any]]:  # noqa: ANN401
    """The places where two values differ, with the wanted values. 1, 1.0 and true differ; the order of keys is free."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in found:
            if key not in wanted:
                yield (*place, key), _ABSENT
        for key, value in wanted.items():
            yield from _differences(found.get(key, _ABSENT), value, (*place, key))
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(one, other, (*place, number))
    elif found is _ABSENT or type(found) is not type(wanted) or found != wanted:
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
    try:
        _set(_follow(record, parents), last, value)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadPointer from error
    return record


def _follow(value: Any, parts: list[str]) -> Any:  # noqa: ANN401 - any JSON value
    for part in parts:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def _set(holder: Any, name: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    key = int(name) if isinstance(holder, list) else name
    if value is _ABSENT:
        del holder[key]
    elif isinstance(holder, list) and key == len(holder):
        holder.append(value)
    else:
        holder[key] = value
