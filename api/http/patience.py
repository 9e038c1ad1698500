"""Connections on which the service does not wait for ever: clients go away without a word, and each takes a thread."""

import errno
import os
import socket
import struct
from typing import Final, Self

_SECONDS: Final = struct.Struct("ll")


class Patient(socket.socket):
    """A connection to a client; when he was silent for too long it is as if he had gone."""

    @classmethod
    def of(cls, connection: socket.socket, silence: int) -> Self:
        """The same connection, on which he may be silent for so many seconds. The system counts them."""
        patient = cls(fileno=connection.detach())
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            patient.setsockopt(socket.SOL_SOCKET, option, _SECONDS.pack(silence, 0))
        return patient

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What comes next, nothing at the end."""
        try:
            return super().recv(size, flags)
        except BlockingIOError:
            return b""

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send it all. Raises BrokenPipeError where he does not take it."""
        try:
            super().sendall(data, flags)
        except BlockingIOError as error:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from error
