"""What the readers and writers of all foreign log formats share: lines, errors, `source`, and imported records."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple, Protocol, Self, TypeVar

import msgspec

from daifu.replay.text import Text
from daifu.schemas.record.model import RawRecord
from daifu.schemas.record.struct_reader import MismatchFinder

LONGEST_SHOWN = 60
"""Characters that a message shows of a text of the log."""


class ReadingError(ValueError):
    """A part of a log that cannot be read: what was found, and what was expected instead."""

    def __init__(self, what: Text, expected: Text) -> None:
        super().__init__(f"{what.en}; expected {expected.en}")
        self.what = what
        self.expected = expected


class LogError(ValueError):
    """A log that is refused: the line (from 1), what is wrong there and what was expected, in both languages.

    `problem` is a sentence that says both, where the line is no text.
    """

    def __init__(self, line: int, what: Text, expected: Text, problem: Text | None = None) -> None:
        self.line = line
        self.what = what
        self.expected = expected
        self.problem = problem
        self.message = Text(
            f"line {line}: {what.en}; expected {expected.en}",
            f"{line}行目：{what.ja}。正しくは{expected.ja}です",
        )
        super().__init__(self.message.en)


class WritingError(ValueError):
    """A record that a foreign format cannot hold; `message` says what and where, in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def quote_found(text: str) -> Text:
    """The sentence that quotes a text found in the log."""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return Text(f"found {shown!r}", f"「{shown}」とあります")


@contextmanager
def prefix_writing_errors(where: Text) -> Iterator[None]:
    """Put `where` in front of the message of a `WritingError` that is raised inside."""
    try:
        yield
    except WritingError as error:
        message = Text(f"{where.en}: {error.message.en}", f"{where.ja}：{error.message.ja}")
        raise WritingError(message) from error


Value = TypeVar("Value")
LineEnd = Literal["\n", "\r\n"]

NUL: Final = "\0"
"""A file system may leave NUL characters at the end of a file that was being written during a crash."""

NUL_BYTE: Final = Text("expected text, found a NUL byte", "テキストが必要ですが、NULバイトがあります")

ANOTHER_LOG: Final = Text("another log begins here", "ここから別のログが始まります")
ONE_LOG: Final = Text("one log", "ログ1件")
_MIXED_ENDS: Final = Text("a line end unlike that of the first line", "1行目と違う改行コードがあります")
_ONE_END: Final = Text("the same line ending (LF or CRLF) everywhere", "ファイル全体で同じ改行コード（LFかCRLF）")
_NO_END: Final = Text("the line has no ending, but the file goes on", "改行のない行の後にまだ続きがあります")
_WITH_END: Final = Text("lines with their endings", "改行付きの行")


class BadLine(str):
    """A line of a log that is no text; `problem` says why.

    The log is read up to it, and it is refused where it is taken.
    """

    __slots__ = ("problem",)

    def __new__(cls, text: str, problem: Text) -> Self:
        """The line with this text."""
        line = super().__new__(cls, text)
        line.problem = problem
        return line

    problem: Text


class Tail(NamedTuple):
    """What follows the last whole game of a truncated file: the number of its first line, and its text."""

    line: int
    text: str


class CutOff(Exception):
    """The file ends where another whole line is needed."""


class LogLines:
    r"""The lines of a log, taken one by one, with their endings as a file opened with `newline="\n"` gives them.

    It holds only the lines taken since the last `mark_complete`, so a log may have any length. `number` is that of the
    line taken last, `whole` that of the last line that was marked complete.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._next = next(self._lines, "")
        self._pending: list[str] = []
        self.line_end: LineEnd = "\r\n" if self._next.endswith("\r\n") else "\n"
        self.number = 0
        self.whole = 0

    def at_end(self) -> bool:
        """Whether no whole line is left; a line without its ending is not whole."""
        return not self._next.endswith("\n")

    def peek(self) -> str:
        """The next whole line without its ending, empty if there is none."""
        return "" if self.at_end() else self._next.removesuffix(self.line_end)

    def take(self) -> str:
        """The next whole line without its ending. Raises `CutOff` at the end, `LogError` if line ends differ."""
        if self.at_end():
            raise CutOff
        self.number += 1
        if isinstance(self._next, BadLine):
            raise LogError(self.number, _MIXED_ENDS, _ONE_END, self._next.problem)
        line = self._next.removesuffix(self.line_end)
        if "\r" in line or "\n" in line:
            raise LogError(self.number, _MIXED_ENDS, _ONE_END)
        self._pending.append(self._next)
        self._next = next(self._lines, "")
        return line

    def take_value(self, beginning: str, read: Callable[[str], Value], expected: Text) -> Value:
        """The value that `read` finds on the next line, after its `beginning`; `expected` describes such a line.

        Raises `LogError` if the line begins differently or `read` raises `ReadingError`, and `CutOff` at the end.
        """
        line = self.take()
        with self.attribute_errors():
            if not line.startswith(beginning):
                raise ReadingError(quote_found(line), expected)
            return read(line.removeprefix(beginning))

    def mark_complete(self) -> None:
        """Say that everything taken so far is complete and not part of the tail."""
        self.whole = self.number
        self._pending.clear()

    def ahead(self, number: int) -> list[str]:
        """The lines from that of this number on that were read and belong to no complete game."""
        read = enumerate([*self._pending, self._next], start=self.whole + 1)
        return [line for place, line in read if place >= number and line]

    def tail(self) -> Tail | None:
        """The lines taken since the last whole game, and the line without its ending; None if there are none."""
        if isinstance(self._next, BadLine):
            raise LogError(self.number + 1, _NO_END, _WITH_END, self._next.problem)
        text = "".join(self._pending) + self._next
        if NUL in text and text.strip(NUL):
            raise LogError(self.number + 1, _NO_END, _WITH_END, NUL_BYTE)
        if next(self._lines, None) is not None:
            raise LogError(self.number + 1, _NO_END, _WITH_END)
        return Tail(self.number - len(self._pending) + 1, text) if text else None

    @contextmanager
    def attribute_errors(self) -> Iterator[None]:
        """Turn a `ReadingError` raised inside into a `LogError` of the line taken last."""
        try:
            yield
        except ReadingError as error:
            raise LogError(self.number, error.what, error.expected) from error


class LogWithParts(Protocol):
    """A log that was read up to a broken place, or up to another log behind it."""

    broken: LogError | None
    resume: int | None


def raise_if_broken(log: LogWithParts) -> None:
    """Raise `LogError` if a log is broken, or is followed by another."""
    if log.broken is not None:
        raise log.broken
    if log.resume is not None:
        raise LogError(log.resume, ANOTHER_LOG, ONE_LOG)


class LogSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The `source` of a record: what is only in the foreign log, so that the log can be written again."""

    def to_raw(self) -> dict[str, object]:
        """The JSON object that a record carries."""
        raw: dict[str, object] = msgspec.to_builtins(self, str_keys=True)
        return raw

    @classmethod
    def from_raw(cls, raw: dict[str, object], describe: Callable[[Text], Text]) -> Self:
        """Read the JSON object that a record carries.

        Raises `WritingError` with the sentence that `describe` makes of the first problem.
        """
        try:
            return msgspec.convert(raw, cls, str_keys=True)
        except msgspec.ValidationError as error:
            raise WritingError(describe(_place_and_sentence(cls, raw))) from error


def _place_and_sentence(shape: type[LogSource], raw: dict[str, object]) -> Text:
    pointer, expected = next(MismatchFinder(shape).find(raw)).problem
    return Text(f"{pointer}: {expected.en}", f"{pointer}：{expected.ja}")


class ImportedRecord(NamedTuple):
    """A record made from a foreign log, and notices for people."""

    record: RawRecord
    notices: list[Text]
