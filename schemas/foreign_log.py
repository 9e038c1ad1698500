"""What all foreign log formats share: their lines, their errors, and the record that an importer makes."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple, Self, TypeVar

import msgspec

from replay.text import Text
from schemas.record.model import RawRecord

LONGEST_SHOWN = 60
"""A message shows this many characters of the text it speaks of."""


class ReadingError(ValueError):
    """A piece of a log that is not of its form: what was found, and what was expected in its place."""

    def __init__(self, what: Text, expected: Text) -> None:
        super().__init__(f"{what.en}; expected {expected.en}")
        self.what = what
        self.expected = expected


class LogError(ValueError):
    """A log that is refused: the line (from 1), what is wrong there and what was expected, in both languages."""

    def __init__(self, line: int, what: Text, expected: Text) -> None:
        self.line = line
        self.what = what
        self.expected = expected
        self.message = Text(
            f"line {line}: {what.en}; expected {expected.en}",
            f"{line}行目：{what.ja}。正しくは{expected.ja}",
        )
        super().__init__(self.message.en)


class WritingError(ValueError):
    """A record that a foreign format has no words for; `message` says what and where, in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def quote_found(text: str) -> Text:
    """The sentence that quotes what stands in the log."""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return Text(f"found {shown!r}", f"「{shown}」とある")


@contextmanager
def prefix_writing_errors(where: Text) -> Iterator[None]:
    """Put the place `where` in front of the complaint about whatever cannot be written inside."""
    try:
        yield
    except WritingError as error:
        message = Text(f"{where.en}: {error.message.en}", f"{where.ja}：{error.message.ja}")
        raise WritingError(message) from error


Value = TypeVar("Value")
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


class CutOff(Exception):
    """The file ends where another whole line was needed."""


class LogLines:
    r"""A log's lines, taken one by one; they come with their endings, as a file opened with `newline="\n"` gives them.

    Holds no more than the lines taken since the last `mark_complete`, so a log may be of any length.
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

    def take_value(self, beginning: str, read: Callable[[str], Value], expected: Text) -> Value:
        """What `read` makes of the next line behind its `beginning`; `expected` describes such a line.

        Raises `LogError` where the line begins otherwise or `read` raises `ReadingError`, and `CutOff` at the end.
        """
        line = self.take()
        with self.attribute_errors():
            if not line.startswith(beginning):
                raise ReadingError(quote_found(line), expected)
            return read(line.removeprefix(beginning))

    def mark_complete(self) -> None:
        """Everything taken so far is whole and belongs to no tail."""
        self._pending.clear()

    def tail(self) -> Tail | None:
        """Where nothing more can be read: what was taken since the last whole game, and the line that lost its end."""
        text = "".join(self._pending) + self._next
        if next(self._lines, None) is not None:
            raise LogError(self.number + 1, _NO_END, _WITH_END)
        return Tail(self.number - len(self._pending) + 1, text) if text else None

    @contextmanager
    def attribute_errors(self) -> Iterator[None]:
        """Whatever cannot be read inside is an error of the line taken last."""
        try:
            yield
        except ReadingError as error:
            raise LogError(self.number, error.what, error.expected) from error


class LogSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What only a foreign log knows: kept in the record's `source`, so that the log can be written again."""

    def to_raw(self) -> dict[str, object]:
        """The JSON object that a record carries."""
        raw: dict[str, object] = msgspec.to_builtins(self, str_keys=True)
        return raw

    @classmethod
    def from_raw(cls, raw: dict[str, object], describe: Callable[[str], Text]) -> Self:
        """The same of the `source` of a record.

        Raises `WritingError` with the sentence that `describe` makes of what is wrong.
        """
        try:
            return msgspec.convert(raw, cls, str_keys=True)
        except msgspec.ValidationError as error:
            raise WritingError(describe(str(error))) from error


class ImportedRecord(NamedTuple):
    """A record made from a foreign log, and what people should be told about it."""

    record: RawRecord
    notices: list[Text]
