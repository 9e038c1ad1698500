"""The process that judges, at the end of a line that another process began.

It ends when nobody is at the other end any more, and when nothing came for so many seconds.
"""

from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from data.judging.garbage import look_seldom
from data.judging.verdicts import verdicts
from data.judging.wire import Sending

READY: Final = b""
"""What it says first."""


def serve(link: int, idle: float) -> None:
    """Say that all is ready, and judge what comes over the line with this descriptor."""
    line: Connection[Any, Any] = Connection(link)
    look_seldom()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        line.send_bytes(READY)
        _judge(line, idle)


def _judge(line: "Connection[Any, Any]", idle: float) -> None:
    sending = Sending()
    while line.poll(idle):
        for part in verdicts(line.recv()):
            line.send(len(part))
            line.send_bytes(sending.message(part))
