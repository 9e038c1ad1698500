"""A file taken apart into records: one a line, or the whole file as one; a server log is left in its lines."""

from collections.abc import Iterator
from typing import Final

from schemas import limits
from schemas.intake import wording
from schemas.intake.formats import format_of, is_record_a_line
from schemas.intake.item import AUTO, DAIFU, UECDA, Item, Log, Unread
from schemas.intake.lines import Lines
from schemas.intake.streams import Broken

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def split(file: str, lines: Lines, wanted: str) -> Iterator[Item | Log | Unread]:
    """The records of a file, in the format `wanted` or in the one that it begins like."""
    lines.skip_blank()
    line = lines.number + 1
    if not lines.peek():
        yield Unread(file, line, wording.NOTHING)
    elif lines.peek().startswith(_BYTE_ORDER_MARK):
        yield Unread(file, line, wording.BYTE_ORDER_MARK)
    elif (found := format_of(lines) if wanted == AUTO else wanted) is None:
        yield Unread(file, line, wording.no_format(lines.peek()))
    elif found == DAIFU and is_record_a_line(file, lines):
        yield from each_line(file, lines)
    elif found == UECDA:
        yield Log(file, line, lines)
    else:
        yield _whole(file, lines, found)


def whole_log(log: Log) -> Item | Unread:
    """A log as one item, if it is not longer than a record may be."""
    return _whole(log.file, log.lines, UECDA)


def each_line(file: str, lines: Lines) -> Iterator[Item | Unread]:
    """Each line as a record of its own; those that hold nothing are none."""
    for line in lines:
        if lines.is_cut(line):
            yield Unread(file, lines.number, wording.too_long(lines.longest))
            lines.skip_rest(line)
        elif not line.isspace():
            yield Item(file, lines.number, DAIFU, line)


def _whole(file: str, lines: Lines, found: str) -> Item | Unread:
    begin = lines.number + 1
    parts: list[bytes] = []
    size = 0
    try:
        for line in lines:
            parts.append(line)
            size += len(line)
            if size > limits.RECORD_BYTES:
                return Unread(file, begin, wording.TOO_LONG)
    except Broken as broken:
        return Unread(file, lines.number, broken.expected)
    return Item(file, begin, found, b"".join(parts))
