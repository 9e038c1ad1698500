"""Connections to clients, which keep what has come before it is wanted, and what the client does not take yet.

The event loop of a worker (`worker.py`) receives whole requests and sends what is left over, and never waits for one
client. A thread that works on a request (`exchange.py`) does not wait for a client that takes a response slowly. It
waits only for the rest of a large body.
"""

import re
import select
import socket
import struct
from enum import Enum, auto
from time import monotonic
from typing import Final, Self

from daifu.api.http.lanes import Lane

HEAD_BYTES: Final = 1 << 15
"""The longest head of a request."""
BODY_BYTES: Final = 1 << 16
"""The longest body that is received before a thread is taken. The thread reads a longer one as it comes."""
LEAST_PROGRESS: Final = 256
"""How many bytes of a longer body have to come in the seconds for which a client may be silent."""

_PROBES: Final = (b"GET /healthz ", b"HEAD /healthz ")
_READS: Final = (b"GET ", b"HEAD ")
_HEAD_END: Final = b"\r\n\r\n"
_CONTENT_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,40})[ \t]*\r\n", re.IGNORECASE)
_COMES_LATER: Final = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)
"""Chunks may be sent one by one, each after the response to the one before, and some clients ask before they send."""
_RECEIVED_AT_ONCE: Final = 1 << 16
_TIMEVAL: Final = struct.Struct("ll")  # what SO_RCVTIMEO and SO_SNDTIMEO take: seconds and microseconds


class Part(Enum):
    """How far a request has come."""

    NOTHING = auto()
    HEAD = auto()
    BODY = auto()


class ClientConnection(socket.socket):
    """A connection to a client. `address` is the client's, and `unsent` is what the client has not taken yet."""

    address: tuple[str, int] = ("", 0)
    unsent: bytes | memoryview = b""
    has_ended = False
    """Whether the client sends nothing more, or is no longer waited for."""

    def __init__(self, connection: socket.socket, silence: int) -> None:
        """Take a connection over. A thread waits for its client for at most `silence` seconds."""
        super().__init__(connection.family, connection.type, connection.proto, connection.detach())
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            self.setsockopt(socket.SOL_SOCKET, option, _TIMEVAL.pack(silence, 0))
        self._silence = silence
        self._received = bytearray()
        self._searched = 0
        self._needed = 0
        self._window_end = 0.0
        self._window_bytes = 0

    @classmethod
    def accept_from(cls, listener: socket.socket, silence: int) -> Self:
        """The next connection that a listener has. Raises OSError, also if there is none."""
        accepted, address = listener.accept()
        connection = cls(accepted, silence)
        connection.address = address
        return connection

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return len(self._received) + len(self.unsent)

    @property
    def part(self) -> Part:
        """The part of a request that was received last."""
        if self._needed:
            return Part.BODY
        return Part.HEAD if self._received else Part.NOTHING

    # In the event loop

    def receive(self) -> None:
        """Keep what has come. Raises OSError if the connection is broken."""
        try:
            data = super().recv(_RECEIVED_AT_ONCE, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        self._received += data
        self.has_ended = not data
        if not self._needed:
            self._needed = self._request_size()

    def discard(self) -> int:
        """Forget what has come, and return how many bytes that were. Raises what `receive` raises."""
        self.receive()
        size = len(self._received)
        self._received.clear()
        return size

    def has_request(self) -> bool:
        """Whether a thread should take the request: it is here, or the rest is not waited for, or it is malformed."""
        return self._needed > 0 and (len(self._received) >= self._needed or self.has_ended)

    def comes_later(self) -> bool:
        """Whether a body is still to come behind the request that is here."""
        head = self._received.find(_HEAD_END) + len(_HEAD_END)
        return self._needed == head and self._body_size(head) != 0

    def lane(self) -> Lane:
        """The lane in which the request that is here begins."""
        if self.comes_later():
            return Lane.UPLOADS
        if self._received.startswith(_PROBES):
            return Lane.PROBES
        return Lane.READS if self._received.startswith(_READS) else Lane.WRITES

    def has_left(self) -> bool:
        """Whether the client has hung up."""
        poll = select.poll()
        poll.register(self, select.POLLRDHUP)
        return bool(poll.poll(0))

    def has_long_head(self) -> bool:
        """Whether the request is here only because its head is too long."""
        return len(self._received) > HEAD_BYTES and self._received.find(_HEAD_END, 0, HEAD_BYTES) < 0

    def has_long_line(self, most: int) -> bool:
        """Whether the first line of the request has more than `most` bytes."""
        return len(self._received) > most and self._received.find(b"\r\n", 0, most + 2) < 0

    def flush(self) -> int:
        """Send what the client takes. Returns how many bytes that were. Raises OSError if the connection is broken."""
        before = len(self.unsent)
        self._send(self.unsent)
        return before - len(self.unsent)

    def _request_size(self) -> int:
        """How many bytes have to be here before a thread takes the request; 0 if that is not known yet."""
        received = self._received
        found = received.find(_HEAD_END, max(0, self._searched - len(_HEAD_END)))
        self._searched = len(received)
        if found >= 0:
            head = found + len(_HEAD_END)
            body = self._body_size(head)
            return head + body if body is not None and body <= BODY_BYTES else head
        is_wrong = len(received) > HEAD_BYTES or received.count(b"\n") != received.count(b"\r\n")
        return len(received) if is_wrong else 0

    def _body_size(self, head: int) -> int | None:
        """The length of the body behind a head of this length, None if it is to be read as it comes."""
        if _COMES_LATER.search(self._received, 0, head):
            return None
        found = _CONTENT_LENGTH.search(self._received, 0, head)
        return int(found[1]) if found else 0

    # In a thread

    def begin_request(self) -> None:
        """Give a request that is here to a thread."""
        self._needed = self._searched = 0
        self._window_end = 0.0

    def end_request(self, rest: bytes) -> None:
        """Keep what came behind a request, which the thread has read too far."""
        self._received[:0] = rest
        self._needed = self._request_size()

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """The next bytes, which are waited for. None at the end, or if the client sends nothing or next to nothing."""
        if self._received:
            data = bytes(self._received)
            self._received.clear()
            return data
        try:
            data = super().recv(size, flags)
        except BlockingIOError:
            data = b""
        if not data or not self._is_progress(len(data)):
            self.has_ended = True
            return b""
        return data

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send what the client takes, and keep the rest as `unsent`. Raises OSError if the connection is broken."""
        self._send(bytes(self.unsent) + data if self.unsent else data, flags)

    def _send(self, data: bytes | memoryview, flags: int = 0) -> None:
        try:
            sent = self.send(data, flags | socket.MSG_DONTWAIT) if data else 0
        except BlockingIOError:
            sent = 0
        self.unsent = memoryview(data)[sent:] if sent < len(data) else b""

    def _is_progress(self, size: int) -> bool:
        """Count bytes of a body. Returns whether the client has sent enough of them for this long."""
        now = monotonic()
        if now > self._window_end:
            if self._window_end and self._window_bytes + size < LEAST_PROGRESS:
                return False
            self._window_end, self._window_bytes = now + self._silence, 0
        self._window_bytes += size
        return True
