"""Reads files, folders and standard input as a sequence of items, in bounded memory."""

import io
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Final

from daifu.schemas.encodings import UTF_8
from daifu.schemas.sources import messages
from daifu.schemas.sources.compression import LONGEST_HEAD, BrokenStream
from daifu.schemas.sources.items import (
    AUTO,
    DAIFU,
    ForeignLog,
    Item,
    LogFile,
    SourceProblem,
    SourceRefused,
    log_items,
    split_file,
    without_compression,
)
from daifu.schemas.sources.streams import (
    STDIN,
    AddressRefused,
    FileLines,
    Lines,
    files_below,
    is_address,
    open_stream,
    text_stream,
)

ENDINGS: Final = (".json", ".ndjson", ".jsonl", ".fu", ".log", ".dat")
"""Endings of the files that are read from a folder; each may be followed by one of `COMPRESSED`."""


def expand_paths(paths: Iterable[str]) -> list[str | SourceProblem]:
    """The files that the paths name, those in folders sorted by name.

    A folder without games, or one that cannot be read, is a `SourceProblem`.
    """
    found: list[str | SourceProblem] = []
    for path in paths:
        if is_address(path):
            found += _search_address(path)
        elif path != STDIN and os.path.isdir(path):  # noqa: PTH112
            found += _search_folder(path)
        else:
            found.append(path)
    return found


def total_size(files: Iterable[str | SourceProblem]) -> int | None:
    """The number of bytes of the files; None if it is not known beforehand."""
    try:
        return sum(os.stat(file).st_size for file in files if isinstance(file, str))  # noqa: PTH116
    except (OSError, ValueError):
        return None


def read_items(
    files: Iterable[str | SourceProblem], wanted: str, advance: Callable[[int], None], codec: str = UTF_8
) -> Iterator[Item | ForeignLog | SourceProblem]:
    """The records of the files one after the other, and a `SourceProblem` for what cannot be read.

    `wanted` is the format of the files, or `auto`, and `codec` that of texts without a byte order mark. `advance` is
    called with the number of bytes after each read. A `ForeignLog` must be read before the next item is taken.
    """
    for file in files:
        if isinstance(file, SourceProblem):
            yield file
        else:
            yield from _read_file(file, wanted, advance, codec)


def reopen_log(place: LogFile) -> Iterator[ForeignLog | SourceProblem]:
    """The log in a file, or why it cannot be read any more; it must be read before the iterator goes on."""
    try:
        with open_stream(place.path, lambda _count: None, place.codec) as stream:
            lines = FileLines(stream, place.first)
            lines.skip_blank()
            yield ForeignLog(place.file, lines.number + 1, lines, place.path)
    except BrokenStream as broken:
        yield SourceProblem(place.file, 0, broken.expected)


def _read_file(
    file: str, wanted: str, advance: Callable[[int], None], codec: str
) -> Iterator[Item | ForeignLog | SourceProblem]:
    lines: Lines | None = None
    try:
        with open_stream(file, advance, codec) as stream:
            lines = FileLines(stream)
            for entry in split_file(printable_path(file), lines, wanted):
                yield entry._replace(path=file, codec=codec) if isinstance(entry, ForeignLog) else entry
    except BrokenStream as broken:
        yield SourceProblem(printable_path(file), lines.number if lines else 0, broken.expected)


def _search_folder(path: str) -> list[str | SourceProblem]:
    found: list[str | SourceProblem] = []

    def note(error: OSError) -> None:
        found.append(SourceProblem(printable_path(error.filename or path), 0, messages.system_error(error)))

    for folder, below, names in os.walk(path, onerror=note):
        below[:] = sorted(name for name in below if not name.startswith("."))
        found += [os.path.join(folder, name) for name in sorted(names) if _has_game_ending(name)]  # noqa: PTH118
    return found or [SourceProblem(printable_path(path), 0, messages.no_games(ENDINGS))]


def _search_address(address: str) -> list[str | SourceProblem]:
    try:
        below = files_below(address)
    except AddressRefused as refused:
        return [SourceProblem(address, 0, refused.args[0])]
    except OSError as error:
        return [SourceProblem(address, 0, messages.system_error(error))]
    if below is None:
        return [address]
    start = len(address.rstrip("/")) + 1
    found = [file for file in below if _has_game_ending(file.rpartition("/")[2]) and "/." not in f"/{file[start:]}"]
    return [*found] or [SourceProblem(address, 0, messages.no_games(ENDINGS))]


def _has_game_ending(name: str) -> bool:
    return not name.startswith(".") and without_compression(name).endswith(ENDINGS)


def printable_path(path: str) -> str:
    """A path as text that can be printed, with replacements for bytes that are not UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


def pick_item(file: str, wanted: str, line: int | None, codec: str = UTF_8) -> Item:
    """The record that begins at the line, or the only record of the file if `line` is None.

    Raises `SourceRefused`.
    """
    return _only_item(read_items([file], wanted, lambda _count: None, codec), file, line)


def pick_item_of(data: bytes) -> Item:
    """The only record of a file with these bytes, which may be compressed. Raises `SourceRefused`."""
    try:
        lines = FileLines(text_stream(data[:LONGEST_HEAD], io.BufferedReader(io.BytesIO(data)), UTF_8))
        return _only_item(split_file("", lines, AUTO), "", None)
    except BrokenStream as broken:
        raise SourceRefused([SourceProblem("", 0, broken.expected)]) from broken


def _only_item(entries: Iterable[Item | ForeignLog | SourceProblem], file: str, line: int | None) -> Item:
    found = chain.from_iterable(log_items(entry) if isinstance(entry, ForeignLog) else (entry,) for entry in entries)
    first = list(islice((item for item in found if line is None or not 0 < item.line < line), 2))
    if not first or (line is not None and first[0].line not in {0, line}):
        raise SourceRefused([SourceProblem(file, line or 0, messages.NO_RECORD)])
    only, *behind = first
    if isinstance(only, SourceProblem):
        raise SourceRefused([only])
    if behind and isinstance(behind[0], SourceProblem) and only.format != DAIFU:  # it is not the whole log
        raise SourceRefused([behind[0]])
    if behind and line is None:
        raise SourceRefused([SourceProblem(file, behind[0].line, messages.SEVERAL_RECORDS)])
    return only
