"""The lines of a stream, one at a time, with a look at what comes next."""

from collections import deque
from collections.abc import Iterator

from schemas import limits
from schemas.intake.streams import Stream


class Lines:
    """The lines of a stream with their endings, none longer than `longest`: what is longer comes cut off.

    `number` is that of the line taken last; the first line is number 1, or what it is said to be.
    """

    def __init__(self, stream: Stream, first: int = 1, longest: int = limits.RECORD_BYTES) -> None:
        self._stream = stream
        self.longest = longest
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

    def is_cut(self, line: bytes) -> bool:
        """Whether this is more than a line may have, its ending not counted."""
        return len(line) > self.longest and not (line.endswith(b"\n") and len(line) == self.longest + 1)

    def skip_rest(self, line: bytes) -> None:
        """Read over the rest of a line that came cut off."""
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(1 << 16)

    def _read(self) -> bytes:
        return self._stream.readline(self.longest + 1)
