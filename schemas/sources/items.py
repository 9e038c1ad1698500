"""A file split into items: its format, told from how it begins, and one record a line or the whole file as one.

A server log is not split: it is handed on with its lines.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from replay.text import Text
from schemas.record import limits
from schemas.sources import messages
from schemas.sources.streams import BrokenStream, Lines

AUTO: Final = "auto"
DAIFU: Final = "daifu"
UECDA: Final = "uecda"
FUJIGOKORO: Final = "fujigokoro"
FORMATS: Final = (DAIFU, UECDA, FUJIGOKORO)


class Item(NamedTuple):
    """One record as it stands in a file: where it begins (the line from 1), the format it is in, and its bytes."""

    file: str
    line: int
    format: str
    data: bytes


class ForeignLog(NamedTuple):
    """A foreign log, which may be of any length: where it begins, and its lines, which can be taken once.

    They are there only until the next thing is taken from the source. `path` is the file that the log is all of, as the
    system knows it; `file` is that as people read it.
    """

    file: str
    line: int
    lines: Lines
    path: str = ""


class LogFile(NamedTuple):
    """A log that anybody may open: what people call its file, its path, and which line the first of the path is."""

    file: str
    path: str
    first: int


class SourceProblem(NamedTuple):
    """Something that cannot be read: where, and what was expected there.

    `line` is 0 where it is the file itself; `pointer` leads to the field of a record, as in RFC 6901.
    """

    file: str
    line: int
    expected: Text
    pointer: str = ""


class SourceRefused(ValueError):
    """Something that is no record; `reasons` are all that were found."""

    def __init__(self, reasons: list[SourceProblem]) -> None:
        super().__init__("; ".join(reason.expected.en for reason in reasons))
        self.reasons = reasons


RECORD_PER_LINE_ENDINGS: Final = (".ndjson", ".jsonl")
_UECDA_START: Final = re.compile(rb"%(?:-----|[0-9]{5,})%")


class _RecordStart(msgspec.Struct):
    """What a line is that is a record by itself."""

    format: object


def detect_format(lines: Lines) -> str | None:
    """The format of a file that begins with these lines; None if it is none of ours."""
    first = lines.peek()
    if first.lstrip().startswith(b"{"):
        return DAIFU
    if _UECDA_START.match(first):
        return UECDA
    if first.startswith(b"player ") and lines.peek(1).startswith(b"/*"):
        return FUJIGOKORO
    return None


def has_record_per_line(file: str, lines: Lines) -> bool:
    """Whether each line is a record: the name says so, or one of the first two lines is an object with a `format`.

    A file that opens with a brace alone is one record over several lines, whatever its name. Nobody writes one over
    several lines of which the first is too long to be read.
    """
    first = lines.peek()
    if first.strip() == b"{":
        return False
    if lines.is_cut(first) or file.lower().removesuffix(".gz").endswith(RECORD_PER_LINE_ENDINGS):
        return True
    return _is_record(first) or _is_record(lines.peek(1))


def _is_record(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=_RecordStart)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def split_file(file: str, lines: Lines, wanted: str) -> Iterator[Item | ForeignLog | SourceProblem]:
    """The records of a file, in the format `wanted` or in the one that it begins like."""
    lines.skip_blank()
    line = lines.number + 1
    if not lines.peek():
        yield SourceProblem(file, line, messages.NOTHING)
    elif lines.peek().startswith(_BYTE_ORDER_MARK):
        yield SourceProblem(file, line, messages.BYTE_ORDER_MARK)
    elif (found := detect_format(lines) if wanted == AUTO else wanted) is None:
        yield SourceProblem(file, line, messages.no_format(lines.peek()))
    elif found == DAIFU and has_record_per_line(file, lines):
        yield from split_lines(file, lines)
    elif found == UECDA:
        yield ForeignLog(file, line, lines)
    else:
        yield _read_whole(file, lines, found)


def log_as_item(log: ForeignLog) -> Item | SourceProblem:
    """A log as one item, if it is not longer than a record may be."""
    return _read_whole(log.file, log.lines, UECDA)


def split_lines(file: str, lines: Lines) -> Iterator[Item | SourceProblem]:
    """Each line as a record of its own; those that hold nothing are none."""
    for line in lines:
        if lines.is_cut(line):
            yield SourceProblem(file, lines.number, messages.too_long(lines.longest))
            lines.skip_rest(line)
        elif not line.isspace():
            yield Item(file, lines.number, DAIFU, line)


def _read_whole(file: str, lines: Lines, found: str) -> Item | SourceProblem:
    begin = lines.number + 1
    parts: list[bytes] = []
    size = 0
    try:
        for line in lines:
            parts.append(line)
            size += len(line)
            if size > limits.RECORD_BYTES:
                return SourceProblem(file, begin, messages.TOO_LONG)
    except BrokenStream as broken:
        return SourceProblem(file, lines.number, broken.expected)
    return Item(file, begin, found, b"".join(parts))
