"""The body of a request, unpacked where it is gzipped, and never more of it than the settings allow."""

import gzip
import io
import zlib
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, Protocol

from flask import request

from api.http import kinds
from api.http.arrivals import BREAKS, Arriving, broken_off
from api.http.problems import HttpProblem
from replay.text import Text
from schemas.intake import wording

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
PLAIN: Final = "text/plain"
BINARY: Final = "application/octet-stream"
GZIP: Final = "application/gzip"

_GZIPPED: Final = frozenset({"gzip", "x-gzip"})
_MAGIC: Final = b"\x1f\x8b"
_BLOCK: Final = 1 << 16


class Source(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most `size`; none at the end."""
        ...


class Limited(io.RawIOBase):
    """The bytes of a source; reading raises the problem `too-large` once there were more than `most`.

    `lines` is how many ends of lines were among them so far.
    """

    def __init__(self, source: Source, most: int) -> None:
        self._source = source
        self._most = most
        self._left = most
        self.lines = 0

    def readable(self) -> bool:
        """Whether it can be read, as `io` asks: always."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill the buffer with what comes next, at most to its end; how many bytes came."""
        room = memoryview(buffer)
        data = self._source.read(len(room))
        self._left -= len(data)
        if self._left < 0:
            raise too_large(self._most)
        self.lines += data.count(b"\n")
        room[: len(data)] = data
        return len(data)


class Unpacked:
    """What is inside gzipped bytes; reading raises the problem `bad-request` where they are damaged."""

    def __init__(self, packed: io.RawIOBase) -> None:
        self._file = gzip.GzipFile(fileobj=_Prompt(packed, _BLOCK), mode="rb")

    def read(self, size: int, /) -> bytes:
        """At most so many bytes, as soon as there are any; none at the end."""
        try:
            return self._file.read1(size)
        except EOFError as error:
            raise HttpProblem(kinds.BAD_REQUEST, wording.CUT_GZIP) from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise HttpProblem(kinds.BAD_REQUEST, wording.broken_gzip(error)) from error


class _Prompt(io.BufferedReader):
    """Packed bytes for a reader who asks for many at once: he gets those that are there."""

    def read(self, size: int | None = -1, /) -> bytes:
        """At most so many bytes, as soon as there are any."""
        return self.read1(-1 if size is None else size)


class Lined(io.BufferedReader):
    """A body that is read line by line, while it arrives."""

    def __init__(self, limited: Limited, arriving: Arriving) -> None:
        super().__init__(limited, _BLOCK)
        self._limited = limited
        self._arriving = arriving

    def waits(self, lines: int) -> bool:
        """Whether somebody who has read so many lines, and no more, would have to wait for the next one."""
        return self._limited.lines <= lines and not self._arriving.has_come()


def check_media_type(allowed: Collection[str]) -> None:
    """Raise `unsupported-media-type` unless the body is of an allowed type, or says none."""
    if request.mimetype and request.mimetype not in allowed:
        names = ", ".join(allowed)
        detail = Text(
            f"expected {names}, found {request.mimetype}", f"{names}が必要ですが、{request.mimetype}となっています"
        )
        raise HttpProblem(kinds.UNSUPPORTED_MEDIA_TYPE, detail, allowed=list(allowed))


def read_body(sent: int, unpacked: int) -> bytes:
    """The whole body, of at most `sent` bytes as it was sent and `unpacked` bytes without gzip.

    Raises the problems `too-large`, `unsupported-media-type` (another coding) and `bad-request` (damage).
    """
    length = request.content_length
    if length is None or "Content-Encoding" in request.headers:
        return open_body(sent, unpacked).read()
    if length > sent:
        raise too_large(sent)
    data = _whole(length)
    if data.startswith(_MAGIC):
        return io.BufferedReader(_unpacked(Limited(io.BytesIO(data), sent), unpacked), _BLOCK).read()
    return data


def open_body(sent: int, unpacked: int) -> Lined:
    """The body as a stream that ends in a problem where `read_body` would."""
    if (request.content_length or 0) > sent:
        raise too_large(sent)
    arriving = Arriving()
    limited = Limited(arriving, sent)
    if _says_gzip() or arriving.begins_with(_MAGIC):
        return Lined(_unpacked(limited, unpacked), arriving)
    return Lined(limited, arriving)


def too_large(most: int) -> HttpProblem:
    """The problem that more was sent than is taken."""
    detail = Text(f"expected at most {most} bytes, found more", f"{most}バイト以下が必要ですが、それを超えています")
    return HttpProblem(kinds.TOO_LARGE, detail, limit=most)


def _whole(length: int) -> bytes:
    """The body, which says how long it is."""
    try:
        data = request.stream.read()
    except BREAKS as error:
        raise broken_off() from error
    if len(data) < length:
        raise broken_off()
    return data


def _unpacked(packed: io.RawIOBase, most: int) -> Limited:
    return Limited(Unpacked(packed), most)


def _says_gzip() -> bool:
    """Whether the header says so. Raises `unsupported-media-type` for any other coding."""
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if coding in _GZIPPED:
        return True
    if coding == "identity":
        return False
    detail = Text(
        f"expected a body in gzip or as it is, found {coding}",
        f"gzipか、そのままの本文が必要ですが、{coding}となっています",
    )
    headers = {"Accept-Encoding": "gzip, identity"}
    raise HttpProblem(kinds.UNSUPPORTED_MEDIA_TYPE, detail, headers=headers, allowed=["gzip", "identity"])
