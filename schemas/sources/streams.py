"""Opens files as streams of bytes and lines in UTF-8, decompresses them, and reports the progress of reading.

A file may be at an address that fsspec understands, such as `s3://bucket/games.ndjson` or `memory://games`. fsspec is
of the extra `cluster`. It is loaded when the first address is read.
"""

import codecs
import io
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol, cast

from daifu.schemas.encodings import LONGEST_MARK, UTF_8, Utf8Reader, codec_of
from daifu.schemas.record import limits
from daifu.schemas.sources import messages
from daifu.schemas.sources.compression import LONGEST_HEAD, BrokenStream, is_packed, unpacked

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+(?:::|://)")

STDIN: Final = "-"
_BLOCK: Final = 1 << 16
_PIECE: Final = 1 << 20
"""The bytes of a long line that are read at once."""


class AddressRefused(Exception):
    """An address that cannot be read on this machine; `args[0]` is the `Text` that says why."""


def is_address(path: str) -> bool:
    """Whether a path is an address and not the path of a file."""
    return _ADDRESS.match(path) is not None


@contextmanager
def open_address(address: str) -> Iterator[BufferedReader]:
    """The file at an address, open for reading. Raises `AddressRefused` and kinds of `OSError`.

    What fsspec opens on S3 or a web server has no `read1`, and a `readline` without a size: the reader adds both.
    """
    files, path = _file_system(address)
    with BufferedReader(files.open(path, "rb")) as file:
        yield file


def files_below(address: str) -> list[str] | None:
    """The addresses of all files in a folder, sorted; None where the address is not that of a folder.

    Raises `AddressRefused` and kinds of `OSError`.
    """
    files, path = _file_system(address)
    if not files.isdir(path):
        return None
    return sorted(files.unstrip_protocol(found) for found in files.find(path))


def size_and_version(address: str) -> tuple[int, str]:
    """The number of bytes at an address, and a text that changes with its content.

    Raises `AddressRefused` and kinds of `OSError`.
    """
    files, path = _file_system(address)
    return int(files.size(path) or 0), str(files.ukey(path))


def _file_system(address: str) -> tuple[Any, str]:
    """What fsspec reads an address with, and the path there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise AddressRefused(messages.NO_FSSPEC) from error
    try:
        files, path = url_to_fs(address)
    except (ImportError, ValueError) as error:  # there is no such kind, or its library is missing
        raise AddressRefused(messages.unknown_address(error)) from error
    return files, str(path)


class ByteSource(Protocol):
    """A source of bytes: a file, or standard input."""

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        ...

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as some are available."""
        ...


class LineSource(Protocol):
    """A source of lines."""

    def readline(self, size: int, /) -> bytes:
        """The next line with its ending, or its first `size` bytes. May raise `BrokenStream`."""
        ...


class FileSource(LineSource, Protocol):
    """A source of lines that shows the bytes that it has read ahead."""

    def peek(self, size: int, /) -> bytes:
        """Some of the bytes that come next, none only at the end. May raise `BrokenStream`."""
        ...

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end. May raise `BrokenStream`."""
        ...


class ProgressReader(io.RawIOBase):
    """The bytes of a stream; `advance` is called with the number of bytes after each read.

    `head` are the first six bytes, fewer if the stream is shorter. Closing the reader leaves the stream open.
    """

    def __init__(self, stream: ByteSource, advance: Callable[[int], None]) -> None:
        self._stream = stream
        self._advance = advance
        self.head = self._ahead = stream.read(LONGEST_HEAD)

    def readable(self) -> bool:
        """True: `io.BufferedReader` asks for this."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer. Returns their number."""
        room = memoryview(buffer)
        data = self._ahead or self._stream.read1(len(room))
        self._ahead = b""
        room[: len(data)] = data
        self._advance(len(data))
        return len(data)


class TranslatingStream:
    """A stream that raises `BrokenStream` when it cannot be read further, be it compressed or a file."""

    def __init__(self, stream: FileSource) -> None:
        self._stream = stream

    def readline(self, size: int, /) -> bytes:
        """The next line with its ending, or its first `size` bytes. Raises `BrokenStream`."""
        with translate_errors():
            return self._stream.readline(size)

    def peek(self, size: int, /) -> bytes:
        """Some of the bytes that come next, none only at the end. Raises `BrokenStream`."""
        with translate_errors():
            return self._stream.peek(size)

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end. Raises `BrokenStream`."""
        with translate_errors():
            return self._stream.read(size)


@contextmanager
def open_stream(path: str, advance: Callable[[int], None], codec: str = UTF_8) -> Iterator[FileSource]:
    """The lines of a file or of standard input in UTF-8, decompressed if it begins like a kind of compression.

    `codec` is that of a text without a byte order mark. When the file is closed, `advance` is called with the number of
    bytes that were not read. Opening and reading raise `BrokenStream`.
    """
    with translate_errors(), _open_file(path, advance) as file:
        watched = ProgressReader(file, advance)
        buffered = io.BufferedReader(watched, _BLOCK)
        yield TranslatingStream(text_stream(watched.head, buffered, codec))


@contextmanager
def open_for_service(path: str, advance: Callable[[int], None], codec: str) -> Iterator[FileSource]:
    """The bytes of a file as a service reads them: as they are, also in gzip, or else as `open_stream` gives them."""
    with translate_errors(), _open_file(path, advance) as file:
        watched = ProgressReader(file, advance)
        buffered = io.BufferedReader(watched, _BLOCK)
        as_it_is = codec == UTF_8 and not is_packed(watched.head, but_gzip=True)
        yield TranslatingStream(buffered if as_it_is else text_stream(watched.head, buffered, codec))


def text_stream(head: bytes, stream: "io.BufferedReader[Any]", codec: str) -> FileSource:
    """The text in UTF-8 of a stream that begins with these bytes, decompressed if they are those of a compression.

    `codec` is that of a text without a byte order mark.
    """
    text = unpacked(head, stream)
    codec = codec_of(text.peek(LONGEST_MARK), codec)
    return text if codec == UTF_8 else io.BufferedReader(Utf8Reader(text, codec), _BLOCK)


def is_plain(path: str) -> bool:
    """Whether a file is neither compressed nor, by its byte order mark, in another encoding than UTF-8.

    Raises `BrokenStream`.
    """
    with translate_errors(), _open_file(path, lambda _count: None) as file:
        head = file.read(LONGEST_HEAD)
    return not is_packed(head) and codec_of(head, UTF_8) == UTF_8


@contextmanager
def open_part(path: str, begin: int, end: int) -> Iterator[FileSource]:
    """Those lines of a plain file that begin at a byte from `begin` up to but not including `end`.

    Opening and reading raise `BrokenStream`.
    """
    with translate_errors(), _open_file(path, lambda _count: None) as file:
        seekable = cast("BinaryIO", file)
        first, last = (_next_line(seekable, place) for place in (begin, end))
        seekable.seek(first)
        yield TranslatingStream(io.BufferedReader(PartReader(seekable, last - first), _BLOCK))


def _next_line(file: BinaryIO, place: int) -> int:
    """The place of the first byte from `place` on with which a line begins."""
    if not place:
        return 0
    file.seek(place - 1)  # if a line ends there, the next one begins at `place` itself
    while (piece := file.readline(_PIECE)) and not piece.endswith(b"\n"):
        pass
    return file.tell()


class PartReader(io.RawIOBase):
    """The next `size` bytes of a stream."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        """True: `io.BufferedReader` asks for this."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer. Returns their number."""
        room = memoryview(buffer)
        data = self._stream.read(min(len(room), self._left))
        room[: len(data)] = data
        self._left -= len(data)
        return len(data)


@contextmanager
def _open_file(path: str, advance: Callable[[int], None]) -> Iterator[ByteSource]:
    if path == STDIN:
        if sys.stdin is None:  # it was closed before the program began
            raise BrokenStream(messages.NOTHING)
        yield cast("ByteSource", sys.stdin.buffer)
    elif "\0" in path:
        raise BrokenStream(messages.NUL_IN_PATH)
    elif is_address(path):
        with open_address(path) as file:
            yield file
    else:
        with open(path, "rb") as file:  # noqa: PTH123 - a name is bytes to the system, not a Path
            yield file
            if file.seekable():
                advance(max(0, os.fstat(file.fileno()).st_size - file.tell()))


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn errors of the system and of addresses into `BrokenStream`."""
    try:
        yield
    except AddressRefused as refused:
        raise BrokenStream(refused.args[0]) from refused
    except OSError as error:
        raise BrokenStream(messages.system_error(error)) from error


class Lines:
    """The lines of a stream with their endings; a line longer than `longest` is cut off.

    A byte order mark before line 1 is left out, and so are blanks that fill whole pieces at the beginning of
    a line: no line needs that many, and they are not to be held in memory.

    `number` is that of the line taken last; the first line has the number `first`.
    """

    def __init__(self, stream: LineSource, first: int = 1, longest: int = limits.RECORD_BYTES) -> None:
        self._stream = stream
        self.longest = longest
        self._ahead: deque[bytes] = deque()
        self._begun = first > 1
        self.number = first - 1

    def peek(self, place: int = 0) -> bytes:
        """The line `place` lines after the next one, empty after the end of the stream."""
        while len(self._ahead) <= place:
            self._ahead.append(self._read())
        return self._ahead[place]

    def take(self) -> bytes:
        """The next line, empty at the end of the stream."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else self._read()

    def put_back(self, lines: Sequence[bytes]) -> None:
        """Give lines back that were taken last: they come next."""
        self._ahead.extendleft(reversed(lines))
        self.number -= len(lines)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.take, b"")

    def skip_blank(self) -> None:
        """Take the blank lines up to the next line that is not blank."""
        while (line := self.peek()) and line.isspace():
            self.take()
            if not self._ahead:
                self.number += self._skip_blank_lines_at_hand()

    def is_cut(self, line: bytes) -> bool:
        """Whether the line was cut off because it is too long, its ending not counted."""
        return len(line) > self.longest and not (line.endswith(b"\n") and len(line) == self.longest + 1)

    def skip_rest(self, line: bytes) -> None:
        """Skip the rest of a line that was cut off."""
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(1 << 16)

    def _skip_blank_lines_at_hand(self) -> int:
        """Skip blank lines of which the stream has all bytes, without taking each. Returns how many there were."""
        return 0

    def _read(self) -> bytes:
        line = self._read_line()
        if not self._begun:
            self._begun = True
            return line.removeprefix(codecs.BOM_UTF8) or (line and self._read_line())
        return line

    def _read_line(self) -> bytes:
        begin = self._read_piece(self.longest + 1)
        while len(begin) == _PIECE and begin.isspace() and not begin.endswith(b"\n"):
            begin = self._read_piece(self.longest + 1)
        if len(begin) < _PIECE or begin.endswith(b"\n"):
            return begin
        line = io.BytesIO()  # pieces in a list would be held twice when they are joined
        size = line.write(begin)
        while size <= self.longest and (piece := self._read_piece(self.longest + 1 - size)):
            size += line.write(piece)
            if piece.endswith(b"\n"):
                break
        return line.getvalue()

    def _read_piece(self, most: int) -> bytes:
        return self._stream.readline(min(_PIECE, most))


class FileLines(Lines):
    """The lines of a file. Blank lines are skipped by the block: there may be hundreds of millions."""

    def __init__(self, file: FileSource, first: int = 1) -> None:
        super().__init__(file, first)
        self._file = file

    def _skip_blank_lines_at_hand(self) -> int:
        at_hand = self._file.peek(_BLOCK)
        end = at_hand.rfind(b"\n", 0, len(at_hand) - len(at_hand.lstrip())) + 1
        return self._file.read(end).count(b"\n")
