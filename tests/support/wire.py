"""Uploads in bulk by hand: piece by piece, read or not read, and given up at any place."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, IncompleteRead
from threading import Thread
from typing import Self
from urllib.parse import urlsplit

from tests.support.calling import BULK, Json
from tests.support.served import PATIENCE, Served
from tests.support.service import bearer


class Wire:
    """A connection on which an upload is under way; its length is not told before.

    `told` is what was heard of it, line by line, once somebody listens.
    """

    def __init__(self, service: Served, **headers: str) -> None:
        address = urlsplit(service.url)
        assert address.hostname
        self.told: list[Json] = []
        self._listening = Thread(target=self._hear)
        self._connection = HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        self._connection.putrequest("POST", BULK)
        for name, value in (bearer(service.token) | headers).items():
            self._connection.putheader(name.replace("_", "-"), value)
        self._connection.putheader("Transfer-Encoding", "chunked")
        self._connection.endheaders()

    def send(self, data: bytes) -> None:
        """Send more of the body. Raises OSError where nobody is there any more."""
        self._connection.sock.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def finish(self) -> None:
        """Say that this was all."""
        self._connection.sock.sendall(b"0\r\n\r\n")

    def lines(self) -> Iterator[Json]:
        """What is told, line by line as it comes; it ends where the connection does."""
        try:
            with self._connection.getresponse() as answer:
                assert answer.status == 200, answer.read()
                for line in answer:
                    if line.endswith(b"\n"):  # what breaks off was not told
                        yield json.loads(line)
        except (OSError, IncompleteRead):
            return

    def listen(self) -> None:
        """Begin to hear what is told, while more is sent."""
        self._listening.start()

    def hear(self, lines: int) -> None:
        """Wait until so many lines were told."""
        end = time.monotonic() + PATIENCE
        while len(self.told) < lines:
            assert time.monotonic() < end
            time.sleep(0.002)

    def hear_all(self) -> list[Json]:
        """Everything that was told, when nothing more can come."""
        self._listening.join(PATIENCE)
        assert not self._listening.is_alive()
        return self.told

    def give_up(self) -> None:
        """Hang up, unless the service has done so."""
        with suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._listening.is_alive():
            self.give_up()
            self._listening.join()
        self._connection.close()

    def _hear(self) -> None:
        for line in self.lines():
            self.told.append(line)
