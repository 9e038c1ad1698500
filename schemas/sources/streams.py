"""Files as streams of bytes and lines: opened, unpacked where they are gzipped, with their progress reported."""

import gzip
import io
import os
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, cast

from replay.text import Text
from schemas.record import limits
from schemas.sources import messages

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STDIN: Final = "-"
_GZIP: Final = b"\x1f\x8b"
_BLOCK: Final = 1 << 16


class ByteSource(Protocol):
    """What bytes are read from: a file, or standard input."""

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        ...

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as there are any."""
        ...


class LineSource(Protocol):
    """What lines are read from."""

    def readline(self, size: int, /) -> bytes:
        """The next line with its ending, or its first `size` bytes. May raise `BrokenStream`."""
        ...


class BrokenStream(Exception):
    """A stream that cannot be read on; `expected` says why."""

    def __init__(self, expected: Text) -> None:
        super().__init__(expected.en)
        self.expected = expected


class ProgressReader(io.RawIOBase):
    """The bytes of a stream; `advance` is told how many each time some are read. Closing this leaves the stream open.

    `head` are its first two bytes, as far as it has so many.
    """

    def __init__(self, stream: ByteSource, advance: Callable[[int], None]) -> None:
        self._stream = stream
        self._advance = advance
        self.head = self._ahead = stream.read(len(_GZIP))

    def readable(self) -> bool:
        """Whether it can be read, as `io` asks: always."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill the buffer with what comes next, at most to its end; how many bytes came."""
        room = memoryview(buffer)
        data = self._ahead or self._stream.read1(len(room))
        self._ahead = b""
        room[: len(data)] = data
        self._advance(len(data))
        return len(data)


class _TranslatingStream:
    """A stream that says in our words why it cannot be read on."""

    def __init__(self, stream: LineSource) -> None:
        self._stream = stream

    def readline(self, size: int, /) -> bytes:
        with _translate_errors():
            return self._stream.readline(size)


@contextmanager
def open_stream(path: str, advance: Callable[[int], None]) -> Iterator[LineSource]:
    """The bytes of a file or of standard input, unpacked where they begin like gzip.

    What of a file was not read when it is closed counts as read. Raises `BrokenStream`, here and while the bytes are
    read.
    """
    with _translate_errors(), _open_file(path, advance) as file:
        watched = ProgressReader(file, advance)
        buffered = io.BufferedReader(watched, _BLOCK)
        yield _TranslatingStream(gzip.GzipFile(fileobj=buffered) if watched.head == _GZIP else buffered)


@contextmanager
def _open_file(path: str, advance: Callable[[int], None]) -> Iterator[ByteSource]:
    if path == STDIN:
        yield _standard_input()
    elif "\0" in path:
        raise BrokenStream(messages.NUL_IN_PATH)
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
    """Whatever the system or gzip have to say against reading on is `BrokenStream`."""
    try:
        yield
    except EOFError as error:
        raise BrokenStream(messages.TRUNCATED_GZIP) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BrokenStream(messages.broken_gzip(error)) from error
    except OSError as error:
        raise BrokenStream(messages.system_error(error)) from error


class Lines:
    """The lines of a stream with their endings, none longer than `longest`: what is longer comes cut off.

    `number` is that of the line taken last; the first line is number 1, or what it is said to be.
    """

    def __init__(self, stream: LineSource, first: int = 1, longest: int = limits.RECORD_BYTES) -> None:
        self._stream = stream
        self.longest = longest
        self._ahead: deque[bytes] = deque()
        self.number = first - 1

    def peek(self, place: int = 0) -> bytes:
        """The next line, or the one so many places further; nothing where the stream has ended."""
        while len(self._ahead) <= place:
            self._ahead.append(self._read())
        return self._ahead[place]

    def take(self) -> bytes:
        """The next line, or nothing at the end of the stream."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else self._read()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.take, b"")

    def skip_blank(self) -> None:
        """Take the lines that hold nothing, up to one that does."""
        while (line := self.peek()) and line.isspace():
            self.take()

    def is_cut(self, line: bytes) -> bool:
        """Whether this is more than a line may have, its ending not counted."""
        return len(line) > self.longest and not (line.endswith(b"\n") and len(line) == self.longest + 1)

    def skip_rest(self, line: bytes) -> None:
        """Read over the rest of a line that came cut off."""
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(1 << 16)

    def _read(self) -> bytes:
        return self._stream.readline(self.longest + 1)
