"""Opens files as streams of bytes and lines, decompresses gzip and zstd, and reports the progress of reading."""

import codecs
import io
import os
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, cast

from replay.text import Text
from schemas.record import limits
from schemas.sources import messages
from schemas.sources.addresses import AddressRefused, is_address, open_address

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from zstandard import ZstdDecompressionObj

STDIN: Final = "-"
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_PIECE: Final = 1 << 11
"""Bytes of zstd that are decompressed at once. A few bytes can stand for 128 KiB."""
_GZIP_PIECE: Final = 1 << 12
"""Bytes of gzip that are decompressed at once. What is left of them when a member ends is copied."""
MOST_GZIP_NAME: Final = 1 << 17
"""The most bytes of a name or a comment in the header of gzip."""
_DEFLATE: Final = 8
_HAS_SUM, _HAS_EXTRA, _HAS_NAME, _HAS_COMMENT = 2, 4, 8, 16
"""The flags in the header of gzip."""
_BLOCK: Final = 1 << 16
_PIECE: Final = 1 << 20
"""The bytes of a long line that are read at once."""


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


class BrokenStream(Exception):
    """A stream that cannot be read further; `expected` says why."""

    def __init__(self, expected: Text) -> None:
        super().__init__(expected.en)
        self.expected = expected


class ProgressReader(io.RawIOBase):
    """The bytes of a stream; `advance` is called with the number of bytes after each read.

    `head` are the first four bytes, fewer if the stream is shorter. Closing the reader leaves the stream open.
    """

    def __init__(self, stream: ByteSource, advance: Callable[[int], None]) -> None:
        self._stream = stream
        self._advance = advance
        self.head = self._ahead = stream.read(len(_ZSTD))

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


class GzipReader(io.RawIOBase):
    """The decompressed bytes of gzip members, one behind the other; `read` gives the next compressed bytes.

    Python's own reader takes the texts of headers and the zeros behind a member byte by byte, some megabytes of which
    are seconds. Reading raises `BrokenStream` where a member is damaged or cut, or its header is too long.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._compressed = b""
        self._member: zlib._Decompress | None = None
        self._had_member = False
        self._sum = self._size = 0

    def readable(self) -> bool:
        """True: `io.BufferedReader` asks for this."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer, as soon as there are any. Returns their number."""
        room = memoryview(buffer)
        while member := self._next_member():
            if content := self._decompress(member, len(room)):
                room[: len(content)] = content
                return len(content)
        return 0

    def _next_member(self) -> "zlib._Decompress | None":
        """The member that is being read, or the one behind it if that has ended; None at the end."""
        if self._member is not None:
            if not self._member.eof:
                return self._member
            self._end_member(self._member)
        while not self._compressed:
            piece = self._read(_GZIP_PIECE)
            if not piece:
                return None
            self._compressed = piece.lstrip(b"\0") if self._had_member else piece
        self._skip_header()
        self._member = zlib.decompressobj(-zlib.MAX_WBITS)
        return self._member

    def _end_member(self, member: "zlib._Decompress") -> None:
        """Compare the content of a member, which has been given, with the sum and the size behind it."""
        self._compressed = member.unused_data
        found = self._take(8)
        if found != self._sum.to_bytes(4, "little") + (self._size & 0xFFFFFFFF).to_bytes(4, "little"):
            raise BrokenStream(messages.broken_gzip("CRC check failed"))
        self._compressed = self._compressed.lstrip(b"\0")
        self._member, self._had_member = None, True
        self._sum = self._size = 0

    def _skip_header(self) -> None:
        if (begin := self._take(len(_GZIP))) != _GZIP:
            raise BrokenStream(messages.broken_gzip(f"Not a gzipped file ({begin!r})"))
        method, flags, *_ = self._take(8)
        if method != _DEFLATE:
            raise BrokenStream(messages.broken_gzip("Unknown compression method"))
        if flags & _HAS_EXTRA:
            self._take(int.from_bytes(self._take(2), "little"))
        for flag in (_HAS_NAME, _HAS_COMMENT):
            if flags & flag:
                self._skip_text()
        if flags & _HAS_SUM:
            self._take(2)

    def _skip_text(self) -> None:
        """Skip a text of a header with the zero behind it."""
        skipped = 0
        while (end := self._compressed.find(b"\0")) < 0:
            skipped += len(self._compressed)
            if skipped > MOST_GZIP_NAME:
                raise BrokenStream(messages.long_gzip_header(MOST_GZIP_NAME))
            self._compressed = self._next_piece()
        self._compressed = self._compressed[end + 1 :]

    def _take(self, count: int) -> bytes:
        """The next `count` compressed bytes."""
        while len(self._compressed) < count:
            self._compressed += self._next_piece()
        taken, self._compressed = self._compressed[:count], self._compressed[count:]
        return taken

    def _next_piece(self) -> bytes:
        piece = self._read(_GZIP_PIECE)
        if not piece:
            raise BrokenStream(messages.TRUNCATED_GZIP)
        return piece

    def _decompress(self, member: "zlib._Decompress", most: int) -> bytes:
        """At most this many of the next bytes of a member, none where what has been read has none."""
        try:
            content = member.decompress(self._compressed or self._next_piece(), most)
        except zlib.error as error:
            raise BrokenStream(messages.broken_gzip(error)) from error
        self._compressed = member.unconsumed_tail
        self._sum = zlib.crc32(content, self._sum)
        self._size += len(content)
        return content


class ZstdReader(io.RawIOBase):
    """The decompressed bytes of a stream of zstd frames. Reading raises `BrokenStream` where one is damaged or cut."""

    def __init__(self, stream: ByteSource) -> None:
        from zstandard import ZstdDecompressor, ZstdError  # noqa: PLC0415 - most files are not zstd

        self._stream = stream
        self._new_frame = ZstdDecompressor().decompressobj
        self._error = ZstdError
        self._frame: ZstdDecompressionObj | None = None
        self._compressed = self._ahead = b""

    def readable(self) -> bool:
        """True: `io.BufferedReader` asks for this."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer. Returns their number."""
        room = memoryview(buffer)
        while not self._ahead and self._decompress():
            pass
        count = min(len(room), len(self._ahead))
        room[:count] = self._ahead[:count]
        self._ahead = self._ahead[count:]
        return count

    def _decompress(self) -> bool:
        """Decompress the next piece; whether there was one."""
        self._compressed = self._compressed or self._stream.read(_ZSTD_PIECE)
        if not self._compressed:
            if self._frame is not None:
                raise BrokenStream(messages.TRUNCATED_ZSTD)
            return False
        frame = self._frame or self._new_frame()
        try:
            self._ahead = frame.decompress(self._compressed)
        except self._error as error:
            raise BrokenStream(messages.broken_zstd(error)) from error
        self._compressed = frame.unused_data
        self._frame = None if frame.eof else frame
        return True


class TranslatingStream:
    """A stream that raises `BrokenStream` when it cannot be read further, be it compressed or a file."""

    def __init__(self, stream: FileSource) -> None:
        self._stream = stream

    def readline(self, size: int, /) -> bytes:
        """The next line with its ending, or its first `size` bytes. Raises `BrokenStream`."""
        with _translate_errors():
            return self._stream.readline(size)

    def peek(self, size: int, /) -> bytes:
        """Some of the bytes that come next, none only at the end. Raises `BrokenStream`."""
        with _translate_errors():
            return self._stream.peek(size)

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end. Raises `BrokenStream`."""
        with _translate_errors():
            return self._stream.read(size)


@contextmanager
def open_stream(path: str, advance: Callable[[int], None]) -> Iterator[FileSource]:
    """The lines of a file or of standard input, decompressed if it begins like gzip or zstd.

    When the file is closed, `advance` is called with the number of bytes that were not read. Opening and reading raise
    `BrokenStream`.
    """
    with _translate_errors(), _open_file(path, advance) as file:
        watched = ProgressReader(file, advance)
        buffered = io.BufferedReader(watched, _BLOCK)
        yield TranslatingStream(_decompressed(watched.head, buffered))


def _decompressed(head: bytes, stream: "io.BufferedReader[ProgressReader]") -> FileSource:
    """The stream that begins with these bytes, decompressed if they are those of gzip or zstd."""
    if head.startswith(_GZIP):
        return io.BufferedReader(GzipReader(stream.read1), _BLOCK)
    return io.BufferedReader(ZstdReader(stream), _BLOCK) if head == _ZSTD else stream


def is_compressed(path: str) -> bool:
    """Whether a file begins like gzip or zstd. Raises `BrokenStream`."""
    with _translate_errors(), _open_file(path, lambda _count: None) as file:
        head = file.read(len(_ZSTD))
    return head.startswith(_GZIP) or head == _ZSTD


@contextmanager
def open_part(path: str, begin: int, end: int) -> Iterator[FileSource]:
    """Those lines of a plain file that begin at a byte from `begin` up to but not including `end`.

    Opening and reading raise `BrokenStream`.
    """
    with _translate_errors(), _open_file(path, lambda _count: None) as file:
        seekable = cast("BinaryIO", file)
        first, last = (_next_line(seekable, place) for place in (begin, end))
        seekable.seek(first)
        yield TranslatingStream(io.BufferedReader(PartReader(seekable, last - first), _BLOCK))


def _next_line(file: BinaryIO, place: int) -> int:
    """The place of the first byte from `place` on with which a line begins."""
    if not place:
        return 0
    file.seek(place - 1)
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
        yield _standard_input()
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


def _standard_input() -> ByteSource:
    if sys.stdin is None:  # it was closed before the program began
        raise BrokenStream(messages.NOTHING)
    return cast("ByteSource", sys.stdin.buffer)


@contextmanager
def _translate_errors() -> Iterator[None]:
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
