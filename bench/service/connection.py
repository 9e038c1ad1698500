"""A connection that speaks only as much HTTP as it must, so that the cores are left to the service."""

import re
import socket
from typing import NamedTuple

Address = tuple[str, int]

_BLOCK = 1 << 16
_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_STATUS = slice(9, 12)  # behind "HTTP/1.1 "


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes


class Connection:
    """A connection that is kept from one request to the next."""

    def __init__(self, address: Address) -> None:
        self._socket = socket.create_connection(address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> Answer:
        """Send a request and wait for the whole answer. Raise ``ConnectionError`` if it breaks off."""
        self._socket.sendall(request)
        data = b""
        while (end := data.find(_END_OF_HEAD)) < 0:
            data += self._more()
        length = _LENGTH.search(data, 0, end + len(_END_OF_HEAD))
        begin = end + len(_END_OF_HEAD)
        whole = begin + (int(length[1]) if length else 0)
        while len(data) < whole:
            data += self._more()
        return Answer(int(data[_STATUS]), data[begin:])

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def _more(self) -> bytes:
        data = self._socket.recv(_BLOCK)
        if not data:
            raise ConnectionError("the service ended its answer before it was whole")
        return data


def get(path: str) -> bytes:
    """A request to read something."""
    return f"GET {path} HTTP/1.1\r\nHost: daifu\r\n\r\n".encode()


def post(path: str, token: str, body: bytes) -> bytes:
    """A request that brings JSON, and a token."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: daifu\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
