"""Which format a file is in, told from how it begins."""

import re
from typing import Final

import msgspec

from schemas.intake.item import DAIFU, FUJIGOKORO, UECDA
from schemas.intake.lines import Lines

RECORD_A_LINE: Final = (".ndjson", ".jsonl")
_UECDA: Final = re.compile(rb"%(?:-----|[0-9]{5,})%")


class _Headed(msgspec.Struct):
    """What a line is that is a record by itself."""

    format: object


def format_of(lines: Lines) -> str | None:
    """The format of a file that begins with these lines; None if it is none of ours."""
    first = lines.peek()
    if first.lstrip().startswith(b"{"):
        return DAIFU
    if _UECDA.match(first):
        return UECDA
    if first.startswith(b"player ") and lines.peek(1).startswith(b"/*"):
        return FUJIGOKORO
    return None


def is_record_a_line(file: str, lines: Lines) -> bool:
    """Whether each line is a record: the name says so, or one of the first two lines is an object with a `format`.

    A file that opens with a brace alone is one record over several lines, whatever its name. Nobody writes one over
    several lines of which the first is too long to be read.
    """
    first = lines.peek()
    if first.strip() == b"{":
        return False
    if lines.is_cut(first) or file.lower().removesuffix(".gz").endswith(RECORD_A_LINE):
        return True
    return _is_record(first) or _is_record(lines.peek(1))


def _is_record(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=_Headed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
