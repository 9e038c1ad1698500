"""Files that tournament commands read and write."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from api.cli.errors import CommandError
from api.cli.output import write_bytes
from replay.text import Text
from schemas.record.errors import json_pointer
from schemas.record.struct_reader import StructRefused
from schemas.sources import messages
from schemas.sources.streams import STDIN

Shape = TypeVar("Shape")


def read_document(file: str, read: Callable[[bytes], Shape]) -> Shape:
    """The content of a file, decoded by `read`. Raises `CommandError` with the file and the place in it."""
    return parse_document(file, read_file(file), read)


def read_file(file: str) -> bytes:
    """The bytes of a file, or of standard input. Raises `CommandError`."""
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise _error_at(file, messages.system_error(error)) from error


def parse_document(file: str, content: bytes, read: Callable[[bytes], Shape], *within: int) -> Shape:
    """The decoded bytes of a file; `within` is their place in it. Raises `CommandError`."""
    try:
        return read(content)
    except StructRefused as refused:
        problem = refused.problems[0]
        pointer = json_pointer(within) + problem.pointer
        raise _error_at(f"{file}: {pointer}" if pointer else file, problem.expected) from refused


def _error_at(place: str, text: Text) -> CommandError:
    return CommandError(Text(f"{place}: {text.en}", f"{place}：{text.ja}"))


STDOUT: Final = STDIN
"""The name that means standard output."""


def write_file(file: str, content: bytes) -> None:
    """Write to a file, or to standard output. Raises `CommandError`."""
    if file == STDOUT:
        write_bytes([content])
        return
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        reason = error.strerror or str(error)
        text = Text(f"{file} cannot be written: {reason}", f"{file}に書き込めません（{reason}）")
        raise CommandError(text) from error
