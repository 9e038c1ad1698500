"""Files as streams of bytes: opened, watched while they are read, and unpacked where they are gzipped."""

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, cast

from replay.text import Text
from schemas.intake import wording

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STDIN: Final = "-"
_GZIP: Final = b"\x1f\x8b"
_BLOCK: Final = 1 << 16


class Source(Protocol):
    """What bytes are read from: a file, or standard input."""

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        ...

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as there are any."""
        ...


class Stream(Protocol):
    """What lines are read from."""

    def readline(self, size: int, /) -> bytes:
        """The next line with its ending, or its first `size` bytes. May raise `Broken`."""
        ...


class Broken(Exception):  # noqa: N818 - no error of the program: files may be damaged
    """A stream that cannot be read on; `expected` says why."""

    def __init__(self, expected: Text) -> None:
        super().__init__(expected.en)
        self.expected = expected


class Watched(io.RawIOBase):
    """The bytes of a stream; `advance` is told how many each time some are read. Closing this leaves the stream open.

    `head` are its first two bytes, as far as it has so many.
    """

    def __init__(self, stream: Source, advance: Callable[[int], None]) -> None:
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


class _Telling:
    """A stream that says in our words why it cannot be read on."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def readline(self, size: int, /) -> bytes:
        with _telling():
            return self._stream.readline(size)


@contextmanager
def opened(path: str, advance: Callable[[int], None]) -> Iterator[Stream]:
    """The bytes of a file or of standard input, unpacked where they begin like gzip.

    What of a file was not read when it is closed counts as read. Raises `Broken`, here and while the bytes are read.
    """
    with _telling(), _file(path, advance) as file:
        watched = Watched(file, advance)
        buffered = io.BufferedReader(watched, _BLOCK)
        yield _Telling(gzip.GzipFile(fileobj=buffered) if watched.head == _GZIP else buffered)


@contextmanager
def _file(path: str, advance: Callable[[int], None]) -> Iterator[Source]:
    if path == STDIN:
        yield _standard_input()
    elif "\0" in path:
        raise Broken(wording.NO_PATH)
    else:
        with open(path, "rb") as file:  # noqa: PTH123 - a name is bytes to the system, not a Path
            yield file
            if file.seekable():
                advance(max(0, os.fstat(file.fileno()).st_size - file.tell()))


def _standard_input() -> Source:
    if sys.stdin is None:  # it was closed before the program began
        raise Broken(wording.NOTHING)
    return cast("Source", sys.stdin.buffer)


@contextmanager
def _telling() -> Iterator[None]:
    """Whatever the system or gzip have to say against reading on is `Broken`."""
    try:
        yield
    except EOFError as error:
        raise Broken(wording.CUT_GZIP) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise Broken(wording.broken_gzip(error)) from error
    except OSError as error:
        raise Broken(wording.system_error(error)) from error
