"""The lines of a foreign log, one at a time: their numbers, their endings, and the tail of a file that was cut."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

from replay.text import Text
from schemas.log_errors import LogError, ReadingError

LineEnd = Literal["\n", "\r\n"]

NUL: Final = "\0"
"""What a file system may fill the end of a file with that was being written when the machine went down."""

_MIXED_ENDS: Final = Text("a line end unlike that of the first line", "1行目と違う改行コードがある")
_ONE_END: Final = Text("the same line ending (LF or CRLF) everywhere", "ファイル全体で同じ改行コード（LFかCRLF）")
_NO_END: Final = Text("the line has no ending, but the file goes on", "改行のない行の後にまだ続きがある")
_WITH_END: Final = Text("lines with their endings", "改行付きの行")


class Tail(NamedTuple):
    """What follows the last whole game of a file that was cut: the number of its first line, its text word for word."""

    line: int
    text: str


class CutOff(Exception):  # noqa: N818 - no error: a file may end anywhere, its whole games count
    """The file ends where another whole line was needed."""


class LogLines:
    r"""A log's lines, taken one by one; they come with their endings, as a file opened with `newline="\n"` gives them.

    Holds no more than the lines taken since the last `keep_up_to_here`, so a log may be of any length.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._next = next(self._lines, "")
        self._pending: list[str] = []
        self.line_end: LineEnd = "\r\n" if self._next.endswith("\r\n") else "\n"
        self.number = 0

    def at_end(self) -> bool:
        """Whether no whole line is left: a line without its ending may have lost anything."""
        return not self._next.endswith("\n")

    def peek(self) -> str:
        """The next whole line without its ending, or nothing if there is none."""
        return "" if self.at_end() else self._next.removesuffix(self.line_end)

    def take(self) -> str:
        """The next whole line without its ending. Raises `CutOff` at the end, `LogError` if line ends differ."""
        if self.at_end():
            raise CutOff
        self.number += 1
        line = self._next.removesuffix(self.line_end)
        if "\r" in line or "\n" in line:
            raise LogError(self.number, _MIXED_ENDS, _ONE_END)
        self._pending.append(self._next)
        self._next = next(self._lines, "")
        return line

    def keep_up_to_here(self) -> None:
        """Everything taken so far is whole and belongs to no tail."""
        self._pending.clear()

    def tail(self) -> Tail | None:
        """Where nothing more can be read: what was taken since the last whole game, and the line that lost its end."""
        text = "".join(self._pending) + self._next
        if next(self._lines, None) is not None:
            raise LogError(self.number + 1, _NO_END, _WITH_END)
        return Tail(self.number - len(self._pending) + 1, text) if text else None

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever cannot be read inside is an error of the line taken last."""
        try:
            yield
        except ReadingError as error:
            raise LogError(self.number, error.what, error.expected) from error
