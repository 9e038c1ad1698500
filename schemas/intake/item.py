"""What a source is taken apart into: the bytes of one record each, or the reason why there are none."""

from typing import Final, NamedTuple

from replay.text import Text

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


class Unread(NamedTuple):
    """Something that cannot be read: where, and what was expected there.

    `line` is 0 where it is the file itself; `pointer` leads to the field of a record, as in RFC 6901.
    """

    file: str
    line: int
    expected: Text
    pointer: str = ""
