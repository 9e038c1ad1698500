"""What an archive is made of: files, taken apart into shares of about equal size that are read independently.

A share has several small files, or one file, or those lines of a large plain file that begin in a range of bytes.
Shares are in the order of the names of their files, so that they do not depend on the order of the inputs.
"""

import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import Final, NamedTuple

from daifu.schemas.encodings import UTF_8
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.files import printable_path, read_items
from daifu.schemas.sources.items import (
    AUTO,
    DAIFU,
    ForeignLog,
    Item,
    SourceProblem,
    detect_format,
    has_record_per_line,
    log_items,
    split_lines,
)
from daifu.schemas.sources.messages import system_error
from daifu.schemas.sources.streams import (
    AddressRefused,
    FileLines,
    is_address,
    is_plain,
    open_part,
    open_stream,
    size_and_version,
)

SHARE_BYTES: Final = 32 << 20
"""Bytes of a share, compressed or not: a minute of work at most."""


class Piece(NamedTuple):
    """A file, or those lines of it that begin from the byte `begin` up to `end`; `version` changes with the file."""

    path: str
    version: str
    begin: int = 0
    end: int | None = None

    @property
    def first(self) -> int:
        """The number of its first line. That of a part inside a file is not known; it is not 1, which may be marked."""
        return 2 if self.begin else 1


class Share(NamedTuple):
    """Pieces that are read by one task, and how many bytes they have together."""

    pieces: tuple[Piece, ...]
    size: int

    @property
    def id(self) -> str:
        """A text that changes with its pieces and their content."""
        return blake2b(repr(self.pieces).encode(), digest_size=12).hexdigest()


class Inputs(NamedTuple):
    """The shares of an archive, and what cannot be found of its inputs."""

    shares: list[Share]
    problems: list[SourceProblem]


def find_shares(files: Iterable[str | SourceProblem], wanted: str, codec: str, share_bytes: int) -> Inputs:
    """The shares of files in the format `wanted` and a codec, and the problems among the files and with them."""
    found = list(files)
    problems = [one for one in found if isinstance(one, SourceProblem)]
    shares: list[Share] = []
    small: list[Piece] = []
    held = 0
    for path in sorted({one for one in found if isinstance(one, str)}):
        try:
            size, version = _size_and_version(path)
        except BrokenStream as broken:
            problems.append(SourceProblem(printable_path(path), 0, broken.expected))
            continue
        ranges = _ranges(path, size, wanted, share_bytes) if codec == UTF_8 else []
        if small and (ranges or held + size > share_bytes):
            shares.append(Share(tuple(small), held))
            small, held = [], 0
        if ranges:
            shares += [Share((Piece(path, version, begin, end),), end - begin) for begin, end in ranges]
        else:
            small.append(Piece(path, version))
            held += size
    if small:
        shares.append(Share(tuple(small), held))
    return Inputs(shares, sorted(set(problems)))


def _size_and_version(path: str) -> tuple[int, str]:
    """The bytes of a file, and a text that changes with its content. Raises `BrokenStream`."""
    try:
        if is_address(path):
            return size_and_version(path)
        state = os.stat(path)  # noqa: PTH116 - a name is bytes to the system, not a Path
    except AddressRefused as refused:
        raise BrokenStream(refused.args[0]) from refused
    except (OSError, ValueError) as error:
        raise BrokenStream(system_error(error if isinstance(error, OSError) else OSError(str(error)))) from error
    return state.st_size, f"{state.st_size} {state.st_mtime_ns}"


def _ranges(path: str, size: int, wanted: str, share_bytes: int) -> list[tuple[int, int]]:
    """The ranges into which a large file is cut; none if it is small, compressed, or not of a record a line."""
    if size <= share_bytes or wanted not in {AUTO, DAIFU} or not _can_be_cut(path):
        return []
    count = -(-size // share_bytes)
    places = [size * number // count for number in range(count + 1)]
    return list(pairwise(places))


def _can_be_cut(path: str) -> bool:
    """Whether a file can be cut between any two lines. What cannot be read is reported by the task that reads it."""
    try:
        if not is_plain(path):
            return False
        with open_stream(path, lambda _count: None) as stream:
            lines = FileLines(stream)
            lines.skip_blank()
            return detect_format(lines) == DAIFU and has_record_per_line(path, lines)
    except BrokenStream:
        return False


class PieceReader:
    """Reads a piece; `lines` is the number of its lines once it has been read, if it is a part of a file."""

    def __init__(self, piece: Piece, wanted: str, codec: str) -> None:
        self._piece = piece
        self._wanted = wanted
        self._codec = codec
        self.lines = 0

    def entries(self) -> Iterator[Item | SourceProblem]:
        """The records of the piece, and a `SourceProblem` for what cannot be read."""
        if self._piece.end is not None:
            yield from self._part(self._piece.end)
            return
        for entry in read_items([self._piece.path], self._wanted, lambda _count: None, self._codec):
            yield from log_items(entry) if isinstance(entry, ForeignLog) else (entry,)

    def _part(self, end: int) -> Iterator[Item | SourceProblem]:
        file, first = printable_path(self._piece.path), self._piece.first
        lines: FileLines | None = None
        try:
            with open_part(self._piece.path, self._piece.begin, end) as stream:
                lines = FileLines(stream, first)
                yield from split_lines(file, lines)
                self.lines = lines.number - first
        except BrokenStream as broken:
            yield SourceProblem(file, lines.number if lines else first, broken.expected)
