"""Bodies that are typed shapes: one of them, or several in a list."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from api.http.problems import Flaw, HttpProblem
from api.http.refusals import unreadable
from api.http.uploads import uploaded_json
from replay.text import Text
from schemas.problems import Problem
from schemas.shape.misfit import misfit

Shape = TypeVar("Shape")

MOST: Final = 10_000
"""So many at once."""

_NO_JSON: Final = Text("expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です")
_NUMBER: Final = Text(f"expected 1 to {MOST} of them", f"1〜{MOST}件が必要です")
_parts: Final = msgspec.json.Decoder(list[msgspec.Raw])


def one_shape(read: Callable[[bytes], Shape]) -> Shape:
    """The body as `read` reads it. Raises the problem `unreadable`, and those that there are with bodies."""
    return _read(read, uploaded_json())


def shapes(read: Callable[[bytes], Shape]) -> list[Shape]:
    """The body, which is one shape or a list of them; raises what `one_shape` does."""
    body = uploaded_json()
    if not body.lstrip().startswith(b"["):
        return [_read(read, body)]
    parts: list[Any] = _read(_parts.decode, body)
    if not 1 <= len(parts) <= MOST:
        raise unreadable([Flaw({"pointer": ""}, _NUMBER)])
    return [_read(read, bytes(part), place) for place, part in enumerate(parts)]


def _read(read: Callable[[bytes], Shape], body: bytes, *within: int) -> Shape:
    try:
        return read(body)
    except msgspec.ValidationError as error:
        raise _problem(misfit(error, *within)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable([Flaw({"pointer": ""}, _NO_JSON)]) from error


def _problem(found: Problem) -> HttpProblem:
    return unreadable([Flaw({"pointer": found.pointer}, found.expected)])
