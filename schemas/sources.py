"""Where games come from: files, folders and standard input, taken apart into records in memory that does not grow."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from schemas.intake import wording
from schemas.intake.item import AUTO, FORMATS, Item, Log, LogFile, Unread
from schemas.intake.lines import Lines
from schemas.intake.splitting import split
from schemas.intake.streams import STDIN, Broken, opened

__all__ = ["AUTO", "ENDINGS", "FORMATS", "Item", "Log", "LogFile", "Unread", "expand", "items", "reopened", "size_of"]

ENDINGS: Final = (".json", ".ndjson", ".jsonl", ".log", ".dat")
"""How the names of the files end that a folder is searched for; each may be followed by `.gz`."""


def expand(paths: Iterable[str]) -> list[str | Unread]:
    """The files that these paths name, folders searched through in the order of their names.

    A folder without games, and one that cannot be looked into, is an `Unread`.
    """
    return [
        file
        for path in paths
        for file in (_in_folder(path) if path != STDIN and os.path.isdir(path) else [path])  # noqa: PTH112
    ]


def size_of(files: Iterable[str | Unread]) -> int | None:
    """How many bytes these files have; None where that cannot be told beforehand."""
    try:
        return sum(os.stat(file).st_size for file in files if isinstance(file, str))  # noqa: PTH116
    except (OSError, ValueError):
        return None


def items(files: Iterable[str | Unread], wanted: str, advance: Callable[[int], None]) -> Iterator[Item | Log | Unread]:
    """The records of these files one after the other, and in their place whatever cannot be read; raises nothing.

    `wanted` is the format of the files, or `auto`; `advance` is told how many bytes were read each time. A `Log` has to
    be read before the next thing is asked for.
    """
    for file in files:
        if isinstance(file, Unread):
            yield file
        else:
            yield from _in_file(file, wanted, advance)


def reopened(place: LogFile) -> Iterator[Log | Unread]:
    """The log that stands in a file, or why it cannot be read any more; it has to be read before more is asked for."""
    try:
        with opened(place.path, lambda _count: None) as stream:
            lines = Lines(stream, place.first)
            lines.skip_blank()
            yield Log(place.file, lines.number + 1, lines, place.path)
    except Broken as broken:
        yield Unread(place.file, 0, broken.expected)


def _in_file(file: str, wanted: str, advance: Callable[[int], None]) -> Iterator[Item | Log | Unread]:
    lines: Lines | None = None
    try:
        with opened(file, advance) as stream:
            lines = Lines(stream)
            for entry in split(_shown(file), lines, wanted):
                yield entry._replace(path=file) if isinstance(entry, Log) else entry
    except Broken as broken:
        yield Unread(_shown(file), lines.number if lines else 0, broken.expected)


def _in_folder(path: str) -> list[str | Unread]:
    found: list[str | Unread] = []

    def note(error: OSError) -> None:
        found.append(Unread(_shown(error.filename or path), 0, wording.system_error(error)))

    for folder, below, names in os.walk(path, onerror=note):
        below.sort()
        found += [os.path.join(folder, name) for name in sorted(names) if _is_game(name)]  # noqa: PTH118
    return found or [Unread(_shown(path), 0, wording.no_games(ENDINGS))]


def _is_game(name: str) -> bool:
    return not name.startswith(".") and name.lower().removesuffix(".gz").endswith(ENDINGS)


def _shown(path: str) -> str:
    """A path as it can be printed, whatever bytes it is made of."""
    return os.fsencode(path).decode("utf-8", "replace")
