"""The text of a foreign log, line by line, and why it is refused where it is none."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from schemas.intake import wording
from schemas.intake.item import Log, Refused, Unread
from schemas.intake.streams import Broken
from schemas.log_errors import LogError
from schemas.log_lines import NUL

_NUL: Final = NUL.encode()


def text_of(log: Log) -> Iterator[str]:
    """The lines of a log with their endings. Raises `Refused` for what is no text, or cannot be read on.

    NUL bytes are no text, but a last line of nothing else passes: `refuse_nul` looks at what it follows.
    """
    try:
        for line in log.lines:
            if _NUL in line and line.strip(_NUL):
                raise Refused([Unread(log.file, log.lines.number, wording.NUL)])
            yield line.decode()
    except UnicodeDecodeError as error:
        text = wording.not_utf8(error.object[error.start])
        raise Refused([Unread(log.file, log.lines.number, text)]) from error
    except Broken as broken:
        raise Refused([Unread(log.file, log.lines.number, broken.expected)]) from broken


@contextmanager
def refusing(log: Log, text: Iterator[str]) -> Iterator[None]:
    """A line inside that is not of its form is `Refused`.

    It may come of damage to the bytes of the file. They are read to their end, for such damage is told instead,
    wherever it stands.
    """
    try:
        yield
    except LogError as error:
        deque(text, 0)
        raise Refused([Unread(log.file, log.line + error.line - 1, wording.of_log(error))]) from error


def refuse_nul(log: Log, source: dict[str, Any]) -> None:
    """Raise `Refused` where NUL bytes stand in the tail of a log, behind a game that was cut."""
    tail: str = source.get("tail", "")
    if NUL in tail:
        line = log.line + source["tail_line"] - 1 + tail.count("\n")
        raise Refused([Unread(log.file, line, wording.NUL)])
