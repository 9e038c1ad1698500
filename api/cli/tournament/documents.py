"""JSON documents that commands are given in a file."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from api.cli.tournament.unable import Unable
from replay.text import Text
from schemas.intake import wording
from schemas.intake.streams import STDIN
from schemas.shape.misfit import misfit

Shape = TypeVar("Shape")

_NO_JSON: Final = Text("expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です")


def document(file: str, read: Callable[[bytes], Shape]) -> Shape:
    """What a file holds, as `read` reads it. Raises `Unable` with the file, and with the place in it."""
    return parsed(file, contents(file), read)


def contents(file: str) -> bytes:
    """The bytes of a file, or of standard input. Raises `Unable`."""
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise _unable(file, wording.system_error(error)) from error


def parsed(file: str, content: bytes, read: Callable[[bytes], Shape], *within: int) -> Shape:
    """What bytes of a file hold; `within` is where they stand in it. Raises `Unable`."""
    try:
        return read(content)
    except msgspec.ValidationError as error:
        problem = misfit(error, *within)
        place = f"{file}: {problem.pointer}" if problem.pointer else file
        raise _unable(place, problem.expected) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unable(file, _NO_JSON) from error


def _unable(place: str, text: Text) -> Unable:
    return Unable(Text(f"{place}: {text.en}", f"{place}：{text.ja}"))
