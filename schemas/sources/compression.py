"""Decompresses gzip, zstd, bzip2 and xz while they are read."""

import io
import zlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from daifu.replay.text import Text
from daifu.schemas.sources import messages

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_HEAD: Final = 6
"""How many bytes tell whether a file is compressed, and how."""
_GZIP_PIECE: Final = 1 << 12
"""Bytes of gzip that are decompressed at once. What is left of them when a member ends is copied."""
MOST_GZIP_NAME: Final = 1 << 17
"""The most bytes of a name or a comment in the header of gzip."""
_DEFLATE: Final = 8
_HAS_SUM, _HAS_EXTRA, _HAS_NAME, _HAS_COMMENT = 2, 4, 8, 16
"""The flags in the header of gzip."""
_PACKED_PIECE: Final = 1 << 11
"""Compressed bytes that are decompressed at once. A few bytes of zstd can stand for 128 KiB."""
_XZ_MEMORY: Final = 256 << 20
"""The most memory that decompressing xz may take. The strongest preset needs 65 MiB."""

_BLOCK: Final = 1 << 16


class BrokenStream(Exception):
    """A stream that cannot be read further; `expected` says why."""

    def __init__(self, expected: Text) -> None:
        super().__init__(expected.en)
        self.expected = expected


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
            raise BrokenStream(messages.broken_data("gzip", "CRC check failed"))
        self._compressed = self._compressed.lstrip(b"\0")
        self._member, self._had_member = None, True
        self._sum = self._size = 0

    def _skip_header(self) -> None:
        if (begin := self._take(len(messages.GZIP))) != messages.GZIP:
            raise BrokenStream(messages.broken_data("gzip", f"Not a gzipped file ({begin!r})"))
        method, flags, *_ = self._take(8)
        if method != _DEFLATE:
            raise BrokenStream(messages.broken_data("gzip", "Unknown compression method"))
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
            raise BrokenStream(messages.broken_data("gzip", error)) from error
        self._compressed = member.unconsumed_tail
        self._sum = zlib.crc32(content, self._sum)
        self._size += len(content)
        return content


class Decompressor(Protocol):
    """Decompresses one frame of a compressed stream."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """The compressed bytes behind the end of the frame."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """What the next compressed bytes stand for."""
        ...


class Compression(NamedTuple):
    """A kind of compression: its name, what decompresses a frame, and the problem of a stream that is cut."""

    name: str
    new_frame: Callable[[], Decompressor]
    truncated: Text
    errors: tuple[type[Exception], ...]


def _zstd() -> Compression:
    from zstandard import ZstdDecompressor, ZstdError  # noqa: PLC0415 - most files are not zstd

    return Compression("zstd", ZstdDecompressor().decompressobj, messages.TRUNCATED_ZSTD, (ZstdError,))


def _bzip2() -> Compression:
    from bz2 import BZ2Decompressor  # noqa: PLC0415 - most files are not bzip2

    return Compression("bzip2", BZ2Decompressor, messages.TRUNCATED_BZIP2, (OSError, ValueError))


def _xz() -> Compression:
    from lzma import FORMAT_XZ, LZMADecompressor, LZMAError  # noqa: PLC0415 - most files are not xz

    return Compression("xz", partial(LZMADecompressor, FORMAT_XZ, _XZ_MEMORY), messages.TRUNCATED_XZ, (LZMAError,))


_COMPRESSIONS: Final = {messages.ZSTD: _zstd, messages.BZIP2: _bzip2, messages.XZ: _xz}
"""The kinds of compression besides gzip, by how they begin."""


class FrameReader(io.RawIOBase):
    """The decompressed bytes of a stream of frames. Reading raises `BrokenStream` where one is damaged or cut."""

    def __init__(self, read: Callable[[int], bytes], kind: Compression) -> None:
        self._read = read
        self._kind = kind
        self._frame: Decompressor | None = None
        self._compressed = b""
        self._ahead = memoryview(b"")

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
        self._compressed = self._compressed or self._read(_PACKED_PIECE)
        if not self._compressed:
            if self._frame is not None:
                raise BrokenStream(self._kind.truncated)
            return False
        frame = self._frame or self._kind.new_frame()
        try:
            self._ahead = memoryview(frame.decompress(self._compressed))
        except self._kind.errors as error:
            raise BrokenStream(messages.broken_data(self._kind.name, error)) from error
        self._compressed = frame.unused_data
        self._frame = None if frame.eof else frame
        return True


def unpacked(head: bytes, stream: "io.BufferedReader[Any]") -> "io.BufferedReader[Any]":
    """The stream that begins with these bytes, decompressed if they are those of a kind of compression."""
    if head.startswith(messages.GZIP):
        return io.BufferedReader(GzipReader(stream.read1), _BLOCK)
    kind = next((kind for start, kind in _COMPRESSIONS.items() if head.startswith(start)), None)
    return stream if kind is None else io.BufferedReader(FrameReader(stream.read, kind()), _BLOCK)


def is_packed(head: bytes, *, but_gzip: bool = False) -> bool:
    """Whether a stream that begins with these bytes is compressed, or compressed in another way than gzip."""
    return head.startswith(tuple(_COMPRESSIONS)) or (not but_gzip and head.startswith(messages.GZIP))
