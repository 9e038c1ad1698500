"""The body of a request: read while it arrives, decompressed, and limited in size."""

import io
import select
import shutil
import socket
import tempfile
from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from flask import Response, after_this_request, g, request
from gunicorn.http.body import Body, ChunkedReader, LengthReader
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import ClientDisconnected

from daifu.api.http import problem_types
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import write_as_upload
from daifu.api.http.streaming import SOCKET_KEY, disconnection_check
from daifu.data.long_records import BUDGET, LARGE_RECORDS, LONG_RECORD, SMALL_RECORD
from daifu.replay.text import Text
from daifu.schemas.encodings import LONGEST_MARK, UTF_8, Utf8Reader, as_utf8, codec_of, find_codec
from daifu.schemas.sources.compression import BrokenStream, GzipReader

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BODY_ERRORS: Final = (OSError, ParseException)
"""What reading a body raises if it breaks off, or is not as its headers say."""

_PIECE_BYTES: Final = 1 << 16


class IncomingBody:
    """The body of this request, read piece by piece while it arrives."""

    def __init__(self) -> None:
        self._pieces = _pieces(request.stream)
        self._rest = memoryview(b"")
        self._connection = request.environ.get(SOCKET_KEY)

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as there are any; none at the end.

        Raises the problem `bad-request` if the body breaks off.
        """
        self._have(1)
        data, self._rest = self._rest[:size], self._rest[size:]
        return bytes(data)

    def starts_with(self, begin: bytes) -> bool:
        """Whether the body starts with these bytes, which are waited for. Raises the problem `bad-request`."""
        self._have(len(begin))
        return bytes(self._rest[: len(begin)]) == begin

    def has_come(self) -> bool:
        """Whether more can be read without waiting, as far as the connection tells."""
        if self._rest or not isinstance(self._connection, socket.socket):
            return True
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        return bool(poll.poll(0))

    def _have(self, least: int) -> None:
        """Wait for `least` bytes, or for the end."""
        try:
            while len(self._rest) < least and (piece := next(self._pieces, None)) is not None:
                self._rest = memoryview(bytes(self._rest) + piece)
        except BODY_ERRORS as error:
            raise incomplete_body_problem() from error


def incomplete_body_problem() -> HttpProblem:
    """The problem that a body is shorter than its headers say, or is malformed."""
    detail = Text("expected more of the body, found its end", "本文の続きが必要ですが、途中で終わっています")
    return HttpProblem(problem_types.BAD_REQUEST, detail)


def _pieces(body: Any) -> Iterator[bytes]:  # noqa: ANN401 - the body as the server has it
    if not isinstance(body, Body):
        return iter(partial(body.read, _PIECE_BYTES), b"")
    reader = body.reader
    return _marking_failure(
        body, _sized_pieces(reader) if isinstance(reader, LengthReader) else _chunked_pieces(reader)
    )


def _marking_failure(body: Body, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces. If they break off, mark the body so that gunicorn does not reuse the connection."""
    try:
        yield from pieces
    except Exception:
        body.failed = True
        raise


def _chunked_pieces(reader: ChunkedReader) -> Iterator[bytes]:
    """The chunks. The parser stays open, because gunicorn goes on with it to the next request."""
    return iter(partial(next, reader.parser, None), None)


def _sized_pieces(reader: LengthReader) -> Iterator[bytes]:
    while reader.length:
        data = reader.unreader.read(None, read_ahead=reader.length)
        if not data:
            raise NoMoreData
        piece = data[: reader.length]
        reader.unreader.unread(data[len(piece) :])
        reader.length -= len(piece)
        yield piece


_GZIP_CODINGS: Final = frozenset({"gzip", "x-gzip"})
_GZIP_MAGIC: Final = b"\x1f\x8b"
_BLOCK_BYTES: Final = 1 << 16


class ByteSource(Protocol):
    """A source of bytes."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most `size`; none at the end."""
        ...


class LimitedReader(io.RawIOBase):
    """The bytes of a source; reading raises the problem `too-large` after more than `most` bytes.

    `lines` counts the line ends read so far.
    """

    def __init__(self, source: ByteSource, most: int) -> None:
        self._source = source
        self._most = most
        self._left = most
        self.lines = 0

    def readable(self) -> bool:
        """True, as `io` wants to know."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer. Returns how many there were."""
        room = memoryview(buffer)
        data = self._source.read(len(room))
        self._left -= len(data)
        if self._left < 0:
            raise too_large_problem(self._most)
        self.lines += data.count(b"\n")
        room[: len(data)] = data
        return len(data)


class GunzipReader:
    """Decompresses gzipped bytes; reading raises the problem `bad-request` if they are damaged."""

    def __init__(self, packed: ByteSource) -> None:
        self._content = GzipReader(packed.read)

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as there are any; none at the end."""
        try:
            return self._content.read(size)
        except BrokenStream as broken:
            raise HttpProblem(problem_types.BAD_REQUEST, broken.expected) from broken


class _EagerReader(io.BufferedReader):
    """A buffered reader that returns the bytes that are there, instead of waiting for all that were asked for."""

    def read(self, size: int | None = -1, /) -> bytes:
        """At most `size` bytes, as soon as there are any."""
        return self.read1(-1 if size is None else size)


class LineReader(io.BufferedReader):
    """A body that is read line by line, while it arrives."""

    def __init__(self, limited: LimitedReader, arriving: IncomingBody) -> None:
        super().__init__(limited, _BLOCK_BYTES)
        self._limited = limited
        self._arriving = arriving

    def would_wait(self, lines: int) -> bool:
        """Whether reading the line after the first `lines` lines would have to wait for the client."""
        return self._limited.lines <= lines and not self._arriving.has_come()


def check_media_type(allowed: Collection[str]) -> None:
    """Raise the problem `unsupported-media-type` unless the body has an allowed type, or names none."""
    if request.mimetype and request.mimetype not in allowed:
        detail = Text(
            f"expected {', '.join(allowed)}, found {request.mimetype}",
            f"{'、'.join(allowed)}が必要ですが、{request.mimetype}となっています",
        )
        raise HttpProblem(problem_types.UNSUPPORTED_MEDIA_TYPE, detail, allowed=list(allowed))


def read_body(sent: int, unpacked: int) -> bytes:
    """The whole body in UTF-8, at most `sent` bytes as it was sent and `unpacked` bytes without gzip.

    Raises the problems `too-large`, `unsupported-media-type` (another coding) and `bad-request` (damage).
    """
    length = request.content_length
    if length is None or length > SMALL_RECORD or "Content-Encoding" in request.headers:
        return _read_large(open_body(sent, unpacked))
    if length > sent:
        raise too_large_problem(sent)
    if length > LONG_RECORD:
        take_turn()
    data = _read_whole(length)
    if data.startswith(_GZIP_MAGIC):
        data = _read_large(io.BufferedReader(_gunzipped(LimitedReader(io.BytesIO(data), sent), unpacked), _BLOCK_BYTES))
    return as_utf8(data, _body_codec())


def open_body(sent: int, unpacked: int) -> LineReader:
    """The body in UTF-8 as a stream; reading it raises the problems that `read_body` raises."""
    if (request.content_length or 0) > sent:
        raise too_large_problem(sent)
    arriving = IncomingBody()
    read: io.RawIOBase = LimitedReader(arriving, sent)
    if _is_gzip_coded() or arriving.starts_with(_GZIP_MAGIC):
        read = _gunzipped(read, unpacked)
    begin = _EagerReader(read, _BLOCK_BYTES)
    codec = codec_of(begin.peek(LONGEST_MARK), _body_codec())
    return LineReader(LimitedReader(begin if codec == UTF_8 else Utf8Reader(begin, codec), unpacked), arriving)


def _body_codec() -> str:
    """The codec of the body by the `charset` of its media type; one that is not read counts as UTF-8."""
    return find_codec(request.mimetype_params.get("charset", UTF_8)) or UTF_8


def too_large_problem(most: int) -> HttpProblem:
    """The problem that a body has more than `most` bytes."""
    detail = Text(f"expected at most {most} bytes, found more", f"{most}バイト以下が必要ですが、それを超えています")
    return HttpProblem(problem_types.TOO_LARGE, detail, limit=most)


def _read_large(body: io.BufferedReader) -> bytes:
    """The body. A long one is kept on disk until all of it is there and it has its turn."""
    first = body.read(SMALL_RECORD)
    if len(first) < SMALL_RECORD:
        if len(first) > LONG_RECORD:
            take_turn()
        return first
    write_as_upload()
    with tempfile.TemporaryFile() as file:
        file.write(first)
        shutil.copyfileobj(body, file, _BLOCK_BYTES)
        take_turn()
        file.seek(0)
        return file.read()


def take_turn() -> None:
    """Wait until this process works on no other request that writes much: of a long record, or a large tournament.

    A small request goes on among the uploads, so nothing may have been written before. Raises `ClientDisconnected`.
    """
    if "turn" in g:
        return
    write_as_upload()
    g.turn = BUDGET.take(LARGE_RECORDS)
    after_this_request(_end_turn)
    if disconnection_check(request.environ.get(SOCKET_KEY))():
        raise ClientDisconnected


def _end_turn(answer: Response) -> Response:
    """The response. Others have their turn."""
    BUDGET.give_back(g.pop("turn"))
    return answer


def _read_whole(length: int) -> bytes:
    """The body, which has this length by its header."""
    try:
        data = request.stream.read()
    except BODY_ERRORS as error:
        raise incomplete_body_problem() from error
    if len(data) < length:
        raise incomplete_body_problem()
    return data


def _gunzipped(packed: ByteSource, most: int) -> LimitedReader:
    return LimitedReader(GunzipReader(packed), most)


def _is_gzip_coded() -> bool:
    """Whether `Content-Encoding` says gzip. Raises the problem `unsupported-media-type` for any other coding."""
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if coding in _GZIP_CODINGS:
        return True
    if coding == "identity":
        return False
    detail = Text(
        f"expected a body in gzip or as it is, found {coding}",
        f"gzipか、そのままの本文が必要ですが、{coding}となっています",
    )
    headers = {"Accept-Encoding": "gzip, identity"}
    raise HttpProblem(problem_types.UNSUPPORTED_MEDIA_TYPE, detail, headers=headers, allowed=["gzip", "identity"])
