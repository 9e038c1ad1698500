"""What a source is taken apart into: one record each, or the reason why there is none."""

from typing import Final, NamedTuple

from replay.text import Text
from schemas.intake.lines import Lines

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


class Log(NamedTuple):
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


class Unread(NamedTuple):
    """Something that cannot be read: where, and what was expected there.

    `line` is 0 where it is the file itself; `pointer` leads to the field of a record, as in RFC 6901.
    """

    file: str
    line: int
    expected: Text
    pointer: str = ""


class Refused(ValueError):  # noqa: N818 - that it is refused is all there is to say
    """Something that is no record; `reasons` are all that were found."""

    def __init__(self, reasons: list[Unread]) -> None:
        super().__init__("; ".join(reason.expected.en for reason in reasons))
        self.reasons = reasons
