"""Files that commands read and write as a whole."""

import codecs
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from daifu.api.cli.program.output import CommandError, write_bytes
from daifu.api.cli.program.sentences import unwritable
from daifu.schemas.record.struct_reader import StructReader, StructRefused, read_each
from daifu.schemas.sources import messages
from daifu.schemas.sources.items import SourceProblem, SourceRefused
from daifu.schemas.sources.streams import STDIN

Shape = TypeVar("Shape")


def read_document(file: str, read: Callable[[bytes], Shape]) -> Shape:
    """The content of a file, decoded by `read`. Raises `SourceRefused` with the file and every place in it."""
    with _refused_places(file):
        return read(read_file(file))


def read_documents(file: str, read: Callable[[bytes], Shape]) -> list[Shape]:
    """The one document in a file, or those of the list in it, each decoded by `read`. Raises as `read_document`."""
    content = read_file(file)
    with _refused_places(file):
        return read_each(read, _read_list(content)) if content.lstrip().startswith(b"[") else [read(content)]


def read_file(file: str) -> bytes:
    """The bytes of a file, or of standard input, without a byte order mark. Raises `SourceRefused`."""
    try:
        content = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise SourceRefused([SourceProblem(file, 0, messages.system_error(error))]) from error
    return content.removeprefix(codecs.BOM_UTF8)


@contextmanager
def _refused_places(file: str) -> Iterator[None]:
    """Turn the problems of a document into those of its file."""
    try:
        yield
    except StructRefused as refused:
        problems = [SourceProblem(file, 0, problem.expected, problem.pointer) for problem in refused.problems]
        raise SourceRefused(problems) from refused


_read_list: Final = StructReader[list[msgspec.Raw]](list[msgspec.Raw]).read


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
        raise CommandError(unwritable(error)) from error
