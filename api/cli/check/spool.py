"""Output and logs that are too large for memory, kept in temporary files."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from tempfile import TemporaryDirectory, mkstemp
from types import TracebackType
from typing import Final, Self

from schemas.sources.items import ForeignLog, Item, LogFile, SourceProblem
from schemas.sources.streams import STDIN, BrokenStream

MEMORY_LIMIT: Final = 1 << 20
"""Of what may become too much, so many bytes wait in memory."""

_BLOCK: Final = 1 << 16


class SpoolFolder:
    """A folder for such files: made when the first of them is, and gone at the end of the block with all that is in it.

    It is made, too, when it is handed to another process, which then has it in common with this one.
    """

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def __reduce__(self) -> tuple[type["SpoolFolder"], tuple[str]]:
        return SpoolFolder, (self.path,)

    @property
    def path(self) -> str:
        """Where the folder is. Raises `OSError` where none can be made."""
        if not self._path:
            self._folder = TemporaryDirectory(prefix="daifu-")
            self._path = self._folder.name
        return self._path

    def new_file(self) -> str:
        """The path of an empty file. Raises `OSError`."""
        handle, path = mkstemp(dir=self.path)
        os.close(handle)
        return path


@dataclass(slots=True)
class Spool:
    """Bytes put one after the other, to be taken once: the last of them are in memory, what came before in a file."""

    room: SpoolFolder
    held: bytearray = field(default_factory=bytearray)
    path: str = ""

    def write_in_memory(self, data: bytes) -> None:
        """Add some bytes in memory, however many they are."""
        self.held += data

    def put(self, data: bytes) -> None:
        """Add some bytes, and move them to the file where they become too many.

        Raises `OSError` where there is no room for them.
        """
        self.held += data
        if len(self.held) > MEMORY_LIMIT:
            self.path = self.path or self.room.new_file()
            with open(self.path, "ab") as file:  # noqa: PTH123 - as the system names it
                file.write(self.held)
            self.held.clear()

    def take(self) -> Iterator[bytes]:
        """All of the bytes, piece by piece."""
        if self.path:
            with open(self.path, "rb") as file:  # noqa: PTH123
                yield from iter(partial(file.read, _BLOCK), b"")
        yield bytes(self.held)
        self.drop()

    def drop(self) -> None:
        """Have done with the bytes, taken or not."""
        if self.path:
            os.remove(self.path)  # noqa: PTH107
        self.path = ""
        self.held.clear()


def logs_as_files(
    entries: Iterable[Item | ForeignLog | SourceProblem], room: SpoolFolder
) -> Iterator[Item | LogFile | SourceProblem]:
    """The entries, each log as the file that it is all of. What only this process can read waits in the room."""
    for entry in entries:
        yield _log_file(entry, room) if isinstance(entry, ForeignLog) else entry


def _log_file(log: ForeignLog, room: SpoolFolder) -> LogFile | SourceProblem:
    path = os.path.realpath(log.path)  # /dev/stdin is another file to another process
    if log.path != STDIN and os.path.isfile(path):  # noqa: PTH113 - a name is bytes to the system, not a Path
        return LogFile(log.file, path, first=1)
    copy = room.new_file()
    try:
        with open(copy, "wb") as file:  # noqa: PTH123
            file.writelines(log.lines)
    except BrokenStream as broken:
        return SourceProblem(log.file, log.lines.number, broken.expected)
    return LogFile(log.file, copy, first=log.line)
