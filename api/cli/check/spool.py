"""Output and logs that are too large for memory, kept in temporary files."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from tempfile import TemporaryDirectory, mkstemp
from types import TracebackType
from typing import Final, Self

from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.items import ForeignLog, Item, LogFile, SourceProblem
from daifu.schemas.sources.streams import STDIN

MEMORY_LIMIT: Final = 1 << 20
"""The bytes of a spool that stay in memory."""

_BLOCK: Final = 1 << 16


class SpoolFolder:
    """A folder for temporary files, made with the first file and removed at the end of the block.

    It is also made when it is pickled for another process, which then uses the same folder.
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
        """The path of the folder. Raises `OSError` where it cannot be made."""
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
    """Bytes that are appended and then taken once: the latest in memory, earlier ones in a file."""

    folder: SpoolFolder
    held: bytearray = field(default_factory=bytearray)
    path: str = ""

    def write_in_memory(self, data: bytes) -> None:
        """Append bytes in memory, however many they are."""
        self.held += data

    def put(self, data: bytes) -> None:
        """Append bytes, and move all to the file when they exceed the limit.

        Raises `OSError` where there is no folder.
        """
        self.held += data
        if len(self.held) > MEMORY_LIMIT:
            self.path = self.path or self.folder.new_file()
            with open(self.path, "ab") as file:  # noqa: PTH123 - a file name may be any bytes
                file.write(self.held)
            self.held.clear()

    def take(self) -> Iterator[bytes]:
        """Yield all bytes in pieces, and drop them."""
        if self.path:
            with open(self.path, "rb") as file:  # noqa: PTH123
                yield from iter(partial(file.read, _BLOCK), b"")
        yield bytes(self.held)
        self.drop()

    def drop(self) -> None:
        """Drop the bytes and the file."""
        if self.path:
            os.remove(self.path)  # noqa: PTH107
        self.path = ""
        self.held.clear()


def logs_as_files(
    entries: Iterable[Item | ForeignLog | SourceProblem], folder: SpoolFolder
) -> Iterator[Item | LogFile | SourceProblem]:
    """The entries, with logs as files that other processes can open; logs from pipes are copied into the folder."""
    for entry in entries:
        if isinstance(entry, ForeignLog):
            yield from _log_file(entry, folder)
        else:
            yield entry


def _log_file(log: ForeignLog, folder: SpoolFolder) -> Iterator[LogFile | SourceProblem]:
    """The log as a file, and the problem that it cannot be read to its end."""
    path = os.path.realpath(log.path)  # /dev/stdin is another file to another process
    if log.path != STDIN and os.path.isfile(path):  # noqa: PTH113 - a file name may be any bytes
        yield LogFile(log.file, path, 1, log.codec)
        return
    copy = folder.new_file()
    problem: SourceProblem | None = None
    with open(copy, "wb") as file:  # noqa: PTH123
        try:
            file.writelines(log.lines)
        except BrokenStream as broken:
            problem = SourceProblem(log.file, log.lines.number, broken.expected)
    if os.path.getsize(copy):  # noqa: PTH202
        yield LogFile(log.file, copy, log.line)
    if problem is not None:
        yield problem
