"""The lines of a stream, one at a time, with a look at what comes next."""

from collections import deque
from collections.abc import Iterator

from schemas import limits
from schemas.intake.streams import Stream


class Lines:
    """The lines of a stream with their endings, none longer than a record may be: what is longer comes cut off.

    `number` is that of the line taken last; the first line is number 1, or what it is said to be.
    """

    def __init__(self, stream: Stream, first: int = 1) -> None:
        self._stream = stream
        self._ahead: deque[bytes] = deque()
        self.number = first - 1

    def peek(self, place: int = 0) -> bytes:
        """The next line, or the one so many places further; nothing where the stream has ended."""
        while len(self._ahead) <= place:
            self._ahead.append(self._read())
        return self._ahead[place]

    def take(self) -> bytes:
        """The next line, or nothing at the end of the stream."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else self._read()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.take, b"")

    def skip_blank(self) -> None:
        """Take the lines that hold nothing, up to one that does."""
        while (line := self.peek()) and line.isspace():
            self.take()

    def skip_rest(self, line: bytes) -> None:
        """Read over the rest of a line that came cut off."""
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(1 << 16)

    def _read(self) -> bytes:
        return self._stream.readline(limits.RECORD_BYTES + 1)


def too_long(data: bytes) -> bool:
    """Whether this is more than a record may have, its line ending not counted."""
    return len(data) > limits.RECORD_BYTES and not (data.endswith(b"\n") and len(data) == limits.RECORD_BYTES + 1)
